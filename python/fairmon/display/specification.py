"""A specification as highlighted HTML with its diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairmon import _core
from fairmon.display.words import escape

if TYPE_CHECKING:
    from fairmon.diagnostics import Diagnostic
    from fairmon.specification import Specification

# Readable on white and on the dark grounds of notebooks: about 4 : 1 on both.
COLOURS = {
    "keyword": "#b85ca0", "number": "#1a88b8", "string": "#2e8540", "comment": "#7b8494",
    "type": "#b8701a", "tag": "#7b6fd0", "error": "#d8344b",
}
PRE = ("font-family:ui-monospace,monospace;font-size:.92em;line-height:1.45;white-space:pre-wrap;"
       "padding:.6em .8em;border:1px solid rgba(128,128,128,.35);border-radius:4px;margin:.3em 0")


def highlighted(text: str) -> str:
    """The text with a coloured span for each token that has a colour."""
    out: list[str] = []
    done = 0
    for begin, end, kind in _core.tokens(text):
        out.append(escape(text[done:begin]))
        colour = COLOURS.get(kind)
        word = escape(text[begin:end])
        out.append(f'<span style="color:{colour}">{word}</span>' if colour else word)
        done = end
    return "".join([*out, escape(text[done:])])


def diagnostics_html(diagnostics: tuple[Diagnostic, ...]) -> str:
    """Each as the command line prints it, marked by its severity."""
    colours = {"error": "#d8344b", "warning": "#b8701a"}
    return "".join(
        f'<pre style="{PRE};border-left:4px solid {colours.get(each.severity, "#1a88b8")}">'
        f"{escape(str(each).rstrip())}</pre>" for each in diagnostics)


def specification_html(specification: Specification) -> str:
    """Text and diagnostics."""
    return (f'<pre style="{PRE}">{highlighted(str(specification))}</pre>'
            + diagnostics_html(specification.check()))
