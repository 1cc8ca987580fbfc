#!/usr/bin/env python3
"""What ledgers, reports and explanations cost beside the run itself.

usage: bench/audit/run.py --build DIR [--events N] [--rounds N]

- ledger: a run with one verdict per thousand events, with and without it: at most 5 % more. Bytes
  of data and program are hashed on threads of their own; what that takes is told apart, so that
  what the run itself has to do more shows also where every processor is busy
- report: of as many rows, against the run that judges them: at most 1.5 times as long; likewise of
  a specification with windows, whose report judges them also half and twice as long
- why: the last firing of as many rows: at most 1 s for a million; reading and judging them once is
  the least that this can take

Ways are tried in turn, so that a busy machine slows all alike; the fastest of each counts, wall and
CPU time are told. `met` looks at the time on the wall, `met_by_cpu` at the time of processors,
which says more on a busy machine. Prints JSON.
"""
import argparse
import hashlib
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
output sample eval @hired when seen % 1000 == 0
  with rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
"""
PARITY = """\
input group: String
input hired: Bool
use demographic_parity(group: group, decision: hired, min_support: 30, threshold: 0.1)
"""
WINDOWED = """\
input group: String
input hired: Bool
use demographic_parity(group: group, decision: hired, min_support: 30, threshold: 0.1,
                       over: 1min, every: 1s)
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


def hashing(*files):
    """What hashing these files takes of a processor, by the library that the program uses."""
    begin = time.process_time()
    for file in files:
        hashlib.sha256(file.read_bytes()).digest()
    return time.process_time() - begin


def ledger_figures(fairmon, folder, rounds):
    run = [fairmon, "monitor", "sparse.lola", "data.csv", "-q", "-o"]
    times = least(rounds, folder,
                  {"without": [*run, "jsonl=run.jsonl"], "with": [*run, "ledger=run.ledger"]})
    subprocess.run([fairmon, "verify", "run.ledger"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    hashed = min(hashing(folder / "data.csv", pathlib.Path(fairmon)) for _ in range(rounds))
    added = {clock: times["with"][clock] - times["without"][clock] for clock in ("wall", "cpu")}
    wall = 100 * added["wall"] / times["without"]["wall"]
    cpu = 100 * (added["cpu"] - hashed) / times["without"]["cpu"]
    return {**times, "added_percent": round(wall, 1), "hashing_cpu": round(hashed, 3),
            "added_percent_of_cpu_beside_hashing": round(cpu, 1), "goal": 5, "met": wall <= 5,
            "met_by_cpu": cpu <= 5}


def report_figures(fairmon, folder, rounds, spec):
    times = least(rounds, folder, {
        "run": [fairmon, "monitor", spec, "data.csv", "-q", "-o", "summary=run.txt"],
        "report": [fairmon, "report", spec, "data.csv", "-o", "report.html"]})
    ratio = {clock: times["report"][clock] / times["run"][clock] for clock in ("wall", "cpu")}
    return {**times, "times": round(ratio["wall"], 2), "times_by_cpu": round(ratio["cpu"], 2),
            "goal": 1.5, "met": ratio["wall"] <= 1.5, "met_by_cpu": ratio["cpu"] <= 1.5}


def kind_of(build):
    """How the programs were compiled; figures of an unoptimised build are none to quote."""
    cache = build / "CMakeCache.txt"
    lines = cache.read_text().splitlines() if cache.exists() else []
    kind = [line.split("=", 1)[1] for line in lines if line.startswith("CMAKE_BUILD_TYPE")]
    return {"Release": "optimised"}.get("".join(kind), "not optimised")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    fairmon = str((arguments.build / "fairmon").resolve())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, text in (("sparse", SPARSE), ("parity", PARITY), ("windowed", WINDOWED)):
            (folder / f"{name}.lola").write_text(text)
        write_data(folder / "data.csv", arguments.events)
        ledger = ledger_figures(fairmon, folder, arguments.rounds)
        report = report_figures(fairmon, folder, arguments.rounds, "parity.lola")
        windowed = report_figures(fairmon, folder, arguments.rounds, "windowed.lola")
        why = least(arguments.rounds, folder,
                    {"why": [fairmon, "why", "parity.lola", "data.csv"]})["why"]
    print(json.dumps({
        "events": arguments.events, "program": kind_of(arguments.build), "ledger": ledger,
        "report": report, "report_with_windows": windowed,
        "why": {**why, "goal": 1.0, "met": why["wall"] <= 1.0, "met_by_cpu": why["cpu"] <= 1.0}},
        indent=2))


if __name__ == "__main__":
    main()
