"""The metrics of the library as functions that make specifications.

Every metric of `library/metrics` is a function here, made from its own description: names, order,
defaults and documentation of its parameters are those that the compiler reads.

>>> import fairmon as fm
>>> print(fm.metrics.equal_opportunity(group="gender", decision="hired", outcome="able",
...                                    threshold=0.2, over="30d"))
input gender : String
input hired : Bool
input able : Bool
use equal_opportunity(group: gender, decision: hired, outcome: able, threshold: 0.2, over: 30d)

A name stands for a column, which becomes an input. Anything else is an expression of the language:
say with `inputs` which columns it reads. `fm.column` is for columns whose names are no names there.

>>> print(fm.metrics.demographic_parity(group=("race", "sex"), decision="score > 6",
...                                     inputs={"score": "Int64"}))
input race : String
input sex : String
input score : Int64
use demographic_parity(group: (race, sex), decision: score > 6)
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

from fairmon import _core
from fairmon.errors import UsageError
from fairmon.specification import Specification

LOOKED_AT = 1000
NAME = re.compile(r"^[A-Za-z_]\w*$")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the data: its name there, and its type in the language (guessed if empty)."""

    name: str
    type: str = ""

    @property
    def input(self) -> str:
        """The name of the input that reads it."""
        name = re.sub(r"\W+", "_", self.name).strip("_") or "column"
        return name if NAME.match(name) else f"c_{name}"

    def declaration(self, kind: str) -> str:
        """The lines that declare the input."""
        tag = "" if self.input == self.name else f"#[column={_quoted(self.name)}]\n"
        return f"{tag}input {self.input} : {self.type or kind}"


def column(name: str, type: str = "") -> Column:
    """A column by its name in the data, whatever it looks like.

    >>> import fairmon as fm
    >>> print(fm.metrics.demographic_parity(group=fm.column("Ethnic group"), decision="hired"))
    #[column="Ethnic group"]
    input Ethnic_group : String
    input hired : Bool
    use demographic_parity(group: Ethnic_group, decision: hired)
    """
    return Column(name, type)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a metric, as its description says."""

    name: str
    kind: str
    """`key`, `expression`, `number`, `duration`, `choice` or `pacing`."""
    choices: tuple[str, ...]
    default: str | None
    """None: it has to be given; `none`: left out unless given."""
    summary: str

    @property
    def input_type(self) -> str:
        """The type of a column that is named for it."""
        if "Bool" in self.summary or "holds" in self.summary:
            return "Bool"
        return "Float64" if "number" in self.summary else "String"


class Metric:
    """A metric of the library; calling it makes a specification that uses it."""

    def __init__(self, name: str, summary: str, parameters: tuple[Parameter, ...]) -> None:
        self.__name__ = name
        self.summary = summary
        self.parameters = parameters
        self.__doc__ = _documentation(name, summary, parameters)
        self.__signature__ = _signature(parameters)

    def __call__(self, *arguments: Any, **named: Any) -> Specification:
        inputs: Mapping[str, str] = named.pop("inputs", None) or {}
        alias: str | None = named.pop("name", None)
        frame = named.pop("frame", None)
        try:
            bound = self.__signature__.bind(*arguments, **named).arguments
        except TypeError as error:
            raise UsageError(f"`{self.__name__}`: {error}; {self._accepted()}") from None
        writer = _UseWriter(dict(inputs), frame)
        given = [
            f"{parameter.name}: {writer.text(parameter, bound[parameter.name])}"
            for parameter in self.parameters if bound.get(parameter.name) is not None
        ]
        called = f" as {alias}" if alias else ""
        use = f"use {self.__name__}({', '.join(given)}){called}"
        return Specification("\n".join([*writer.declarations(), use]))

    def _accepted(self) -> str:
        return "it takes " + ", ".join(parameter.name for parameter in self.parameters)

    def __repr__(self) -> str:
        return f"<metric {self.__name__}: {self.summary}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return metric, (self.__name__,)


class _UseWriter:
    """Writes arguments in the language and remembers which inputs they need."""

    def __init__(self, types: dict[str, str], frame: Any) -> None:
        self._types = types
        self._seen = _frame_types(frame) if frame is not None else {}
        self._declared: dict[str, str] = {}

    def declarations(self) -> list[str]:
        further = {name: f"input {name} : {kind}" for name, kind in self._types.items()
                   if name not in self._declared}
        return [*self._declared.values(), *further.values()]

    def text(self, parameter: Parameter, value: Any) -> str:
        if parameter.kind in ("key", "expression"):
            return self._expression(parameter, value)
        if parameter.kind == "choice" and value not in parameter.choices:
            raise UsageError(f"`{parameter.name}` is one of {', '.join(parameter.choices)}, "
                             f"not {value!r}")
        if isinstance(value, timedelta):
            return f"{value.total_seconds():.6f}".rstrip("0").rstrip(".") + "s"
        if parameter.kind == "number" and not isinstance(value, (int, float)):
            raise UsageError(f"`{parameter.name}` is a number, not {value!r}")
        return repr(value) if isinstance(value, float) else str(value)

    def _expression(self, parameter: Parameter, value: Any) -> str:
        if isinstance(value, (tuple, list)):
            return "(" + ", ".join(self._expression(parameter, part) for part in value) + ")"
        if isinstance(value, str) and not NAME.match(value):
            return value
        if isinstance(value, (bool, int, float)):
            return str(value).lower() if isinstance(value, bool) else repr(value)
        place = value if isinstance(value, Column) else Column(str(value))
        kind = self._types.get(place.name) or self._seen.get(place.name) or parameter.input_type
        self._declared.setdefault(place.input, place.declaration(kind))
        return place.input


def _frame_types(frame: Any) -> dict[str, str]:
    """Types of the language for the columns of a frame, by their first values."""
    from fairmon.frames import rows_of_frame

    names, rows = rows_of_frame(frame)
    seen = list(islice(rows, LOOKED_AT))
    kinds = {name: {type(row[place]) for row in seen} for place, name in enumerate(names)}
    return {name: _type_of(found) for name, found in kinds.items()}


def _type_of(kinds: set[type]) -> str:
    numbers = {kind for kind in kinds if issubclass(kind, (int, float))}
    if numbers == {bool}:
        return "Bool"
    if not numbers:
        return "String"
    return "Int64" if all(issubclass(kind, int) for kind in numbers) else "Float64"


def _documentation(name: str, summary: str, parameters: tuple[Parameter, ...]) -> str:
    lines = [f"{name}: {summary}.", ""]
    for parameter in parameters:
        default = {None: "", "none": " (optional)"}.get(
            parameter.default, f" (default {parameter.default})")
        lines.append(f"{parameter.name}: {parameter.summary}{default}")
    lines += ["", "name: what the streams are called, instead of the metric's name",
              "inputs: types of columns, by name; needed for those that only expressions read",
              "frame: a frame whose columns tell the types"]
    return "\n".join(lines)


def _signature(parameters: tuple[Parameter, ...]) -> inspect.Signature:
    kinds = inspect.Parameter
    needed = [kinds(p.name, kinds.POSITIONAL_OR_KEYWORD) for p in parameters if p.default is None]
    others = [kinds(p.name, kinds.KEYWORD_ONLY, default=None) for p in parameters
              if p.default is not None]
    return inspect.Signature([*needed, *others], return_annotation=Specification)


@lru_cache(maxsize=1)
def library() -> Mapping[str, Metric]:
    """Every metric of the library by its name."""
    made = {}
    for entry in _core.catalogue():
        if entry["kind"] != "metric":
            continue
        parameters = tuple(
            Parameter(p["name"], p["kind"], tuple(p["choices"]), p["default"], p["summary"])
            for p in entry["parameters"])
        made[entry["name"]] = Metric(entry["name"], entry["summary"], parameters)
    return made


def metric(name: str) -> Metric:
    """A metric by its name."""
    if name not in library():
        raise UsageError(f"the library has no metric `{name}`; it has {', '.join(library())}")
    return library()[name]


def __getattr__(name: str) -> Metric:
    if name.startswith("__") or name not in library():
        raise AttributeError(f"the library has no metric `{name}`; it has {', '.join(library())}")
    return library()[name]


def __dir__() -> list[str]:
    return sorted([*library(), "column", "library", "metric"])
