"""What tasks have to know, and the monitors they make of it. Nothing of Spark is needed here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fairmon import _native
from fairmon._core import Spec

SLOT = "fm_slot"
"""Column: which monitor a row belongs to, as a number of `Job.slots`."""
HEAD = "fm_head"
"""Column: 0 for a saved state, which comes before the events, 1 for an event."""
NS = "fm_ns"
"""Column: time in nanoseconds, since 1970 or since the start."""
BLOB = "fm_blob"
"""Column: a saved state."""
ORDER = "fm_order_"
"""Columns: what orders events of one moment."""


Formats = tuple[tuple[str, str], ...]
"""Names of columns and what the engine calls their types."""


@dataclass(frozen=True)
class Part:
    """Streams that run together; `fairmon_spec_report` tells of them."""

    number: int
    key: str | None
    inputs: tuple[str, ...]
    streams: tuple[str, ...]


@dataclass(frozen=True)
class Job:
    """One specification and how its data are read; sent to every task."""

    text: str
    name: str
    level: float | None
    columns: tuple[tuple[str, str], ...]
    """Input and column, of the inputs that somebody needs."""
    kept: tuple[str, ...]
    """Streams whose values are handed out."""
    formats: tuple[Formats, ...]
    """Of each of them: what a row holds."""
    calendar: bool
    """Times count from 1970; else from the start."""
    start_ns: int | None
    shards: int
    slots: tuple[int, ...]
    """Numbers of the monitors: those of the first part, then of the next ones."""
    orders: int
    """Number of columns that order events of one moment."""
    check_ties: bool
    """Two events that nothing tells apart are an error."""
    end_ns: int | None = None
    """Time that all monitors reach in the end."""
    streaming: bool = False
    """Monitors go on from saved states, and hand out theirs."""

    @property
    def order_columns(self) -> list[str]:
        return [f"{ORDER}{i}" for i in range(self.orders)]


@lru_cache(maxsize=8)
def compiled(text: str, name: str, level: float | None) -> Spec:
    """Tasks of one process share it."""
    return Spec(text, name, level=level)


@lru_cache(maxsize=8)
def parts_of(text: str, name: str, level: float | None) -> tuple[Part, ...]:
    """What several monitors can share, those with keys first."""
    facts: dict[str, Any] = json.loads(
        _native.report(compiled(text, name, level).handle, "parts"))
    return tuple(Part(number, part["key"], tuple(part["inputs"]), tuple(part["streams"]))
                 for number, part in enumerate(facts["parts"]))


def first_slots(parts: tuple[Part, ...], shards: int) -> list[int]:
    """Where the monitors of each part begin, and the number of all of them."""
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + (shards if part.key else 1))
    return starts


def monitor_of(job: Job, part: int) -> _native.Monitor:
    """A monitor for one part that has seen nothing yet."""
    options: dict[str, Any] = {
        "part": part, "time": NS, "keep": list(job.kept), "on_error": "report",
        "time_format": "unix-ns" if job.calendar else "relative-nanos",
        "columns": dict(job.columns)}
    if job.start_ns is not None:
        options["start_ns"] = job.start_ns
    spec = compiled(job.text, job.name, job.level)
    return _native.Monitor(spec.handle, json.dumps(options), [], NS, False)
