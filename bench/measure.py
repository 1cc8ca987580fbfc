"""CPU time and memory of a command, pinned to one core."""
import contextlib
import os
import pathlib
import subprocess
import sys

import contenders
import workloads

CORE = max(os.sched_getaffinity(0))
LAUNCH = pathlib.Path(__file__).resolve().parent / "launch.py"


@contextlib.contextmanager
def pinned():
    """What is started here runs on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORE})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def run(command, events):
    """Nanoseconds of CPU per event and the largest resident size in MiB."""
    environment = dict(os.environ, POLARS_MAX_THREADS="1")
    reading, writing = os.pipe()
    start = [sys.executable, "-I", "-S", str(LAUNCH), str(writing), *map(str, command)]
    with pinned():
        child = subprocess.run(start, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env=environment, pass_fds=[writing])
    os.close(writing)
    with os.fdopen(reading) as report:
        words = report.read().split()
    if child.returncode != 0 or words[2] != "0":
        sys.stderr.buffer.write(child.stderr)
        raise SystemExit(f"bench: {' '.join(map(str, command))} failed")
    cpu = float(words[0])
    return {"cpu_s": cpu, "events": events, "cpu_ns_per_event": cpu / events * 1e9,
            "memory_mib": int(words[1]) / 1024}


def best(command, events, repeat):
    return min((run(command, events) for _ in range(repeat)),
               key=lambda figure: figure["cpu_ns_per_event"])


def evaluations(workload, options, data):
    """How often the counted stream of a workload is evaluated; the hand-written program knows."""
    program = workload.limit_program(options.build)
    text = subprocess.run([program, data], capture_output=True, text=True, check=True).stdout
    counts = dict(line.split()[:2] for line in text.splitlines())
    return int(counts[workload.per_evaluation]) * workload.windows


def latency(options):
    """Nanoseconds that one pushed event takes, by specification."""
    program = options.build / "bench/fairmon_bench_latency"
    figures = {}
    if not program.exists():
        print(f"{program.name} is not built: single events are left out", file=sys.stderr)
        return figures
    for name in ("w1", "w3", "w6"):
        command = [program, workloads.case(name), str(options.events // 5)]
        for _ in range(options.repeat):
            text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            turn = {key: float(value) for key, value in map(str.split, text.splitlines())}
            known = figures.setdefault(name, turn)
            figures[name] = min(known, turn, key=lambda figure: figure["median"])
    return figures


def growth(options):
    """Cost per event as traces and numbers of instances grow tenfold."""
    figures = {"events": {}, "instances": {}}
    repeat = max(3, options.repeat // 2)
    for workload in workloads.matching("^w[1346]$"):
        for events in (options.events, options.events * 10):
            data = workloads.trace_of(workload, events, options.build)
            command = contenders.fairmon(workload.spec, data, options.build)
            figures["events"].setdefault(workload.name, {})[events] = best(command, events, repeat)
    for instances in (100, 1_000, 10_000, 100_000, 1_000_000):
        # So many events that creating the instances does not count for much.
        events = max(options.events, 10 * instances)
        data = workloads.trace("keys", events, options.build, instances)
        command = contenders.fairmon(workloads.case("keys"), data, options.build)
        figures["instances"][instances] = best(command, events, repeat)
    return figures
