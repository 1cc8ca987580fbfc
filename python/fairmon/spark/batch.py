"""One run over a DataFrame."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from fairmon._core import Spec, When
from fairmon.errors import InputError, UsageError
from fairmon.facts import calendar_ns
from fairmon.monitor import Source, compile_spec
from fairmon.spark.plan import plan_of, refuse
from fairmon.spark import frame as frames
from fairmon.spark import stage
from fairmon.spark.job import Job, first_slots, parts_of
from fairmon.spark.need import pyspark
from fairmon.spark.results import Result
from fairmon.spark.slots import spread_numbers

DAY = frames.DAY


def run(
    spec: Source,
    frame: Any,
    /,
    *,
    time: str | None = None,
    order: str | Iterable[str] | None = None,
    start: When | None = None,
    start_at_midnight: bool = False,
    columns: Mapping[str, str] | None = None,
    keep: str | Iterable[str] = "public",
    on_error: str = "stop",
    level: float | None = None,
    time_format: str = "auto",
    shards: int | None = None,
) -> Result:
    """Judges a whole DataFrame; the verdicts are those of `Monitor.run` on the same rows.

    Rows of one moment are taken in the order of the columns `order`; without them, in the order in
    which the DataFrame has them (`collect`), which is only sure for data that come straight from
    files. `shards` is the number of monitors for each key, twice the number of cores unless told;
    verdicts do not depend on it. Everything else is as for `Monitor`.

    Raises `RefusedError` before any job is started if the specification cannot be divided.
    """
    F = pyspark("sql.functions")

    if on_error not in ("stop", "report"):
        raise UsageError("on_error is stop or report")
    compiled = compile_spec(spec, level=level)
    plan = plan_of(compiled)
    refuse(plan, "Spark", start_known=True)  # the first time is asked for before anything else
    job, name, names = prepare(compiled, frame, time, order, columns, keep, shards)
    with frames.described(frame, "first and last time"):
        first, last, missing = _range_of(frame, name)
    if missing:
        raise InputError(f"{missing} rows have no time in the column `{name}`; leave them out with "
                         f"df.filter(df[\"{name}\"].isNotNull())", column=name)
    calendar, unit = frames.time_unit(frame, name, time_format, first)
    job = _timed(job, calendar, unit, first, last, start, start_at_midnight)
    orders = [frame[each] for each in names] or [F.monotonically_increasing_id()]
    rows = stage.judge(stage.spread(frame, job, name, unit, orders), job).persist()
    result = Result(job, rows, plan)
    with frames.described(frame, f"{compiled.name}: judging in {len(job.slots)} monitors"):
        result.judge(on_error)
    return result


def prepare(
    spec: Spec, frame: Any, time: str | None, order: str | Iterable[str] | None,
    columns: Mapping[str, str] | None, keep: str | Iterable[str], shards: int | None
) -> tuple[Job, str, list[str]]:
    """What is known before the data are looked at, the column of times, and those that order."""
    name = frames.time_column(frame, spec, time)
    frames.check_times(frame, name)
    names = [order] if isinstance(order, str) else list(order or [])
    for each in names:
        if each not in frame.columns:
            raise UsageError(f"order names `{each}`, which is no column of the frame")
    if shards is None:
        context = getattr(frame.sparkSession, "_sc", None)
        number = int(2 * context.defaultParallelism) if context is not None else 8
    else:
        number = shards
    if not 1 <= number <= 4096:
        raise UsageError("shards is a number between 1 and 4096")
    parts = parts_of(spec.text, spec.name, spec.level)
    job = Job(
        text=spec.text, name=spec.name, level=spec.level,
        columns=frames.input_columns(frame, spec, columns),
        kept=frames.kept_streams(spec, keep), formats=(), calendar=True, start_ns=None,
        shards=number, slots=tuple(spread_numbers(first_slots(parts, number)[-1])),
        orders=len(names) or 1, check_ties=bool(names))
    job = dataclasses.replace(job, formats=frames.formats_of(job, parts))
    return job, name, names


def _range_of(frame: Any, name: str) -> tuple[Any, Any, int]:
    """First and last time, those of the calendar in nanoseconds, and how many rows have none."""
    F = pyspark("sql.functions")

    column = stage.quoted(name)
    time = frames.comparable_time(frame, name)
    row = frame.agg(F.min(time), F.max(time), F.count(F.when(frame[column].isNull(), 1))
                    ).collect()[0]
    return row[0], row[1], row[2]


def _timed(job: Job, calendar: bool, unit: int, first: Any, last: Any, start: When | None,
           start_at_midnight: bool) -> Job:
    """The same with the start and the end of the run."""
    if first is None:
        return job
    begin, end = (round(moment * unit) for moment in (first, last))
    start_ns = frames.start_of(job) if start is None else calendar_ns(start)
    if start_ns is None and calendar:
        start_ns = begin - begin % DAY if start_at_midnight else begin
    return dataclasses.replace(job, calendar=calendar, start_ns=start_ns, end_ns=end)
