#!/usr/bin/env python3
"""The DSA source against the simulator: CPU per statement, waiting, dumps; see bench/README.md."""
import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import checked  # noqa: E402
import schedule  # noqa: E402
import simulated  # noqa: E402
from simulated import DAY, NO_QUOTA, ROOT, Simulator, api_flags, example  # noqa: E402

EXAMPLES = ("automation_per_language", "delay", "automation_ratios")
WHOLE_DAY = 5_500_000
PAGE, QUOTA, WINDOW, LATENCY = 1_000, 50, 60.0, 0.93  # as published for one day


class Bench:
    def __init__(self, options):
        self.program = str(options.build / "fairmon")
        self.options = options
        self.failed = False
        self.figures = {}
        os.environ["FAIRMON_DSA_TOKEN"] = "1|simulated"

    def note(self, name, value, unit, limit, good):
        mark = "" if good else "   MISSED"
        self.failed |= not good
        self.figures[name] = value
        print(f"{name:<58} {value:>12,.1f} {unit:<14} {limit}{mark}", flush=True)

    def throughput(self, folder):
        """From JSON to verdicts, and from a light dump to verdicts."""
        number = self.options.statements
        data = ("--per-day", str(number), "--quota", NO_QUOTA)
        dump = folder / f"sor-global-{DAY}-light.zip"
        simulated.run([self.program, "dsa", "simulate", *data, "--write-dumps", str(folder)])
        megabytes = simulated.unpacked_bytes(dump) / 1e6
        with Simulator(self.program, *data) as server:
            source = api_flags(server.url, "--quota", NO_QUOTA, "--leave-out", "off")
            for name in EXAMPLES:
                self.check(name, source, dump, folder)
                cpu = self.least_cpu(["monitor", example(name), *source])
                self.note(f"API, {name}", number / cpu, "statements/s", ">= 250,000",
                          number / cpu >= 250_000)
            for name in EXAMPLES:
                self.check(name, [str(dump)], dump, folder)
                cpu = self.least_cpu(["monitor", example(name), str(dump)])
                self.note(f"light dump, {name}", megabytes / cpu, "MB/s of CSV", ">= 200",
                          megabytes / cpu >= 200)

    def check(self, name, source, dump, folder):
        trouble = checked.trouble(self.program, name, source, dump, folder, os.environ)
        if trouble:
            self.failed = True
            print(f"wrong verdicts: {trouble}", file=sys.stderr)

    def least_cpu(self, words):
        return min(simulated.run([self.program, *words])[0] for _ in range(self.options.repeat))

    def waiting(self):
        """A day with the published latency and quota, on clocks that run `scale` times as fast.
        Whatever FairMon itself needs is thereby counted `scale` times."""
        scale = self.options.scale
        number = self.options.day
        data = ("--per-day", str(number), "--generation", "g1", "--quota", str(QUOTA), "--latency",
                str(1000 * LATENCY / scale), "--window", str(1000 * WINDOW / scale))
        flags = ("--page-size", str(PAGE), "--quota-window", f"{1000 * WINDOW / scale:.0f}ms")
        measured = {}
        cases = {"all": (example("delay"), number),
                 "Instagram": (str(ROOT / "bench/cases/dsa_instagram.lola"),
                               number * 378_449 // WHOLE_DAY)}
        for name, (spec, statements) in cases.items():
            with Simulator(self.program, *data) as server:
                # Makes the simulator count its statements before the clock runs.
                simulated.run([self.program, "dsa", "count", spec, "--from", DAY, "--url",
                               server.url])
                time.sleep(WINDOW / scale)
                _, wall = simulated.run([self.program, "monitor", spec,
                                         *api_flags(server.url, *flags)])
            measured[name] = wall * scale
            ideal = schedule.ideal_seconds(statements, PAGE, LATENCY, QUOTA, WINDOW)
            self.note(f"{name}: seconds at the service's pace (ideal {ideal:,.0f})",
                      measured[name], "s", "", True)
            above = 100 * (measured[name] / ideal - 1)
            self.note(f"{name}: above the ideal schedule", above, "%",
                      "<= 3" if name == "all" else "", name != "all" or above <= 3)
        share = 100 * measured["Instagram"] / measured["all"]
        self.note("Instagram, share of the full pull", share, "%", "<= 7", share <= 7)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/bench")
    parser.add_argument("--statements", type=int, default=500_000, help="for CPU per statement")
    parser.add_argument("--day", type=int, default=WHOLE_DAY, help="statements to wait for")
    parser.add_argument("--scale", type=float, default=60, help="how much faster clocks run")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", choices=["cpu", "waiting"])
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures there")
    return parser.parse_args()


def main():
    options = arguments()
    bench = Bench(options)
    if options.only != "waiting":
        with tempfile.TemporaryDirectory() as folder:
            bench.throughput(pathlib.Path(folder))
    if options.only != "cpu":
        bench.waiting()
    if options.json:
        options.json.write_text(json.dumps(bench.figures, indent=1) + "\n")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
