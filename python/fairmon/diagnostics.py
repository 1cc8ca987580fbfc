"""Messages about a specification, as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Label:
    """A place in the text with a word about it. Lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    primary: bool
    file: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way out: what it does and the whole text after it."""

    title: str
    safe: bool
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message; prints as `fairmon check` prints it."""

    id: str
    severity: str
    """`error`, `warning` or `information`."""
    message: str
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    rendered: str = ""

    @property
    def line(self) -> int:
        """Line of the primary place, counted from 1."""
        return next((label.line for label in self.labels if label.primary), 1)

    @property
    def column(self) -> int:
        """Column of the primary place, counted from 1."""
        return next((label.column for label in self.labels if label.primary), 1)

    def __str__(self) -> str:
        return self.rendered or f"{self.severity}: {self.message}"


def read_diagnostics(items: list[dict[str, Any]]) -> tuple[Diagnostic, ...]:
    """Diagnostics out of the JSON of the library."""
    return tuple(
        Diagnostic(
            id=item["id"], severity=item["severity"], message=item["message"],
            labels=tuple(_read_label(label) for label in item["labels"]),
            notes=tuple(item["notes"]), helps=tuple(item["helps"]),
            fixes=tuple(Fix(fix["title"], fix["safe"], fix["text"])
                        for fix in item["fixes"] if fix["text"] is not None),
            rendered=item["rendered"].rstrip("\n"))
        for item in items)


def _read_label(label: dict[str, Any]) -> Label:
    place = label["range"]
    return Label(
        line=place["begin"]["line"], column=place["begin"]["column"],
        end_line=place["end"]["line"], end_column=place["end"]["column"],
        text=label["text"], primary=label["primary"], file=place["file"])
