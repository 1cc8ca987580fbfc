#!/usr/bin/env python3
"""Runs clang-tidy 19 over the .cpp files changed since main, or over all of them.

A file whose preprocessed text was clean before is not looked at again, so a second run costs
seconds. Needs build/tidy/compile_commands.json (preset `tidy`).
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "tidy"
CLEAN = BUILD / "clean"


def git(*arguments):
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.split() if run.returncode == 0 else None


def changed_files():
    """Names changed against the point where this branch left main, or None without git."""
    for main in ("origin/main", "main"):
        base = git("merge-base", "HEAD", main)
        if base:
            names = set(git("diff", "--name-only", base[0]) or [])
            return names | set(git("ls-files", "--others", "--exclude-standard") or [])
    return None


def is_changed(path, changed):
    """A body also counts as changed when the header of its name is."""
    name = path.relative_to(ROOT).as_posix()
    return name in changed or name.removesuffix(".cpp") + ".hpp" in changed


def digest(command, directory):
    arguments = shlex.split(command)
    start = next(i for i, word in enumerate(arguments) if "clang++" in word)
    arguments = [word for word in arguments[start:] if word != "-c"]
    output = arguments.index("-o")
    del arguments[output:output + 2]
    run = subprocess.run([*arguments, "-E", "-P"], cwd=directory, capture_output=True)
    if run.returncode != 0:
        return None
    return hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + run.stdout).hexdigest()


def check(entry):
    path = pathlib.Path(entry["file"])
    key = digest(entry["command"], entry["directory"])
    if key and (CLEAN / key).exists():
        return path, True, ""
    run = subprocess.run(
        ["clang-tidy-19", "-p", str(BUILD), "--quiet", "--use-color", str(path)],
        cwd=ROOT, capture_output=True, text=True)
    if run.returncode == 0 and key:
        (CLEAN / key).touch()
    return path, run.returncode == 0, run.stdout + ("" if run.stdout else run.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    CLEAN.mkdir(parents=True, exist_ok=True)
    entries = [entry for entry in json.loads((BUILD / "compile_commands.json").read_text())
               if BUILD not in pathlib.Path(entry["file"]).parents]
    changed = None if options.all else changed_files()
    if changed is not None:
        entries = [entry for entry in entries if is_changed(pathlib.Path(entry["file"]), changed)]
    print(f"{len(entries)} files")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, clean, text in pool.map(check, entries):
            if not clean:
                failed += 1
                print(f"{path.relative_to(ROOT)}:\n{text}")
    if failed:
        print(f"clang-tidy complains about {failed} files")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
