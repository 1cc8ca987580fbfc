"""The course of streams over a run, for reading and drawing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fairmon.findings import teller

if TYPE_CHECKING:
    from fairmon import _core

When = datetime | float


@dataclass(frozen=True, slots=True)
class Point:
    """A value, when it was decided, and what stood behind it."""

    time: When
    value: float
    n: int | None
    hits: int | None
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Curve:
    """All values of one instance of a stream, in order; `n`, `hits` and the ends of the band go
    along where they are known."""

    stream: str
    instance: tuple[Any, ...]
    times: list[Any] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    n: list[int | None] = field(default_factory=list)
    hits: list[int | None] = field(default_factory=list)
    lower: list[float | None] = field(default_factory=list)
    upper: list[float | None] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The stream with its instance: `rate(women)`."""
        inside = ", ".join(str(part) for part in self.instance)
        return f"{self.stream}({inside})" if self.instance else self.stream

    def __len__(self) -> int:
        return len(self.times)

    def at(self, moment: When) -> Point | None:
        """The newest value up to a moment."""
        place = bisect_right(self.times, moment) - 1
        if place < 0:
            return None
        lower, upper = _get(self.lower, place), _get(self.upper, place)
        return Point(self.times[place], self.values[place], _get(self.n, place),
                     _get(self.hits, place),
                     (lower, upper) if lower is not None and upper is not None else None)


def _get(values: Sequence[Any], place: int) -> Any:
    return values[place] if values else None


def curves_of(native: _core.Run, stream: str) -> list[Curve]:
    """The curves of a stream, one for each instance, in the order of their first values."""
    made = _read(native, stream)
    for what in ("trials", "hits", "lower", "upper"):
        told = teller(native.spec, stream, what)
        if told is not None and made:
            _join(made, "n" if what == "trials" else what, _read(native, told))
    return list(made.values())


def _read(native: _core.Run, stream: str) -> dict[tuple[Any, ...], Curve]:
    table = native.table(stream)
    names = table.column_names
    if "value" not in names:  # a tuple: there is nothing to draw
        return {}
    keys = [name for name in names if name not in ("time", "value")]
    instances = zip(*(table.column(name) for name in keys), strict=True) if keys else None
    made: dict[tuple[Any, ...], Curve] = {}
    times, values = table.column("time"), table.column("value")
    for row, time in enumerate(times):
        instance = next(instances) if instances is not None else ()
        curve = made.get(instance)
        if curve is None:
            curve = made[instance] = Curve(stream, instance)
        curve.times.append(time)
        curve.values.append(values[row])
    return made


def _join(curves: dict[tuple[Any, ...], Curve], what: str,
          told: dict[tuple[Any, ...], Curve]) -> None:
    """Puts beside each value what another stream told of it at the same time."""
    for instance, curve in curves.items():
        column = getattr(curve, what)
        other = told.get(instance)
        column.extend(None if other is None or (point := other.at(time)) is None else point.value
                      for time in curve.times)


class History(Mapping[str, list[Curve]]):
    """The kept outputs by name, each as its curves; `panels` are those that are plotted.

    >>> import fairmon as fm
    >>> run = fm.Monitor("input a : Float64 #[plot] output sum := sum.last(or: 0.0) + a").run(
    ...     {"time": [1, 2, 3], "a": [0.5, 0.25, 1.0]})
    >>> run.history["sum"][0].values
    [0.5, 0.75, 1.75]
    """

    def __init__(self, native: _core.Run) -> None:
        self._native = native
        self._names = [each.name for each in native.spec.streams
                       if each.kind == "output" and not each.tells and each.name in native.kept]
        self._known: dict[str, list[Curve]] = {}

    def __getitem__(self, stream: str) -> list[Curve]:
        if stream not in self._known:
            self._known[stream] = curves_of(self._native, stream)
        return self._known[stream]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def panels(self) -> tuple[_core.Panel, ...]:
        """The plots that the tags of the specification ask for."""
        return self._native.spec.panels

    def curves(self, panel: _core.Panel) -> list[Curve]:
        """What a panel draws."""
        return [curve for stream in panel.streams if stream in self
                for curve in sorted(self[stream], key=lambda curve: curve.name)]

    def to_dict(self) -> dict[str, list[Any]]:
        """One row per value of a plotted stream: time, stream, instance, value, n, hits."""
        columns: dict[str, list[Any]] = {
            name: [] for name in ("time", "stream", "instance", "value", "n", "hits")}
        for panel in self.panels:
            for curve in self.curves(panel):
                count = len(curve)
                columns["time"] += curve.times
                columns["value"] += curve.values
                columns["stream"] += [curve.stream] * count
                columns["instance"] += [", ".join(map(str, curve.instance))] * count
                columns["n"] += curve.n or [None] * count
                columns["hits"] += curve.hits or [None] * count
        return columns

    def to_pandas(self) -> Any:
        """The rows of `to_dict` as a `pandas.DataFrame`."""
        from fairmon.frames import library

        return library("pandas").DataFrame(self.to_dict())

    def __repr__(self) -> str:
        return f"<history of {', '.join(self._names) or 'nothing'}>"
