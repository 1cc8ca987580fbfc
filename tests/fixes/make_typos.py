#!/usr/bin/env python3
"""Writes specifications with one slip of one token each, made from those that are shipped.

usage: make_typos.py [--count N] [--seed N] [--judge PROGRAM ARGUMENTS...]

Without --judge the texts go to standard output, each ended by a zero byte.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/peers"))
import suites  # noqa: E402

TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\])*"|[^\W\d][\w\']*|\d[\w.]*|:=|==|!=|<=|>=|&&|\|\||'
                   r'->|=>|\*\*|[^\s\w]', re.UNICODE)
NEIGHBOURS = {":=": ["=", ":", "=="], "==": ["=:", "=!", "==="], ">=": ["=>"], "<=": ["=<"],
              "&&": ["&", "and and"], "||": ["|"], "!=": ["<>", "!"], "(": ["[", "{"],
              ")": ["]", "}"], ",": [";", "."], ".": [","], ":": [";", "::"], "\"": ["'"]}


def misspelt(rng, word):
    """A letter lost, doubled, changed or swapped with the next one; or the wrong case."""
    at = rng.randrange(len(word))
    kind = rng.randrange(5)
    if kind == 0 and len(word) > 2:
        return word[:at] + word[at + 1:]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + rng.choice("aeionrst") + word[at + 1:]
    if kind == 3 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    return word[0].swapcase() + word[1:]


def slip(rng, text):
    """The text with one token lost, repeated, swapped, misspelt or mistaken; None if unchanged."""
    tokens = [m for m in TOKEN.finditer(text) if not m.group().startswith("//")]
    at = rng.randrange(len(tokens))
    token = tokens[at]
    kind = rng.randrange(10)
    begin, end, word = token.start(), token.end(), token.group()
    if kind < 2:
        new = text[:begin] + text[end:]
    elif kind == 2:
        new = text[:end] + " " + word + text[end:]
    elif kind == 3 and at + 1 < len(tokens):
        other = tokens[at + 1]
        new = text[:begin] + other.group() + text[end:other.start()] + word + text[other.end():]
    elif word in NEIGHBOURS:
        new = text[:begin] + rng.choice(NEIGHBOURS[word]) + text[end:]
    elif word[0].isalpha():
        new = text[:begin] + misspelt(rng, word) + text[end:]
    elif word[0] == '"':
        new = text[:begin] + rng.choice([word[:-1], word[1:], "'" + word[1:-1] + "'"]) + text[end:]
    else:
        return None
    return None if new == text else new


def specifications():
    for path in sorted(ROOT.glob("examples/**/*.lola")):
        yield path.read_text(encoding="utf-8")
    for case in suites.collect(ROOT, ("docs/guide", "docs/reference", "library/metrics")):
        if "rtlola" in case.blocks and "diagnostics" not in case.blocks:
            yield case.blocks["rtlola"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    texts = [text for text in specifications() if 0 < len(text) < 4000]
    made = []
    while len(made) < options.count:
        new = slip(rng, rng.choice(texts))
        if new is not None:
            made.append(new)
    data = "".join(text + "\0" for text in made).encode()
    if not options.judge:
        sys.stdout.buffer.write(data)
        return 0
    return subprocess.run(options.judge, input=data, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
