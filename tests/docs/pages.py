"""Finds commands, their shown output and files in Markdown pages.

A fenced block `console` holds commands (`$ …`, continued by a backslash) and below each what it
prints; `…` stands for anything, a line of its own for any lines. A command in a cell of a table is
run too. `<!-- file: NAME -->` before a block makes it a file. `<!-- not run: REASON -->` before a
block leaves its commands out.
"""

import dataclasses
import re

FENCE = re.compile(r"^(\s*)(`{3,})\s*(\w*)\s*$")
REMARK = re.compile(r"^<!-- (file|not run): (.+?) -->$")
COMMAND = re.compile(r"^\s*(\$ )?(\w+=\S+ )*(\./)?(build/\w+/)?fairmon\s+[a-z]")

CELL = re.compile(r"`(fairmon \w+ [^`]*\.[^`]*)`")


@dataclasses.dataclass
class Step:
    """A command to run with the output shown, or a file to write."""
    line: int
    command: str = ""
    shown: list = dataclasses.field(default_factory=list)
    file: str = ""
    text: str = ""


@dataclasses.dataclass
class Page:
    steps: list
    left_out: list  # (line, reason)
    strays: list    # lines with commands outside of console blocks


def read_console(first, lines):
    steps, number = [], 0
    while number < len(lines):
        line = lines[number]
        if line.startswith("$ "):
            step = Step(first + number, line[2:])
            while step.command.endswith("\\") or in_here_document(step.command):
                number += 1
                if number == len(lines):
                    raise ValueError(f"line {step.line}: the command does not end")
                step.command += "\n" + lines[number].removeprefix("> ")
            steps.append(step)
        elif steps:
            steps[-1].shown.append(line)
        elif line.strip():
            raise ValueError(f"line {first + number}: a console block begins with `$ `")
        number += 1
    return steps


def in_here_document(command):
    """True while the text behind `<<'END'` goes on."""
    begun = re.search(r"<<'(\w+)'", command.split("\n")[0])
    return bool(begun) and not command.endswith("\n" + begun.group(1))


def read_page(text):
    page = Page([], [], [])
    remark, fence, block = None, None, []
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line)
        if fence:
            if found and found.group(2) == fence.group(2) and not found.group(3):
                take_block(page, fence.group(3), first, block, remark)
                fence, remark = None, None
            else:
                block.append(line)
        elif found:
            fence, first, block = found, number + 1, []
        elif REMARK.match(line):
            remark = REMARK.match(line).groups()
        elif line.strip():
            remark = None
            if line.startswith("    ") and COMMAND.match(line):
                page.strays.append(number)
            if line.startswith("|"):
                page.steps += [Step(number, cell) for cell in CELL.findall(line)]
    return page


def take_block(page, kind, first, lines, remark):
    if remark and remark[0] == "not run":
        page.left_out.append((first, remark[1]))
    elif remark and remark[0] == "file":
        page.steps.append(Step(first, file=remark[1], text="\n".join(lines) + "\n"))
    elif kind == "console":
        page.steps += read_console(first, lines)
    else:
        page.strays += [first + i for i, line in enumerate(lines) if COMMAND.match(line)]
