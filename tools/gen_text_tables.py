#!/usr/bin/env python3
"""Writes src/support/width_ranges.inc and src/support/nfc_tables.inc from Python's Unicode tables.

Width: code points that take two columns in a terminal, and those that take none.
NFC: canonical decompositions in one step, combining classes, and which of the decompositions are
put together again. Hangul syllables are computed and left out.
"""
import pathlib
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
HANGUL = range(0xAC00, 0xD7A4)


def ranges(belongs):
    found, first = [], None
    for code in range(0x80, 0x110000):
        if belongs(chr(code)):
            first = code if first is None else first
        elif first is not None:
            found.append((first, code - 1))
            first = None
    return found


def table(kind, name, rows):
    lines = [f"constexpr std::array<{kind}, {len(rows)}> {name} = {{{{"]
    line = "   "
    for row in rows:
        cell = " {" + ", ".join(f"{value:#x}" for value in row) + "},"
        if len(line) + len(cell) > 100:
            lines.append(line)
            line = "   "
        line += cell
    return lines + [line, "}};"]


def decompositions():
    for code in range(0x80, 0x110000):
        parts = unicodedata.decomposition(chr(code)).split()
        if parts and not parts[0].startswith("<") and code not in HANGUL:
            values = [int(part, 16) for part in parts]
            composes = len(values) == 2 and unicodedata.normalize("NFC", chr(code)) == chr(code)
            yield code, values[0], values[1] if len(values) == 2 else 0, int(composes)


def write(name, lines):
    head = f"// Unicode {unicodedata.unidata_version}; written by tools/gen_text_tables.py."
    (ROOT / "src/support" / name).write_text("\n".join([head, *lines]) + "\n")


def main():
    wide = ranges(lambda c: unicodedata.east_asian_width(c) in "WF")
    empty = ranges(lambda c: unicodedata.category(c) in ("Mn", "Me", "Cf"))
    write("width_ranges.inc", table("Range", "kWide", wide) + table("Range", "kEmpty", empty))
    classes = [(code, unicodedata.combining(chr(code))) for code in range(0x80, 0x110000)
               if unicodedata.combining(chr(code))]
    write("nfc_tables.inc",
          table("Decomposition", "kDecompositions", list(decompositions()))
          + table("CombiningClass", "kClasses", classes))


if __name__ == "__main__":
    main()
