"""`Monitor`: what watches decisions, one by one or a frame at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fairmon import _core
from fairmon._core import Spec
from fairmon.results import Run
from fairmon.specification import Specification

if TYPE_CHECKING:
    from fairmon.diagnostics import Diagnostic
    from fairmon.facts import MonitorOptions
    from fairmon.live import Live
    from fairmon.verdicts import Verdict

Source = str | os.PathLike[str] | Spec | Specification
"""A specification as people give it: a text, a path, or one that was made before."""

SUFFIXES = (".lola", ".rtlola", ".fairmon", ".spec")


def compile_spec(source: Source, *, level: float | None = None) -> Spec:
    """A specification from a text, a path, or one that is compiled already.

    A `str` is a path when it has one line and ends like a file of a specification.
    """
    if isinstance(source, Spec):
        return source
    if isinstance(source, Specification):
        return source.compile(level=level)
    if isinstance(source, os.PathLike) or _looks_like_path(source):
        with open(source, encoding="utf-8") as file:
            return Spec(file.read(), os.fspath(source), level=level)
    return Spec(source, level=level)


def _looks_like_path(text: str) -> bool:
    return "\n" not in text and text.strip().endswith(SUFFIXES)


class Monitor(_core.Monitor):
    """Watches a stream of decisions against a specification.

    >>> import fairmon as fm
    >>> monitor = fm.Monitor('input hired: Bool trigger !hired "rejected"', time="t")
    >>> [str(verdict) for verdict in monitor.push({"t": 2.5, "hired": False})]
    ['2.5: rejected']
    """

    def __init__(
        self,
        spec: Source,
        *,
        time: str | None = None,
        interval: float | None = None,
        start: _core.When | None = None,
        start_at_midnight: bool = False,
        columns: Mapping[str, str] | None = None,
        keep: str | Iterable[str] = "outputs",
        on_error: str = "stop",
        engine: str = "fast",
        level: float | None = None,
    ) -> None:
        from fairmon.facts import MonitorOptions

        options = MonitorOptions(
            time=time, interval=interval, start=start, start_at_midnight=start_at_midnight,
            columns=columns, keep=keep, on_error=on_error, engine=engine)
        super().__init__(compile_spec(spec, level=level), options)

    def run(self, frame: Any, /, *, keep: str | Iterable[str] | None = None) -> Run:
        """Runs a whole frame from the start; what was pushed before stays as it is."""
        return Run(self.run_frame(frame, keep=keep), frame, self.options)

    def watch(self, events: Iterable[Mapping[str, Any]], /) -> Iterator[Verdict]:
        """Pushes the events of an iterable lazily, and yields what fires.

        >>> import fairmon as fm
        >>> events = ({"time": float(i), "a": i % 2 == 0} for i in range(1, 5))
        >>> for verdict in fm.Monitor('input a : Bool trigger a "even"').watch(events):
        ...     print(verdict)
        2.0: even
        4.0: even
        """
        for event in events:
            yield from self.push(event)

    def live(self) -> Live:
        """Joins decisions with outcomes that come later: `decision(case=…)`, `outcome(case=…)`."""
        from fairmon.live import Live

        return Live(self)

    def update(self, x: Mapping[str, Any], /) -> Monitor:
        """One event in River's manner: returns the monitor; `river.FairnessDetector` tells more."""
        self.push(x)
        return self

    @classmethod
    def load(cls, spec: Source, state: bytes, **options: Any) -> Monitor:
        """A monitor that goes on from a saved state."""
        monitor = cls(spec, **options)
        monitor.restore(state)
        return monitor

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), self.spec, self.options, self.save())


def fresh(monitor: Monitor) -> Monitor:
    """A monitor with the same specification and options and no past."""
    made = type(monitor).__new__(type(monitor))
    _core.Monitor.__init__(made, monitor.spec, monitor.options)
    return made


def check(source: Source, *, level: float | None = None) -> tuple[Diagnostic, ...]:
    """All diagnostics of a specification; printed, each looks as `fairmon check` shows it.

    >>> import fairmon as fm
    >>> [(each.severity, each.line) for each in fm.check("input a : Bool trigger b")]
    [('error', 1)]
    """
    if isinstance(source, Spec):
        return source.diagnostics
    if isinstance(source, Specification):
        return source.check(level=level)
    if isinstance(source, os.PathLike) or _looks_like_path(source):
        return Specification.read(source).check(level=level)
    return _core.check(source, level=level)


def _unpickle(kind: type[Monitor], spec: Spec, options: MonitorOptions, state: bytes) -> Monitor:
    monitor = kind.__new__(kind)
    _core.Monitor.__init__(monitor, spec, options)
    monitor.restore(state)
    return monitor
