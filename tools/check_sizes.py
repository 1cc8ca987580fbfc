#!/usr/bin/env python3
"""Keeps rooms small: files of at most 800 lines, lines of at most 100 columns, folders of at most
25 files. Exceptions stand in tools/size_exceptions.txt, each with its reason."""
import collections
import fnmatch
import re
import sys

import repository

CODE = {".cpp", ".hpp", ".py", ".sh", ".cmake", ".ts", ".tsx", ".css"}
FORMATTED_BY_BIOME = {".ts", ".tsx", ".css"}
MOST_LINES = 800
MOST_COLUMNS = 100
MOST_FILES = 25
# One file per member is the point of these folders.
CATALOGUES = ("src/builtins/*", "src/ir/passes", "src/cli/commands",
              "src/server/routes", "docs/errors", "docs/decisions")


def exceptions():
    allowed = {}
    for line in (repository.ROOT / "tools/size_exceptions.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(":")
            if not reason.strip():
                raise SystemExit(f"tools/size_exceptions.txt: {name} gives no reason")
            allowed[name.strip()] = reason
    return allowed


RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)


def without_raw_strings(text):
    """The text of raw strings is data, in which a line break would mean something else."""
    return RAW_STRING.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def file_complaints(name, allowed):
    text = repository.read(name) or ""
    lines = (without_raw_strings(text) if name.suffix in (".cpp", ".hpp") else text).splitlines()
    if len(lines) > MOST_LINES and name.as_posix() not in allowed:
        yield f"{name}: {len(lines)} lines, more than {MOST_LINES}"
    if name.suffix in FORMATTED_BY_BIOME:
        return
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS and "http" not in line:
            yield f"{name}:{number}: {len(line)} columns, more than {MOST_COLUMNS}"


def main():
    allowed = exceptions()
    complaints = []
    folders = collections.Counter()
    for name in repository.files():
        if name.suffix not in CODE:
            continue
        complaints += file_complaints(name, allowed)
        # Tests lie beside the code they test and do not make a room bigger.
        if not name.stem.endswith(("_test", "_bench", "_fuzz", ".test")):
            folders[name.parent.as_posix()] += 1
    for folder, count in sorted(folders.items()):
        catalogue = any(fnmatch.fnmatch(folder, pattern) for pattern in CATALOGUES)
        if count > MOST_FILES and not catalogue and folder not in allowed:
            complaints.append(f"{folder}: {count} files, more than {MOST_FILES}")
    for name in allowed:
        if not (repository.ROOT / name).exists():
            complaints.append(f"tools/size_exceptions.txt: {name} is gone")
    for line in complaints:
        print(line)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
