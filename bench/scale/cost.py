#!/usr/bin/env python3
"""What loads of three sizes cost on 1, 10 and 100 machines: the tables of docs/guide/scale.md.

usage: cost.py [--update]

Figures of the plain engine are those of docs/performance.md, figures of Spark those that
`./dev bench scale` measured last (bench/scale/measured.json). Everything else is stated here.
--update writes the tables into the page; a test compares them.
"""
import dataclasses
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/guide/scale.md"
CORES = 16
"""Of one machine."""
NETWORK = 1.25e9
"""Bytes per second that a machine can send: 10 Gbit/s."""
MACHINES = (1, 10, 100)
DAY = 86_400


@dataclasses.dataclass(frozen=True)
class Load:
    name: str
    events: float
    per_second: float | None = None
    """Of a stream: it never ends, and is looked at for one second."""


LOADS = (Load("a day of the DSA database", 5.5e6), Load("a year of it", 2e9),
         Load("a large platform", 1e6, per_second=1e6))


@dataclasses.dataclass(frozen=True)
class Figures:
    """Measured: nanoseconds of one core per event, bytes per event."""

    plain: float
    """One process from CSV file to verdicts."""
    spark: float
    """All of Spark's work on an event but that of the global stage."""
    stage: float
    """The global stage on Spark, which one core does."""
    plain_stage: float
    """The same in one process: a comparison of groups at every event."""
    shuffled: float
    """Bytes that an event takes between machines, for one part of the specification."""


def plain_figures(text):
    """Nanoseconds per event by workload, out of docs/performance.md."""
    found = re.findall(r"^\| (\w+) \| ([\d,.]+) \|", text.split("## Figures")[1], re.MULTILINE)
    figures = {}
    for name, nanoseconds in found:
        figures.setdefault(name, float(nanoseconds.replace(",", "")))
    return figures


def read_figures():
    plain = plain_figures((ROOT / "docs/performance.md").read_text(encoding="utf-8"))
    spark = json.loads((ROOT / "bench/scale/measured.json").read_text(encoding="utf-8"))
    return Figures(plain["dsa"], spark["spark_ns"], spark["global_ns"], plain["w3"],
                   spark["shuffled_bytes"])


@dataclasses.dataclass(frozen=True)
class Cost:
    seconds: float
    core_hours: float
    sent: float
    bound: str


def spark_cost(load, machines, figures, with_stage):
    """The slowest of what runs side by side: tasks, the network, the one global stage."""
    work = load.events * figures.spark * 1e-9
    sent = load.events * figures.shuffled * (2 if with_stage else 1) * (1 - 1 / machines)
    stage = load.events * figures.stage * 1e-9 if with_stage else 0.0
    parts = {"tasks": (work + (stage if machines * CORES == 1 else 0.0)) / (machines * CORES),
             "network": sent / (machines * NETWORK), "global stage": stage}
    bound = max(parts, key=parts.get)
    return Cost(parts[bound], (work + stage) / 3600, sent, bound)


def plain_cost(load, figures):
    work = load.events * figures.plain * 1e-9
    return Cost(work, work / 3600, 0.0, "one core")


def duration(seconds):
    for limit, unit in ((2 * DAY, DAY), (7200, 3600), (120, 60)):
        if seconds >= limit:
            name = {DAY: "d", 3600: "h", 60: "min"}[unit]
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"


def share(load, cost):
    """Of a stream: how much of a second the work of a second takes."""
    if not load.per_second:
        return duration(cost.seconds)
    if cost.seconds >= 1:
        return f"**{cost.seconds:.1f} s per second**"
    return f"{100 * cost.seconds:.2g} %"


def volume(bytes_sent):
    for limit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if bytes_sent >= limit:
            return f"{bytes_sent / limit:.1f} {name}"
    return "0"


def tables(figures):
    lines = ["| load | events | one process, one core | core hours |", "|---|---:|---:|---:|"]
    for load in LOADS:
        cost = plain_cost(load, figures)
        rate = f"{load.events:,.0f}" + (" per second" if load.per_second else "")
        lines.append(f"| {load.name} | {rate} | {share(load, cost)} | {hours(load, cost)} |")
    lines += ["", "| load | machines | key-local | with a global stage | bound by | core hours "
              "| sent |",
              "|---|---:|---:|---:|---|---:|---:|"]
    for load in LOADS:
        for machines in MACHINES:
            local = spark_cost(load, machines, figures, False)
            stage = spark_cost(load, machines, figures, True)
            lines.append(f"| {load.name} | {machines} | {share(load, local)} | "
                         f"{share(load, stage)} | {stage.bound} | {hours(load, stage)} | "
                         f"{volume(stage.sent)}{' per second' if load.per_second else ''} |")
    most = 1e9 / figures.stage
    lines += ["", f"The global stage takes {figures.stage:,.0f} ns per event on Spark, the tasks "
              f"{figures.spark:,.0f} ns: from {figures.spark / figures.stage:.0f} cores on, more "
              f"of them do not help, and {most:,.0f} events per second are the most. In one "
              f"process the same stage takes {figures.plain_stage:,.0f} ns: "
              f"{1e9 / figures.plain_stage:,.0f} events per second."]
    return "\n".join(lines) + "\n"


def hours(load, cost):
    amount = cost.core_hours * (DAY if load.per_second else 1)
    return (f"{amount:,.0f}" if amount >= 10 else f"{amount:.2g}") + (
        " a day" if load.per_second else "")


def with_tables(page, made):
    begin, end = "<!-- bench/scale/cost.py -->\n", "<!-- end of the tables -->"
    before, rest = page.split(begin, 1)
    return before + begin + made + end + rest.split(end, 1)[1]


def main():
    made = tables(read_figures())
    if "--update" in sys.argv[1:]:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    else:
        print(made, end="")


if __name__ == "__main__":
    main()
