"""What a trigger said: one verdict per firing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """One firing of a trigger; true, because the trigger's condition held.

    `time` is a `datetime` (UTC) where the data have calendar times, else seconds since the start.
    `value` is the newest value of the trigger's plotted stream for the same instance and `n` the
    number of cases behind it, where these are known. `id` is the same for the same firing in
    every run over the same events.
    """

    time: datetime | float
    trigger: str
    instance: tuple[object, ...]
    value: float | None
    n: int | None
    message: str
    id: str
    interval: tuple[float, float] | None = None
    state: str | None = None

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"{self.time}: {self.message or self.trigger}"


def make(
    time: datetime | float,
    trigger: str,
    key: str,
    value: float | None,
    n: int | None,
    message: str,
    id: str,
    lower: float | None,
    upper: float | None,
    state: str | None,
) -> Verdict:
    """A verdict from a row of the native module; `key` is the instance as JSON."""
    instance = () if key == "[]" else tuple(json.loads(key))
    interval = None if lower is None or upper is None else (lower, upper)
    return Verdict(time, trigger, instance, value, n, message, id, interval, state)
