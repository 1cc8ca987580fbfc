#!/usr/bin/env python3
"""What reading from Kafka and exactly-once cost: seconds of processor time, against a real broker.

usage: kafka.py --build FOLDER [--events N] [--runs N] [--markdown FILE]

A broker is started on this machine and stopped at the end. Each way reads the same topic with four
partitions; the fewest seconds of processor time of all runs count (of the reading process only, the
broker's own are not in it), since a busy machine stretches the wall clock.
"""
import argparse
import json
import pathlib
import random
import resource
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BROKER = ROOT / "tools/clusters/kafka/broker"
WORK = ROOT / "build/bench/kafka"
COMMIT_EVERY = 50_000
SPEC = """input platform: String
input automated: Bool
input score: Float
output n(p) spawn with platform eval when platform == p with n(p).offset(by: -1).defaults(to: 0) + 1
output recent @ 3600s := automated.aggregate(over: 3600s, using: count)
trigger score > 0.9999 "a high score"
"""


def measured(command):
    """(processor seconds, wall seconds) of a command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            time.monotonic() - began)


def produce(address, count):
    """Four partitions, each in the order of time."""
    rng = random.Random(1)
    lines = [[] for _ in range(4)]
    for i in range(count):
        platform = rng.randrange(1000)
        lines[platform % 4].append(json.dumps(
            {"time": 1700000000 + i // 10, "platform": f"p{platform}",
             "automated": rng.random() < 0.5, "score": round(rng.random(), 6)}))
    for partition, mine in enumerate(lines):
        subprocess.run(["kcat", "-b", address, "-P", "-t", "events", "-p", str(partition), "-z",
                        "lz4"], input="\n".join(mine) + "\n", text=True, check=True)


def ways(program, address, run):
    """Name and command of each way to read the topic."""
    spec = WORK / "spec.lola"
    read = [program, "monitor", spec, "events", "--input", "kafka", "--brokers", address, "--quiet"]
    bare = ["kcat", "-b", address, "-C", "-t", "events", "-o", "beginning", "-e", "-q", "-f", ""]
    once = [*read, "-v", "outputs", "-o", f"kafka=verdicts-{run}", "--exactly-once", "--group"]
    return {
        "bare consumer (kcat, values thrown away)": bare,
        "judged, verdicts thrown away": [*read, "-v", "silent", "-o", "text"],
        "judged, every value written to a topic": [*read, "-v", "outputs", "-o",
                                                   f"kafka=plain-{run}"],
        f"the same exactly once, a transaction per {COMMIT_EVERY:,} events":
            [*once, f"often-{run}", "--every", str(COMMIT_EVERY)],
    }


def table(best, count):
    rows = ["| way | processor s | wall s | events per processor second | to the bare consumer |",
            "| --- | ---: | ---: | ---: | ---: |"]
    bare = next(iter(best.values()))[0]
    for name, (cpu, wall) in best.items():
        rows.append(f"| {name} | {cpu:.2f} | {wall:.1f} | {count / cpu:,.0f} | {cpu / bare:.1f} |")
    plain, once = list(best.values())[2:4]
    share = (once[0] - plain[0]) / (count / COMMIT_EVERY)
    rows.append(f"\nA transaction per {COMMIT_EVERY:,} events costs {1000 * share:.1f} ms of "
                "processor time.")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--markdown")
    options = parser.parse_args()
    program = pathlib.Path(options.build).resolve() / "fairmon"
    subprocess.run(["rm", "-rf", WORK], check=True)
    WORK.mkdir(parents=True)
    (WORK / "spec.lola").write_text(SPEC)
    address = subprocess.run([BROKER, "start", WORK / "broker"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.strip()
    try:
        produce(address, options.events)
        best = {}
        for run in range(options.runs):
            for name, command in ways(str(program), address, run).items():
                got = measured(command)
                best[name] = min(best.get(name, got), got)
                print(f"{name}: {got[0]:.2f} s of processor time, {got[1]:.1f} s", flush=True)
    finally:
        subprocess.run([BROKER, "stop", WORK / "broker"], check=True)
    text = f"{options.events:,} events, best of {options.runs} runs.\n\n" + \
        table(best, options.events) + "\n"
    print(text)
    if options.markdown:
        pathlib.Path(options.markdown).write_text(text)


if __name__ == "__main__":
    main()
