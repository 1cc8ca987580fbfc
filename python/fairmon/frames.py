"""Frames of other libraries: on their way to the engine, back, and as rows for files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from fairmon.errors import InputError, UsageError

if TYPE_CHECKING:
    from fairmon._core import MonitorOptions, Spec, Table
    from fairmon._native import Monitor

ROWS_AT_ONCE = 4096
"""Rows of an iterable that a run takes together."""


def push(monitor: Monitor, frame: Any, spec: Spec, options: MonitorOptions) -> Any:
    """Applies all rows of a frame or none; returns the verdicts."""
    if hasattr(frame, "__arrow_c_array__") and not hasattr(frame, "__arrow_c_stream__"):
        schema, array = frame.__arrow_c_array__()
        return monitor.push_array(schema, array, keep=False)
    stream = _stream_of(frame, spec, options)
    if stream is not None:
        return monitor.push_stream(stream, lazy=False)
    return monitor.push_rows(list(_rows_of(frame)), keep=False)


def run(monitor: Monitor, frame: Any, spec: Spec, options: MonitorOptions) -> None:
    """Applies a frame batch by batch and finishes; firings stay in the monitor."""
    if hasattr(frame, "__arrow_c_array__") and not hasattr(frame, "__arrow_c_stream__"):
        schema, array = frame.__arrow_c_array__()
        monitor.push_array(schema, array, keep=True)
    else:
        stream = _stream_of(frame, spec, options)
        if stream is not None:
            monitor.push_stream(stream, lazy=True)
        else:
            _run_rows(monitor, _rows_of(frame))
    monitor.finish(keep=True)


def _run_rows(monitor: Monitor, rows: Iterator[Mapping[str, Any]]) -> None:
    first = 0
    while some := list(islice(rows, ROWS_AT_ONCE)):
        try:
            monitor.push_rows(some, keep=True)
        except InputError as error:
            error.row = None if error.row is None else error.row + first
            raise
        first += len(some)


def _stream_of(frame: Any, spec: Spec, options: MonitorOptions) -> Any:
    """The frame as an Arrow stream, None if it has to be read row by row."""
    if _is_pandas(frame):
        frame = _needed_columns(frame, spec, options)
    export = getattr(frame, "__arrow_c_stream__", None)
    if export is None:
        return None
    try:
        return export()
    except ImportError:  # pandas without pyarrow
        return None


def _is_pandas(frame: Any) -> bool:
    return type(frame).__module__.split(".")[0] == "pandas" and hasattr(frame, "columns")


def _needed_columns(frame: Any, spec: Spec, options: MonitorOptions) -> Any:
    """Of a frame whose columns are converted one by one, only those that somebody reads."""
    columns = options.columns or {}
    wanted = {columns.get(each.name, each.column) for each in spec.inputs if each.needed}
    wanted |= {options.time or spec.time_column}
    usual = ("time", "ts", "timestamp")
    chosen = [name for name in frame.columns
              if name in wanted or (isinstance(name, str) and name.lower() in usual)]
    return frame[chosen] if set(wanted) - {""} <= set(chosen) else frame


def _rows_of(frame: Any) -> Iterator[Mapping[str, Any]]:
    """One mapping per row, lazily."""
    if isinstance(frame, Mapping):
        return _rows_of_columns(frame)
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        return _rows_of_columns({name: frame[name].tolist() for name in frame.columns})
    if isinstance(frame, Iterable) and not isinstance(frame, (str, bytes)):
        return iter(frame)
    raise UsageError(
        f"{type(frame).__name__} is no frame; give a data frame, a dict of lists or an iterable of "
        "dicts")


def _rows_of_columns(columns: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    lengths = {name: len(column) for name, column in columns.items() if hasattr(column, "__len__")}
    if len(set(lengths.values())) > 1 or any(isinstance(c, str) for c in columns.values()):
        shown = ", ".join(f"`{name}` {length}" for name, length in list(lengths.items())[:10])
        raise InputError(
            f"the columns of a dict have to be lists of the same length; there are {shown}")
    names = list(columns)
    try:
        for values in zip(*columns.values(), strict=True):
            yield dict(zip(names, values, strict=True))
    except ValueError as error:
        raise InputError("the columns of the dict have different lengths, or were changed while "
                         f"they were read; nobody may change data that run: {error}") from None


def library(name: str) -> Any:
    """A library that need not be there, or the way to get it."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise UsageError(f"{name} is not installed; `pip install {name}`, or use `to_dict()`"
                         ) from None


def to_pandas(table: Table) -> Any:
    """Through Arrow where pyarrow is there, else column by column."""
    pandas = library("pandas")
    try:
        import pyarrow
    except ImportError:
        return pandas.DataFrame(table.to_dict())
    return pyarrow.table(table).to_pandas()


def to_polars(table: Table) -> Any:
    """At once."""
    return library("polars").DataFrame(table)


def rows_of_frame(frame: Any) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """The names of the columns, and the rows; None stands for an absent value."""
    if isinstance(frame, Mapping):
        names = [str(name) for name in frame]
        return names, zip(*frame.values(), strict=True)
    if hasattr(frame, "iter_rows") and hasattr(frame, "columns"):  # polars
        return list(frame.columns), frame.iter_rows()
    if hasattr(frame, "itertuples"):  # pandas
        return [str(name) for name in frame.columns], _pandas_rows(frame)
    if hasattr(frame, "to_batches"):  # pyarrow
        return list(frame.schema.names), _arrow_rows(frame)
    if hasattr(frame, "fetchall") and hasattr(frame, "columns"):  # DuckDB
        return list(frame.columns), iter(frame.fetchall())
    if isinstance(frame, Iterable):
        return _dict_rows(list(frame))
    raise UsageError(f"{type(frame).__name__} is no frame; give a data frame, a dict of lists or "
                     "a list of dicts")


def _pandas_rows(frame: Any) -> Iterator[tuple[Any, ...]]:
    plain = frame.astype(object).where(frame.notna(), None)
    return iter(plain.itertuples(index=False, name=None))


def _arrow_rows(frame: Any) -> Iterator[tuple[Any, ...]]:
    for batch in frame.to_batches():
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _dict_rows(rows: list[Mapping[str, Any]]) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    names = list(dict.fromkeys(name for row in rows for name in row))
    return names, (tuple(row.get(name) for name in names) for row in rows)
