#!/usr/bin/env python3
"""Fails when a program was not hardened: see cmake/Hardening.cmake.

usage: check_hardening.py PROGRAM...
"""
import re
import subprocess
import sys


def readelf(flag, program):
    return subprocess.run(["readelf", "-W", flag, program], check=True, capture_output=True,
                          text=True).stdout


def complaints(program):
    head, segments = readelf("-h", program), readelf("-l", program)
    dynamic, symbols = readelf("-d", program), readelf("-s", program)
    if not re.search(r"Type:\s+DYN", head):
        yield "it has a fixed place in memory (no PIE)"
    if "GNU_RELRO" not in segments:
        yield "its tables stay writable (no RELRO)"
    if not re.search(r"\(BIND_NOW\)|FLAGS.*\bNOW\b", dynamic):
        yield "its tables are filled late (no -z now)"
    stack = re.search(r"GNU_STACK\s.*?\s(R[W ]*E?)\s+0x", segments)
    if not stack or "E" in stack[1]:
        yield "its stack can be executed"
    if re.search(r"LOAD\s.*\sRWE\s", segments):
        yield "it has memory that can be written and executed"
    if "__stack_chk_fail" not in symbols:
        yield "its stacks are not checked (no -fstack-protector-strong)"
    if not re.search(r"__\w+_chk\b", symbols.replace("__stack_chk_fail", "")):
        yield "its copies are not checked (no _FORTIFY_SOURCE)"


def main(programs):
    found = [f"{program}: {what}" for program in programs for what in complaints(program)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found or not programs else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
