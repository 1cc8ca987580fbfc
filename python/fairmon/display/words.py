"""Numbers and times as people read them."""

from __future__ import annotations

import html
from datetime import datetime
from typing import Any

SPANS = ((86400.0, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"))


def number(value: float) -> str:
    """Six significant digits, no exponent where it can be helped."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    text = f"{value:.6g}"
    return text if "e" not in text else f"{value:.3g}"


def when(time: Any) -> str:
    """A calendar time to the second, or a span since the start in its largest unit."""
    if isinstance(time, datetime):
        whole = time.microsecond == 0 and (time.hour, time.minute, time.second) == (0, 0, 0)
        return time.strftime("%Y-%m-%d" if whole else "%Y-%m-%d %H:%M:%S")
    if not isinstance(time, (int, float)):
        return str(time)
    for size, unit in SPANS:
        if abs(time) >= size:
            return f"{time / size:.5g} {unit}"
    return f"{time:.3g} s"


def cell(value: Any) -> str:
    """A value of a table as text; nothing is a dash."""
    if value is None:
        return "–"
    if isinstance(value, datetime):
        return when(value)
    if isinstance(value, tuple) and len(value) == 2 and all(type(v) is float for v in value):
        return f"{number(value[0])} … {number(value[1])}"
    if isinstance(value, tuple):
        return ", ".join(str(part) if not isinstance(part, float) else number(part)
                         for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value) if isinstance(value, (int, float)) else str(value)


def escape(text: object) -> str:
    """For HTML and SVG; names with other writing directions are kept apart by the caller."""
    return html.escape(str(text), quote=True)
