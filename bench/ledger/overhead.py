#!/usr/bin/env python3
"""What a ledger costs: a run with one verdict per thousand events, with and without it.

usage: bench/ledger/overhead.py FAIRMON [--events N] [--rounds N]

Both ways run in turn, so that a busy machine slows both alike; the fastest and the median of each
count. Prints JSON: seconds without and with, and what the ledger adds in percent.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

SPEC = """\
input group: String
input score: Float64
input hired: Bool
output seen @true := seen.last(or: 0) + 1
output rate(g: String) spawn with group eval when group == g with prob(of: hired)
#[public]
output sample eval @hired when seen % 1000 == 0 with seen
"""


def write_data(file, events):
    generator = random.Random(1)
    groups = ["women", "men", "other", "unknown"]
    with file.open("w") as out:
        out.write("time,group,score,hired\n")
        for i in range(events):
            out.write(f"{i * 0.001:.3f},{generator.choice(groups)},{generator.random():.6f},"
                      f"{'true' if generator.random() < 0.4 else 'false'}\n")


def seconds(fairmon, folder, output):
    for old in folder.glob("run.ledger*"):
        old.unlink()
    began = time.monotonic()
    subprocess.run([fairmon, "monitor", "spec.lola", "data.csv", "-q", "-o", output], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairmon", type=pathlib.Path)
    parser.add_argument("--events", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    fairmon = str(arguments.fairmon.resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "spec.lola").write_text(SPEC)
        write_data(folder / "data.csv", arguments.events)
        ways = {"without": "jsonl=run.jsonl", "with": "ledger=run.ledger"}
        times = {way: [] for way in ways}
        for _ in range(arguments.rounds):
            for way, output in ways.items():
                times[way].append(seconds(fairmon, folder, output))
        size = (folder / "data.csv").stat().st_size
        lines = sum(1 for _ in (folder / "run.ledger").open())
        subprocess.run([fairmon, "verify", "run.ledger"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
    best = {way: min(list_) for way, list_ in times.items()}
    middle = {way: statistics.median(list_) for way, list_ in times.items()}

    def added(pair):
        return round(100 * (pair["with"] / pair["without"] - 1), 2)
    print(json.dumps({"events": arguments.events, "bytes": size, "ledger_lines": lines,
                      "best_seconds": best, "median_seconds": middle,
                      "added_percent_best": added(best), "added_percent_median": added(middle)},
                     indent=2))


if __name__ == "__main__":
    main()
