"""What runs on executors: rows to their monitors, and monitors to verdicts.

Needs this package and pyarrow, which Spark itself needs for `mapInArrow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from fairmon import _native
from fairmon._core import Table
from fairmon.errors import InputError
from fairmon.spark import state
from fairmon.spark.arrow import pc
from fairmon.spark.job import (
    BLOB,
    HEAD,
    NS,
    SLOT,
    Job,
    compiled,
    first_slots,
    monitor_of,
    parts_of,
)
from fairmon.spark.rows import RowMaker

Batches = Iterator[pa.RecordBatch]


def nanoseconds(times: Any, unit: int) -> Any:
    """A column of times as whole nanoseconds, rounded as one monitor does."""
    kind = times.type
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind):
        zone = kind.tz if pa.types.is_timestamp(kind) else None
        return times.cast(pa.timestamp("ns", zone)).cast(pa.int64())
    if pa.types.is_integer(kind):
        return pc.multiply_checked(times.cast(pa.int64()), unit)
    scaled = pc.multiply(times.cast(pa.float64()), float(unit))
    return pc.round(scaled, round_mode="half_to_even").cast(pa.int64())


class Spread:
    """Sends each row to one monitor of each part, with the columns that it needs."""

    def __init__(self, job: Job, time: str, unit: int) -> None:
        self.job, self.time, self.unit = job, time, unit

    def __call__(self, batches: Batches) -> Batches:
        job = self.job
        parts = parts_of(job.text, job.name, job.level)
        starts = first_slots(parts, job.shards)
        monitors = [monitor_of(job, part.number) if part.key else None for part in parts]
        for batch in batches:
            if batch.num_rows == 0:
                continue
            ns = nanoseconds(batch.column(self.time), self.unit)
            names = dict.fromkeys(column for _, column in job.columns)
            rows = pa.RecordBatch.from_arrays(
                [ns, *(batch.column(name) for name in [*job.order_columns, *names])],
                [NS, *job.order_columns, *names])
            rows = rows.take(pc.sort_indices(ns))
            for part, monitor, start in zip(parts, monitors, starts[:-1], strict=True):
                shards = pa.array([0] * rows.num_rows, pa.int64()) if monitor is None else \
                    _shards(monitor, rows, job.shards)
                numbers = pa.array(job.slots[start:], pa.int32()).take(shards)
                wanted = {column for name, column in job.columns if name in part.inputs}
                yield _sent(job, rows, numbers, wanted)


def _shards(monitor: _native.Monitor, rows: pa.RecordBatch, shards: int) -> Any:
    schema, array = rows.__arrow_c_array__()
    return pa.table(Table(monitor.route(schema, array, shards))).column(0).combine_chunks()


def _sent(job: Job, rows: pa.RecordBatch, numbers: Any, wanted: set[str]) -> pa.RecordBatch:
    count = rows.num_rows
    columns = {SLOT: numbers, HEAD: pa.array([1] * count, pa.int32()), NS: rows.column(NS)}
    for name in job.order_columns:
        columns[name] = rows.column(name)
    if job.streaming:
        columns[BLOB] = pa.nulls(count, pa.binary())
    for name in dict.fromkeys(column for _, column in job.columns):
        column = rows.column(name)
        columns[name] = column if name in wanted else pa.nulls(count, column.type)
    return pa.RecordBatch.from_arrays(list(columns.values()), list(columns))


class Judge:
    """Lets one monitor after the other judge its rows, which come sorted."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def __call__(self, batches: Batches) -> Batches:
        slot: int | None = None
        monitor: SlotMonitor | None = None
        for batch in batches:
            begin = 0
            ends = pc.run_end_encode(batch.column(SLOT))
            for number, end in zip(ends.values.to_pylist(), ends.run_ends.to_pylist(),
                                   strict=True):
                if number != slot:
                    if monitor is not None:
                        yield from monitor.finish()
                    slot, monitor = number, SlotMonitor(self.job, number)
                assert monitor is not None
                yield from monitor.take(batch.slice(begin, end - begin))
                begin = end
        if monitor is not None:
            yield from monitor.finish()


class SlotMonitor:
    """One monitor and where its events stand in the data."""

    def __init__(self, job: Job, number: int) -> None:
        parts = parts_of(job.text, job.name, job.level)
        starts = first_slots(parts, job.shards)
        slot = job.slots.index(number)
        part = next(i for i in range(len(parts)) if slot < starts[i + 1])
        self.job, self.number = job, number
        self.monitor = monitor_of(job, part)
        self.rows = RowMaker(compiled(job.text, job.name, job.level), job, parts[part], number)
        self.seen = 0
        self.last: tuple[Any, ...] | None = None

    def take(self, rows: pa.RecordBatch) -> Batches:
        self.rows.learn(rows)
        if rows.num_rows and rows.column(HEAD)[0].as_py() == 0:
            blob = rows.column(BLOB)[0].as_py()
            if blob is not None:
                self.seen = state.restore(self.job, self.number, self.monitor, blob)
            rows = rows.slice(1)
        if rows.num_rows == 0:
            return
        if self.job.check_ties:
            self._refuse_ties(rows)
        names = [NS, *dict.fromkeys(column for _, column in self.job.columns)]
        schema, array = rows.select(names).__arrow_c_array__()
        self.monitor.push_array(schema, array, keep=True)
        first, self.seen = self.seen, self.seen + rows.num_rows
        yield from self.rows.taken(self.monitor, rows, first)

    def finish(self) -> Batches:
        if self.job.end_ns is not None:
            self.monitor.advance(self.job.end_ns, keep=True)
            yield from self.rows.taken(self.monitor, None, self.seen)
        if self.job.streaming:
            yield self.rows.state(state.save(self.job, self.number, self.monitor, self.seen))

    def _refuse_ties(self, rows: pa.RecordBatch) -> None:
        columns = [rows.column(name).to_pylist() for name in (NS, *self.job.order_columns)]
        for place in zip(*columns, strict=True):
            if place == self.last:
                raise InputError(
                    f"two events have the same time and the same order {place[1:]}, so that "
                    "nothing tells which comes first; name columns with order=[…] that do")
            self.last = place
