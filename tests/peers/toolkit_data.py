"""The tables on which the metric library is compared with batch toolkits.

Every table has one row per decided case and the same columns, so that one specification and one
list of questions serve them all.
"""

import csv
import pathlib
import subprocess

import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[2]
DAY = 86_400
# Name and type of every column, as the specification declares them.
COLUMNS = {"group": "String", "second": "String", "stratum": "String", "bin": "Int64",
           "decision": "Bool", "outcome": "Bool", "score": "Float64", "delay": "Float64"}


def hiring():
    """The synthetic applications; comparable cases are those of the same half of the year."""
    trace = pd.read_csv(ROOT / "examples/hiring/trace.csv")
    return pd.DataFrame({
        "group": trace.gender, "second": trace.origin,
        "stratum": (trace.time // (30 * DAY)).map("month {}".format),
        "bin": (trace.score * 10).round(6).astype(int), "decision": trace.hired,
        "outcome": trace.qualified, "score": trace.score, "delay": trace.waited_days})


def compas(trace, sex=None):
    """One row per person: a score above 4, and a new offence within two years.

    `sex` maps people to a second attribute; without it the year of the screening is one."""
    people, offences = {}, {}
    for row in trace:
        if row["event"] == "SCORE":
            people[row["id"]] = row
        else:
            offences[row["id"]] = int(row["time"])
    rows = []
    for number, row in people.items():
        screened = int(row["time"]) // DAY
        after = offences.get(number, 10**12) // DAY - screened
        rows.append({
            "group": row["group"], "second": sex[number] if sex else str(screened // 365),
            "stratum": f"quarter {screened // 91 % 4}", "bin": int(row["score"]),
            "decision": int(row["score"]) > 4, "outcome": after <= 730,
            "score": float(row["score"]), "delay": min(after, 730)})
    return pd.DataFrame(rows)


def synthetic_compas():
    with (ROOT / "examples/compas/trace.csv").open() as file:
        return compas(csv.DictReader(file))


def real_compas(fairmon, file):
    """The published file, read by `fairmon import`."""
    trace = subprocess.run([fairmon, "import", "compas", str(file)], check=True,
                           capture_output=True, text=True).stdout
    with file.open(newline="") as text:
        sex = {row["id"]: row["sex"] for row in csv.DictReader(text)}
    return compas(csv.DictReader(trace.splitlines()), sex)
