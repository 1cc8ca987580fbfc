#!/usr/bin/env python3
"""Prints a digest of everything that decides what a step of ./dev test finds.

usage: step_digest.py [--build FOLDER] [--without FOLDER]...

Covered are the files of the repository with uncommitted and untracked ones, the commit that
clang-tidy compares with, the programs of a build folder, the COMPAS data where they are at hand,
versions of all tools and the environment. When in doubt something counts: a needless run costs
seconds, a run left out by mistake costs trust.
"""
import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys

import repository

# Variables that differ between two terminals and mean nothing to a test.
IDLE_VARIABLES = re.compile(
    r"_|SHLVL|PWD|OLDPWD|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|LS_COLORS|PS1|WINDOWID|TMUX.*|STY"
    r"|VTE_.*|SSH_.*|GPG_.*|DBUS_.*|XDG_SESSION_.*|XDG_RUNTIME_DIR|INVOCATION_ID|JOURNAL_STREAM"
    r"|FAIRMON_JOBS")
# What dpkg does not know of: the tools may come from elsewhere.
TOOLS = (["g++", "--version"], ["clang++-19", "--version"], ["cmake", "--version"],
         ["ninja", "--version"], ["python3", "--version"], ["node", "--version"],
         ["git", "--version"])


def output_of(command, folder):
    """What a command prints, or why it does not; an absent tool is a fact like any other."""
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as failure:
        return type(failure).__name__.encode()
    return b"%d " % run.returncode + run.stdout


def repository_facts(root, without):
    """Name, mode and content of every file git knows or would add."""
    for name in repository.files(root):
        if any(pathlib.PurePath(folder) in name.parents for folder in without):
            continue
        path = root / name
        yield f"file {name} {path.stat().st_mode:o}".encode()
        yield hashlib.sha256(path.read_bytes()).digest()


def branch_facts(root):
    """Where this branch left main: lint looks at what has changed since."""
    for main in ("origin/main", "main"):
        yield output_of(["git", "merge-base", "HEAD", main], root)


def stat_facts(kind, paths):
    """Size and time of writing: whoever writes a program anew changes one of them."""
    for path in sorted(paths):
        status = path.stat()
        yield f"{kind} {path} {status.st_size} {status.st_mtime_ns}".encode()


def programs(build):
    """Executables, libraries loaded at run time and lists of tests, without the compiler's work."""
    for folder, folders, names in os.walk(build):
        folders[:] = [name for name in folders if name != "CMakeFiles"]
        for name in names:
            path = pathlib.Path(folder, name)
            if name == "CTestTestfile.cmake" or ".so" in path.suffixes or os.access(path, os.X_OK):
                yield path


def outside_facts(root, environment):
    """Data that tests read where somebody has put them beside the repository."""
    compas = pathlib.Path(environment.get("FAIRMON_COMPAS", root.parent / "shared/data/compas"))
    yield from stat_facts("data", (path for path in compas.rglob("*") if path.is_file()))


def tool_facts(root):
    yield output_of(["dpkg-query", "-W"], root)
    for command in TOOLS:
        yield output_of(command, root)


def environment_facts(environment):
    for name, value in sorted(environment.items()):
        if not IDLE_VARIABLES.fullmatch(name):
            yield f"variable {name}={value}".encode("utf-8", "surrogateescape")


def digest(root, build=None, without=(), environment=os.environ):
    whole = hashlib.sha256()
    parts = [repository_facts(root, without), branch_facts(root), outside_facts(root, environment),
             tool_facts(root), environment_facts(environment)]
    if build:
        parts.append(stat_facts("program", programs(root / build)))
    for part in parts:
        for fact in part:
            whole.update(b"%d:" % len(fact) + fact)
    return whole.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", help="a build folder whose programs count")
    parser.add_argument("--without", action="append", default=[], metavar="FOLDER",
                        help="a folder of the repository that does not")
    options = parser.parse_args()
    print(digest(repository.ROOT, options.build, options.without))


if __name__ == "__main__":
    sys.exit(main())
