#!/usr/bin/env python3
"""Random specifications in the common language: the released Rust tool and ours must agree.

usage: tests/peers/random_cases.py [--binary PATH] [--generator PATH] [--peer PATH]
                                   [--seed N] [--count N] [--keep FOLDER]
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import compare_logs
from replay import monitor, stream_names

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def judge(spec_file, options):
    specification = spec_file.read_text(encoding="utf-8")
    trace = spec_file.with_suffix(".csv").read_text(encoding="utf-8")
    try:
        theirs = monitor(options.peer, specification, trace)
    except subprocess.TimeoutExpired:
        return "outside", "the peer does not end"
    if theirs.returncode != 0:
        return "outside", (theirs.stderr.strip().splitlines() or ["refused"])[0]
    ours = monitor(options.binary, specification, trace)
    if ours.returncode != 0:
        return "different", "we refuse it: " + (ours.stderr.strip().splitlines() or ["?"])[0]
    difference = compare_logs.first_difference(ours.stdout, theirs.stdout,
                                               stream_names(specification))
    return ("equal", "") if difference is None else ("different", difference)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "build/dev/fairmon"))
    parser.add_argument("--generator", default=str(ROOT / "build/dev/tests/fairmon_random"))
    parser.add_argument("--peer", default="rtlola-cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--keep", type=pathlib.Path, help="write the cases there and leave them")
    return parser.parse_args()


def main():
    options = parse_options()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        subprocess.run([options.generator, "--common", "--seed", str(options.seed), "--count",
                        str(options.count), "--write", str(folder)], check=True)
        files = [folder / f"{seed}.lola"
                 for seed in range(options.seed, options.seed + options.count)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for file, (outcome, detail) in zip(files, pool.map(lambda f: judge(f, options), files)):
                counts[outcome] += 1
                if outcome == "different":
                    print(f"seed {file.stem}: {detail}")
    print(f"{counts['equal']} random cases equal, {counts['outside']} outside the common language, "
          f"{counts['different']} different")
    return 1 if counts["different"] or counts["equal"] < options.count / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
