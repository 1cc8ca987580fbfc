"""The suites of the language, as tests/runner reads them: a heading is a case, blocks its parts."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("tests/spec", "docs/guide", "docs/reference", "docs/errors", "library/metrics")
MARK = re.compile(r'// (error|warning|info|information): *(?:\[(.*?)\])? *(?:"(.*)")?')


def parts(text):
    """Title and blocks (the first of each kind) of every case."""
    title, blocks, kind, fence = "", {}, None, 0
    for line in text.splitlines():
        line = line.rstrip()
        ticks = len(line) - len(line.lstrip("`"))
        ticks = ticks if ticks >= 3 else 0
        if fence:
            if ticks >= fence and ticks == len(line):
                fence = 0
                blocks.setdefault(kind, "".join(f"{each}\n" for each in inside))
            else:
                inside.append(line)
        elif ticks:
            fence, kind, inside = ticks, line[ticks:], []
        elif re.match(r"#{1,6} ", line):
            yield title, blocks
            title, blocks = line.lstrip("# "), {}
    yield title, blocks


def option(text, name):
    found = re.search(rf'^{name} = "?([^"\n]*)"?$', text, re.M)
    return found.group(1) if found else None


def read_cases():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.md")):
            for title, blocks in parts(path.read_text(encoding="utf-8")):
                if "rtlola" in blocks and not option(blocks.get("options", ""), "skip"):
                    yield f"{path.relative_to(ROOT)}: {title}", blocks


def expectations(text):
    """Line, severity, id and a part of the message of every diagnostic that a text announces."""
    code_line = 0
    for number, line in enumerate(text.splitlines(), 1):
        mark = MARK.search(line)
        if mark is None or line[:mark.start()].strip():
            code_line = number
        if mark is not None:
            yield code_line, *(part or "" for part in mark.groups())


CASES = list(read_cases())


def cases_with(*kinds):
    return [pytest.param(blocks, id=name) for name, blocks in CASES if set(kinds) <= blocks.keys()]
