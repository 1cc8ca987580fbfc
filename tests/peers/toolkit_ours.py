"""The metric library's side of the comparison: one specification with every metric, one run."""

import json
import pathlib
import subprocess
import tempfile

from toolkit_data import COLUMNS

BOTH = "decision: decision, outcome: outcome"
# Every metric of the library and what it is given besides the group.
USES = {
    "demographic_parity": "decision: decision",
    "disparate_impact": "decision: decision",
    "conditional_statistical_parity": "stratum: stratum, decision: decision",
    "equal_opportunity": BOTH,
    "predictive_equality": BOTH,
    "equalized_odds": BOTH,
    "predictive_parity": BOTH,
    "conditional_use_accuracy": BOTH,
    "overall_accuracy_equality": BOTH,
    "treatment_equality": BOTH,
    "calibration_within_groups": "bin: bin, outcome: outcome",
    "balance_positive_class": "score: score, outcome: outcome",
    "balance_negative_class": "score: score, outcome: outcome",
    "decision_delay_parity": "delay: delay",
    "group_rate": "event: decision, given: bin > 4",
    "group_mean": "value: score",
    "stratified_rate": "stratum: stratum, event: decision, given: outcome",
}
# Metrics of means: a prior is a rate, so they have none.
MEANS = ("balance_positive_class", "balance_negative_class", "decision_delay_parity", "group_mean")


def specification(group, options, without=()):
    """All metrics with these options, compared between these groups."""
    lines = [f"input {name} : {kind}" for name, kind in COLUMNS.items()]
    for metric, given in USES.items():
        if metric not in without:
            lines.append(f"use {metric}(group: {group}, {given}, {options})")
    return "\n".join(lines) + "\n"


def last_values(fairmon, text, table):
    """Final value of every stream and instance after one event per second."""
    with tempfile.TemporaryDirectory() as folder:
        data, spec = pathlib.Path(folder, "data.csv"), pathlib.Path(folder, "spec.lola")
        table[list(COLUMNS)].to_csv(data, index_label="time")
        spec.write_text(text)
        answer = subprocess.run(
            [fairmon, "monitor", str(spec), str(data), "--output-format", "json",
             "--verbosity", "outputs"], capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(f"fairmon failed on\n{text}\n{answer.stderr}")
    values = {}
    for line in answer.stdout.splitlines():
        for name, changes in json.loads(line).items():
            if name != "time":
                for change in changes:
                    if "eval" in change:
                        key = tuple(str(part) for part in change.get("instance", ()))
                        values[name, key] = change["eval"]
    return values
