#!/usr/bin/env python3
"""Figures of the Python package: frames, single events, import, size, memory, peers.

usage: run.py [--build DIR] [--wheel FILE] [--rows N] [--json FILE]

DIR holds bench/fairmon_bench_accept (bench/python/accept.cpp): the engine alone on the same rows,
without which the first figures have nothing to be compared with. Times are those of processors, the
least of several turns, so that a busy machine does not decide; beside each figure stands its goal,
if it has one.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SPEC = HERE / "watch.lola"


def rows(count):
    """As accept.cpp makes them."""
    import pyarrow as pa

    numbers = range(count)
    return pa.table({
        "time": [i / 8 for i in numbers],
        "group": [f"group {i * 7 % 8}" for i in numbers],
        "hired": [i * 31 % 10 < 4 for i in numbers],
        "score": [i * 37 % 1000 / 1000 for i in numbers]})


# Figures with goals: the least, or the most they may be.
AT_LEAST = {"arrow, share of the engine": 0.8, "pandas, share of the engine": 0.3,
            "times faster than River": 20, "times faster than rows of pandas (iterrows)": 20,
            "times faster than tuples of pandas (itertuples)": 20}
AT_MOST = {"push of a dict, µs": 3, "import, ms": 50, "wheel, MB": 8,
           "memory grown by 10000000 rows, MB": 20}


def best(work, times=3):
    """The least time of processors that some runs took, in seconds."""
    taken = []
    for _ in range(times):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


def kind_of(build):
    """How the engine was compiled; figures of an unoptimised one are none to quote."""
    cache = build / "CMakeCache.txt"
    lines = cache.read_text().splitlines() if cache.exists() else []
    optimised = any(line.startswith("CMAKE_BUILD_TYPE") and line.endswith("=Release")
                    for line in lines)
    return "optimised" if optimised else "not optimised: figures are none to quote"


def frame_figures(figures, table, engine_ns):
    import fairmon as fm

    count = table.num_rows
    place = table.schema.get_field_index("group")
    frames = {
        "arrow": table,
        "arrow dictionary": table.set_column(place, "group", table["group"].dictionary_encode()),
        "pandas": table.to_pandas()}
    try:
        import polars
        frames["polars"] = polars.from_arrow(table)
    except ImportError:
        pass
    plain = fm._core.Monitor(fm.compile_spec(SPEC), fm._core.MonitorOptions(
        keep="triggers", findings=False))
    told = fm.Monitor(SPEC, keep="triggers")
    for name, frame in frames.items():
        figures[f"{name}, ns per event"] = best(lambda f=frame: plain.run_frame(f)) / count * 1e9
        if engine_ns:
            figures[f"{name}, share of the engine"] = (
                engine_ns / figures[f"{name}, ns per event"])
    figures["arrow with findings, ns per event"] = (
        best(lambda: told.run_frame(table)) / count * 1e9)


def single_figures(figures, table):
    import fairmon as fm

    events = table.slice(0, 50_000).to_pylist()
    monitor = fm.Monitor(SPEC)

    def push_all():
        monitor.reset()
        push = monitor.push
        for event in events:
            push(event)

    figures["push of a dict, µs"] = best(push_all) / len(events) * 1e6


def peak():
    """The most that was ever resident, in bytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def memory_figure(figures, total):
    """In a process of its own, since the most that was ever resident counts."""
    grown = subprocess.run([sys.executable, __file__, "--memory", str(total)], check=True,
                           capture_output=True, text=True).stdout
    figures[f"memory grown by {total} rows, MB"] = float(grown)


def memory_of(total):
    """What a stream of batches takes whose times go on, with nothing but the firings kept."""
    import pyarrow as pa
    import pyarrow.compute as pc

    import fairmon as fm

    size = 50_000
    batch = rows(size).to_batches()[0]

    def batches():
        for number in range(total // size):
            later = pc.add(batch["time"], number * size / 8)
            yield batch.set_column(0, "time", later)

    monitor = fm.Monitor(SPEC, keep="triggers")
    monitor.run_frame(pa.RecordBatchReader.from_batches(
        batch.schema, (batch for _ in range(1))))
    before = peak()
    run = monitor.run_frame(pa.RecordBatchReader.from_batches(batch.schema, batches()))
    assert run.num_events == total
    return (peak() - before) / 1e6


def import_figure(figures):
    script = "import time; t = time.process_time(); import fairmon; print(time.process_time() - t)"
    taken = [float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                                  check=True).stdout) for _ in range(7)]
    figures["import, ms"] = min(taken) * 1e3


def loop_figures(figures, table):
    """The same monitoring as people write it by hand, with equal results."""
    import by_hand

    import fairmon as fm

    frame = table.slice(0, 300_000).to_pandas()
    monitor = fm.Monitor(SPEC, keep=["seen", "hits", "mean"])
    ours = found_by(monitor.run_frame(frame))
    lean = fm._core.Monitor(monitor.spec, fm._core.MonitorOptions(keep="triggers", findings=False))
    own = best(lambda: lean.run_frame(frame)) / len(frame) * 1e9
    for name, way in {**by_hand.WAYS, **by_hand.WHOLE}.items():
        require_equal(name, ours, way(frame))
        taken = best(lambda w=way: w(frame), 2) / len(frame) * 1e9
        figures[f"{name}, ns per event"] = taken
        figures[f"times faster than {name}"] = taken / own


def found_by(run):
    """The last counts of each group and every mean, as `by_hand` has them."""
    last = []
    for stream in ("seen", "hits"):
        table = run.table(stream)
        last.append(dict(zip(table.column("g"), table.column("value"), strict=True)))
    return (*last, run.table("mean").column("value"))


def require_equal(name, ours, theirs):
    if ours[:2] != theirs[:2] or len(ours[2]) != len(theirs[2]) or any(
            abs(a - b) > 1e-9 for a, b in zip(ours[2], theirs[2], strict=True)):
        sys.exit(f"{name} finds something else:\n{theirs}\n{ours}")


def show(figures):
    """A line per figure, with its goal; true if all are met."""
    all_met = True
    for name, value in figures.items():
        goal = ""
        for goals, words, holds in ((AT_LEAST, "at least", value >= AT_LEAST.get(name, 0)),
                                    (AT_MOST, "at most", value <= AT_MOST.get(name, 0))):
            if name in goals:
                goal = f"{words} {goals[name]}: {'met' if holds else 'missed'}"
                all_met = all_met and holds
        print(f"{name:52} {value:12.2f}  {goal}".rstrip())
    return all_met


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--wheel")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--json")
    parser.add_argument("--memory", type=int, metavar="ROWS", help="only measures that")
    given = parser.parse_args()
    if given.memory:
        print(memory_of(given.memory))
        return
    figures = {}
    engine_ns = None
    if given.build:
        print("the engine is", kind_of(given.build))
        engine_ns = min(float(subprocess.run(
            [given.build / "bench/fairmon_bench_accept", SPEC, str(given.rows)],
            capture_output=True, text=True, check=True).stdout) for _ in range(3))
        figures["engine alone, ns per event"] = engine_ns
    table = rows(given.rows)
    frame_figures(figures, table, engine_ns)
    single_figures(figures, table)
    loop_figures(figures, table)
    import_figure(figures)
    memory_figure(figures, 10_000_000)
    if given.wheel:
        figures["wheel, MB"] = pathlib.Path(given.wheel).stat().st_size / 1e6
    all_met = show(figures)
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(figures, indent=2))
    if not all_met:
        print("some goals are missed")


if __name__ == "__main__":
    main()
