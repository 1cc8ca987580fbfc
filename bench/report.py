"""Figures as tables, and what they say about the goals."""
import pathlib

NOTES = pathlib.Path(__file__).resolve().parent / "notes.md"
# Sections that other programs write: bench/dsa/run.py and bench/ui/run.mjs.
SECTIONS = {"The DSA source": NOTES.parent / "dsa/figures.md",
            "The web interface": NOTES.parent / "ui/figures.md"}

# What each workload should reach: at most so many times the hand-written program, at least so many
# times faster than rtlola-cli.
MOST_OF_LIMIT = {"w1": 1.3, "w2": 2, "w3": 2, "w4": 2, "w4_wide": 2, "w6": 2, "w6_real": 2,
                 "w5_over": 5}
LEAST_OF_RTLOLA = {"w1": 25, "w2": 25, "w3": 150, "w4": 1000, "w5": 1000, "w6": 1000,
                   "compas": 1000}
# StreamIR's compiled monitor with its own reader, ns per event, measured once on another machine,
# and how many times faster this should be.
STREAMIR = {"w1": (319, 4), "w2": (161, 7), "w3": (366, 5.5), "w4": (2292, 8), "w5": (87_700, 8),
            "w6": (3233, 8)}
LEAST_OF_QUERIES = 5.0
MOST_PER_EVALUATION = {"w5": 2.2, "w5_over": 3.7}
MOST_PER_WINDOW = 3.0
MOST_GROWTH = 2.5
MOST_LATENCY = 1000.0


def cost(figures, who):
    return figures[who]["cpu_ns_per_event"]


def ratio(figures, other):
    """How many times the CPU of fairmon another contender needs."""
    if other not in figures:
        return None
    return cost(figures, other) / cost(figures, "fairmon")


def shown(number):
    return "–" if number is None else f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def workload_line(name, figures):
    parts = [f"{who} {figure['cpu_ns_per_event']:.1f} ns" for who, figure in figures.items()]
    return f"{name}: " + ", ".join(parts)


def main_table(workloads):
    if not workloads:
        return []
    lines = ["| workload | fairmon, ns per event | hand-written | fairmon / hand-written | "
             "rtlola-cli / fairmon | DuckDB / fairmon | Polars / fairmon | memory, MiB |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, figures in workloads.items():
        limit = ratio(figures, "limit")
        lines.append(
            f"| {name} | {shown(cost(figures, 'fairmon'))} | "
            f"{shown(cost(figures, 'limit') if limit else None)} | "
            f"{shown(1 / limit if limit else None)} | {shown(ratio(figures, 'rtlola-cli'))} | "
            f"{shown(ratio(figures, 'duckdb'))} | {shown(ratio(figures, 'polars'))} | "
            f"{figures['fairmon']['memory_mib']:.1f} |")
    return lines


def growth_tables(growth):
    if not growth:
        return []
    lines = ["", "| workload | events | ns per event | memory, MiB |", "|---|---:|---:|---:|"]
    for name, by_events in growth["events"].items():
        for events, figure in by_events.items():
            lines.append(f"| {name} | {int(events):,} | {figure['cpu_ns_per_event']:.1f} | "
                         f"{figure['memory_mib']:.1f} |")
    lines += ["", "| instances | ns per event | memory, MiB |", "|---:|---:|---:|"]
    for instances, figure in growth["instances"].items():
        lines.append(f"| {int(instances):,} | {figure['cpu_ns_per_event']:.1f} | "
                     f"{figure['memory_mib']:.1f} |")
    return lines


def latency_table(latency):
    if not latency:
        return []
    lines = ["", "| one pushed event | median, ns | 99.9th percentile, ns |", "|---|---:|---:|"]
    return lines + [f"| {name} | {figure['median']:.0f} | {figure['p999']:.0f} |"
                    for name, figure in latency.items()]


def tables(results):
    return "\n".join(main_table(results["workloads"]) + growth_tables(results["growth"])
                     + latency_table(results["latency"]))


def judged(what, value, goal, at_most):
    met = value <= goal if at_most else value >= goal
    wanted = f"{'at most' if at_most else 'at least'} {goal:,.4g}"
    by = value / goal if at_most else goal / value
    verdict = "met" if met else f"**missed** by a factor of {by:.2f}"
    return f"| {what} | {wanted} | {shown(value)} | {verdict} |"


def goals(results):
    """Every goal that the figures can judge."""
    lines = ["| goal | wanted | found | |", "|---|---:|---:|---|"]
    for name, figures in results["workloads"].items():
        limit = ratio(figures, "limit")
        if limit and name in MOST_OF_LIMIT:
            lines.append(judged(f"{name}: times the hand-written program", 1 / limit,
                                MOST_OF_LIMIT[name], True))
        if "ns_per_evaluation" in figures["fairmon"]:
            lines.append(judged(f"{name}: ns per evaluation that is due",
                                figures["fairmon"]["ns_per_evaluation"],
                                MOST_PER_EVALUATION.get(name, MOST_PER_WINDOW), True))
        if "rtlola-cli" in figures and name in LEAST_OF_RTLOLA:
            lines.append(judged(f"{name}: times faster than rtlola-cli",
                                ratio(figures, "rtlola-cli"), LEAST_OF_RTLOLA[name], False))
        if name in STREAMIR:
            theirs, times = STREAMIR[name]
            lines.append(judged(f"{name}: times faster than StreamIR (figure of another machine)",
                                theirs / cost(figures, "fairmon"), times, False))
        for peer, label in (("duckdb", "DuckDB"), ("polars", "Polars")):
            if peer in figures:
                lines.append(judged(f"{name}: times faster than {label}", ratio(figures, peer),
                                    LEAST_OF_QUERIES, False))
    if results["growth"]:
        by_number = list(results["growth"]["instances"].values())
        lines.append(judged("cost per event, 1,000,000 instances against 100",
                            by_number[-1]["cpu_ns_per_event"] / by_number[0]["cpu_ns_per_event"],
                            MOST_GROWTH, True))
        for name, by_events in results["growth"]["events"].items():
            few, many = list(by_events.values())
            lines.append(judged(f"{name}: memory, ten times the events",
                                many["memory_mib"] / few["memory_mib"], 1.1, True))
    for name, figure in results["latency"].items():
        lines.append(judged(f"{name}: one pushed event, median ns", figure["median"],
                            MOST_LATENCY, True))
    return lines


def document(results, text, note=""):
    return (f"# Performance\n\nMade by `bench/run` on {results['made']}: {results['events']:,} "
            f"events, smallest of {results['repeat']} turns,\n{results['cores']} cores of which "
            f"each program gets one.\n\n{note + chr(10) * 2 if note else ''}"
            + NOTES.read_text().strip()
            + "\n\n## Figures\n\n" + text
            + "\n\n## Goals\n\n" + "\n".join(goals(results))
            + "\n" + "".join(f"\n## {title}\n\n{file.read_text()}"
                             for title, file in SECTIONS.items() if file.exists()))


def compare(results, baseline):
    """Prints ratios to an earlier run; true if something became slower by more than a fifth
    relative to its hand-written program."""
    slower = False
    for name, figures in results["workloads"].items():
        before = baseline["workloads"].get(name)
        if not before or "limit" not in figures or "limit" not in before:
            continue
        now_ratio = figures["fairmon"]["cpu_s"] / figures["limit"]["cpu_s"]
        old_ratio = before["fairmon"]["cpu_s"] / before["limit"]["cpu_s"]
        change = now_ratio / old_ratio
        mark = " slower" if change > 1.2 else ""
        print(f"{name}: {old_ratio:.2f} → {now_ratio:.2f} times the hand-written program{mark}")
        slower |= change > 1.2
    return slower
