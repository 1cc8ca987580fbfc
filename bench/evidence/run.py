#!/usr/bin/env python3
"""What statements cost and promise: delays, false alarms, time per event, on invented decisions."""
import argparse
import csv
import datetime
import json
import random
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
START = datetime.datetime(2013, 1, 1, tzinfo=datetime.timezone.utc)
TWO_YEARS = datetime.timedelta(days=730)
CASES = [("estimate", "without"), ("single bounds", "single"), ("joint bound", "with"),
         ("joint bound, recent", "recent")]


def write_trace(path: Path, events: int, groups: int, chances: list[float]) -> None:
    generator = random.Random(1)
    names = "ABCDEF"[:groups]
    with path.open("w") as file:
        file.write("time,group,hired\n")
        for second in range(events):
            group = generator.randrange(groups)
            hired = "true" if generator.random() < chances[group] else "false"
            file.write(f"{second},{names[group]},{hired}\n")


def seconds(program: Path, spec: Path, trace: Path) -> float:
    """The best of three runs: others only add to it."""
    best = float("inf")
    for _ in range(3):
        begin = time.monotonic()
        subprocess.run([program, "monitor", spec, trace, "--quiet", "--output", "stats"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        best = min(best, time.monotonic() - begin)
    return best


def cost(program: Path, events: int) -> None:
    settings = [(2, "fair", [0.5] * 2), (6, "fair", [0.5] * 6), (2, "unfair", [0.5, 0.2]),
                (6, "unfair", [0.5] * 5 + [0.2])]
    with tempfile.TemporaryDirectory() as folder:
        for groups, kind, chances in settings:
            trace = Path(folder) / "trace.csv"
            write_trace(trace, events, groups, chances)
            plain = None
            for name, spec in CASES:
                took = seconds(program, HERE / f"{spec}.lola", trace)
                plain = plain or took
                print(json.dumps({"figure": "cost", "case": f"{groups} groups, {kind}",
                                  "what": name,
                                  "ns_per_event": round(1e9 * took / events),
                                  "times_the_estimate": round(took / plain, 2)}), flush=True)


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


def compas(program: Path, trace: Path) -> None:
    """From which day on it is certain that a group's rate differs from that of the others."""
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
                    print(json.dumps({"figure": "compas", "reading": reading, "margin": margin,
                                      "group": state["message"], "state": state["state"],
                                      "since": state["since"]}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="folder with compiled programs")
    parser.add_argument("--figures", type=Path, required=True, help="the program that simulates")
    parser.add_argument("--runs", type=int, default=1000, help="per delay")
    parser.add_argument("--fair-runs", type=int, default=10_000, help="per rate of false alarms")
    parser.add_argument("--events", type=int, default=500_000, help="for the time per event")
    parser.add_argument("--compas", type=Path,
                        default=HERE.parents[1] / "examples/compas/trace.csv",
                        help="a trace made by `fairmon import compas`")
    arguments = parser.parse_args()
    cost(arguments.build / "fairmon", arguments.events)
    compas(arguments.build / "fairmon", arguments.compas)
    subprocess.run([arguments.figures, str(arguments.runs), str(arguments.fair_runs)], check=True)


if __name__ == "__main__":
    main()
