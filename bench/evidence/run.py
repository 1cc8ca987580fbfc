#!/usr/bin/env python3
"""What statements cost and promise: delays, false alarms, time per event, on invented decisions."""
import argparse
import csv
import datetime
import json
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
START = datetime.datetime(2013, 1, 1, tzinfo=datetime.timezone.utc)
TWO_YEARS = datetime.timedelta(days=730)


def judged(trace: Path) -> dict[str, list[tuple[datetime.datetime, str, bool]]]:
    """Those who reoffended within two years: when, of which group, whether the score was high. They
    count at the new offence, or two years after the score."""
    scored, offences, late = {}, [], []
    with trace.open() as file:
        for row in csv.DictReader(file):
            at = START + datetime.timedelta(seconds=float(row["time"]))
            if row["event"] == "SCORE":
                scored[row["id"]] = (at, row["group"], int(row["score"]) > 6)
            elif row["id"] in scored and at - scored[row["id"]][0] <= TWO_YEARS:
                begin, group, high = scored.pop(row["id"])
                offences.append((at, group, high))
                late.append((begin + TWO_YEARS, group, high))
    return {"at the new offence": sorted(offences), "two years after the score": sorted(late)}


def compas(program: Path, trace: Path) -> list[dict]:
    """From which day on it is certain that a group's rate differs from that of the others."""
    figures = []
    for reading, cases in judged(trace).items():
        groups = sorted({group for _, group, _ in cases})
        spec = "input group : String, high : Bool\n"
        for group in groups:
            spec += (f'trigger certain(abs(high.prob(given: group == "{group}")'
                     f' - high.prob(given: group != "{group}")) > {{margin}}, level: 0.95)'
                     f' "{group}"\n')
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "cases.csv"
            data.write_text("time,group,high\n" + "".join(
                f"{at.isoformat()},{group},{str(high).lower()}\n" for at, group, high in cases))
            for margin in (0.0, 0.1):
                (Path(folder) / "compas.lola").write_text(spec.format(margin=margin))
                found = json.loads(subprocess.run(
                    [program, "monitor", Path(folder) / "compas.lola", data, "-o", "json",
                     "--output-time-format", "rfc3339"],
                    check=True, capture_output=True, text=True).stdout)
                for state in found["states"]:
                    figures.append({"figure": "compas", "reading": reading, "margin": margin,
                                    "group": state["message"], "state": state["state"],
                                    "since": state["since"]})
                    print(json.dumps(figures[-1]), flush=True)
    return figures


def simulated(program: Path, *words: str) -> list[dict]:
    """Figures of the simulation, passed on line by line."""
    figures = []
    with subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            figures.append(json.loads(line))
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, str(program))
    return figures


def share(number: float) -> str:
    return f"{100 * number:.2f} %"


def as_row(figure: dict) -> tuple[str, str, str, bool | None] | None:
    """What, found, wanted, met (nothing: only told)."""
    match figure["figure"]:
        case "false alarms":
            return (f"false alarms, {figure['case']}, {figure['runs']:,} streams of 4,000 events",
                    f"{share(figure['certain'])} (at most {share(figure['certain_at_most'])}); "
                    f"estimate {share(figure['naive'])}", "≤ 5 %", figure["certain"] <= 0.05)
        case "delay":
            return (f"events until certain, {figure['case']}, {figure['bound']} bound",
                    f"{figure['median']:,.0f}", f"{figure['expected']:,.0f} ± 10 %",
                    abs(figure["median"] / figure["expected"] - 1) <= 0.1)
        case "change":
            return (f"events after a change, {figure['case']}, after {figure['after']:,}",
                    f"{figure['median']:,.0f} (nine tenths {figure['nine tenths']:,.0f})",
                    f"{figure['expected']:,.0f} ± 10 % ({figure['expected nine tenths']:,.0f})",
                    abs(figure["median"] / figure["expected"] - 1) <= 0.1)
        case "cost":
            return (f"time per event, {figure['case']}, {figure['what']}",
                    f"{figure['ns']:,.0f} ns; estimate {figure['estimate_ns']:,.0f}",
                    f"≤ {figure['limit_ns']:,.0f} ns", figure["kept"])
        case "misses":
            return (f"average chance outside of its bounds at some time, {figure['case']}",
                    f"{share(figure['bound'])}; Wilson {share(figure['wilson'])}", "≤ 5 %",
                    figure["bound"] <= 0.05)
        case "compas":
            return (f"COMPAS, {figure['group']}, {figure['reading']}, margin {figure['margin']}",
                    f"{figure['state']} since {figure['since'][:10]}", "", None)
    return None


def markdown(figures: list[dict]) -> str:
    lines = ["| figure | found | wanted | |", "|---|---:|---:|---|"]
    for what, found, wanted, met in filter(None, map(as_row, figures)):
        word = "" if met is None else "met" if met else "missed"
        lines.append(f"| {what} | {found} | {wanted} | {word} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="folder with compiled programs")
    parser.add_argument("--figures", type=Path, required=True,
                        help="the program that simulates and measures")
    parser.add_argument("--runs", type=int, default=1000, help="per delay")
    parser.add_argument("--fair-runs", type=int, default=10_000, help="per rate of false alarms")
    parser.add_argument("--compas", type=Path,
                        default=HERE.parents[1] / "examples/compas/trace.csv",
                        help="a trace made by `fairmon import compas`")
    parser.add_argument("--only", help="one figure of the simulation",
                        choices=("costs", "delays", "changes", "misses", "late", "alarms"))
    parser.add_argument("--markdown", type=Path, help="also write a table there")
    arguments = parser.parse_args()
    words = [str(arguments.runs), str(arguments.fair_runs)]
    if arguments.only:
        figures = simulated(arguments.figures, *words, arguments.only)
    else:
        figures = compas(arguments.build / "fairmon", arguments.compas)
        figures += simulated(arguments.figures, *words)
    if arguments.markdown:
        arguments.markdown.write_text(markdown(figures))


if __name__ == "__main__":
    main()
