"""Figures as tables."""
import datetime


def ratio(figures, other):
    """How many times the CPU of fairmon another contender needs."""
    if other not in figures:
        return "–"
    return f"{figures[other]['cpu_ns_per_event'] / figures['fairmon']['cpu_ns_per_event']:.3g}"


def workload_line(name, figures):
    parts = [f"{who} {figure['cpu_ns_per_event']:.1f} ns" for who, figure in figures.items()]
    return f"{name}: " + ", ".join(parts)


def main_table(workloads):
    lines = ["| workload | fairmon, ns per event | hand-written | fairmon / hand-written | "
             "rtlola-cli / fairmon | DuckDB / fairmon | Polars / fairmon | memory, MiB |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, figures in workloads.items():
        own = figures["fairmon"]
        limit = figures.get("limit")
        lines.append(
            f"| {name} | {own['cpu_ns_per_event']:.1f} | "
            + (f"{limit['cpu_ns_per_event']:.1f} | "
               f"{own['cpu_ns_per_event'] / limit['cpu_ns_per_event']:.2f} | " if limit else
               "– | – | ")
            + f"{ratio(figures, 'rtlola-cli')} | {ratio(figures, 'duckdb')} | "
            f"{ratio(figures, 'polars')} | {own['memory_mib']:.1f} |")
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


def tables(results):
    return "\n".join(main_table(results["workloads"]) + growth_tables(results["growth"]))


def document(results, options):
    today = datetime.date.today().isoformat()
    return (f"# Performance\n\nMade by `./dev bench` on {today}: CPU time (user and system) from "
            f"CSV file to verdicts, pinned to one core, smallest of {options.repeat} interleaved "
            "turns. Only ratios\ninside one row mean anything; `bench/README.md` describes the "
            f"workloads.\n\n{tables(results)}\n")


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
