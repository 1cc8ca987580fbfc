#!/usr/bin/env python3
"""The DSA source against the simulator: CPU per statement, waiting, dumps; see bench/README.md."""
import argparse
import dataclasses
import datetime
import json
import os
import pathlib
import sys
import tempfile
import time

sys.path[:0] = [str(folder) for folder in pathlib.Path(__file__).resolve().parents[:2]]

import runs  # noqa: E402
import schedule  # noqa: E402
from figure import Figure  # noqa: E402
from runs import DAY, NO_QUOTA, ROOT, SimulatorProcess, api_flags, example, expected  # noqa: E402

EXAMPLES = ("automation_per_language", "delay", "automation_ratios")
INSTAGRAM = str(ROOT / "bench/cases/dsa_instagram.lola")
WHOLE_DAY = 5_500_000
PAGE, QUOTA, WINDOW, LATENCY = 1_000, 50, 60.0, 0.93  # as published for one day


class Bench:
    def __init__(self, options):
        self.program = str(options.build / "fairmon")
        self.options = options
        self.wrong = False
        self.figures = []
        self.began = time.monotonic()
        os.environ["FAIRMON_DSA_TOKEN"] = "1|simulated"

    def say(self, text):
        """What goes on, for people who wait."""
        print(f"[{time.monotonic() - self.began:5.0f} s] {text}", file=sys.stderr, flush=True)

    def note(self, name, value, unit, goal=None, at_least=False):
        figure = Figure(name, value, unit, goal, at_least)
        self.figures.append(figure)
        mark = "   MISSED" if figure.met() is False else ""
        print(f"{name:<58} {value:>12,.1f} {unit:<14} {figure.wanted()}{mark}", flush=True)

    def complain(self, trouble):
        self.wrong = True
        print(f"wrong verdicts: {trouble}", file=sys.stderr, flush=True)

    def throughput(self, folder):
        """From JSON to verdicts, and from a light dump to verdicts."""
        number = self.options.statements
        data = ("--per-day", str(number), "--quota", NO_QUOTA)
        dump = folder / f"sor-global-{DAY}-light.zip"
        self.say(f"writing a dump of {number:,} statements")
        runs.run([self.program, "dsa", "simulate", *data, "--write-dumps", str(folder)])
        megabytes = runs.unpacked_bytes(dump) / 1e6
        self.say("computing the verdicts without FairMon")
        statements = expected.statements([dump], DAY)
        wanted = {name: expected.of_statements(name, statements, 1) for name in EXAMPLES}
        del statements
        with SimulatorProcess(self.program, *data) as server:
            source = api_flags(server.url, "--quota", NO_QUOTA, "--leave-out", "off")
            for name in EXAMPLES:
                cpu = self.compared_cpu(name, source, wanted[name], folder)
                self.note(f"API, {name}", number / cpu, "statements/s", 250_000, at_least=True)
        for name in EXAMPLES:
            cpu = self.compared_cpu(name, [str(dump)], wanted[name], folder)
            self.note(f"light dump, {name}", megabytes / cpu, "MB/s of CSV", 200, at_least=True)

    def compared_cpu(self, name, source, wanted, folder):
        """Least CPU time of several runs whose verdicts are those of the other program."""
        self.say(f"{name}: comparing {len(wanted):,} values, then {self.options.repeat} runs")
        trouble = expected.difference(runs.verdicts(self.program, name, source, folder), wanted)
        if trouble:
            self.complain(f"{name}: {trouble}")
        command = [self.program, "monitor", example(name), *source]
        return min(runs.run(command)[0] for _ in range(self.options.repeat))

    def waiting(self, folder):
        """A day with the published latency and quota, on clocks that run `scale` times as fast.
        Whatever FairMon itself needs is thereby counted `scale` times."""
        scale = self.options.scale
        number = self.options.day
        data = ("--per-day", str(number), "--generation", "g1", "--quota", str(QUOTA), "--latency",
                str(1000 * LATENCY / scale), "--window", str(1000 * WINDOW / scale))
        measured = {}
        for name, spec in {"all": example("delay"), "Instagram": INSTAGRAM}.items():
            with SimulatorProcess(self.program, *data) as server:
                self.say(f"{name}: the simulator makes up {number:,} statements")
                # It counts them for the first request, before the clock runs.
                statements = runs.count(self.program, spec, server.url)
                ideal = schedule.ideal_seconds(statements, PAGE, LATENCY, QUOTA, WINDOW)
                time.sleep(WINDOW / scale)
                self.say(f"{name}: {statements:,} statements at {scale:g} times the pace of the "
                         f"service, about {ideal / scale:,.0f} s")
                wall = self.paced(spec, server.url, statements, folder)
            measured[name] = wall * scale
            self.note(f"{name}: time at the service's pace (ideal {ideal:,.0f} s)",
                      measured[name], "s")
            self.note(f"{name}: above the ideal schedule", 100 * (measured[name] / ideal - 1),
                      "%", 3 if name == "all" else None)
        self.note("Instagram, share of the full pull",
                  100 * measured["Instagram"] / measured["all"], "%", 7)

    def paced(self, spec, url, statements, folder):
        """Time on the wall of a run that has to read so many statements."""
        window = f"{1000 * WINDOW / self.options.scale:.0f}ms"
        counts = folder / "stats.txt"
        _, wall = runs.run([self.program, "monitor", spec, *api_flags(url), "--page-size",
                            str(PAGE), "--quota-window", window, "-o", f"stats={counts}"])
        if f"  {statements} input events" not in counts.read_text():
            self.complain(f"not {statements:,} statements: {counts.read_text()}")
        return wall


def markdown(options, figures):
    words = {None: "", True: "met", False: "**missed**"}
    lines = [f"Made by `./dev bench dsa` on {datetime.date.today().isoformat()}: "
             f"{options.statements:,} statements for CPU time (one core's,",
             f"least of {options.repeat} runs, verdicts compared with another program's), "
             f"{options.day:,} for waiting, on clocks",
             f"that run {options.scale:g} times as fast, so that FairMon's own time counts "
             f"{options.scale:g} times.", "",
             "| figure | found | wanted | |", "|---|---:|---:|---|"]
    for figure in figures:
        value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
        lines.append(f"| {figure.name} | {value} {figure.unit} | {figure.wanted()} | "
                     f"{words[figure.met()]} |")
    return "\n".join(lines) + "\n"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--statements", type=int, default=500_000, help="for CPU per statement")
    parser.add_argument("--day", type=int, default=WHOLE_DAY, help="statements to wait for")
    parser.add_argument("--scale", type=float, default=30, help="how much faster clocks run")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", choices=["cpu", "waiting"])
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures there")
    parser.add_argument("--markdown", type=pathlib.Path, help="also write a table there")
    return parser.parse_args()


def main():
    options = arguments()
    bench = Bench(options)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.only != "waiting":
            bench.throughput(folder)
        if options.only != "cpu":
            bench.waiting(folder)
    if options.json:
        figures = [dataclasses.asdict(figure) for figure in bench.figures]
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(markdown(options, bench.figures))
    return 1 if bench.wrong or any(figure.met() is False for figure in bench.figures) else 0


if __name__ == "__main__":
    sys.exit(main())
