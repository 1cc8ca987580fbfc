#!/usr/bin/env python3
"""What ledgers, reports and explanations cost beside the run itself.

usage: bench/audit/run.py --build DIR [--events N] [--rounds N]

- ledger: a run with one verdict per thousand events, with and without it: at most 5 % more
- report: of as many rows, against the run that judges them: at most 1.5 times as long
- why: the last firing of as many rows: at most 1 s for a million

Ways are tried in turn, so that a busy machine slows all alike; the fastest of each counts, wall and
CPU time are told. Prints JSON.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

SPARSE = """\
input group: String
input score: Float64
input hired: Bool
output seen @true := seen.last(or: 0) + 1
output rate(g: String) spawn with group eval when group == g with prob(of: hired)
#[public]
output sample eval @hired when seen % 1000 == 0 with seen
"""
PARITY = """\
input group: String
input hired: Bool
use demographic_parity(group: group, decision: hired, min_support: 30, threshold: 0.1)
"""
CHANCES = {"women": 0.3, "men": 0.42, "other": 0.4, "unknown": 0.4}


def write_data(file, events):
    generator = random.Random(1)
    groups = list(CHANCES)
    with file.open("w") as out:
        out.write("time,group,score,hired\n")
        for i in range(events):
            group = generator.choice(groups)
            hired = "true" if generator.random() < CHANCES[group] else "false"
            out.write(f"{i * 0.001:.3f},{group},{generator.random():.6f},{hired}\n")


def seconds(folder, *words):
    """Wall and CPU time of a command."""
    for old in folder.glob("run.ledger*"):
        old.unlink()
    began = time.monotonic()
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    complaint = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(complaint.decode())
    return time.monotonic() - began, used.ru_utime + used.ru_stime


def least(rounds, folder, ways):
    """The fastest of every way, tried in turn."""
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, words in ways.items():
            times[way].append(seconds(folder, *words))
    return {way: {"wall": round(min(wall for wall, _ in list_), 3),
                  "cpu": round(min(cpu for _, cpu in list_), 3)} for way, list_ in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    fairmon = str((arguments.build / "fairmon").resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "sparse.lola").write_text(SPARSE)
        (folder / "parity.lola").write_text(PARITY)
        write_data(folder / "data.csv", arguments.events)
        run = [fairmon, "monitor", "sparse.lola", "data.csv", "-q", "-o"]
        ledger = least(arguments.rounds, folder,
                       {"without": [*run, "jsonl=run.jsonl"], "with": [*run, "ledger=run.ledger"]})
        subprocess.run([fairmon, "verify", "run.ledger"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        report = least(arguments.rounds, folder,
                       {"run": [fairmon, "monitor", "parity.lola", "data.csv", "-q", "-o",
                                "summary=run.txt"],
                        "report": [fairmon, "report", "parity.lola", "data.csv", "-o", "r.html"],
                        "why": [fairmon, "why", "parity.lola", "data.csv"]})
    added = 100 * (ledger["with"]["wall"] / ledger["without"]["wall"] - 1)
    times = report["report"]["wall"] / report["run"]["wall"]
    print(json.dumps({
        "events": arguments.events,
        "ledger": {**ledger, "added_percent": round(added, 1), "goal": 5, "met": added <= 5},
        "report": {"run": report["run"], "report": report["report"], "times": round(times, 2),
                   "goal": 1.5, "met": times <= 1.5},
        "why": {**report["why"], "goal": 1.0, "met": report["why"]["wall"] <= 1.0}}, indent=2))


if __name__ == "__main__":
    main()
