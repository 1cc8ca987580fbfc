"""Reads the cases of Markdown suites: a heading opens a case, fenced blocks are its parts."""
import dataclasses
import pathlib
import re

FENCE = re.compile(r"^(`{3,})\s*([\w-]*)\s*$")
HEADING = re.compile(r"^#{1,6}\s+(.*)$")


@dataclasses.dataclass
class Case:
    file: pathlib.Path
    line: int
    name: str
    blocks: dict = dataclasses.field(default_factory=dict)

    def __str__(self):
        return f"{self.file}:{self.line}: {self.name}"


def read(file, text):
    cases, current, fence, kind, body = [], None, None, "", []
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is not None:
            if line.strip() == fence:
                if current is not None and kind:
                    current.blocks.setdefault(kind, "\n".join(body) + "\n")
                fence = None
            else:
                body.append(line)
        elif match:
            fence, kind, body = match.group(1), match.group(2), []
        elif heading := HEADING.match(line):
            current = Case(file, number, heading.group(1).strip())
            cases.append(current)
    return cases


def collect(root, folders):
    for folder in folders:
        for file in sorted((root / folder).rglob("*.md")):
            yield from read(file.relative_to(root), file.read_text(encoding="utf-8"))
