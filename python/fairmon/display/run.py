"""A run as text and as HTML: the answer, the requirements, the groups, the plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairmon.display.picture import MOST_CURVES, Drawing, panel_svg, seconds
from fairmon.display.table import html_table, text_table
from fairmon.display.words import escape, when

if TYPE_CHECKING:
    from fairmon.results import Run

STATE_COLOURS = {"violated": "#d8344b", "kept": "#17936f", "undecided": "#b8701a"}
HEAD = ('<!doctype html><html lang="en"><meta charset="utf-8"><title>FairMon</title>'
        "<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;"
        "max-width:52rem;margin:2rem auto;padding:0 1rem}</style>")
GROUP_COLUMNS = ("stream", "group", "n", "hits", "value", "interval", "ratio", "judged")
TRIGGER_COLUMNS = ("requirement", "state", "since", "episodes", "firings", "worst")


def _requirement_rows(run: Run) -> list[list[object]]:
    columns: list[list[object]] = [[] for _ in TRIGGER_COLUMNS]
    for each in run.requirements:
        worst = f"{each.worst.value:.4g} at {when(each.worst.time)}" if each.worst else None
        since = when(each.since) if each.since is not None else None
        cells = (each.title, each.state, since, each.episodes, each.firings, worst)
        for column, value in zip(columns, cells, strict=True):
            column.append(value)
    return columns


def _group_columns(run: Run) -> tuple[list[str], list[list[object]]]:
    """Without the columns that say nothing in this run."""
    names = [name for name in GROUP_COLUMNS
             if name in ("stream", "group", "judged")
             or any(value is not None for value in run.by_group.column(name))]
    return names, [run.by_group.column(name) for name in names]


def run_text(run: Run) -> str:
    """The answer and its reasons, for a terminal."""
    parts = [f"{run.verdict}: {run.num_events:,} events up to {when(run.reached)}"]
    if run.requirements:
        parts.append(text_table(TRIGGER_COLUMNS, _requirement_rows(run)))
    if run.by_group:
        parts.append(text_table(*_group_columns(run)))
    parts += [_left_out_text(run)] if any(run.left_out.values()) else []
    return "\n\n".join(parts)


def _left_out_text(run: Run) -> str:
    return "\n".join(f"{count:,} cases without a label are left out of {stream}"
                     for stream, count in run.left_out.items() if count)


def run_html(run: Run) -> str:
    """The same with pictures. Inline styles and SVG only."""
    colour = STATE_COLOURS.get(run.verdict, "currentColor")
    out = [f'<div class="fairmon"><p style="font-size:1.15em;margin:.2em 0">'
           f'<b style="color:{colour}">{escape(run.verdict.capitalize())}</b> '
           f"· {run.num_events:,} events up to {escape(when(run.reached))}</p>"]
    if run.requirements:
        out.append(html_table(TRIGGER_COLUMNS, _requirement_rows(run)))
    if run.by_group:
        out.append(html_table(*_group_columns(run)))
    if any(run.left_out.values()):
        out.append(f"<p>{escape(_left_out_text(run))}</p>")
    out += [f'<p style="margin:.8em 0 .2em"><b>{escape(drawing.title)}</b></p>'
            + panel_svg(drawing) for drawing in drawings(run)]
    return "".join(out) + "</div>"


def drawings(run: Run) -> list[Drawing]:
    """What there is to draw, panel by panel."""
    start, end = seconds(run.begin), seconds(run.reached)
    calendar = not isinstance(run.begin, float)
    made = []
    places = _places(run)
    for panel in run.history.panels:
        if not any(stream in run.history for stream in panel.streams):
            continue  # its values were not kept
        curves = run.history.curves(panel)
        first = min((seconds(curve.times[0]) for curve in curves if curve.times), default=start)
        own = [places.get(curve.instance, place) for place, curve in enumerate(curves)]
        if len(set(own)) < len(own):  # several streams of one group
            own = list(range(len(own)))
        made.append(Drawing(
            title=panel.title + (f" [{panel.unit}]" if panel.unit else ""), curves=curves,
            places=own,
            thresholds=panel.thresholds, calendar=calendar, begin=min(start, first), end=end,
            episodes=[e for e in run.episodes if e.trigger in panel.triggers], unit=panel.unit))
    return made


def _places(run: Run) -> dict[tuple[object, ...], int]:
    """One colour for each group in all panels, while there are enough colours."""
    instances = {curve.instance for panel in run.history.panels
                 for curve in run.history.curves(panel) if curve.instance}
    ordered = sorted(instances, key=lambda parts: [str(part) for part in parts])
    if len(ordered) > MOST_CURVES:
        return {}
    return {instance: place for place, instance in enumerate(ordered)}


def page(run: Run) -> str:
    """A whole page: what the notebook shows, and the specification."""
    from fairmon.display.specification import PRE, highlighted

    return (f"{HEAD}<h1>FairMon</h1>{run_html(run)}<h2>Specification</h2>"
            f'<pre style="{PRE}">{highlighted(run.spec.text)}</pre></html>\n')
