"""How a specification can be judged by several monitors at once: what `fairmon plan` tells."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairmon import _native
from fairmon.errors import RefusedError
from fairmon.monitor import Source, compile_spec

if TYPE_CHECKING:
    from fairmon._core import Spec


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why engines of many machines refuse a specification."""

    code: str
    """`D01` … `D07`, as the reference on shards lists them."""
    message: str
    repair: str
    line: int
    """Of the specification, counted from 1; 0: the whole."""
    column: int
    text: str

    def __str__(self) -> str:
        place = f" ({self.line}:{self.column})" if self.line else ""
        return f"{self.code}{place}: {self.message}; try: {self.repair}"


@dataclass(frozen=True, slots=True)
class Placement:
    """What becomes of one stream."""

    name: str
    kind: str
    """`row`, `key-local`, `mergeable` or `global`."""
    key: str
    traffic: str
    """What shards would send for it: `none`, `once per pane and shard`, `every event`."""
    sharded: bool
    """Runs in the shards; else in the global stage."""
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Plan:
    """Class, key and traffic of every stream. `str()` is the table of `fairmon plan`.

    >>> import fairmon as fm
    >>> plan = fm.plan('''input p : String
    ... output n(q) spawn with p eval when p == q with n(q).last(or: 0) + 1''')
    >>> plan.keys, plan.distributes, plan.streams[0].kind
    (('p',), True, 'key-local')
    """

    keys: tuple[str, ...]
    splits: bool
    """Several monitors help."""
    distributes: bool
    """Engines of many machines take it."""
    streams: tuple[Placement, ...]
    conditions: tuple[Refusal, ...]
    """What they ask of the specification as a whole."""
    text: str

    @property
    def refusals(self) -> tuple[tuple[str, Refusal], ...]:
        """Streams that are refused, with the reason."""
        return tuple((each.name, each.refusal) for each in self.streams if each.refusal)

    def __str__(self) -> str:
        return self.text


def plan(source: Source, *, level: float | None = None) -> Plan:
    """How a specification is taken apart, without running it."""
    return plan_of(compile_spec(source, level=level))


def plan_of(spec: Spec) -> Plan:
    """The plan of a compiled specification."""
    facts: dict[str, Any] = json.loads(_native.report(spec.handle, "plan"))
    streams = tuple(
        Placement(row["name"], row["class"], row["key"], row["traffic"], row["sharded"],
                  Refusal(**row["refusal"]) if row["refusal"] else None)
        for row in facts["streams"])
    return Plan(tuple(facts["keys"]), facts["splits"], facts["distributes"], streams,
                tuple(Refusal(**each) for each in facts["conditions"]),
                _native.report(spec.handle, "plan-text").rstrip("\n"))


def refuse(made: Plan, engine: str, *, start_known: bool) -> None:
    """Raises `RefusedError` if the engine cannot keep the verdicts of one process."""
    found = [f"`{name}` {refusal}" for name, refusal in made.refusals]
    codes = [refusal.code for _, refusal in made.refusals]
    if not start_known:
        found += [f"the specification {each}" for each in made.conditions]
        codes += [each.code for each in made.conditions]
    if found:
        raise RefusedError(
            f"{engine} refuses the specification, as its verdicts would not be those of one "
            "process:\n" + "\n".join(f"  {each}" for each in found) +
            "\nin one process everything runs: fairmon.Monitor, or `fairmon monitor --shards auto`",
            codes=tuple(dict.fromkeys(codes)))
