"""The numbers of the audit templates are those that pandas counts in the same files."""

import json
import pathlib
import subprocess
import sys

import pytest

pandas = pytest.importorskip("pandas")

ROOT = pathlib.Path(__file__).parents[2]
AUDITS = ROOT / "library/audits"
RACE = {"Black": "Black or African American", "Hispanic": "Hispanic or Latino",
        "Native American": "Native American or Alaska Native", "Declined": ""}
SEX = {"F": "Female", "M": "Male", "X": "Other"}


def findings(*words):
    """What the program that the package brings along reports."""
    told = subprocess.run([sys.executable, "-m", "fairmon", "report", *map(str, words), "-o", "-",
                           "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(told.stdout)["findings"]


def same_numbers(finding, frame, groups, positive, small=0.0):
    """Counts, rates and, of all groups that are not too small, the ratios to the best."""
    known = frame[(frame[groups] != "").all(axis=1)]
    table = known.groupby(groups)[positive].agg(["size", "sum", "mean"])
    table.index = [name if isinstance(name, str) else ", ".join(name) for name in table.index]
    judged = table[table["size"] >= small * table["size"].sum()]
    ratios = judged["mean"] / judged["mean"].max()
    ours = pandas.DataFrame(finding["groups"]).set_index("group")
    assert sorted(ours.index) == sorted(table.index)
    assert ours["n"].to_dict() == table["size"].to_dict()
    assert ours["hits"].to_dict() == table["sum"].to_dict()
    assert ours["rate"].to_dict() == pytest.approx(table["mean"].to_dict(), abs=1e-12)
    assert ours["ratio"].dropna().to_dict() == pytest.approx(ratios.to_dict(), abs=1e-12)
    assert finding["left_out"] == len(frame) - len(known)
    return ratios.min(), judged["mean"].max() - judged["mean"].min()


@pytest.fixture(scope="module")
def applicants():
    frame = pandas.read_csv(AUDITS / "nyc_local_law_144/applicants.csv", keep_default_na=False)
    frame["sex"] = frame["sex"].replace(SEX)
    frame["race"] = frame["race"].replace(RACE)
    frame["selected"] = frame["selected"] == "yes"
    frame["above"] = frame["score"] > frame["score"].median()
    return frame


@pytest.mark.parametrize(("audit", "positive"), [("selection", "selected"), ("scoring", "above")])
def test_new_york(applicants, audit, positive):
    labels = [word for name, names in (("sex", SEX), ("race", RACE))
              for old, new in names.items() for word in ("--label", f"{name}:{old}={new}")]
    found = findings(f"nyc_local_law_144/{audit}", AUDITS / "nyc_local_law_144/applicants.csv",
                     "--time-column", "date", *labels)
    for finding, groups in zip(found, (["sex"], ["race"], ["sex", "race"]), strict=True):
        ratio, _ = same_numbers(finding, applicants, groups, positive, small=0.02)
        assert finding["value"] == pytest.approx(ratio, abs=1e-12)


@pytest.mark.parametrize("group", ["gender", "origin"])
def test_four_fifths_and_ai_act(group):
    data = ROOT / "examples/hiring/trace.csv"
    frame = pandas.read_csv(data, keep_default_na=False)
    (four_fifths,) = findings("us_four_fifths", data, "--map", f"group={group}",
                              "--map", "selected=hired")
    ratio, _ = same_numbers(four_fifths, frame, [group], "hired")
    assert four_fifths["value"] == pytest.approx(ratio, abs=1e-12)
    (ai_act,) = findings("eu_ai_act", data, "--map", f"group={group}", "--map", "decision=hired")
    _, gap = same_numbers(ai_act, frame, [group], "hired")
    assert ai_act["value"] == pytest.approx(gap, abs=1e-12)


def test_digital_services_act():
    data = AUDITS / "eu_dsa/statements.csv"
    frame = pandas.read_csv(data, keep_default_na=False)
    frame["fully"] = frame["automated_decision"] == "AUTOMATED_DECISION_FULLY"
    (finding,) = findings("eu_dsa", data, "--time-column", "created_at")
    _, gap = same_numbers(finding, frame, ["content_language"], "fully")
    assert finding["value"] == pytest.approx(gap, abs=1e-12)
