#!/usr/bin/env python3
"""Figures of the Python package: frames, single events, import, size, memory, peers.

usage: run.py [--accept PROGRAM] [--wheel FILE] [--rows N] [--json FILE]

PROGRAM is bench/python/accept.cpp: the engine alone on the same rows, without which the first
figures have nothing to be compared with.
"""

import argparse
import json
import os
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
        "time": [i / 1000 for i in numbers],
        "group": [f"group {i * 7 % 8}" for i in numbers],
        "hired": [i * 31 % 10 < 4 for i in numbers],
        "score": [i * 37 % 1000 / 1000 for i in numbers]})


def best(work, times=3):
    """The shortest of some runs, in seconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def resident():
    with open("/proc/self/statm") as facts:
        return int(facts.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def frame_figures(figures, table, engine_ns):
    import pyarrow as pa

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
    reader = pa.RecordBatchReader.from_batches(
        table.schema, (batch for _ in range(1) for batch in table.to_batches(max_chunksize=65536)))
    plain.run_frame(reader)


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


def memory_figure(figures, total):
    import pyarrow as pa

    import fairmon as fm

    batch = rows(50_000).to_batches()[0]
    zero = batch.set_column(0, "time", pa.array([0.0] * 50_000))
    stream = pa.RecordBatchReader.from_batches(
        zero.schema, (zero for _ in range(total // 50_000)))
    monitor = fm.Monitor(SPEC, keep="triggers")
    monitor.run_frame(zero)
    before = resident()
    monitor.run_frame(stream)
    figures[f"memory grown by {total} rows, MB"] = (resident() - before) / 1e6


def import_figure(figures):
    script = "import time; t = time.perf_counter(); import fairmon; print(time.perf_counter() - t)"
    taken = [float(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                                  check=True).stdout) for _ in range(7)]
    figures["import, ms"] = min(taken) * 1e3


def loop_figure(figures, table):
    """The same counting and averaging as people write it by hand."""
    frame = table.slice(0, 100_000).to_pandas()

    def loop():
        seen, hits, window, total = {}, {}, [], 0.0
        for _, row in frame.iterrows():
            seen[row["group"]] = seen.get(row["group"], 0) + 1
            hits[row["group"]] = hits.get(row["group"], 0) + int(row["hired"])
            window.append((row["time"], row["score"]))
            total += row["score"]
        return seen, hits, total / len(window)

    seen, _, _ = loop()
    figures["loop over pandas, ns per event"] = best(loop, 1) / len(frame) * 1e9
    figures["faster than a loop over pandas"] = (
        figures["loop over pandas, ns per event"] / figures["pandas, ns per event"])
    assert sum(seen.values()) == len(frame)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept")
    parser.add_argument("--wheel")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--json")
    given = parser.parse_args()
    figures = {}
    engine_ns = None
    if given.accept:
        engine_ns = min(float(subprocess.run(
            [given.accept, SPEC, str(given.rows)], capture_output=True, text=True,
            check=True).stdout) for _ in range(3))
        figures["engine alone, ns per event"] = engine_ns
    table = rows(given.rows)
    frame_figures(figures, table, engine_ns)
    single_figures(figures, table)
    loop_figure(figures, table)
    import_figure(figures)
    memory_figure(figures, 10_000_000)
    if given.wheel:
        figures["wheel, MB"] = pathlib.Path(given.wheel).stat().st_size / 1e6
    for name, value in figures.items():
        print(f"{name:45} {value:12.2f}")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
