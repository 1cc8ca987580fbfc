"""A specification as a text to read, combine and change."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from fairmon import _core
from fairmon.errors import UsageError

if TYPE_CHECKING:
    from fairmon.diagnostics import Diagnostic

INPUT_LINE = re.compile(r"^\s*input\s+(\w+)\s*:\s*([^/\n]*[^/\s])\s*(?://.*)?$")
HEAD_LINE = re.compile(r"^\s*(#!\[|import\s)")
TAG_LINE = re.compile(r"^\s*#\[.*\]\s*$")


class Specification:
    """The text of a specification; a monitor compiles it when it needs it.

    >>> import fairmon as fm
    >>> parity = fm.metrics.demographic_parity(group="gender", decision="hired")
    >>> print(parity)
    input gender : String
    input hired : Bool
    use demographic_parity(group: gender, decision: hired)
    >>> both = parity + fm.metrics.disparate_impact(group="gender", decision="hired")
    >>> print(both)
    input gender : String
    input hired : Bool
    use demographic_parity(group: gender, decision: hired)
    use disparate_impact(group: gender, decision: hired)
    """

    __slots__ = ("name", "text")

    def __init__(self, text: str, name: str = "specification") -> None:
        self.text = text
        self.name = name

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Specification:
        """The text of a file."""
        with open(path, encoding="utf-8") as file:
            return Specification(file.read(), os.fspath(path))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text to a file, for the command line and the web interface."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(self) + "\n")

    def check(self, *, level: float | None = None) -> tuple[Diagnostic, ...]:
        """All diagnostics, errors and warnings, as objects that print like `fairmon check`.

        >>> import fairmon as fm
        >>> [d.message for d in fm.Specification("input a : Bool trigger b").check()]
        ['there is no stream, constant or parameter `b`']
        """
        return _core.check(self.text, self.name, level=level)

    def compile(self, *, level: float | None = None) -> _core.Spec:
        """The compiled specification; raises `SpecError` with diagnostics where it has errors."""
        return _core.Spec(self.text, self.name, level=level)

    def expanded(self) -> Specification:
        """With every `use` of a metric replaced by the streams it stands for."""
        return self._remade(_core.expand(self.text))

    def formatted(self) -> Specification:
        """In house style."""
        return self._remade(_core.format(self.text))

    def _remade(self, text: str | None) -> Specification:
        if text is None:
            self.compile()  # raises what is wrong
            raise UsageError("the text has errors; `check()` lists them")
        return Specification(text, self.name)

    def __add__(self, other: Specification | str) -> Specification:
        """Both texts in one; inputs that both declare are declared once."""
        return Specification(_joined(self.text, str(other)), self.name)

    def __radd__(self, other: str) -> Specification:
        return Specification(_joined(other, self.text), self.name)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"Specification({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Specification) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def _repr_html_(self) -> str:
        from fairmon.display.specification import specification_html

        return specification_html(self)


def declared_inputs(text: str) -> dict[str, str]:
    """Name and type of every input that stands on a line of its own."""
    found = (INPUT_LINE.match(line) for line in text.splitlines())
    return {match[1]: match[2] for match in found if match}


def _joined(first: str, second: str) -> str:
    known = declared_inputs(first)
    inputs: list[str] = []
    rest: list[str] = []
    tags: list[str] = []
    for line in second.strip("\n").splitlines():
        match = INPUT_LINE.match(line)
        if TAG_LINE.match(line):
            tags.append(line)
            continue
        if match is None:
            rest += [*tags, line]
        elif match[1] not in known:
            inputs += [*tags, line]
        elif known[match[1]] != match[2]:
            raise UsageError(
                f"one specification declares `{match[1]}` as {known[match[1]]}, the other as "
                f"{match[2]}; give both the same type with `inputs={{...}}`",
                stream=match[1])
        tags = []
    return _with_inputs(first.strip("\n").splitlines(), inputs, rest + tags)


def _with_inputs(lines: list[str], inputs: list[str], rest: list[str]) -> str:
    """The lines with further inputs after the last one they have, and the rest at the end."""
    places = [i for i, line in enumerate(lines) if INPUT_LINE.match(line) or HEAD_LINE.match(line)]
    place = places[-1] + 1 if places else 0
    return "\n".join([*lines[:place], *inputs, *lines[place:], *rest])
