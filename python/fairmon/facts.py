"""What is known of a specification, and how data are read. Loaded with the first specification."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any

When = float | int | datetime | date | str
"""A point in time as users give it: seconds since the start, a calendar time, or a text of one."""


@dataclass(frozen=True, slots=True)
class Stream:
    """What is known of one stream of a specification."""

    name: str
    """As written; triggers are called `trigger_0`, `trigger_1`, …"""
    kind: str
    """`input`, `output` or `trigger`."""
    type: str
    """As in the language: `Int64`, `(Int64, String)`, `Prob?`."""
    parameters: tuple[tuple[str, str], ...]
    """Name and type of each parameter; empty for a stream without instances."""
    pacing: str
    """In the user's words: `event`, `every 1 d`."""
    period_ns: int | None
    """Of the clock that evaluates it."""
    message: str
    """Constant message of a trigger, else empty."""
    title: str
    """Of a trigger: what its messages have in common."""
    public: bool
    """Shown by default."""
    tags: dict[str, str | None]
    """`#[key="value"]` as written."""
    line: int
    """Of the specification, counted from 1; 0 for what a metric brought along."""
    tells: str
    """For a stream that nobody wrote and that tells of another: `trials`, `hits`, `state` and, with
    evidence, further ones; else empty. `Run.table` has it if it has the other."""
    tells_of: str
    """Name of that other stream, else empty."""
    speaks_of: tuple[str, ...]
    """Of a trigger: outputs with trials that its condition comes from."""
    level: float | None
    """How sure: of an output with a band, or of a trigger with a statement."""
    reads: tuple[str, ...]
    """Names of the streams it is computed from."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A plot as the tags describe it."""

    id: str
    title: str
    unit: str
    streams: tuple[str, ...]
    """Names of the streams drawn as curves."""
    triggers: tuple[str, ...]
    """Names of the triggers drawn as bars."""
    thresholds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A column that the specification wants."""

    name: str
    type: str
    needed: bool
    """False if nothing that is observed reads it."""
    column: str
    """Where it stands in the data."""
    missing: tuple[str, ...]
    """Spellings of a missing value."""


@dataclass(frozen=True)
class MonitorOptions:
    """How data are read and what is kept; made by `fairmon.Monitor`.

    time: name of the column that holds the time; None: what the specification says, else the first
        of `time`, `ts`, `timestamp`. `"now"`: the clock on the wall at arrival (`push` only).
    interval: seconds between events, instead of times in the data.
    start: calendar time of monitor time 0; otherwise the first time seen.
    columns: input stream → column, where the names differ.
    keep: what `run` keeps values of: `outputs` (all outputs), `public`, `triggers` (only firings),
        or names of streams.
    on_error: `stop` raises at the first evaluation that fails; `report` goes on without that value.
    engine: `fast` or `reference`.
    findings: also watch what `episodes` and `readings` tell.
    time_format: how times are written, as `--time-format` has it; numbers are seconds otherwise.
    """

    time: str | None = None
    interval: float | None = None
    start: When | None = None
    start_at_midnight: bool = False
    columns: Mapping[str, str] | None = None
    keep: str | Iterable[str] = "outputs"
    on_error: str = "stop"
    engine: str = "fast"
    findings: bool = True
    time_format: str = "auto"

    def __post_init__(self) -> None:
        if not isinstance(self.keep, str):
            object.__setattr__(self, "keep", tuple(self.keep))
        if self.columns is not None:
            object.__setattr__(self, "columns", dict(self.columns))

    def to_json(self, keep: str | Iterable[str] | None = None) -> str:
        """As the library wants it."""
        chosen = self.keep if keep is None else keep
        options: dict[str, Any] = {
            "start_at_midnight": self.start_at_midnight,
            "keep": chosen if isinstance(chosen, str) else list(chosen),
            "on_error": self.on_error, "engine": self.engine, "findings": self.findings,
            "time_format": self.time_format}
        if self.time is not None:
            options["time"] = self.time
        if self.interval is not None:
            options["interval"] = self.interval
        if self.start is not None:
            options["start_ns"] = calendar_ns(self.start)
        if self.columns is not None:
            options["columns"] = dict(self.columns)
        return json.dumps(options)


def calendar_ns(moment: When) -> int:
    """Nanoseconds since 1970; naive times are in UTC, numbers seconds since 1970."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    if isinstance(moment, datetime):
        aware = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
        delta = aware - datetime(1970, 1, 1, tzinfo=timezone.utc)
        micros = (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds
        return micros * 1000 + int(getattr(moment, "nanosecond", 0))
    if isinstance(moment, date):
        return (moment.toordinal() - 719_163) * 86_400_000_000_000
    if isinstance(moment, int):
        return moment * 1_000_000_000
    return round(moment * 1e9)
