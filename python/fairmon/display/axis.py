"""Round numbers and times for axes."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
SPANS = ((60, "s", 1), (3600, "min", 60), (2 * 86400, "h", 3600), (math.inf, "d", 86400))


def step_for(span: float, most: int) -> float:
    """The smallest round step that gives at most so many ticks."""
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    return next(step * power for step in STEPS if step * power >= rough * 0.999)


def number_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers between two ends."""
    step = step_for(high - low, most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def time_ticks(begin: float, end: float, calendar: bool) -> list[tuple[float, str]]:
    """Places and labels of a time axis: dates, or spans since the start."""
    return _calendar_ticks(begin, end) if calendar else _span_ticks(begin, end)


def _span_ticks(begin: float, end: float) -> list[tuple[float, str]]:
    _, unit, size = next(each for each in SPANS if end - begin <= each[0])
    return [(tick * size, f"{tick:g} {unit}")
            for tick in number_ticks(begin / size, end / size, 6)]


def _calendar_ticks(begin: float, end: float) -> list[tuple[float, str]]:
    first = datetime.fromtimestamp(begin, tz=timezone.utc)
    days = (end - begin) / 86400
    if days < 2:
        size = step_for((end - begin) / 3600, 6) * 3600
        count = int((end - begin) / size) + 1
        base = math.ceil(begin / size) * size
        places = [base + i * size for i in range(count)]
        return [(p, datetime.fromtimestamp(p, tz=timezone.utc).strftime("%H:%M"))
                for p in places if p <= end]
    if days < 90:
        gap = max(1, math.ceil(days / 6))
        day = first.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        made = [day + timedelta(days=gap * i) for i in range(7)]
        return [(d.timestamp(), d.strftime("%-d %b")) for d in made if d.timestamp() <= end]
    return _month_ticks(first, end, days)


def _month_ticks(first: datetime, end: float, days: float) -> list[tuple[float, str]]:
    gap = next(g for g in (1, 2, 3, 6, 12, 24, 60, 120, 1200) if days / 30.44 / g <= 7)
    month = first.year * 12 + first.month
    month += -(month - 1) % gap
    ticks: list[tuple[float, str]] = []
    while True:
        year, number = divmod(month - 1, 12)
        place = datetime(year, number + 1, 1, tzinfo=timezone.utc)
        if place.timestamp() > end:
            return ticks
        if place.timestamp() >= first.timestamp():
            ticks.append((place.timestamp(), place.strftime("%Y" if gap >= 12 else "%b %Y")))
        month += gap
