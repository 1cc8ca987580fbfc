#!/usr/bin/env python3
"""Checks that relative links and their #anchors in the repository's Markdown files lead somewhere.

MkDocs checks what lies below docs/; this also covers the files at the root and beside the code.
"""
import re
import sys

import repository

FENCE = re.compile(r"^\s*(```+|~~~+)")
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE_SPAN = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")


def prose(text):
    """(number, line) of everything outside fenced blocks."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if match and fence is None:
            fence = match.group(1)
        elif match and line.strip().startswith(fence):
            fence = None
        elif fence is None:
            yield number, line


def anchors(text):
    found = set()
    for _, line in prose(text):
        match = HEADING.match(line)
        if match:
            slug = re.sub(r"[^\w\s-]", "", match.group(1).lower()).strip()
            found.add(re.sub(r"[\s]+", "-", slug))
            found.add(re.sub(r"[-\s]+", "-", slug))
    return found | set(re.findall(r'(?:id|name)="([^"]+)"', text))


def check(name, text):
    for number, line in prose(text):
        for target in LINK.findall(CODE_SPAN.sub("", line)):
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            path, _, anchor = target.partition("#")
            place = (repository.ROOT / name.parent / path) if path else repository.ROOT / name
            if not place.exists():
                yield f"{name}:{number}: {target} leads nowhere"
            elif anchor and place.suffix == ".md":
                if anchor not in anchors(place.read_text(encoding="utf-8")):
                    yield f"{name}:{number}: {target} has no such heading"


def main():
    complaints = []
    for name in repository.files():
        if name.suffix == ".md" and not name.as_posix().startswith("tests/corpus/"):
            text = repository.read(name)
            complaints += check(name, text) if text else []
    for line in complaints:
        print(line)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
