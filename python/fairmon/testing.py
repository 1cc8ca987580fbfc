"""Requirements as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairmon.display.words import when
from fairmon.findings import KEPT, NOT_JUDGED, UNDECIDED, VIOLATED, Requirement

if TYPE_CHECKING:
    from fairmon.results import Run


def assert_fair(run: Run, *, ever: bool = False, allow_undecided: bool = False) -> None:
    """Fails if the run violates its specification, and says between whom and how far.

    By default what holds at the end counts; with `ever` no trigger may have fired at any time. An
    undecided requirement fails unless it is allowed, and so does one that was never evaluated:
    a test that judged nothing shows nothing.

    >>> import fairmon as fm
    >>> run = fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
    ...     {"time": [1, 2], "group": ["a", "b"], "hired": [True, False]})
    >>> fm.assert_fair(run)
    Traceback (most recent call last):
        ...
    AssertionError: not fair:
      demographic_parity: rates of the groups differ by more than 0.1
        violated since 2 s, worst 1 at 2 s: b 0 of 1, a 1 of 1
    """
    __tracebackhide__ = True
    failed = [each for each in run.requirements if not _passes(each, ever, allow_undecided)]
    if not run.requirements:
        raise AssertionError("nothing was required: the specification has no trigger")
    if failed:
        raise AssertionError("not fair:\n" + "\n".join(_reason(each) for each in failed))


def _passes(requirement: Requirement, ever: bool, allow_undecided: bool) -> bool:
    if ever and requirement.firings:
        return False
    good = {KEPT, UNDECIDED} if allow_undecided else {KEPT}
    return requirement.state in good


def _reason(requirement: Requirement) -> str:
    words = {
        VIOLATED: f"violated since {when(requirement.since)}",
        UNDECIDED: "undecided: there is too little evidence for either answer "
                   "(`allow_undecided=True` lets that pass)",
        NOT_JUDGED: "not judged: the condition was never evaluated, for lack of groups, trials "
                    "or time",
        KEPT: f"kept at the end, but it fired {requirement.firings:,} times",
    }[requirement.state]
    worst = requirement.worst
    if worst is not None:
        said = worst.message.removeprefix(requirement.title).removeprefix(": ")
        words += f", worst {worst.value:.4g} at {when(worst.time)}" + (f": {said}" if said else "")
    return f"  {requirement.title}\n    {words}"
