"""A list of results that shows itself as a table and turns into a frame."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from fairmon.frames import library

T = TypeVar("T")


class Records(Sequence[T], Generic[T]):
    """An immutable list of one kind of results, each a dataclass."""

    __slots__ = ("_items", "_kind")

    def __init__(self, kind: type[T], items: Iterable[T]) -> None:
        self._kind = kind
        self._items = tuple(items)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Records[T]: ...
    def __getitem__(self, place: int | slice) -> T | Records[T]:
        if isinstance(place, slice):
            return Records(self._kind, self._items[place])
        return self._items[place]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Records) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The fields of each result."""
        kind: Any = self._kind
        return tuple(field.name for field in dataclasses.fields(kind))

    def column(self, name: str) -> list[Any]:
        """One field of every result."""
        if name not in self.column_names:
            raise KeyError(f"there is no `{name}`; there are {', '.join(self.column_names)}")
        return [getattr(item, name) for item in self._items]

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns by name; every library of frames takes this."""
        return {name: [_plain(value) for value in self.column(name)] for name in self.column_names}

    def to_pandas(self) -> Any:
        """As a `pandas.DataFrame`."""
        return library("pandas").DataFrame(self.to_dict())

    def to_polars(self) -> Any:
        """As a `polars.DataFrame`."""
        return library("polars").DataFrame(self.to_dict(), strict=False)

    def __repr__(self) -> str:
        from fairmon.display.table import text_table

        return text_table(*self._telling())

    def _repr_html_(self) -> str:
        from fairmon.display.table import html_table

        return html_table(*self._telling())

    def _telling(self) -> tuple[list[str], list[list[Any]]]:
        """The columns that say something."""
        names = [name for name in self.column_names
                 if not self._items or any(value is not None for value in self.column(name))]
        return names, [self.column(name) for name in names]


def _plain(value: Any) -> Any:
    """Frames have no cells for several groups or ends: a text, or two."""
    if isinstance(value, tuple) and not all(isinstance(part, float) for part in value):
        return ", ".join(str(part) for part in value)
    if isinstance(value, tuple):
        return list(value)
    if dataclasses.is_dataclass(value):
        return str(value)
    return value
