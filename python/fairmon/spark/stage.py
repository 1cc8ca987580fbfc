"""The two stages of a job: rows to their monitors, monitors to verdicts."""

from __future__ import annotations

from typing import Any

from fairmon.spark.job import BLOB, HEAD, NS, ORDER, SLOT, Formats, Job
from fairmon.spark.need import pyspark
from fairmon.spark.rows import DEADLINE, RANK, STREAM, payloads
from fairmon.spark.tasks import Judge, Spread

SQL_TYPES = {"b": "boolean", "l": "long", "L": "decimal(20,0)", "g": "double", "u": "string",
             "z": "binary", "tsn:UTC": "timestamp", "tDn": "interval day to second"}
"""Formats of the engine as Spark writes them."""


def spread(frame: Any, job: Job, time: str, unit: int, orders: list[Any]) -> Any:
    """Each row once for each part of the specification, with the number of its monitor."""
    inputs = list(dict.fromkeys(column for _, column in job.columns))
    chosen = list(dict.fromkeys([time, *inputs]))
    narrow = frame.select(*(frame[quoted(name)] for name in chosen),
                          *(order.alias(f"{ORDER}{i}") for i, order in enumerate(orders)))
    fields = {name: narrow.schema[name].dataType for name in [*job.order_columns, *inputs]}
    return narrow.mapInArrow(Spread(job, time, unit), _row_schema(job, fields))


def quoted(name: str) -> str:
    """A name with points and other signs in it."""
    return "`" + name.replace("`", "``") + "`"


def _row_schema(job: Job, fields: dict[str, Any]) -> Any:
    types = pyspark("sql.types")
    schema = types.StructType().add(SLOT, "integer").add(HEAD, "integer").add(NS, "long")
    for name in job.order_columns:
        schema = schema.add(name, fields[name])
    if job.streaming:
        schema = schema.add(BLOB, "binary")
    for name in dict.fromkeys(column for _, column in job.columns):
        schema = schema.add(name, fields[name])
    return schema


def judge(rows: Any, job: Job) -> Any:
    """One monitor after the other, each with its rows in their order."""
    together = rows.repartition(len(job.slots), SLOT).sortWithinPartitions(
        SLOT, HEAD, NS, *job.order_columns)
    return together.mapInArrow(Judge(job), _verdict_schema(job, rows.schema))


def _verdict_schema(job: Job, rows: Any) -> Any:
    schema = pyspark("sql.types").StructType().add(SLOT, "integer").add(STREAM, "integer")
    schema = schema.add(NS, "long").add(DEADLINE, "boolean")
    for name in job.order_columns:
        schema = schema.add(name, rows[name].dataType)
    schema = schema.add(RANK, "binary")
    for name, formats in payloads(job).items():
        schema = schema.add(name, _struct(formats))
    return schema.add(BLOB, "binary") if job.streaming else schema


def _struct(formats: Formats) -> Any:
    schema = pyspark("sql.types").StructType()
    for name, kind in formats:
        schema = schema.add(name, SQL_TYPES[kind])
    return schema
