"""A panel as inline SVG: curves, bands, thresholds and violations. No script, no outside file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from fairmon.display.axis import number_ticks, time_ticks
from fairmon.display.thin import thinned
from fairmon.display.words import escape, number

if TYPE_CHECKING:
    from fairmon.findings import Episode
    from fairmon.history import Curve

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 8, 24
MOST_CURVES = 8
# At least 3.6 : 1 on white and on the dark grounds of notebooks, since a picture does not know
# where it is shown; red is kept for violations. Dashes tell curves apart without colours.
COLOURS = ("#1f86d6", "#c07418", "#17936f", "#bd63a4", "#178fa3", "#8a72c8", "#8f7c22", "#767f8e")
DASHES = ("", "7 3", "2 3", "11 4", "7 3 2 3", "11 3 2 3", "16 4", "2 6")
RED = "#d8344b"


@dataclass(slots=True)
class Drawing:
    """What one panel shows, with times as seconds."""

    title: str
    curves: list[Curve]
    thresholds: Sequence[float] = ()
    episodes: Sequence[Episode] = ()
    calendar: bool = False
    begin: float = 0.0
    end: float = 1.0
    unit: str = ""
    places: list[int] = field(default_factory=list)
    """Which colour and dash each curve has; one after the other if it says nothing."""
    lines: list[tuple[Curve, list[float], list[float]]] = field(default_factory=list)


def seconds(time: Any) -> float:
    """A time as a number to draw."""
    return time.timestamp() if isinstance(time, datetime) else float(time)


def height(value: Any) -> float:
    """A value as a height; what has none is not a number."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    return math.nan


def panel_svg(drawing: Drawing) -> str:
    """The picture with a text for those who cannot see it."""
    shown = drawing.curves[:MOST_CURVES]
    drawing.lines = [
        (curve, [seconds(time) for time in curve.times], [height(v) for v in curve.values])
        for curve in shown]
    scale = _Scale.of(drawing)
    drawing.places = (drawing.places or list(range(len(shown))))[:len(shown)]
    placed = list(zip(drawing.places, drawing.lines, strict=True))
    parts = [_violations(drawing, scale), _axes(drawing, scale)]
    parts += [_band(curve, xs, scale, place) for place, (curve, xs, _) in placed]
    parts += [_curve(xs, ys, scale, place) for place, (_, xs, ys) in placed]
    parts += [_threshold(line, scale) for line in drawing.thresholds]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(_words(drawing))}" '
            f'style="width:100%;max-width:{WIDTH}px;height:auto;'
            f'font:11px system-ui,sans-serif;color:inherit">'
            f'{"".join(parts)}</svg>{_legend(drawing)}')


@dataclass(frozen=True, slots=True)
class _Scale:
    begin: float
    end: float
    low: float
    high: float

    @staticmethod
    def of(drawing: Drawing) -> _Scale:
        heights = [y for _, _, ys in drawing.lines for y in ys if math.isfinite(y)]
        heights += drawing.thresholds
        low, high = min(heights, default=0.0), max(heights, default=1.0)
        low = min(low, 0.0) if low >= 0.0 and low < 0.5 * (high or 1.0) else low
        if high <= low:
            high = low + (abs(low) or 1.0)
        margin = 0.06 * (high - low)
        end = drawing.end if drawing.end > drawing.begin else drawing.begin + 1.0
        return _Scale(drawing.begin, end, low - (margin if low else 0.0), high + margin)

    def x(self, time: float) -> float:
        share = (time - self.begin) / (self.end - self.begin)
        return LEFT + min(max(share, 0.0), 1.0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - min(max(share, 0.0), 1.0) * (HEIGHT - TOP - BOTTOM)


def _violations(drawing: Drawing, scale: _Scale) -> str:
    out = []
    for episode in drawing.episodes:
        left = scale.x(seconds(episode.begin))
        right = scale.x(seconds(episode.end) if episode.end is not None else scale.end)
        out.append(
            f'<rect x="{left:.1f}" y="{TOP}" width="{max(right - left, 2.0):.1f}" '
            f'height="{HEIGHT - TOP - BOTTOM}" fill="{RED}" fill-opacity=".14">'
            f"<title>{escape(episode.message)}</title></rect>")
    return "".join(out)


def _axes(drawing: Drawing, scale: _Scale) -> str:
    out = [f'<g fill="none" stroke="currentColor" stroke-opacity=".4">'
           f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/></g>'
           '<g fill="currentColor" fill-opacity=".8">']
    for tick in number_ticks(scale.low, scale.high):
        y = scale.y(tick)
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(tick)}</text>')
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="currentColor" '
                   'stroke-opacity=".12"/>')
    for time, label in time_ticks(scale.begin, scale.end, drawing.calendar):
        x = scale.x(time)
        anchor = "end" if x > WIDTH - 40 else "middle"
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">'
                   f"{escape(label)}</text>")
    return "".join(out) + "</g>"


def _curve(xs: list[float], ys: list[float], scale: _Scale, place: int) -> str:
    pieces: list[str] = []
    down = False
    for at in thinned(xs, ys, scale.begin, scale.end, WIDTH - LEFT - RIGHT):
        if not math.isfinite(ys[at]):
            down = False
            continue
        x, y = f"{scale.x(xs[at]):.1f}", f"{scale.y(ys[at]):.1f}"
        pieces.append(f"H{x}V{y}" if down else f"M{x} {y}")  # a value holds until the next
        down = True
    dash = f' stroke-dasharray="{DASHES[place]}"' if DASHES[place] else ""
    if len(pieces) == 1:
        return (f'<circle cx="{scale.x(xs[0]):.1f}" cy="{scale.y(ys[0]):.1f}" r="2.5" '
                f'fill="{COLOURS[place]}"/>')
    return (f'<path d="{"".join(pieces)}" fill="none" stroke="{COLOURS[place]}" '
            f'stroke-width="1.6" stroke-linejoin="round"{dash}/>')


def _band(curve: Curve, xs: list[float], scale: _Scale, place: int) -> str:
    ends = [(x, low, high) for x, low, high in zip(xs, curve.lower, curve.upper, strict=False)
            if low is not None and high is not None]
    if not ends:
        return ""
    chosen = thinned([x for x, _, _ in ends], [high - low for _, low, high in ends], scale.begin,
                     scale.end, (WIDTH - LEFT - RIGHT) // 2)
    above = [f"{scale.x(ends[i][0]):.1f} {scale.y(ends[i][2]):.1f}" for i in chosen]
    below = [f"{scale.x(ends[i][0]):.1f} {scale.y(ends[i][1]):.1f}" for i in reversed(chosen)]
    return (f'<path d="M{"L".join([*above, *below])}Z" fill="{COLOURS[place]}" '
            'fill-opacity=".16" stroke="none"/>')


def _threshold(line: float, scale: _Scale) -> str:
    y = scale.y(line)
    return (f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{RED}" stroke-width="1.2" '
            f'stroke-dasharray="4 3"/><text x="{WIDTH - RIGHT}" y="{y - 4:.1f}" '
            f'fill="currentColor" text-anchor="end">{number(line)}</text>')


def _legend(drawing: Drawing) -> str:
    if len(drawing.curves) < 2 and not drawing.curves[:1]:
        return "<div>no value was decided</div>"
    items = []
    for place, (curve, _, ys) in zip(drawing.places, drawing.lines, strict=True):
        dash = f' stroke-dasharray="{DASHES[place]}"' if DASHES[place] else ""
        behind = f" of {curve.n[-1]:,}" if curve.n and curve.n[-1] is not None else ""
        items.append(
            '<span style="white-space:nowrap;margin-right:1.2em"><svg width="26" height="8" '
            f'aria-hidden="true"><path d="M0 4H26" stroke="{COLOURS[place]}" stroke-width="2"{dash}'
            f"/></svg> <bdi>{escape(curve.name)}</bdi> {number(ys[-1])}{behind}</span>")
    more = len(drawing.curves) - len(drawing.lines)
    items += [f"<span>and {more:,} more that are not drawn</span>"] if more > 0 else []
    return f'<div style="font-size:.88em;max-width:{WIDTH}px">{"".join(items)}</div>'


def _words(drawing: Drawing) -> str:
    last = ", ".join(f"{curve.name} ends at {number(ys[-1])}" for curve, _, ys in drawing.lines
                     if ys)
    return f"{drawing.title}: {last or 'no value'}; {len(drawing.episodes)} violations shaded"


def calendar(time: float) -> datetime:
    """Seconds since 1970 as a time in UTC."""
    return datetime.fromtimestamp(time, tz=timezone.utc)
