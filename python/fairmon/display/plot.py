"""The panels of a run drawn by matplotlib or plotly."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from fairmon.display.picture import COLOURS, RED, height, seconds
from fairmon.display.run import drawings
from fairmon.errors import UsageError

if TYPE_CHECKING:
    from fairmon.display.picture import Drawing
    from fairmon.results import Run

BACKENDS = ("matplotlib", "plotly")
MATPLOTLIB_DASHES = ("-", "--", ":", "-.")
PLOTLY_DASHES = ("solid", "dash", "dot", "longdash", "dashdot", "longdashdot")


def plot(run: Run, backend: str | None = None, **options: Any) -> Any:
    """A figure with one picture for each panel."""
    installed = [name for name in BACKENDS if importlib.util.find_spec(name)]
    chosen = backend or (installed[0] if installed else "")
    if chosen not in installed:
        wanted = chosen if chosen in BACKENDS else "matplotlib"
        known = "" if chosen in (*BACKENDS, "") else f"`{chosen}` is no backend of plot(); "
        raise UsageError(f"{known}`pip install {wanted}` gives plots; a notebook shows the run "
                         "itself without it")
    panels = drawings(run)
    if not panels:
        raise UsageError("nothing is plotted: give an output the tag #[plot]")
    draw = _matplotlib if chosen == "matplotlib" else _plotly
    return draw(run, panels, options)


def _moments(run: Run, curve: Any) -> list[Any]:
    """Calendar times, or days since the start where the run is long."""
    return [_moment(run, time) for time in curve.times]


def _moment(run: Run, time: Any) -> Any:
    if not isinstance(run.begin, float):
        return time
    return float(time) / 86400 if seconds(run.reached) > 2 * 86400 else float(time)


def _axis_title(run: Run) -> str:
    if not isinstance(run.begin, float):
        return ""
    return "days" if seconds(run.reached) > 2 * 86400 else "seconds"


def _matplotlib(run: Run, panels: list[Drawing], options: dict[str, Any]) -> Any:
    import matplotlib.pyplot

    options.setdefault("figsize", (8, 2.6 * len(panels)))
    options.setdefault("layout", "constrained")
    figure, axes = matplotlib.pyplot.subplots(len(panels), 1, sharex=True, squeeze=False,
                                              **options)
    for axis, panel in zip(axes[:, 0], panels, strict=True):
        axis.set_title(panel.title, loc="left")
        for place, curve in zip(panel.places, panel.curves, strict=True):
            colour = COLOURS[place % len(COLOURS)]
            times = _moments(run, curve)
            axis.step(times, [height(value) for value in curve.values], where="post",
                      color=colour, label=curve.name,
                      linestyle=MATPLOTLIB_DASHES[place % len(MATPLOTLIB_DASHES)])
            if curve.lower:
                axis.fill_between(times, _numbers(curve.lower), _numbers(curve.upper),
                                  step="post", color=colour, alpha=0.15, linewidth=0)
        for line in panel.thresholds:
            axis.axhline(line, color=RED, linestyle="--", linewidth=1)
        for episode in panel.episodes:
            end = episode.end if episode.end is not None else run.reached
            axis.axvspan(_moment(run, episode.begin), _moment(run, end), color=RED, alpha=0.12)
        if len(panel.curves) > 1:
            axis.legend(loc="best", fontsize="small")
    axes[-1, 0].set_xlabel(_axis_title(run))
    return figure


def _plotly(run: Run, panels: list[Drawing], options: dict[str, Any]) -> Any:
    from plotly import graph_objects
    from plotly.subplots import make_subplots

    figure: Any = make_subplots(rows=len(panels), cols=1, shared_xaxes=True,
                                subplot_titles=[panel.title for panel in panels])
    for row, panel in enumerate(panels, start=1):
        for place, curve in zip(panel.places, panel.curves, strict=True):
            times = _moments(run, curve)
            colour = COLOURS[place % len(COLOURS)]
            figure.add_trace(graph_objects.Scatter(
                x=times, y=[height(value) for value in curve.values], name=curve.name,
                mode="lines", customdata=curve.n or None,
                line={"shape": "hv", "color": colour,
                      "dash": PLOTLY_DASHES[place % len(PLOTLY_DASHES)]},
                hovertemplate="%{y} of %{customdata}" if curve.n else "%{y}"), row=row, col=1)
            if curve.lower:
                _plotly_band(figure, curve, times, colour, row)
        for line in panel.thresholds:
            figure.add_hline(y=line, line_dash="dash", line_color=RED, row=row, col=1)
        for episode in panel.episodes:
            end = episode.end if episode.end is not None else run.reached
            figure.add_vrect(x0=_moment(run, episode.begin), x1=_moment(run, end), fillcolor=RED,
                             opacity=0.12, line_width=0, row=row, col=1)
    figure.update_xaxes(title_text=_axis_title(run), row=len(panels), col=1)
    figure.update_layout(height=120 + 220 * len(panels), **options)
    return figure


def _plotly_band(figure: Any, curve: Any, times: list[Any], colour: str, row: int) -> None:
    from plotly import graph_objects

    figure.add_trace(graph_objects.Scatter(
        x=[*times, *reversed(times)],
        y=[*_numbers(curve.upper), *reversed(_numbers(curve.lower))],
        fill="toself", fillcolor=colour, opacity=0.15, line={"width": 0}, hoverinfo="skip",
        showlegend=False), row=row, col=1)


def _numbers(ends: list[float | None]) -> list[float]:
    return [float("nan") if end is None else end for end in ends]
