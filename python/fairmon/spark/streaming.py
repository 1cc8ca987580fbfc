"""A stream of Spark, judged micro-batch by micro-batch.

Monitors do not outlive a batch: each hands its state out with its verdicts, and the next batch
begins with it. States lie in files that Spark writes, one folder per batch. Batch *n* always begins
with the states that batch *n* − 1 left, so that a batch that is repeated after a failure gives the
same verdicts again, with the same ids.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from fairmon._core import When
from fairmon.errors import CheckpointError, InputError, UsageError
from fairmon.facts import calendar_ns
from fairmon.monitor import Source, compile_spec
from fairmon.spark.plan import plan_of, refuse
from fairmon.spark import frame as frames
from fairmon.spark import stage
from fairmon.spark.batch import prepare
from fairmon.spark.job import BLOB, HEAD, NS, SLOT, Job, first_slots, parts_of
from fairmon.spark.need import pyspark
from fairmon.spark.results import Result
from fairmon.spark.rows import STATE, STREAM

META = -1
"""In the place of a slot: the row holds what is known of the stream as a whole."""


class Batch(Result):
    """What one micro-batch gave: a `Result`, `number` and `late`."""

    number: int
    """Of the batch; one that is repeated has the same."""
    late: int
    """Rows so far that came too late and were left out."""


def watch(
    spec: Source,
    frame: Any,
    write: Callable[[Batch], None],
    /,
    *,
    checkpoint: str,
    start: When | None = None,
    wait: float | timedelta = 0.0,
    on_late: str = "stop",
    time: str | None = None,
    order: str | Iterable[str] | None = None,
    columns: Mapping[str, str] | None = None,
    keep: str | Iterable[str] = "public",
    level: float | None = None,
    time_format: str = "auto",
    shards: int = 32,
) -> Any:
    """Judges a streaming DataFrame; returns a writer of Spark, for `.trigger(…).start()`.

    `write` gets the verdicts of each micro-batch. It may get those of one batch twice after a
    failure, with the same number and ids. A row is held back until one has come that is more than
    `wait` newer; one that comes later still ends the query (`on_late="stop"`) or is left out and
    counted (`"skip"`). `checkpoint` is a folder that Spark can write; what `shards`, specification
    and start were cannot change in it.
    """
    compiled = compile_spec(spec, level=level)
    plan = plan_of(compiled)
    if on_late not in ("stop", "skip"):
        raise UsageError("on_late is stop or skip")
    job, name, names = prepare(compiled, frame, time, order, columns, keep, shards)
    if time_format == "auto" and dict(frame.dtypes)[name] in frames.NUMBERS:
        raise UsageError(f"say what the numbers in `{name}` mean: time_format=\"relative\", "
                         "\"unix\", \"unix-ms\", …; a stream has no first row to look at")
    calendar, unit = frames.time_unit(frame, name, time_format, None)
    start_ns = frames.start_of(job) if start is None else calendar_ns(start)
    refuse(plan, "Spark", start_known=start_ns is not None or not calendar)
    if calendar and start_ns is None:
        raise UsageError("say when the run starts: start=\"2026-01-01\", or #![start=\"…\"] in the "
                         "specification; workers would count from different times otherwise")
    job = dataclasses.replace(job, calendar=calendar, start_ns=start_ns, streaming=True,
                              orders=len(names) or 2)
    seconds = wait.total_seconds() if isinstance(wait, timedelta) else wait
    if not seconds >= 0:
        raise UsageError("wait is a number of seconds from 0 on, or a timedelta")
    stream = _Stream(job, plan, name, unit, names, round(seconds * 1e9),
                     on_late, checkpoint.rstrip("/"), write)
    return frame.writeStream.foreachBatch(stream.take).option(
        "checkpointLocation", f"{stream.folder}/query").queryName(f"FairMon {compiled.name}")


class _Stream:
    """What the driver does with each micro-batch."""

    def __init__(self, job: Job, plan: Any, time: str, unit: int, order: list[str],
                 wait_ns: int, on_late: str, folder: str, write: Callable[[Batch], None]) -> None:
        self.job, self.plan, self.time, self.unit = job, plan, time, unit
        self.order, self.wait_ns, self.on_late = order, wait_ns, on_late
        self.folder, self.write = folder, write
        self.num_parts = len(first_slots(parts_of(job.text, job.name, job.level), job.shards)) - 1

    def take(self, frame: Any, number: int) -> None:
        """One micro-batch: rows that are ready are judged, the others are held back."""
        F = pyspark("sql.functions")

        spark = frame.sparkSession
        states, held, facts = self._before(spark, number)
        rows = self._rows(frame, number).persist()
        try:
            with frames.described(frame, f"batch {number}: times"):
                facts = self._look_at(rows, facts)
            new = rows if facts["old"] is None else rows.filter(F.col(NS) > facts["old"])
            new = new if held is None else new.unionByName(held)
            reached = facts["reached"]
            ready = new.filter(F.lit(False) if reached is None else F.col(NS) <= reached)
            job = dataclasses.replace(self.job, end_ns=reached)
            verdicts = stage.judge(self._heads(spark, states, new.schema).unionByName(ready),
                                   job).persist()
            try:
                batch = Batch(job, verdicts, self.plan)
                batch.number, batch.late = number, facts["late"]
                with frames.described(frame, f"batch {number}: judging"):
                    batch.judge("stop")
                    self.write(batch)
                with frames.described(frame, f"batch {number}: saving states"):
                    self._save(spark, number, verdicts, new.filter(
                        F.lit(True) if reached is None else F.col(NS) > reached), facts)
            finally:
                verdicts.unpersist()
        finally:
            rows.unpersist()

    def _rows(self, frame: Any, number: int) -> Any:
        F = pyspark("sql.functions")

        orders = [frame[name] for name in self.order] or [
            F.lit(number).cast("long"), F.monotonically_increasing_id()]
        return stage.spread(frame, self.job, self.time, self.unit, orders)

    def _look_at(self, rows: Any, before: dict[str, Any]) -> dict[str, Any]:
        """Newest time, how far everything has come by now, and who is late."""
        F = pyspark("sql.functions")

        old = before["reached"]
        late = F.count(F.when(F.col(NS) <= old, 1)) if old is not None else F.lit(0)
        found = rows.agg(F.max(NS), late).collect()[0]
        newest = max((each for each in (before["newest"], found[0]) if each is not None),
                     default=None)
        count = found[1] // self.num_parts
        if count and self.on_late == "stop":
            raise InputError(
                f"{count} rows came later than others that were judged already; give them time "
                "with wait=SECONDS, or leave them out with on_late=\"skip\"", column=self.time)
        reached = old
        if newest is not None:
            limit = newest - self.wait_ns - 1
            begin = (self.job.start_ns or 0) if self.job.calendar else 0
            if limit >= begin:
                reached = limit if old is None else max(old, limit)
        return {"newest": newest, "old": old, "reached": reached,
                "late": before["late"] + count}

    def _path(self, number: int, what: str) -> str:
        return f"{self.folder}/states/{number}/{what}"

    def _before(self, spark: Any, number: int) -> tuple[Any, Any, dict[str, Any]]:
        """What the batch before left: states, rows that were held back, facts."""
        if number == 0:
            return None, None, {"newest": None, "reached": None, "late": 0}
        try:
            states = spark.read.parquet(self._path(number - 1, "monitors"))
        except pyspark("errors").AnalysisException:
            raise CheckpointError(
                f"D08: the states that batch {number - 1} left are not in {self.folder}/states; "
                "start anew in another folder") from None
        saved = states.filter(f"{SLOT} = {META}").collect()
        facts: dict[str, Any] = json.loads(bytes(saved[0][BLOB]))
        return (states.filter(f"{SLOT} <> {META}"),
                spark.read.parquet(self._path(number - 1, "held")), facts)

    def _heads(self, spark: Any, states: Any, schema: Any) -> Any:
        """A row for every monitor, with its state if it has one: so that time comes to all."""
        F = pyspark("sql.functions")

        slots = spark.createDataFrame([(slot,) for slot in self.job.slots], f"{SLOT} int")
        if states is not None:
            slots = slots.join(states, SLOT, "left")
        else:
            slots = slots.withColumn(BLOB, F.lit(None).cast("binary"))
        known = {SLOT: F.col(SLOT), HEAD: F.lit(0), BLOB: F.col(BLOB),
                 NS: F.lit(None).cast("long")}
        return slots.select(*(
            known.get(field.name, F.lit(None).cast(field.dataType)).alias(field.name)
            for field in schema.fields))

    def _save(self, spark: Any, number: int, verdicts: Any, held: Any,
              facts: dict[str, Any]) -> None:
        """Rows first: a batch is done when its states are there, which Spark marks last."""
        F = pyspark("sql.functions")

        held.write.mode("overwrite").parquet(self._path(number, "held"))
        meta = spark.createDataFrame([(META, bytearray(json.dumps(facts).encode()))],
                                     f"{SLOT} int, {BLOB} binary")
        states = verdicts.filter(F.col(STREAM) == STATE).select(SLOT, BLOB)
        states.unionByName(meta).coalesce(1).write.mode("overwrite").parquet(
            self._path(number, "monitors"))
        self._forget(spark, number - 2)

    def _forget(self, spark: Any, number: int) -> None:
        """Only the last batch may be repeated; what was before it is of no use."""
        context = getattr(spark, "_jvm", None)
        if number < 0 or context is None:
            return
        path = context.org.apache.hadoop.fs.Path(f"{self.folder}/states/{number}")
        path.getFileSystem(spark._jsc.hadoopConfiguration()).delete(path, True)
