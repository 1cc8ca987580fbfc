"""Requirements and episodes of a run, read out of the tables of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairmon.findings import (
    KEPT,
    NOT_JUDGED,
    UNDECIDED,
    VIOLATED,
    Episode,
    Group,
    Requirement,
    Worst,
    group_streams,
    rows_of,
    teller,
)
from fairmon.history import curves_of

if TYPE_CHECKING:
    from fairmon import _core

# As the engine numbers them (fairmon/judgements.hpp).
JUDGEMENTS = {0: UNDECIDED, 1: VIOLATED, 2: KEPT}


def episodes_of(native: _core.Run) -> list[Episode]:
    """All episodes, in the order of their beginning."""
    behind = Behind(native)
    return [_episode(row, behind) for row in rows_of(native.episodes())]


def _episode(row: dict[str, Any], behind: Behind) -> Episode:
    worst = None
    if row["worst_value"] is not None:
        worst = Worst(row["worst_value"], row["worst_time"], row["worst_message"])
    moment = worst.time if worst else row["first"]
    return Episode(
        number=row["number"], trigger=row["trigger"], instance=row["instance"],
        begin=row["first"], last=row["last"], end=row["ended"], firings=row["firings"],
        message=row["message"], worst=worst,
        groups=behind.groups_at(row["trigger"], row["instance"], moment))


class Behind:
    """The groups behind a trigger as they stood at a moment."""

    def __init__(self, native: _core.Run) -> None:
        self._native = native
        self._streams = _group_streams_of_triggers(native.spec)

    def groups_at(self, trigger: str, instance: str, moment: Any) -> tuple[Group, ...]:
        """The newest values up to the moment; empty where they were not kept."""
        found: list[Group] = []
        for stream in self._streams.get(trigger, ()):
            if stream not in self._native.kept:
                continue
            standing = [(curve, curve.at(moment)) for curve in curves_of(self._native, stream)]
            values = [point.value for _, point in standing if point is not None]
            best = max(values, default=None)
            found += [
                Group(stream, curve.instance, point.n, point.hits, point.value, point.interval,
                      point.value / best if best else None, point.n != 0, point.time)
                for curve, point in standing if point is not None]
        return tuple(found)


def _group_streams_of_triggers(spec: _core.Spec) -> dict[str, list[str]]:
    """Of every trigger the outputs with groups that its condition comes from."""
    reads = {stream.name: stream.reads for stream in spec.streams}
    grouped = group_streams(spec)
    return {stream.name: [name for name in grouped if name in _sources(stream.name, reads)]
            for stream in spec.streams if stream.kind == "trigger"}


def _sources(stream: str, reads: dict[str, tuple[str, ...]]) -> set[str]:
    """Everything a stream is computed from, near and far."""
    found: set[str] = set()
    waiting = [stream]
    while waiting:
        for name in reads.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def requirements_of(native: _core.Run, episodes: list[Episode]) -> list[Requirement]:
    """One for each trigger, in the order of the specification."""
    return [_requirement(native, stream, [e for e in episodes if e.trigger == stream.name])
            for stream in native.spec.streams if stream.kind == "trigger"]


def _requirement(native: _core.Run, trigger: _core.Stream, own: list[Episode]) -> Requirement:
    lasting = [episode for episode in own if episode.open]
    state = VIOLATED if lasting else _state(native, trigger.name, bool(own))
    worst = max((e.worst for e in own if e.worst), key=lambda w: _remoteness(native, trigger, w),
                default=None)
    title = trigger.title or trigger.message or (own[0].message if own else trigger.name)
    return Requirement(
        trigger=trigger.name, title=title, state=state,
        since=min((episode.begin for episode in lasting), default=None),
        firings=native.trigger_counts.get(trigger.name, 0), episodes=len(own), worst=worst)


def _remoteness(native: _core.Run, trigger: _core.Stream, worst: Worst) -> float:
    """How far a value lies beyond the nearest threshold; without one the value itself."""
    lines = [line for panel in native.spec.panels if trigger.name in panel.triggers
             for line in panel.thresholds]
    return min((abs(worst.value - line) for line in lines), default=worst.value)


def _state(native: _core.Run, trigger: str, fired: bool) -> str:
    """What is told of a trigger that no episode has open at the end."""
    judgement = _last_values(native, teller(native.spec, trigger, "judgement"))
    if judgement:
        states = [JUDGEMENTS.get(value, str(value)) for value in judgement]
        return next((s for s in (VIOLATED, UNDECIDED) if s in states), KEPT)
    return KEPT if fired or _was_judged(native, trigger) else NOT_JUDGED


def _was_judged(native: _core.Run, trigger: str) -> bool:
    """Whether what the trigger looks at ever had a value: its plot, else the outputs it reads."""
    spec = native.spec
    outputs = {each.name for each in spec.streams if each.kind == "output" and not each.tells}
    looked_at = [name for panel in spec.panels if trigger in panel.triggers
                 for name in panel.streams]
    if not looked_at:
        looked_at = [name for each in spec.streams if each.name == trigger
                     for name in each.reads if name in outputs]
    known = [count for name in looked_at if (count := _num_values(native, name)) is not None]
    return any(known) if known else native.num_events > 0


def _num_values(native: _core.Run, stream: str) -> int | None:
    """How many values there are to look at; None where nobody kept any."""
    if stream in native.kept:
        return len(native.table(stream))
    try:
        return len(native.readings(stream))
    except KeyError:
        return None


def _last_values(native: _core.Run, stream: str | None) -> list[Any]:
    """The newest value of every instance."""
    if stream is None:
        return []
    return [curve.values[-1] for curve in curves_of(native, stream) if curve.values]
