"""Results answer what people ask, with the facts of the engine."""

import json
import subprocess
import sys

import pytest

import fairmon as fm
from conftest import ROOT


@pytest.fixture(scope="module")
def document(tmp_path_factory, hiring, parity_run):
    """What the program says of the same run."""
    from fairmon.frames import rows_of_frame
    from fairmon.web import write_csv

    folder = tmp_path_factory.mktemp("document")
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        write_csv(*rows_of_frame(hiring), file)
    (folder / "spec.lola").write_text(parity_run.spec.text)
    done = subprocess.run(
        [sys.executable, "-m", "fairmon", "monitor", folder / "spec.lola", folder / "data.csv",
         "-o", "json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 4), done.stderr
    return json.loads(done.stdout)


def test_groups_are_those_of_the_program(document, parity_run):
    ours = {(g.stream, g.group): (g.n, g.hits, g.value) for g in parity_run.by_group}
    theirs = {(stream, tuple(row["instance"])): (row["n"], row["hits"], row["value"])
              for stream, rows in document["values"].items() for row in rows if row["instance"]}
    assert ours == theirs
    assert all(g.judged and 0 < g.ratio <= 1 for g in parity_run.by_group)


def test_episodes_are_those_of_the_program(document, parity_run):
    assert len(parity_run.episodes) == len(document["episodes"])
    for ours, theirs in zip(parity_run.episodes, document["episodes"], strict=True):
        assert ours.begin == float(theirs["from"])
        assert ours.end == (None if theirs["to"] is None else float(theirs["to"]))
        assert (ours.firings, ours.message) == (theirs["firings"], theirs["text"])
        assert ours.worst.value == theirs["worst"]["value"]
        assert ours.open == theirs["open"]


def test_episodes_name_groups_and_counts(parity_run):
    worst = max(parity_run.episodes, key=lambda e: e.worst.value if e.worst else 0.0)
    rates = {g.group[0]: (g.value, g.n) for g in worst.groups}
    assert set(rates) == {"men", "women"}
    values = [value for value, _ in rates.values()]
    assert max(values) - min(values) == pytest.approx(worst.worst.value, abs=1e-12)
    assert f"of {rates['women'][1]}" in worst.worst.message


def test_verdicts_and_requirements(small_run, parity_run):
    assert small_run.verdict == "violated"
    (requirement,) = small_run.requirements
    assert (requirement.state, requirement.since, requirement.firings) == ("violated", 2.0, 3)
    assert "demographic_parity" in str(requirement)
    assert parity_run.verdict == "kept"
    assert [each.episodes > 0 for each in parity_run.requirements] == [True, True]


def test_what_was_never_evaluated_is_not_kept():
    spec = fm.metrics.demographic_parity("group", "hired", min_support=30)
    run = fm.Monitor(spec).run({"time": [1], "group": ["a"], "hired": [True]})
    assert run.verdict == "not judged"
    with pytest.raises(AssertionError, match="not judged"):
        fm.assert_fair(run)


def test_what_never_fired_is_kept():
    run = fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
        {"time": [1, 2], "group": ["a", "b"], "hired": [True, True]})
    assert run.verdict == "kept" and not run.episodes
    fm.assert_fair(run, ever=True)
    assert fm.Monitor('input a : Bool trigger a "so"').run(
        {"time": [1], "a": [False]}).verdict == "kept"


def test_answers_do_not_need_kept_values(hiring):
    spec = fm.metrics.demographic_parity("gender", "hired")
    whole = fm.Monitor(spec).run(hiring)
    lean = fm.Monitor(spec).run(hiring, keep="triggers")
    assert (lean.verdict, lean.by_group) == (whole.verdict, whole.by_group)
    assert [e.begin for e in lean.episodes] == [e.begin for e in whole.episodes]
    assert lean.streams == [] and "<path" not in lean._repr_html_()
    with pytest.raises(KeyError):
        lean["demographic_parity_gap"]
    few = {"time": [1], "gender": ["men"], "hired": [True]}
    assert fm.Monitor(spec).run(few, keep="triggers").verdict == "not judged"


def test_assert_fair(small_run, parity_run):
    fm.assert_fair(parity_run)
    with pytest.raises(AssertionError, match="b 0 of 1, a 1 of 1"):
        fm.assert_fair(small_run)
    with pytest.raises(AssertionError, match="fired"):
        fm.assert_fair(parity_run, ever=True)
    silent = fm.Monitor("input a : Bool").run({"time": [1], "a": [True]})
    with pytest.raises(AssertionError, match="no trigger"):
        fm.assert_fair(silent)


def test_history_has_values_with_trials(small_run):
    curves = {curve.name: curve for curve in small_run.history["demographic_parity_rate"]}
    assert curves["demographic_parity_rate(b)"].values == [0.0, 0.5]
    assert curves["demographic_parity_rate(b)"].n == [1, 2]
    assert curves["demographic_parity_rate(b)"].at(3.9).value == 0.0
    assert curves["demographic_parity_rate(b)"].at(1.0) is None
    rows = small_run.history.to_dict()
    assert {len(column) for column in rows.values()} == {len(rows["time"])}


def test_examples_answer():
    import csv

    with (ROOT / "examples/compas/trace.csv").open(encoding="utf-8") as file:
        events = list(csv.DictReader(file))
    frame = {name: [row[name] for row in events] for name in events[0]}
    for name in ("time", "id", "score"):
        frame[name] = [int(value) if value else None for value in frame[name]]
    for name in ("operators", "minimum_support", "own_group"):
        path = ROOT / f"examples/compas/{name}.lola"
        lean = name == "minimum_support"  # millions of values that nobody asks for here
        run = fm.Monitor(path).run(frame, keep="triggers" if lean else "outputs")
        assert run.verdict == "violated", path.name
        assert lean or all(episode.groups for episode in run.episodes), path.name
        assert run._repr_html_() and repr(run)
        assert all(0 < group.ratio <= 1 for group in run.by_group if group.judged)


def test_records_become_frames(parity_run):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    groups = parity_run.by_group
    assert isinstance(groups.to_pandas(), pandas.DataFrame)
    assert groups.to_polars().height == len(groups) == 4
    assert isinstance(groups.to_polars(), polars.DataFrame)
    assert parity_run.history.to_pandas().shape[1] == 6
    assert list(parity_run.episodes.to_pandas()["trigger"]) == [
        e.trigger for e in parity_run.episodes]


def test_left_out_cases_are_counted():
    run = fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
        {"time": [1, 2, 3], "group": ["a", "", "b"], "hired": [True, True, True]})
    assert run.left_out == {"demographic_parity_rate": 1}
    assert "1 cases without a label" in repr(run)


def test_calendar_times():
    run = fm.Monitor(fm.metrics.demographic_parity("group", "hired"), time="day").run(
        {"day": ["2024-03-01T00:00:00Z", "2024-03-02T12:00:00Z"], "group": ["a", "b"],
         "hired": [True, False]})
    assert str(run.reached) == "2024-03-02 12:00:00+00:00"
    assert run.requirements[0].since == run.reached


def test_a_start_makes_relative_times_calendar_times():
    for run in (
            fm.Monitor('#![start_time="2013-01-01"]\ninput a : Bool trigger a "so"'),
            fm.Monitor('input a : Bool trigger a "so"', start="2013-01-01")):
        run = run.run({"time": [1, 86400], "a": [False, True]})
        assert str(run.triggers.column("time")[0]) == "2013-01-02 00:00:00+00:00"
        assert str(run.begin) == "2013-01-01 00:00:00+00:00"


def test_evidence_can_leave_it_undecided():
    spec = fm.metrics.demographic_parity("group", "hired", level=0.95)
    few = {"time": [1, 2, 3], "group": ["a", "b", "a"], "hired": [True, False, True]}
    run = fm.Monitor(spec).run(few)
    assert run.verdict == "undecided"
    assert "undecided" in repr(run) and "Undecided" in run._repr_html_()
    with pytest.raises(AssertionError, match="too little evidence"):
        fm.assert_fair(run)
    fm.assert_fair(run, allow_undecided=True)


def test_evidence_decides_and_gives_intervals():
    spec = fm.metrics.demographic_parity("group", "hired", level=0.95)
    many = {"time": list(range(4000)), "group": ["a", "b"] * 2000,
            "hired": [i % 4 != 1 for i in range(4000)]}
    run = fm.Monitor(spec).run(many)
    assert run.verdict == "violated"
    for group in run.by_group:
        assert group.interval is not None
        assert group.interval[0] <= group.value <= group.interval[1]
    curve = run.history["demographic_parity_rate"][0]
    assert (curve.lower[-1], curve.upper[-1]) == run.by_group[0].interval
    assert "fill-opacity=\".16\"" in run._repr_html_()
    episode = run.episodes[-1]
    assert episode.groups and all(group.interval for group in episode.groups)
    same = {**many, "hired": [i % 8 < 4 for i in range(4000)]}
    assert fm.Monitor(spec).run(same).verdict == "kept"
