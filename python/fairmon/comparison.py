"""Two runs side by side. The engine says how sure the differences are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairmon import _native
from fairmon.records import Records

if TYPE_CHECKING:
    from fairmon.findings import Group
    from fairmon.results import Run


@dataclass(frozen=True, slots=True)
class ComparedRequirement:
    """What became of one requirement."""

    requirement: str
    first: str | None
    second: str | None

    @property
    def changed(self) -> bool:
        """Whether the answers differ."""
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class ComparedGroup:
    """The same group in both runs; None where one has no value for it."""

    stream: str
    group: tuple[Any, ...]
    first: float | None
    first_n: int | None
    second: float | None
    second_n: int | None
    change: float | None
    """The second value minus the first."""
    interval: tuple[float, float] | None
    """What the chances behind two rates may differ by."""
    verdict: str
    """`higher` or `lower` where the interval leaves out zero, else `undecided`; `no bounds` of what
    is no rate; `only in the first`, `only in the second`, `never judged`."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs side by side; changes are second minus first.

    >>> import fairmon as fm
    >>> monitor = fm.Monitor(fm.metrics.demographic_parity("group", "hired"))
    >>> def year(every):
    ...     return monitor.run({"time": range(400), "group": ["a", "b"] * 200,
    ...                         "hired": [i % 4 < every for i in range(400)]})
    >>> for group in year(1).compare(year(3)).groups:
    ...     print(group.group[0], group.first, group.second, group.verdict)
    a 0.5 1.0 higher
    b 0.0 0.5 higher
    """

    requirements: Records[ComparedRequirement]
    groups: Records[ComparedGroup]
    level: float
    """The probability with which all intervals hold together."""
    same_cases: bool
    """Both runs looked at the same cases."""
    same_specification: bool
    """If not, a difference may come from there."""

    @property
    def same(self) -> bool:
        """Whether every requirement has the same answer in both."""
        return not any(each.changed for each in self.requirements)

    @property
    def meaning(self) -> str:
        """What the intervals say, in words."""
        told = (f"all intervals hold together with a probability of at least {self.level:.4g}, "
                + ("whatever the cases of both runs, which are the same, have to do with each other"
                   if self.same_cases else
                   "if no case stands in both runs (otherwise say same_cases=True)"))
        return told if self.same_specification else (
            told + "; the specifications differ: a difference may come from there")

    def __repr__(self) -> str:
        return f"{self.requirements!r}\n\n{self.groups!r}\n\n{self.meaning}"

    def _repr_html_(self) -> str:
        return (self.requirements._repr_html_() + self.groups._repr_html_()
                + f"<p>{self.meaning}</p>")


def compare(first: Run, second: Run, level: float, same_cases: bool | None) -> Comparison:
    """Matches requirements by their words and groups by stream and name."""
    before = {each.title: each.state for each in first.requirements}
    after = {each.title: each.state for each in second.requirements}
    titles = [*before, *(title for title in after if title not in before)]
    groups = _by_key(first), _by_key(second)
    keys = [*groups[0], *(key for key in groups[1] if key not in groups[0])]
    same = same_cases if same_cases is not None else (
        first._frame is not None and first._frame is second._frame)
    found = json.loads(_native.compare(
        _document(first, keys), _document(second, keys),
        json.dumps({"level": level, "same_cases": same})))
    bounds = {(row["stream"], row["instance"]): row.get("bounds") for row in found["differences"]}
    return Comparison(
        Records(ComparedRequirement, [
            ComparedRequirement(title, before.get(title), after.get(title)) for title in titles]),
        Records(ComparedGroup, [
            _compared(key, groups[0].get(key), groups[1].get(key),
                      bounds.get((key[0], str(number)))) for number, key in enumerate(keys)]),
        level, same, bool(found["same_specification"]))


def _by_key(run: Run) -> dict[tuple[str, tuple[Any, ...]], Group]:
    return {(group.stream, group.group): group for group in run.by_group}


def _document(run: Run, keys: list[tuple[str, tuple[Any, ...]]]) -> str:
    """The rates of a run as `fairmon_compare` reads them; groups are called by their numbers."""
    groups = _by_key(run)
    values: dict[str, list[dict[str, Any]]] = {}
    for number, key in enumerate(keys):
        group = groups.get(key)
        if group is not None and group.judged:
            counts = {"n": group.n, "hits": group.hits}
            values.setdefault(key[0], []).append({
                "instance": [str(number)], "value": group.value,
                **{name: count for name, count in counts.items() if count is not None}})
    return json.dumps({"values": values, "provenance": {"digest": run.spec.digest}})


def _compared(key: tuple[str, tuple[Any, ...]], first: Group | None, second: Group | None,
              bounds: list[float] | None) -> ComparedGroup:
    before = first.value if first is not None else None
    after = second.value if second is not None else None
    change = after - before if before is not None and after is not None else None
    if before is None or after is None:
        verdict = ("never judged" if before is after else
                   "only in the second" if before is None else "only in the first")
    elif bounds is None:
        verdict = "no bounds"
    else:
        verdict = "higher" if bounds[0] > 0 else "lower" if bounds[1] < 0 else "undecided"
    return ComparedGroup(
        key[0], key[1], before, first.n if first else None, after, second.n if second else None,
        change, (bounds[0], bounds[1]) if bounds is not None else None, verdict)
