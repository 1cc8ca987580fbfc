#!/usr/bin/env python3
"""Compares two folders of Google Benchmark results: tools/bench_compare.py OLD NEW

Prints old and new time per benchmark and their ratio. With repetitions (--benchmark_repetitions)
the median is compared, and a difference smaller than the spread is called noise.
"""
import json
import pathlib
import statistics
import sys


def times(folder):
    """Name of each benchmark -> list of its times in nanoseconds."""
    scale = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        for run in json.loads(path.read_text())["benchmarks"]:
            if run.get("run_type", "iteration") == "iteration" and "error_message" not in run:
                nanoseconds = run["real_time"] * scale[run["time_unit"]]
                found.setdefault(run["run_name"], []).append(nanoseconds)
    return found


def readable(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.2f} ns"


def verdict(old, new):
    before, after = statistics.median(old), statistics.median(new)
    spread = max(max(old) - min(old), max(new) - min(new))
    if abs(after - before) <= spread or abs(after / before - 1) < 0.02:
        return "noise"
    return "slower" if after > before else "faster"


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    old, new = times(sys.argv[1]), times(sys.argv[2])
    width = max((len(name) for name in old | new), default=0)
    for name in sorted(old | new):
        if name not in old or name not in new:
            print(f"{name:{width}}  only in {'new' if name in new else 'old'}")
            continue
        before, after = statistics.median(old[name]), statistics.median(new[name])
        print(f"{name:{width}}  {readable(before):>10}  {readable(after):>10}  "
              f"{after / before:6.2f}  {verdict(old[name], new[name])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
