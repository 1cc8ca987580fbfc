"""Decisions now, outcomes later: both joined by the case before they are judged."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fairmon.errors import CheckpointError, EvaluationError, UsageError

if TYPE_CHECKING:
    from fairmon.monitor import Monitor
    from fairmon.verdicts import Verdict

FORMAT = 1


class Live:
    """Keeps decisions until their outcomes come, then pushes both as one event.

    A case counts once, at the time of its outcome, so a metric that needs both sees both. The
    fields of the outcome are added to those of the decision; the outcome's time is the event's.

    >>> import fairmon as fm
    >>> live = fm.Monitor(fm.metrics.equal_opportunity("gender", "hired", "qualified")).live()
    >>> live.decision(case=17, gender="women", hired=False)
    >>> live.decision(case=18, gender="men", hired=True)
    >>> live.outcome(case=18, time=86400.0, qualified=True)
    []
    >>> [verdict.message for verdict in live.outcome(case=17, time=90000.0, qualified=True)]
    ['equal_opportunity: rates of the groups differ by more than 0.1: women 0 of 1, men 1 of 1']
    >>> len(live)
    0

    Evidence (`certain`) assumes that the wait for an outcome does not depend on the outcome. Where
    good ones come sooner than bad ones, hold outcomes back and give them all at one age.
    """

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor
        self._open: dict[Hashable, dict[str, Any]] = {}

    def decision(self, *, case: Hashable, **fields: Any) -> None:
        """Remembers a decision; nothing is judged yet."""
        if case in self._open:
            raise UsageError(f"case {case!r} has a decision already; give its outcome first, or "
                             "take it back with give_up(case=...)")
        self._open[case] = fields

    def outcome(self, *, case: Hashable, **fields: Any) -> list[Verdict]:
        """Joins the outcome with the decision of the case and pushes the event.

        If the event is refused, the case stays open; if it counts though a stream could not be
        evaluated (`EvaluationError`), it is closed.
        """
        return self._apply([case], lambda: self.monitor.push(self._joined(case, fields)))

    def outcomes(self, events: Mapping[Hashable, Mapping[str, Any]]) -> list[Verdict]:
        """Several outcomes by case, judged together: all or none."""
        return self._apply(events, lambda: self.monitor.push_many(
            [self._joined(case, dict(fields)) for case, fields in events.items()]))

    def _apply(self, cases: Iterable[Hashable],
               push: Callable[[], list[Verdict]]) -> list[Verdict]:
        try:
            verdicts = push()
        except EvaluationError:  # the events count all the same
            self._close(cases)
            raise
        self._close(cases)
        return verdicts

    def _close(self, cases: Iterable[Hashable]) -> None:
        for case in cases:
            del self._open[case]

    def _joined(self, case: Hashable, fields: dict[str, Any]) -> dict[str, Any]:
        if case not in self._open:
            raise UsageError(f"case {case!r} has no decision that waits for an outcome; "
                             "`decision(case=...)` comes first, and each outcome counts once")
        return {**self._open[case], **fields}

    def give_up(self, *, case: Hashable) -> dict[str, Any]:
        """Forgets a decision whose outcome will not come; returns its fields."""
        if case not in self._open:
            raise UsageError(f"case {case!r} has no decision that waits for an outcome")
        return self._open.pop(case)

    def __len__(self) -> int:
        """How many decisions wait for their outcomes."""
        return len(self._open)

    def __contains__(self, case: object) -> bool:
        return case in self._open

    def __iter__(self) -> Iterator[Hashable]:
        """The cases that wait."""
        return iter(self._open)

    def save(self) -> bytes:
        """The exact state, waiting decisions included. Load only what you saved yourself."""
        return pickle.dumps((FORMAT, self._open, self.monitor.save()))

    def restore(self, state: bytes, /) -> None:
        """Takes a saved state over; nothing changes if it does not fit."""
        try:
            version, waiting, inner = pickle.loads(state)
        except Exception as error:
            raise CheckpointError(f"this is no saved state of Live: {error}") from error
        if version != FORMAT:
            raise CheckpointError(f"the state has format {version}, this program reads {FORMAT}")
        self.monitor.restore(inner)
        self._open = waiting
