#!/usr/bin/env python3
"""Fails where code does in its own way what the program does in one way only."""
import re
import sys

import repository

# What is looked for, where it may stand, and what to use instead. The two of the pipeline turn what
# is thrown into the end of their batches themselves.
WAYS = (
    (re.compile(r"\bstd::sto(?:i|l|ll|ul|ull|f|d|ld)\s*\(|\b(?:ato[ifl]l?|strto\w+)\s*\("), (),
     "numbers from outside are read by support::parse_number, which neither throws nor guesses"),
    (re.compile(r"\bstd::(?:jthread|async|thread(?!::))\b"),
     ("src/support/thread.", "src/pipeline/run/batch_reader.", "src/pipeline/run/sink_runner."),
     "threads are started by support::Thread, so that nothing they throw ends the program"),
    (re.compile(r"\b(?:recursive_)?directory_iterator\b|\bremove_all\s*\("), (),
     "folders are listed and removed by support/folder.hpp; the standard library ends the program"
     " when memory runs out meanwhile"),
)
FREE = re.compile(r"_(test|bench|fuzz)\.cpp$|_kit\.hpp$")


def complaints_of(name, text):
    path = name.as_posix()
    if not path.startswith("src/") or name.suffix not in (".cpp", ".hpp") or FREE.search(path):
        return
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        for pattern, allowed, instead in WAYS:
            if pattern.search(code) and not path.startswith(allowed or ("\0",)):
                yield f"{path}:{number}: {instead}"


def main():
    complaints = []
    for name in repository.files():
        text = repository.read(name) if name.suffix in (".cpp", ".hpp") else None
        complaints += complaints_of(name, text) if text else []
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
