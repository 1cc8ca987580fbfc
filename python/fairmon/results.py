"""What a run found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fairmon import _core
from fairmon._core import Spec, Table

if TYPE_CHECKING:
    from fairmon.comparison import Comparison
    from fairmon.findings import Episode, Group, Requirement
    from fairmon.history import History
    from fairmon.records import Records
    from fairmon.web import Server


class Run:
    """The results of running a whole frame.

    >>> import fairmon as fm
    >>> run = fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
    ...     {"time": [1, 2, 3, 4], "group": ["a", "b", "a", "b"],
    ...      "hired": [True, False, True, True]})
    >>> run.verdict
    'violated'
    >>> [(g.group, g.hits, g.n, g.rate) for g in run.by_group]
    [(('a',), 2, 2, 1.0), (('b',), 1, 2, 0.5)]
    >>> run["demographic_parity_gap"].column("value")
    [1.0, 1.0, 0.5]
    """

    def __init__(self, native: _core.Run, frame: Any = None,
                 options: _core.MonitorOptions | None = None) -> None:
        self._native = native
        self._frame = frame
        self._options = options

    @property
    def spec(self) -> Spec:
        """The specification that was run."""
        return self._native.spec

    @property
    def num_events(self) -> int:
        """How many events were judged."""
        return self._native.num_events

    @property
    def begin(self) -> datetime | float:
        """Calendar time of monitor time 0, or 0."""
        return self._when(0)

    @property
    def reached(self) -> datetime | float:
        """Time up to which everything is decided."""
        return self._when(self._native.reached_ns)

    def _when(self, monitor_ns: int) -> datetime | float:
        start = self._native.start_ns
        if start is None:
            return monitor_ns / 1e9
        return datetime.fromtimestamp(0, timezone.utc) + timedelta(
            microseconds=(start + monitor_ns) // 1000)

    @property
    def triggers(self) -> Table:
        """One row per firing: time, trigger, instance, message, value, n, id."""
        return self._native.triggers()

    @property
    def errors(self) -> Table:
        """Evaluations that failed, where the monitor reports them."""
        return self._native.errors

    def __getitem__(self, stream: str) -> Table:
        """Every value of a stream: time, instance columns, value."""
        return self._native.table(stream)

    def __contains__(self, stream: object) -> bool:
        return stream in self._native.kept

    def __iter__(self) -> Iterator[str]:
        return iter(self.streams)

    @property
    def streams(self) -> list[str]:
        """Names of the outputs whose values were kept."""
        return list(self.history)

    @cached_property
    def episodes(self) -> Records[Episode]:
        """When each trigger was violated, with the groups as they stood when it was worst."""
        from fairmon.findings import Episode
        from fairmon.records import Records
        from fairmon.requirements import episodes_of

        return Records(Episode, episodes_of(self._native))

    @cached_property
    def requirements(self) -> Records[Requirement]:
        """One for each trigger: violated, kept, undecided or not judged, since when, how far."""
        from fairmon.findings import Requirement
        from fairmon.records import Records
        from fairmon.requirements import requirements_of

        return Records(Requirement, requirements_of(self._native, list(self.episodes)))

    @property
    def verdict(self) -> str:
        """The answer at the end of the run.

        `violated` if any trigger's condition holds at the end; else `undecided` if evidence is
        asked for and does not suffice somewhere; else `kept`, if every trigger was evaluated;
        else `not judged`. `run.requirements` has one answer for each trigger, `run.episodes` what
        was violated in between.
        """
        from fairmon.findings import KEPT, NOT_JUDGED, UNDECIDED, VIOLATED

        states = [requirement.state for requirement in self.requirements]
        first = [state for state in (VIOLATED, UNDECIDED, NOT_JUDGED) if state in states]
        return first[0] if first else KEPT if states else NOT_JUDGED

    @cached_property
    def by_group(self) -> Records[Group]:
        """The newest value of every group: n, hits, rate, interval, ratio to the best, judged."""
        from fairmon.findings import Group, group_streams, groups_of
        from fairmon.records import Records

        return Records(Group, [group for stream in group_streams(self.spec)
                               for group in groups_of(self._native, stream)])

    @cached_property
    def history(self) -> History:
        """The course of every kept output, with the trials behind each value."""
        from fairmon.history import History

        return History(self._native)

    @cached_property
    def left_out(self) -> dict[str, int]:
        """How many cases without a group label were left out, by the stream they are missing in."""
        from fairmon.findings import rows_of

        made = {}
        for stream in self.spec.streams:
            if "left_out" in stream.tags:
                rows = list(rows_of(self._native.readings(stream.name)))
                made[stream.tags["left_out"] or stream.name] = rows[0]["value"] if rows else 0
        return made

    def compare(self, other: Run, *, level: float = 0.95,
                same_cases: bool | None = None) -> Comparison:
        """This run beside another one: verdicts and groups, how far they are apart and how sure
        that is.

        The bounds on the differences of all rates hold together with the probability `level`.
        `same_cases=True` says that both runs looked at the same cases, as two models on one data
        set do: bounds are wider then. Unless told, runs of the same frame are taken for such.
        """
        from fairmon.comparison import compare

        return compare(self, other, level, same_cases)

    def plot(self, backend: str | None = None, **options: Any) -> Any:
        """The plotted panels as a figure of matplotlib or plotly, whichever is installed."""
        from fairmon.display.plot import plot

        return plot(self, backend, **options)

    def serve(self, frame: Any = None, *, browser: bool = True, port: int = 0) -> Server:
        """Opens the web interface on this run; the server runs until `stop()` or the end of Python.

        The data are read from the frame that was run, or from `frame`.
        """
        from fairmon.web import serve

        return serve(self.spec, self._frame if frame is None else frame, self._options,
                     browser=browser, port=port)

    def save_html(self, path: str | os.PathLike[str], frame: Any = None) -> None:
        """Writes the report of `fairmon report`: one file to read, print and hand on.

        The answer first, then tables, plots, sensitivity and what was not shown. The data are read
        from the frame that was run, or from `frame`.
        """
        from fairmon.web import report

        report(self.spec, self._frame if frame is None else frame, self._options, path)

    def save_page(self, path: str | os.PathLike[str]) -> None:
        """Writes what the notebook shows to a file that needs nothing else."""
        from fairmon.display.run import page

        with open(path, "w", encoding="utf-8") as file:
            file.write(page(self))

    def __repr__(self) -> str:
        from fairmon.display.run import run_text

        return run_text(self)

    def _repr_html_(self) -> str:
        from fairmon.display.run import run_html

        return run_html(self)
