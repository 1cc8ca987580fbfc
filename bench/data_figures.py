"""Data in and runs that survive: figures of the program's ends, each with its goal."""
import json
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import contenders
import measure
import shapes
import workloads
from figure import Figure

KEYS = 100_000  # instances in the run that writes checkpoints


def micro(options, program, pattern):
    """Smallest CPU time in ms by benchmark; all take turns within one run of the program."""
    command = [options.build / "bench" / program, f"--benchmark_filter=^({pattern})$",
               "--benchmark_format=json", "--benchmark_min_time=0.1",
               f"--benchmark_repetitions={2 * options.repeat}",
               "--benchmark_enable_random_interleaving=true"]
    with measure.pinned():
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    best = {}
    for entry in json.loads(text)["benchmarks"]:
        if entry.get("error_occurred"):
            raise SystemExit(f"bench: {entry['name']}: {entry['error_message']}")
        if entry["run_type"] == "iteration":
            name = entry["run_name"]
            best[name] = min(best.get(name, entry["cpu_time"]), entry["cpu_time"])
    return best


def csv(options):
    names = "csv_numbers|csv_groups"
    best = micro(options, "fairmon_plugins_bench", f"({names})(_by_hand)?")
    for name in names.split("|"):
        yield Figure(f"{name}: ns per line", best[name], "ns")
        yield Figure(f"{name}: speed against a reader written by hand",
                     best[f"{name}_by_hand"] / best[name], "×", 0.6, at_least=True)


def jsonl(options):
    best = micro(options, "fairmon_plugins_bench", "jsonl_decisions(_by_hand)?")
    yield Figure("jsonl: ns per line", best["jsonl_decisions"], "ns")
    yield Figure("jsonl: speed against the JSON library alone",
                 best["jsonl_decisions_by_hand"] / best["jsonl_decisions"], "×", 0.7, at_least=True)


def wall(command):
    began = time.monotonic()
    with measure.pinned():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began


def checkpoint(options):
    """What a checkpoint every 10 s takes away: keeping positions all the time, plus the cost of one
    checkpoint, found by writing many."""
    events = max(options.events, 2_000_000)
    data = workloads.trace("keys", events, options.build, KEYS)
    plain = contenders.fairmon(workloads.case("keys"), data, options.build)
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        file = pathlib.Path(folder, "run.ckpt")
        every = events // 10
        rounds = [[], [], []]
        for _ in range(options.repeat):
            rounds[0].append(wall(plain))
            rounds[1].append(wall([*plain, "--checkpoint", file, "--every", "1h"]))
            rounds[2].append(wall([*plain, "--checkpoint", file, "--every", str(every)]))
        size = file.stat().st_size / 2**20
    without, ready, often = (min(times) for times in rounds)
    one = max(0.0, often - ready) / (events // every)
    yield Figure(f"checkpoint of {KEYS:,} instances: size", size, "MiB")
    yield Figure("checkpoint: time for one", one * 1000, "ms")
    yield Figure("checkpoint every 10 s: share of throughput",
                 100 * (max(0.0, ready - without) / without + one / 10), "%", 2)


def startup(options):
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        data = pathlib.Path(folder, "one.csv")
        data.write_text("time,a,b,c,d,e,f\n0,1,2,3,4,5,6\n")
        command = contenders.fairmon(workloads.case("w1"), data, options.build)
        times = [measure.run(command, 1)["cpu_s"] for _ in range(20 * options.repeat)]
    yield Figure("startup: CPU time of a run over one event, median",
                 1000 * statistics.median(times), "ms", 10)


def memory(options):
    """Resident memory must not depend on the length of the file."""
    for events in (options.events, 10 * options.events):
        data = workloads.trace("w1", events, options.build)
        command = contenders.fairmon(workloads.case("w1"), data, options.build)
        size = data.stat().st_size / 2**20
        yield Figure(f"memory: a run over {size:,.0f} MiB of CSV",
                     measure.run(command, events)["memory_mib"], "MiB", 64)


ALL = {"csv": csv, "jsonl": jsonl, "checkpoint": checkpoint, "startup": startup, "memory": memory,
       **shapes.ALL}


def matching(pattern, options):
    """Figures of all groups whose name matches."""
    figures = []
    for name, find in ALL.items():
        if re.search(pattern, name):
            figures += find(options)
    return figures


def table(figures):
    if not figures:
        return []
    words = {None: "", True: "yes", False: "**no**"}
    lines = ["", "| data in and out | figure | goal | met |", "|---|---:|---:|---|"]
    for figure in figures:
        goal = figure.wanted()
        goal += f" {figure.unit}" if goal else ""
        lines.append(f"| {figure.name} | {figure.value:.3g} {figure.unit} | {goal} | "
                     f"{words[figure.met()]} |")
    return lines
