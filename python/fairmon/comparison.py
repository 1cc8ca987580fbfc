"""Two runs side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs side by side; changes are second minus first. No judgement of how sure they are."""

    requirements: Records[ComparedRequirement]
    groups: Records[ComparedGroup]

    @property
    def same(self) -> bool:
        """Whether every requirement has the same answer in both."""
        return not any(each.changed for each in self.requirements)

    def __repr__(self) -> str:
        return f"{self.requirements!r}\n\n{self.groups!r}"

    def _repr_html_(self) -> str:
        return self.requirements._repr_html_() + self.groups._repr_html_()


def compare(first: Run, second: Run) -> Comparison:
    """Matches requirements by their words and groups by stream and name."""
    before = {each.title: each.state for each in first.requirements}
    after = {each.title: each.state for each in second.requirements}
    titles = [*before, *(title for title in after if title not in before)]
    groups = _by_key(first), _by_key(second)
    keys = [*groups[0], *(key for key in groups[1] if key not in groups[0])]
    return Comparison(
        Records(ComparedRequirement, [
            ComparedRequirement(title, before.get(title), after.get(title)) for title in titles]),
        Records(ComparedGroup, [
            _compared(key, groups[0].get(key), groups[1].get(key)) for key in keys]))


def _by_key(run: Run) -> dict[tuple[str, tuple[Any, ...]], Group]:
    return {(group.stream, group.group): group for group in run.by_group}


def _compared(key: tuple[str, tuple[Any, ...]], first: Group | None,
              second: Group | None) -> ComparedGroup:
    before = first.value if first is not None else None
    after = second.value if second is not None else None
    change = after - before if before is not None and after is not None else None
    return ComparedGroup(key[0], key[1], before, first.n if first else None, after,
                         second.n if second else None, change)
