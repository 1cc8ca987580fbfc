#!/usr/bin/env python3
"""Compares the metric library with Fairlearn and AIF360: same data, same final values.

Every metric is monitored over a trace and its last value compared with what the batch toolkit
computes from the same rows, to 1e-12. Data: the synthetic hiring trace, the synthetic COMPAS trace
(people whose two years are over), and the real COMPAS file if its folder is given.

Usage: toolkits.py FAIRMON [COMPAS_FOLDER]      needs fairlearn and aif360
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE = 1e-12


def last_values(fairmon, spec, rows, columns):
    """Final value of every stream of `spec` after monitoring `rows`."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder, "data.csv")
        with data.open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["time", *columns])
            for number, row in enumerate(rows):
                writer.writerow([number, *(row[c] for c in columns)])
        file = pathlib.Path(folder, "spec.lola")
        file.write_text(spec)
        answer = subprocess.run(
            [fairmon, "monitor", str(file), str(data), "--output-format", "json",
             "--verbosity", "outputs"],
            check=True, capture_output=True, text=True)
    values = {}
    for line in answer.stdout.splitlines():
        for name, changes in json.loads(line).items():
            if name == "time":
                continue
            for change in changes:
                if "eval" in change:
                    values[name, tuple(change.get("instance", ()))] = change["eval"]
    return values


def toolkit_values(rows):
    """The same quantities from Fairlearn and AIF360, by name of our stream."""
    import numpy as np
    import pandas as pd
    from aif360.datasets import BinaryLabelDataset
    from aif360.metrics import ClassificationMetric
    from fairlearn.metrics import (MetricFrame, demographic_parity_difference,
                                   demographic_parity_ratio, false_positive_rate, selection_rate,
                                   true_positive_rate)
    from sklearn.metrics import accuracy_score, precision_score

    truth = np.array([r["outcome"] == "true" for r in rows], dtype=int)
    decided = np.array([r["decision"] == "true" for r in rows], dtype=int)
    group = np.array([r["group"] for r in rows])

    def gap(metric):
        frame = MetricFrame(metrics=metric, y_true=truth, y_pred=decided, sensitive_features=group)
        return frame.difference(method="between_groups")

    result = {
        "demographic_parity_gap": demographic_parity_difference(
            truth, decided, sensitive_features=group),
        "disparate_impact_ratio": demographic_parity_ratio(
            truth, decided, sensitive_features=group),
        "equal_opportunity_gap": gap(true_positive_rate),
        "predictive_equality_gap": gap(false_positive_rate),
        "predictive_parity_gap": gap(precision_score),
        "overall_accuracy_equality_gap": gap(accuracy_score),
    }
    frame = MetricFrame(metrics=selection_rate, y_true=truth, y_pred=decided,
                        sensitive_features=group)
    for name, rate in frame.by_group.items():
        result["demographic_parity_rate", name] = rate

    # AIF360 compares two groups; it answers for the pair that is largest and smallest here.
    names = sorted(set(group))
    if len(names) == 2:
        table = pd.DataFrame({"g": (group == names[0]).astype(float), "y": truth.astype(float)})
        predicted = table.assign(y=decided.astype(float))
        make = lambda df: BinaryLabelDataset(  # noqa: E731
            df=df, label_names=["y"], protected_attribute_names=["g"])
        metric = ClassificationMetric(make(table), make(predicted), privileged_groups=[{"g": 1}],
                                      unprivileged_groups=[{"g": 0}])
        result["aif360 equal_opportunity_gap"] = abs(metric.equal_opportunity_difference())
        result["aif360 demographic_parity_gap"] = abs(metric.statistical_parity_difference())
        result["aif360 predictive_equality_gap"] = abs(metric.false_positive_rate_difference())
        ratio = metric.disparate_impact()
        result["aif360 disparate_impact_ratio"] = min(ratio, 1.0 / ratio)
    return result


SPEC = """input group : String
input decision : Bool
input outcome : Bool
use demographic_parity(group, decision)
use disparate_impact(group, decision)
use equal_opportunity(group, decision, outcome)
use predictive_equality(group, decision, outcome)
use predictive_parity(group, decision, outcome)
use overall_accuracy_equality(group, decision, outcome)
"""


def compare(fairmon, title, rows):
    ours = last_values(fairmon, SPEC, rows, ["group", "decision", "outcome"])
    failures = 0
    for name, theirs in toolkit_values(rows).items():
        if isinstance(name, tuple):
            key = (name[0], (name[1],))
        else:
            key = (name.removeprefix("aif360 "), ())
        value = ours.get(key)
        good = value is not None and abs(value - float(theirs)) <= TOLERANCE
        failures += not good
        shown = name if isinstance(name, str) else f"{name[0]}({name[1]})"
        print(f"{'ok  ' if good else 'FAIL'} {title}: {shown} = {value} (toolkit {float(theirs)})")
    return failures


def hiring():
    with (ROOT / "examples/hiring/trace.csv").open() as file:
        for row in csv.DictReader(file):
            yield {"group": row["gender"], "decision": row["hired"], "outcome": row["qualified"]}


def compas(trace):
    """One row per person: score above 4, and a new offence within two years."""
    people, offences = {}, {}
    for row in trace:
        if row["event"] == "SCORE":
            people[row["id"]] = row
        else:
            offences[row["id"]] = int(row["time"])
    for number, row in people.items():
        after = offences.get(number, 10**12) - int(row["time"])
        yield {"group": row["group"], "decision": str(int(row["score"]) > 4).lower(),
               "outcome": str(after <= 730 * 86_400 + 43_200).lower()}


def main():
    fairmon = sys.argv[1]
    failures = compare(fairmon, "hiring", list(hiring()))
    with (ROOT / "examples/compas/trace.csv").open() as file:
        failures += compare(fairmon, "synthetic COMPAS", list(compas(csv.DictReader(file))))
    real = pathlib.Path(sys.argv[2], "compas-scores-two-years.csv") if len(sys.argv) > 2 else None
    if real and real.exists():
        text = subprocess.run([fairmon, "import", "compas", str(real)], check=True,
                              capture_output=True, text=True).stdout
        failures += compare(fairmon, "COMPAS", list(compas(csv.DictReader(text.splitlines()))))
    else:
        print("skip COMPAS: the real file is not here")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
