#!/usr/bin/env python3
"""The service under load: pushed events, many connections, its metrics, a long run.

usage: bench/serve/run.py --build DIR [--quick] [--soak-events N] [--only NAME]... [--folder DIR]
                          [--markdown FILE]

The service runs on one core, the clients, processes of their own, on another. Every figure is
checked: all events accepted are judged, each group as often as it was sent. How long the disk takes
to make a small write durable is measured in the same run, in the same folder. Prints JSON; status 1
if a goal is missed.
"""
import argparse
import json
import os
import pathlib
import statistics
import sys
import time
import urllib.request

from service import Service, answer_of, client

MEGA = 1e6


def sync_time(folder, rounds=200):
    """Median seconds for a small write and its fsync."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sync.trial"
    times = []
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        for _ in range(rounds):
            began = time.monotonic()
            os.write(descriptor, b"x" * 200)
            os.fsync(descriptor)
            times.append(time.monotonic() - began)
    finally:
        os.close(descriptor)
        path.unlink()
    return statistics.median(times)


class Bench:
    def __init__(self, options):
        self.options = options
        cores = sorted(os.sched_getaffinity(0))
        self.server_core, self.client_core = cores[0], cores[-1]
        self.program = str((options.build / "fairmon").resolve())

    def service(self):
        return Service(self.program, self.options.folder / "service", self.server_core)

    def push(self, service, before=None, **more):
        """Events by a client, checked: facts of the client, and what the service needed."""
        words = [word for name, value in more.items() for word in (f"--{name}", value)]
        cpu, began = service.cpu_seconds(), time.monotonic()
        facts = answer_of(self.client_core, "push", "--port", service.port, *words)
        total = facts["events"] + sum((before or {}).values())
        service.wait_until_judged(total)
        facts["until_judged"] = time.monotonic() - began
        facts["cpu"] = service.cpu_seconds() - cpu
        expected = {group: number + (before or {}).get(group, 0)
                    for group, number in facts["groups"].items()}
        if service.seen() != expected or service.monitor()["pushed"] != total:
            raise SystemExit(f"counts differ: {service.seen()} instead of {expected}")
        return facts

    def rate(self, batch, connections, events, goal):
        """Accepted means durable. The clock also counts what is judged after the last answer."""
        with self.service() as service:
            load = {"batch": batch, "connections": connections}
            self.push(service, **load, events=max(batch, events // 20))
            sync = sync_time(self.options.folder)
            before = service.commits()
            facts = self.push(service, service.seen(), **load, events=events)
            commits = service.commits() - before
        durable = facts["events"] / facts["seconds"]
        return {"events": facts["events"], "per_second": round(durable),
                "per_second_until_judged": round(facts["events"] / facts["until_judged"]),
                "per_cpu_second": round(facts["events"] / facts["cpu"]),
                "median_ms": round(1e3 * facts["median"], 3),
                "p99_ms": round(1e3 * facts["p99"], 3), "fsync_ms": round(1e3 * sync, 3),
                "requests_per_fsync": round(facts["events"] / batch / commits, 2),
                "throttled": facts["throttled"], "goal": goal, "met": durable >= goal}

    def batches(self):
        return self.rate(100, 4, 200_000 if self.options.quick else 2_000_000, 50_000)

    def singles(self):
        return self.rate(1, 16, 5_000 if self.options.quick else 50_000, 5_000)

    def answer(self):
        """One event, one connection: beyond what the disk takes."""
        with self.service() as service:
            before = sync_time(self.options.folder)
            facts = self.push(service, batch=1, connections=1,
                              events=300 if self.options.quick else 2_000)
            sync = min(before, sync_time(self.options.folder))
        beyond = facts["median"] - sync
        return {"median_ms": round(1e3 * facts["median"], 3), "fsync_ms": round(1e3 * sync, 3),
                "beyond_ms": round(1e3 * beyond, 3), "goal": 5, "met": beyond <= 0.005}

    def idle(self):
        number = 1_000 if self.options.quick else 10_000
        with self.service() as service:
            warm = self.push(service, batch=1, connections=1, events=200)
            memory = service.memory()
            holder = client(self.client_core, "idle", "--port", service.port, "--connections",
                            number, stdin=-1)
            if holder.stdout.readline() != "ready\n":
                raise SystemExit("connections were refused")
            grown = service.memory() - memory
            cpu, began = service.cpu_seconds(), time.monotonic()
            time.sleep(2)
            load = (service.cpu_seconds() - cpu) / (time.monotonic() - began)
            facts = self.push(service, warm["groups"], batch=1, connections=1, events=500)
            told, _ = holder.communicate("")
            alive = json.loads(told)["connections"]
        return {"connections": alive, "bytes_each": round(grown / number),
                "cpu_percent_at_rest": round(100 * load, 2),
                "median_ms": round(1e3 * facts["median"], 3),
                "median_ms_without": round(1e3 * warm["median"], 3),
                "goal": number, "met": alive == number}

    def metrics(self):
        with self.service() as service:
            body = "\n".join(json.dumps({"group": f"g{i}", "hired": True, "score": 0.5})
                             for i in range(1_000)).encode()
            self.push_body(service, body)
            service.wait_until_judged(1_000)
            if len(service.seen()) != 1_000:
                raise SystemExit(f"{len(service.seen())} series instead of 1000")
            facts = answer_of(self.client_core, "read", "--port", service.port, "--path",
                              "/metrics", "--requests", 50 if self.options.quick else 500)
            series = sum(not line.startswith("#") for line in service.get("/metrics").splitlines())
        return {"series": series, "bytes": facts["bytes"],
                "median_ms": round(1e3 * facts["median"], 3),
                "least_ms": round(1e3 * facts["least"], 3), "goal": 5,
                "met": facts["median"] <= 0.005}

    def push_body(self, service, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{service.port}/v1/monitors/bench/events", body,
            {"Content-Type": "application/x-ndjson"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            if json.loads(answer.read())["accepted"] != body.count(b"\n") + 1:
                raise SystemExit("events were not accepted")

    def soak(self):
        """Memory after every tenth; the first two fill what is kept for a reason."""
        total = self.options.soak_events or (500_000 if self.options.quick else 10_000_000)
        memory, facts, before = [], {}, {}
        with self.service() as service:
            began = time.monotonic()
            for _ in range(10):
                facts = self.push(service, before, batch=100, connections=4, events=total // 10)
                before = service.seen()
                memory.append(service.memory())
                print(f"  {sum(before.values())} events, {memory[-1] / MEGA:.1f} MB",
                      file=sys.stderr)
            seconds = time.monotonic() - began
            log = sum(path.stat().st_size
                      for path in (service.folder / "state").rglob("*.events"))
        growth = memory[-1] - memory[2]
        return {"events": sum(before.values()), "per_second": round(total / seconds),
                "memory_mb": [round(value / MEGA, 1) for value in memory],
                "growth_mb": round(growth / MEGA, 2), "log_mb": round(log / MEGA, 1),
                "goal": 4, "met": growth <= 4 * MEGA, "throttled": facts["throttled"]}


NAMES = ("batches", "singles", "answer", "idle", "metrics", "soak")
ROWS = {
    "batches": ("durable events per second on one core, 100 per request", "per_second", "≥ 50,000"),
    "singles": ("the same, one per request, 16 connections", "per_second", "≥ 5,000"),
    "answer": ("median answer beyond the disk's fsync, ms", "beyond_ms", "≤ 5"),
    "idle": ("idle connections, all answered", "connections", "10,000"),
    "metrics": ("`/metrics` with 1,000 groups, median ms", "median_ms", "≤ 5"),
    "soak": ("growth of memory from 3 to 10 million events, MB", "growth_mb", "≤ 4"),
}


def table(results):
    lines = ["| Figure | Measured | Goal | |", "| --- | --- | --- | --- |"]
    for name, (title, key, goal) in ROWS.items():
        if name in results:
            one = results[name]
            verdict = "met" if one["met"] else "missed"
            lines.append(f"| {title} | {one[key]:,} | {goal} | {verdict} |")
    lines.append("")
    lines.append(f"fsync of the disk in the same run: {results['fsync_ms']} ms.")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/bench/serve"),
                        help="on the disk that is measured")
    parser.add_argument("--quick", action="store_true", help="fewer events, 1,000 connections")
    parser.add_argument("--soak-events", type=int)
    parser.add_argument("--only", action="append", choices=NAMES)
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()
    bench = Bench(options)
    results = {"fsync_ms": round(1e3 * sync_time(options.folder), 3)}
    for name in options.only or NAMES:
        print(f"==> {name}", file=sys.stderr)
        results[name] = getattr(bench, name)()
        print(f"  {json.dumps(results[name])}", file=sys.stderr)
    print(json.dumps(results, indent=2))
    if options.markdown:
        options.markdown.write_text(table(results), encoding="utf-8")
    return 0 if all(one["met"] for one in results.values() if isinstance(one, dict)) else 1


if __name__ == "__main__":
    sys.exit(main())
