#!/usr/bin/env python3
"""Writes src/support/xid_ranges.inc from Python's own Unicode tables.

Python identifiers are XID_Start XID_Continue*, with `_` allowed first; ASCII is left out because
the code answers it without the table.
"""
import sys
import unicodedata


def ranges(belongs):
    found, first = [], None
    for code in range(0x80, 0x110000):
        if belongs(chr(code)):
            if first is None:
                first = code
        elif first is not None:
            found.append((first, code - 1))
            first = None
    if first is not None:
        found.append((first, 0x10FFFF))
    return found


def table(name, rows):
    lines = [f"constexpr std::array<CodePointRange, {len(rows)}> {name} = {{{{"]
    line = "   "
    for first, last in rows:
        cell = f" {{{first:#x}, {last:#x}}},"
        if len(line) + len(cell) > 100:
            lines.append(line)
            line = "   "
        line += cell
    lines += [line, "}};"]
    return lines


def main():
    out = [f"// Unicode {unicodedata.unidata_version}; written by tools/gen_xid_ranges.py."]
    out += table("kXidStart", ranges(str.isidentifier))
    out += table("kXidContinue", ranges(lambda c: ("a" + c).isidentifier()))
    sys.stdout.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
