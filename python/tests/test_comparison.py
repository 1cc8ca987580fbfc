"""Two runs side by side, with intervals that hold together."""

import json
import subprocess

import pytest

import fairmon as fm
from fairmon.web import program, write_files


def test_compare(small_run):
    other = fm.Monitor(small_run.spec).run(
        {"time": [1, 2, 3], "group": ["a", "b", "c"], "hired": [True, True, True]})
    comparison = small_run.compare(other)
    assert not comparison.same
    assert [(g.group, g.change) for g in comparison.groups] == [
        (("a",), 0.0), (("b",), 0.5), (("c",), None)]
    assert "violated" in repr(comparison)
    assert small_run.compare(small_run).same


def hired_at(rates, count=400):
    """Runs of demographic parity in which each group is hired at its rate."""
    monitor = fm.Monitor(fm.metrics.demographic_parity("group", "hired"))
    rows = [{"time": i, "group": name, "hired": i % 100 < rate * 100}
            for i in range(count) for name, rate in rates.items()]
    return monitor.run(rows)


def test_compare_says_how_sure_it_is():
    before, after = hired_at({"a": 0.25, "b": 0.5}), hired_at({"a": 0.75, "b": 0.5})
    found = before.compare(after)
    a, b = found.groups
    assert (a.verdict, b.verdict) == ("higher", "undecided")
    assert a.change == 0.5 and 0.3 < a.interval[0] < 0.5 < a.interval[1] < 0.7
    assert b.interval[0] == pytest.approx(-b.interval[1]) and found.same_specification
    assert after.compare(before).groups[0].verdict == "lower"
    wider = before.compare(after, same_cases=True)
    assert wider.groups[0].interval[0] < a.interval[0] and "the same" in wider.meaning
    surer = before.compare(after, level=0.999)
    assert surer.groups[0].interval[0] < a.interval[0]
    assert "0.999" in repr(surer) and "0.999" in surer._repr_html_()
    with pytest.raises(fm.UsageError, match="level"):
        before.compare(after, level=1.5)


def test_compare_is_what_the_program_says(tmp_path):
    """`fairmon compare` on the same two runs has the same bounds."""
    runs = [hired_at({"a": 0.2, "b": 0.6}), hired_at({"a": 0.3, "b": 0.6, "c": 0.1})]
    for number, run in enumerate(runs):
        write_files(tmp_path, run.spec, run._frame)
        subprocess.run(program("monitor", str(tmp_path / "specification.lola"),
                               str(tmp_path / "data.csv"), "-q", "-o",
                               f"json={tmp_path}/{number}.json"), check=False)
    said = json.loads(subprocess.run(
        program("compare", f"{tmp_path}/0.json", f"{tmp_path}/1.json", "--json"),
        capture_output=True, text=True, check=True).stdout)
    rates = {row["instance"]: row for row in said["differences"]
             if row["stream"] == "demographic_parity_rate"}
    found = {group.group[0]: group for group in runs[0].compare(runs[1]).groups}
    assert rates.keys() == found.keys() == {"a", "b", "c"}
    assert found["c"].verdict == "only in the second"
    for name in "ab":
        assert found[name].interval == pytest.approx(tuple(rates[name]["bounds"]), abs=1e-9)


def test_runs_of_one_frame_have_the_same_cases(hiring):
    by_gender = fm.Monitor(fm.metrics.demographic_parity("gender", "hired")).run(hiring)
    again = fm.Monitor(fm.metrics.demographic_parity("gender", "qualified")).run(hiring)
    found = by_gender.compare(again)
    assert found.same_cases and not found.same_specification
    assert not by_gender.compare(again, same_cases=False).same_cases
