#!/usr/bin/env python3
"""What more cores and Spark cost beside one monitor; every way has to give the same verdicts.

usage: run.py --build FOLDER [--python PROGRAM] [--rows N] [--turns N] [--record]

--python    an interpreter with fairmon, pyspark and pyarrow (build/clusters/spark/venv has them);
            without it Spark is left out, and the output says so
--record    writes Spark's figures to bench/scale/measured.json, which the page on cost is made of
"""
import argparse
import datetime
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import load  # noqa: E402


def measured(command, **options):
    """CPU and wall seconds of a command and its children, and what it printed."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, check=False, **options)
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 4):
        raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stderr.decode()}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, done.stdout


def least(turns, action):
    """The turn with the least CPU time."""
    return min((action() for _ in range(turns)), key=lambda found: found[0])


def plain_ways(program, folder, turns, rows):
    """The program with one thread, as it is, and with shards."""
    ways = {"--single-thread": ["--single-thread"], "default": []}
    ways |= {f"--shards {n}": ["--shards", str(n)] for n in sorted({2, os.cpu_count() or 1})}
    lines, shown = [], None
    for name, flags in ways.items():
        command = [program, "monitor", folder / "load.lola", folder / "load.csv", "-q",
                   "-v", "outputs", *flags]
        cpu, wall, text = least(turns, lambda command=command: measured(command))
        if shown is not None and text != shown:
            raise SystemExit(f"{name} gives other verdicts than --single-thread")
        shown = text
        lines.append((name, cpu, wall, rows))
    return lines


def spark_ways(python, folder, rows, turns):
    """Spark on a part of the rows and on all of them: what a further row costs."""
    found = {}
    for spec in ("local", "load"):
        ends = []
        for count in (rows // 10, rows):
            command = [python, HERE / "spark_load.py", folder, spec, str(count)]
            ends.append(least(turns, lambda command=command: of_session(command)))
        per_row = (ends[1][0] - ends[0][0]) / (rows - rows // 10)
        found[spec] = (per_row, ends[1], json.loads(ends[1][2]))
    return found


def of_session(command):
    """As `measured`, for a program whose children start children that nobody waits for."""
    started, seen = time.monotonic(), {}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
        while child.poll() is None:
            for number, session, ticks in processes():
                if session == child.pid:
                    seen[number] = ticks
            time.sleep(0.1)
        out.seek(0)
        err.seek(0)
        if child.returncode != 0:
            raise SystemExit(f"{command} ended with {child.returncode}:\n{err.read().decode()}")
        text = out.read()
    return sum(seen.values()) / os.sysconf("SC_CLK_TCK"), time.monotonic() - started, text


def processes():
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        yield path.parent.name, int(fields[3]), int(fields[11]) + int(fields[12])


def report_spark(found, rows, args):
    local, whole = found["local"], found["load"]
    for name, (per_row, end, facts) in found.items():
        print(f"Spark, {name:18} {end[0]:8.2f} {end[1]:8.2f} {per_row * 1e9:12.0f}   "
              f"{facts['shuffled'] / rows:.0f} bytes per row between tasks, "
              f"{facts['equal']} verdicts equal to one process")
    figures = {"spark_ns": round(local[0] * 1e9), "global_ns": round((whole[0] - local[0]) * 1e9),
               "shuffled_bytes": round(local[2]["shuffled"] / rows), "rows": rows,
               "date": datetime.date.today().isoformat()}
    if args.record:
        (HERE / "measured.json").write_text(json.dumps(figures, indent=2) + "\n",
                                            encoding="utf-8")
        print("written: bench/scale/measured.json; now bench/scale/cost.py --update")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--python")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        load.write(folder, args.rows)
        print(f"{args.rows:,} rows       CPU, s  wall, s  ns per row, CPU")
        for way, cpu, wall, rows in plain_ways(args.build / "fairmon", folder, args.turns,
                                              args.rows):
            print(f"fairmon {way:17} {cpu:8.2f} {wall:8.2f} {cpu / rows * 1e9:12.0f}")
        if args.python:
            report_spark(spark_ways(args.python, folder, args.rows, args.turns), args.rows, args)
        else:
            print("Spark is left out: name an interpreter that has it with --python")
        for script in sorted(HERE.glob("kafka.*")):
            print(f"== {script.name}", flush=True)
            subprocess.run([script, "--build", args.build], check=True)


if __name__ == "__main__":
    main()
