#!/usr/bin/env python3
"""Plain manners of text files: they end with a newline, hold no tabs, no carriage returns, no
spaces at line ends and no paths of somebody's machine; a module's README stays short."""
import re
import sys

import repository

MOST_README_LINES = 30
CODE = {".cpp", ".hpp", ".py", ".sh", ".cmake", ".ts", ".tsx", ".css", ".json", ".txt", ".yml"}
# Data is what it is: odd bytes there are often the point of a test.
DATA = {".csv", ".tsv", ".jsonl", ".svg", ".png"}
DATA_FOLDERS = ("tests/corpus/", "tests/data/", "tests/fixtures/")
MACHINE_PATH = re.compile(r"(?<![\w.~<>$}])/(?:work|root|home|Users)/[\w.]")


def is_data(name):
    path = name.as_posix()
    return name.suffix in DATA or path.startswith(DATA_FOLDERS) or "/fixtures/" in path


def complaints_of(name, text):
    if text and not text.endswith("\n"):
        yield f"{name}: no newline at the end"
    if "\r" in text:
        yield f"{name}: carriage returns"
    for number, line in enumerate(text.splitlines(), 1):
        if "\t" in line and name.suffix in CODE:
            yield f"{name}:{number}: tab"
        if line != line.rstrip() and name.suffix in CODE:
            yield f"{name}:{number}: spaces at the end of the line"
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: path of a machine"
    if name.name == "README.md" and name.parts[0] == "src":
        count = len(text.splitlines())
        if count > MOST_README_LINES:
            yield f"{name}: {count} lines, more than {MOST_README_LINES}"


def main():
    complaints = []
    for name in repository.files():
        text = None if is_data(name) else repository.read(name)
        if text is not None:
            complaints += complaints_of(name, text)
    for line in complaints:
        print(line)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
