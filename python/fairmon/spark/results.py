"""What a run on Spark gave, as DataFrames."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from fairmon.errors import EvaluationError
from fairmon.spark.job import NS, Job, compiled
from fairmon.spark.need import pyspark
from fairmon.spark.rows import DEADLINE, ERROR, FAILED, FIRED, RANK, STREAM, TRIGGER, VALUES

if TYPE_CHECKING:
    from fairmon.spark.plan import Plan


class Result:
    """Verdicts of a run on Spark. Each table is a DataFrame in the order of one process.

    The verdicts are kept by Spark (`persist`), so that looking at them judges nothing again;
    `unpersist` lets go of them.
    """

    def __init__(self, job: Job, rows: Any, plan: Plan) -> None:
        self.job = job
        self.rows = rows
        """All verdicts as they came, unsorted; for those who sort or store them themselves."""
        self.plan = plan
        """What ran where."""
        self.spec = compiled(job.text, job.name, job.level)

    @property
    def triggers(self) -> Any:
        """One row per firing: `time`, `trigger`, `instance`, `message`, `value`, `n`, `id`, `key`,
        `lower`, `upper`, `state`, and `ns`, the exact time since the start.

        `id` is the same in every run over the same data: of specification, trigger, place and
        instance.
        """
        F = pyspark("sql.functions")

        names = {i: each.name for i, each in enumerate(self.spec.streams)
                 if each.kind == "trigger"}
        chosen = self._sorted(FIRED)
        return chosen.select(
            self._time(), self._name(names).alias("trigger"),
            *self._fields(FIRED, [name for name, _ in TRIGGER[:4]]),
            F.lower(F.hex(F.xxhash64(F.lit(self.spec.digest), STREAM, NS, DEADLINE,
                                     *self.job.order_columns, F.col(FIRED)["key"]))).alias("id"),
            *self._fields(FIRED, [name for name, _ in TRIGGER[4:]]), F.col(NS).alias("ns"))

    @property
    def errors(self) -> Any:
        """Evaluations that failed under `on_error="report"`: `time`, `stream`, `instance`,
        `message`, `line`, `ns`."""
        F = pyspark("sql.functions")

        names = {i: each.name for i, each in enumerate(self.spec.streams)}
        return self._sorted(FAILED).select(
            self._time(), self._name(names).alias("stream"),
            *self._fields(FAILED, [name for name, _ in ERROR]), F.col(NS).alias("ns"))

    @property
    def streams(self) -> dict[str, Any]:
        """Every kept stream by its name, as `result["name"]` gives it."""
        return {name: self[name] for name in self.job.kept}

    def __getitem__(self, stream: str) -> Any:
        """Every value of a stream: `time`, a column per parameter, `value`, `ns`."""
        F = pyspark("sql.functions")

        if stream not in self.job.kept:
            raise KeyError(f"the values of `{stream}` were not kept; run with "
                           f"keep=[\"{stream}\"]; there are {', '.join(self.job.kept) or 'none'}")
        number = self.job.kept.index(stream)
        column = f"{VALUES}{number}"
        names = [name for name, _ in self.job.formats[number]]
        return self._sorted(column).select(self._time(), *self._fields(column, names),
                                           F.col(NS).alias("ns"))

    def unpersist(self) -> None:
        """Lets go of the verdicts; who looks at them again has them judged again."""
        self.rows.unpersist()

    def judge(self, on_error: str) -> None:
        """Lets Spark judge everything now; raises the first failure with `on_error="stop"`."""
        F = pyspark("sql.functions")
        failed = self.rows.agg(F.count(F.col(FAILED))).collect()[0][0]
        if failed and on_error == "stop":
            row = self.errors.first()
            name = row["stream"] + (f" of {row['instance']}" if row["instance"] else "")
            raise EvaluationError(
                f"the stream `{name}` could not be evaluated at {row['time']}: {row['message']} "
                f"(line {row['line']}); mend the specification, or go on without such values with "
                'on_error="report"', stream=row["stream"])

    def _sorted(self, payload: str) -> Any:
        F = pyspark("sql.functions")

        return self.rows.filter(F.col(payload).isNotNull()).orderBy(
            NS, DEADLINE, *self.job.order_columns, STREAM, RANK)

    def _time(self) -> Any:
        F = pyspark("sql.functions")

        if self.job.start_ns is None:
            return (F.col(NS) / F.lit(1e9)).alias("time")
        return F.timestamp_micros(F.expr(f"({NS} + {self.job.start_ns}L) div 1000")).alias("time")

    @staticmethod
    def _fields(column: str, names: list[str]) -> list[Any]:
        F = pyspark("sql.functions")

        return [F.col(column)[name].alias(name) for name in names]

    @staticmethod
    def _name(names: dict[int, str]) -> Any:
        F = pyspark("sql.functions")

        return reduce(lambda so_far, each: so_far.when(F.col(STREAM) == each[0], each[1]),
                      names.items(), F.when(F.lit(False), ""))

    def __repr__(self) -> str:
        return (f"Result(triggers, errors, {len(self.job.kept)} streams; "
                f"{len(self.job.slots)} monitors)")
