"""Columns as text and as an HTML table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairmon.display.words import cell, escape, when

MOST_ROWS = 20
# Columns of times, which are seconds where there is no calendar.
TIMES = ("time", "as_of", "begin", "end", "last", "since")
STYLE = ("border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.3em 0")
TH = "text-align:left;padding:.15em .9em .15em 0;border-bottom:1px solid currentColor"
TD = "text-align:left;padding:.1em .9em .1em 0;vertical-align:top"


def _shown(names: Sequence[str],
           columns: Sequence[Sequence[Any]]) -> tuple[list[list[str]], int]:
    total = len(columns[0]) if columns else 0
    half = MOST_ROWS // 2
    left_out = total - 2 * half if total > MOST_ROWS else 0
    if left_out:
        columns = [[*column[:half], *column[total - half:]] for column in columns]
    return [[_cell(name, value) for value in column]
            for name, column in zip(names, columns, strict=True)], left_out


def _cell(name: str, value: Any) -> str:
    return when(value) if name in TIMES and value is not None else cell(value)


def text_table(names: Sequence[str], columns: Sequence[Sequence[Any]]) -> str:
    """Aligned columns; the middle of a long table is left out and counted."""
    shown, left_out = _shown(names, columns)
    if not shown or not shown[0]:
        return "nothing (" + ", ".join(names) + ")"
    widths = [max(len(name), *map(len, column))
              for name, column in zip(names, shown, strict=True)]
    lines = ["  ".join(name.ljust(width) for name, width in zip(names, widths, strict=True))]
    for row in zip(*shown, strict=True):
        lines.append("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)))
    if left_out:
        lines.insert(1 + MOST_ROWS // 2, f"… {left_out:,} more …")
    return "\n".join(line.rstrip() for line in lines)


def html_table(names: Sequence[str], columns: Sequence[Sequence[Any]], caption: str = "") -> str:
    """The same as HTML. Inline styles only, so that it looks the same wherever it goes."""
    shown, left_out = _shown(names, columns)
    head = "".join(f'<th scope="col" style="{TH}">{escape(name)}</th>' for name in names)
    rows = [
        "<tr>" + "".join(f'<td style="{TD}"><bdi>{escape(text)}</bdi></td>' for text in row)
        + "</tr>" for row in zip(*shown, strict=True)]
    if not rows:
        rows.append(f'<tr><td style="{TD}" colspan="{len(names)}">nothing</td></tr>')
    if left_out:
        rows.insert(MOST_ROWS // 2, f'<tr><td style="{TD}" colspan="{len(names)}">'
                    f"… {left_out:,} more …</td></tr>")
    top = f'<caption style="text-align:left;caption-side:top"><b>{escape(caption)}</b></caption>'
    return (f'<table style="{STYLE}">{top if caption else ""}<thead><tr>{head}</tr></thead>'
            f'<tbody>{"".join(rows)}</tbody></table>')
