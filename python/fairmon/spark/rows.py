"""Verdicts as rows that Spark can sort: one table for triggers, values, errors and states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from fairmon import _native
from fairmon._core import Spec, Table
from fairmon.spark.arrow import pc
from fairmon.spark.job import BLOB, NS, SLOT, Job, Part

if TYPE_CHECKING:
    from fairmon.spark.job import Formats

STREAM = "fm_stream"
"""Column: number of the stream, or STATE."""
DEADLINE = "fm_deadline"
"""Column: decided at a deadline; else at the event whose order stands beside it."""
RANK = "fm_rank"
"""Column: bytes that order instances of a stream."""
FIRED = "fm_trigger"
FAILED = "fm_error"
VALUES = "fm_values_"
"""Columns: what a row tells, one for each kind; all but one are empty."""

STATE = -1
"""In the place of a stream: the row holds a state."""
PLACES = ("time", "event", "ns", "rank")
"""Columns of the engine's tables that say where a row belongs."""
TRIGGER: Formats = (("instance", "u"), ("message", "u"), ("value", "g"), ("n", "l"), ("key", "u"),
                    ("lower", "g"), ("upper", "g"), ("state", "u"))
ERROR: Formats = (("instance", "u"), ("message", "u"), ("line", "l"))

TYPES = {"b": pa.bool_(), "l": pa.int64(), "L": pa.decimal128(20, 0), "g": pa.float64(),
         "u": pa.string(), "z": pa.binary(), "tsn:UTC": pa.timestamp("us", "UTC"),
         "tDn": pa.duration("us")}
"""Formats of the engine, as Spark can hold them: it counts microseconds."""


def value_formats(monitor: _native.Monitor, stream: str) -> Formats:
    """Names and formats of what a row of values holds besides its place."""
    columns = monitor.table("values", stream).columns()
    return tuple((name, kind) for name, kind in columns[1:-3])


def struct_of(formats: Formats) -> Any:
    return pa.struct([(name, TYPES[kind]) for name, kind in formats])


def payloads(job: Job) -> dict[str, Formats]:
    """The columns that rows tell something in."""
    values = {f"{VALUES}{i}": formats for i, formats in enumerate(job.formats)}
    return {FIRED: TRIGGER, FAILED: ERROR, **values}


class RowMaker:
    """Makes rows of what one monitor has decided."""

    def __init__(self, spec: Spec, job: Job, part: Part, slot: int) -> None:
        self.job, self.slot = job, slot
        self.numbers = {stream.name: i for i, stream in enumerate(spec.streams)}
        self.kept = [name for name in part.streams if name in job.kept]
        self.types: list[Any] = []

    def learn(self, rows: Any) -> None:
        """Types of what orders events; the same in every batch."""
        self.types = [rows.schema.field(name).type for name in self.job.order_columns]

    def taken(self, monitor: _native.Monitor, rows: Any, first: int) -> Iterator[Any]:
        """Everything decided since the last question; `first` is the number of the first row."""
        yield from self._named(monitor.take_table("triggers", ""), "trigger", FIRED, rows, first)
        yield from self._named(monitor.take_table("errors", ""), "stream", FAILED, rows, first)
        for name in self.kept:
            table = pa.table(Table(monitor.take_table("values", name)))
            if table.num_rows:
                numbers = pa.array([self.numbers[name]] * table.num_rows, pa.int32())
                column = f"{VALUES}{self.job.kept.index(name)}"
                yield self._made(table, numbers, column, rows, first)

    def _named(self, native: _native.Table, names: str, column: str, rows: Any,
               first: int) -> Iterator[Any]:
        """Rows of a table that tells of several streams."""
        if len(native):
            table = pa.table(Table(native))
            numbers = pa.array([self.numbers[name] for name in table.column(names).to_pylist()],
                               pa.int32())
            yield self._made(table, numbers, column, rows, first)

    def state(self, blob: bytes) -> Any:
        """The row that holds a monitor's state."""
        return self._filled(1, {STREAM: pa.array([STATE], pa.int32()),
                                BLOB: pa.array([blob], pa.binary())})

    def _made(self, table: Any, numbers: Any, payload: str, rows: Any, first: int) -> Any:
        formats = payloads(self.job)[payload]
        by_name = {name: _one(table.column(name)) for name in ("event", "ns", "rank")}
        found = {STREAM: numbers, NS: by_name["ns"], DEADLINE: pc.is_null(by_name["event"]),
                 RANK: by_name["rank"]}
        if rows is not None:
            places = pc.subtract(by_name["event"], first)
            for name in self.job.order_columns:
                found[name] = rows.column(name).take(places)
        # Columns are found by their place: a parameter may be called like another one.
        begin = 1 if payload.startswith(VALUES) else None
        arrays = [_fit(_one(table.column(name) if begin is None else table.column(begin + i)), kind)
                  for i, (name, kind) in enumerate(formats)]
        found[payload] = pa.StructArray.from_arrays(arrays, fields=list(struct_of(formats)))
        return self._filled(table.num_rows, found)

    def _filled(self, count: int, found: dict[str, Any]) -> Any:
        """All columns, nothing where there is nothing."""
        types = {SLOT: pa.int32(), STREAM: pa.int32(), NS: pa.int64(), DEADLINE: pa.bool_(),
                 **dict(zip(self.job.order_columns, self.types, strict=True)), RANK: pa.binary(),
                 **{name: struct_of(formats) for name, formats in payloads(self.job).items()}}
        if self.job.streaming:
            types[BLOB] = pa.binary()
        found[SLOT] = pa.array([self.slot] * count, pa.int32())
        return pa.RecordBatch.from_arrays(
            [found[name] if name in found else pa.nulls(count, kind)
             for name, kind in types.items()], list(types))


def _one(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _fit(column: Any, kind: str) -> Any:
    return column if column.type == TYPES[kind] else column.cast(TYPES[kind], safe=False)
