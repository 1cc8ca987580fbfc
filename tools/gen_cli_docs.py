#!/usr/bin/env python3
"""Rewrites the pages that the program itself knows best: all commands, and all plugins' options.

usage: tools/gen_cli_docs.py [PROGRAM]        default: build/release/fairmon
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = "<!-- below: fairmon plugins --markdown -->\n"


def ask(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/fairmon")
    (ROOT / "docs/reference").mkdir(exist_ok=True)
    (ROOT / "docs/reference/command-line.md").write_text(ask(program, "man", "--markdown"),
                                                         encoding="utf-8")
    page = ROOT / "docs/guide/connecting.md"
    head = page.read_text(encoding="utf-8").split(MARK)[0]
    page.write_text(head + MARK + "\n" + ask(program, "plugins", "--markdown"), encoding="utf-8")


if __name__ == "__main__":
    main()
