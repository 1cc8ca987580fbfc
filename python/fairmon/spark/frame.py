"""What a DataFrame of Spark must have before a job is worth its while."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fairmon import _native
from fairmon._core import Spec
from fairmon.errors import InputError, UsageError
from fairmon.facts import MonitorOptions
from fairmon.spark.job import Job, monitor_of
from fairmon.spark.need import pyspark

USUAL_TIMES = ("time", "ts", "timestamp")
UNITS = {"relative": 10**9, "relative-secs": 10**9, "relative-nanos": 1, "unix": 10**9,
         "unix-ms": 10**6, "unix-us": 10**3, "unix-ns": 1}
"""Nanoseconds of one unit, by format of times."""
DAY = 86_400 * 10**9
NUMBERS = ("tinyint", "smallint", "int", "bigint", "float", "double")
CALENDARS = ("timestamp", "timestamp_ntz", "date")


def time_column(frame: Any, spec: Spec, given: str | None) -> str:
    """The column that holds the time."""
    wanted = given or spec.time_column
    if not wanted:
        if spec.has_interval:
            raise UsageError("the specification says that events follow each other at a fixed "
                             "distance; on Spark each row needs a time: time=\"COLUMN\"")
        found = [name for name in frame.columns if name.lower() in USUAL_TIMES]
        if not found:
            raise InputError("the frame has nothing called time, ts or timestamp; name the column "
                             "that holds the time with time=\"COLUMN\"")
        return str(found[0])
    _need(frame, wanted, "the time")
    return wanted


def input_columns(frame: Any, spec: Spec,
                  given: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """Input and column, of the inputs that somebody needs."""
    chosen = dict(given or {})
    for name in chosen:
        if name not in (each.name for each in spec.inputs):
            raise UsageError(f"columns names `{name}`, which is no input of the specification")
    pairs = [(each.name, chosen.get(each.name, each.column or each.name))
             for each in spec.inputs if each.needed]
    for name, column in pairs:
        _need(frame, column, f"the input `{name}`")
    return tuple(pairs)


def _need(frame: Any, column: str, purpose: str) -> None:
    if column not in frame.columns:
        import difflib

        near = difflib.get_close_matches(column, frame.columns, n=1)
        raise InputError(
            f"the frame has no column `{column}` for {purpose}" +
            (f"; did you mean `{near[0]}`?" if near else "") +
            f"; it has {', '.join(f'`{name}`' for name in frame.columns[:20])}", column=column)


def kept_streams(spec: Spec, keep: str | Iterable[str]) -> tuple[str, ...]:
    """Names of the outputs whose values are handed out."""
    outputs = [each for each in spec.streams if each.kind == "output" and not each.tells]
    if isinstance(keep, str):
        if keep not in ("outputs", "public", "triggers"):
            raise UsageError("keep is outputs, public, triggers or a list of streams")
        return tuple(each.name for each in outputs
                     if keep == "outputs" or (keep == "public" and each.public))
    known = [each.name for each in outputs]
    for name in (names := tuple(keep)):
        if name not in known:
            raise UsageError(f"keep names `{name}`, which is no output; there are "
                             f"{', '.join(known) or 'none'}")
    return names


def check_times(frame: Any, column: str) -> None:
    """Refuses a column whose type holds no times."""
    kind = dict(frame.dtypes)[column]
    if kind not in CALENDARS and kind not in NUMBERS:
        raise InputError(
            f"the column `{column}` of times is of the type {kind}; cast it first, such as "
            f"df.withColumn(\"{column}\", F.to_timestamp(\"{column}\"))", column=column)


def time_unit(frame: Any, column: str, time_format: str, first: Any) -> tuple[bool, int]:
    """Whether times are of the calendar, and the nanoseconds of one unit."""
    if dict(frame.dtypes)[column] in CALENDARS:
        return True, 1
    if time_format == "auto":
        return (False, 10**9) if first is None else guessed_unit(first)
    if time_format not in UNITS:
        raise UsageError(f"on Spark time_format is auto, {', '.join(UNITS)}; other times are cast "
                         "to a timestamp first")
    return time_format.startswith("unix"), UNITS[time_format]


def comparable_time(frame: Any, column: str) -> Any:
    """The times of a column: those of the calendar as nanoseconds since 1970, numbers as they
    are."""
    F = pyspark("sql.functions")

    kind = dict(frame.dtypes)[column]
    name = "`" + column.replace("`", "``") + "`"
    sql = {"timestamp": f"unix_micros({name}) * 1000", "date": f"unix_date({name}) * {DAY}L",
           "timestamp_ntz": "timestampdiff(MICROSECOND, TIMESTAMP_NTZ '1970-01-01 00:00:00', "
                            f"{name}) * 1000"}
    return F.expr(sql[kind]) if kind in sql else frame[name]


def start_of(job: Job) -> int | None:
    """What the specification says of the start."""
    start = json.loads(monitor_of(job, 0).facts())["start_ns"]
    return None if start is None else int(start)


def guessed_unit(first: Any) -> tuple[bool, int]:
    """What one monitor takes the first time for."""
    spec = Spec("input x : Bool")
    options = json.loads(MonitorOptions(findings=False).to_json())
    asked = _native.Monitor(spec.handle, json.dumps(options), [("x", "x", False)], "time", False)
    asked.advance(first)
    start = json.loads(asked.facts())["start_ns"]
    if start is None:
        return False, 10**9
    return True, next(unit for unit in (10**9, 10**6, 10**3, 1) if round(first * unit) == start)


@contextmanager
def described(frame: Any, what: str) -> Iterator[None]:
    """Names the jobs that are started meanwhile in Spark's user interface."""
    context = getattr(frame.sparkSession, "_sc", None)  # with Spark Connect there is none
    if context is None:
        yield
        return
    before = context.getLocalProperty("spark.job.description")
    context.setJobDescription(f"FairMon: {what}")
    try:
        yield
    finally:
        context.setLocalProperty("spark.job.description", before)


def formats_of(job: Job, parts: Any) -> tuple[Any, ...]:
    """What rows of the kept streams hold."""
    from fairmon.spark.rows import value_formats

    owners = {name: part.number for part in parts for name in part.streams}
    monitors: dict[int, _native.Monitor] = {}
    made = []
    for name in job.kept:
        number = owners[name]
        if number not in monitors:
            monitors[number] = monitor_of(job, number)
        made.append(value_formats(monitors[number], name))
    return tuple(made)
