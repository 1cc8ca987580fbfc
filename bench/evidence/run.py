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
    parser.add_argument("--figures", type=Path, required=True,
                        help="the program that simulates and measures")
    parser.add_argument("--runs", type=int, default=1000, help="per delay")
    parser.add_argument("--fair-runs", type=int, default=10_000, help="per rate of false alarms")
    parser.add_argument("--compas", type=Path,
                        default=HERE.parents[1] / "examples/compas/trace.csv",
                        help="a trace made by `fairmon import compas`")
    arguments = parser.parse_args()
    compas(arguments.build / "fairmon", arguments.compas)
    subprocess.run([arguments.figures, str(arguments.runs), str(arguments.fair_runs)], check=True)


if __name__ == "__main__":
    main()
