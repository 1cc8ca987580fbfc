"""What people ask of a run, read out of what the engine found. Nothing is judged here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairmon import _core

When = datetime | float
VIOLATED, KEPT, UNDECIDED, NOT_JUDGED = "violated", "kept", "undecided", "not judged"


@dataclass(frozen=True, slots=True)
class Group:
    """The newest rate or mean of one group, and what stands behind it."""

    stream: str
    group: tuple[Any, ...]
    n: int | None
    """Trials behind the value."""
    hits: int | None
    """How many of them were hits, where it is a rate."""
    value: float | None
    interval: tuple[float, float] | None
    """What the chance can be, where evidence is asked for."""
    ratio: float | None
    """The value divided by the largest one among the judged groups."""
    judged: bool
    """False: it never had a value, or one without any trial behind it."""
    as_of: When | None

    @property
    def rate(self) -> float | None:
        """The value, as it is called where it is a rate."""
        return self.value

    def __str__(self) -> str:
        name = ", ".join(str(part) for part in self.group)
        if self.value is None:
            return f"{name}: not judged"
        return f"{name}: {self.value:.4g}" + (f" of {self.n:,}" if self.n is not None else "")


@dataclass(frozen=True, slots=True)
class Worst:
    """How far a violation went."""

    value: float
    time: When
    message: str

    def __str__(self) -> str:
        return f"{self.value:.4g} at {self.time}"


@dataclass(frozen=True, slots=True)
class Episode:
    """A trigger from its first firing to the first evaluation that found all well."""

    number: int
    trigger: str
    instance: str
    begin: When
    last: When
    """Its last firing."""
    end: When | None
    """None: violated until the end of the run."""
    firings: int
    message: str
    """What the trigger said first; of metrics with the groups, their rates and counts."""
    worst: Worst | None
    groups: tuple[Group, ...] = ()
    """The groups behind it as they stood when it was worst (or at its first firing)."""

    @property
    def open(self) -> bool:
        """Whether it lasted until the end."""
        return self.end is None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One trigger: whether what it watches for was the case at the end."""

    trigger: str
    title: str
    state: str
    """`violated`, `kept`, `undecided` (evidence is asked for and does not suffice) or
    `not judged` (its condition was never evaluated)."""
    since: When | None
    """Of a violation: since when."""
    firings: int
    episodes: int
    worst: Worst | None

    def __str__(self) -> str:
        text = f"{self.title or self.trigger}: {self.state}"
        text += f" since {self.since}" if self.since is not None else ""
        return text + (f", worst {self.worst}: {self.worst.message}" if self.worst else "")


def rows_of(table: _core.Table) -> Iterator[dict[str, Any]]:
    """The rows of a native table."""
    names = table.column_names
    for cells in zip(*(table.column(name) for name in names), strict=True):
        yield dict(zip(names, cells, strict=True))


def teller(spec: _core.Spec, stream: str, what: str) -> str | None:
    """Name of the stream that tells something of another."""
    for each in spec.streams:
        if each.tells == what and each.tells_of == stream:
            return each.name
    return None


def group_streams(spec: _core.Spec) -> list[str]:
    """Plotted and public outputs with instances whose values have trials behind them."""
    return [each.name for each in spec.streams
            if each.kind == "output" and each.parameters and not each.tells
            and ("plot" in each.tags or each.public) and teller(spec, each.name, "trials")]


def groups_of(native: _core.Run, stream: str) -> list[Group]:
    """The newest values of the instances of a stream."""
    parameters = [name for name, _ in _stream(native.spec, stream).parameters]
    readings = list(rows_of(native.readings(stream)))
    values = [row["value"] for row in readings if row["trials"] != 0]
    best = max((value for value in values if isinstance(value, (int, float))), default=None)
    return [_group(stream, parameters, row, best) for row in readings]


def _group(stream: str, parameters: list[str], row: dict[str, Any], best: float | None) -> Group:
    value, lower, upper = row["value"], row.get("lower"), row.get("upper")
    return Group(
        stream=stream, group=tuple(row[name] for name in parameters), n=row["trials"],
        hits=row["hits"], value=value,
        interval=(lower, upper) if lower is not None and upper is not None else None,
        ratio=value / best if value is not None and best else None,
        judged=value is not None and row["trials"] != 0,
        as_of=row["as_of"] if value is not None else None)


def _stream(spec: _core.Spec, name: str) -> _core.Stream:
    return next(each for each in spec.streams if each.name == name)
