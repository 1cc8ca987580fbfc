"""Metrics as functions: one source, the descriptions of the library."""

import inspect
import pathlib
import pickle
import re
from datetime import timedelta

import pytest

import fairmon as fm

LIBRARY = pathlib.Path(__file__).parents[2] / "library/metrics"


def test_every_metric_of_the_library_is_a_function():
    assert set(fm.metrics.library()) == {folder.name for folder in LIBRARY.iterdir()}
    for name in fm.metrics.library():
        assert name in dir(fm.metrics)


@pytest.mark.parametrize("folder", sorted(LIBRARY.iterdir()), ids=lambda folder: folder.name)
def test_parameters_are_those_of_the_description(folder):
    described = re.findall(r"^//: parameter (\w+)", (folder / "metric.lola").read_text(), re.M)
    accepted = list(inspect.signature(getattr(fm.metrics, folder.name)).parameters)
    assert accepted[:1] == ["group"]
    assert set(described) <= set(accepted)


NEEDED = {"decision": "decided", "outcome": "happened", "event": "decided", "score": "points",
          "value": "points", "delay": "waited", "stratum": "region", "bin": "region"}


@pytest.mark.parametrize("name", sorted(folder.name for folder in LIBRARY.iterdir()))
def test_every_metric_compiles_as_called(name):
    metric = getattr(fm.metrics, name)
    needed = {p.name: NEEDED[p.name] for p in metric.parameters
              if p.default is None and p.name != "group"}
    spec = metric(group="gender", **needed)
    assert [d for d in spec.check() if d.severity == "error"] == []
    assert metric.summary in inspect.getdoc(metric)


def test_arguments_are_written_in_the_language():
    spec = fm.metrics.demographic_parity(
        ("race", "sex"), "score > 6", threshold=0.2, over=timedelta(days=30), every="1d",
        compare="difference", name="parity", inputs={"score": "Int64"})
    assert str(spec).splitlines() == [
        "input race : String", "input sex : String", "input score : Int64",
        "use demographic_parity(group: (race, sex), decision: score > 6, compare: difference, "
        "threshold: 0.2, over: 2592000s, every: 1d) as parity"]
    assert spec.compile().panels[0].title == "parity_rate"


def test_columns_with_other_names():
    spec = fm.metrics.group_mean(fm.column("Ethnic group"), fm.column("2nd score", "Float64"))
    run = fm.Monitor(spec).run({"time": [1, 2], "Ethnic group": ["x", "y"],
                                "2nd score": [1.0, 3.0]})
    assert [(g.group, g.value) for g in run.by_group] == [(("x",), 1.0), (("y",), 3.0)]


def test_types_come_from_a_frame():
    frame = {"time": [1, 2], "region": [1, None], "score": [1.0, 2.5], "name": ["x", "y"]}
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    for make in (dict, pyarrow.table, polars.DataFrame):
        spec = fm.metrics.group_mean(("region", "name"), "score", frame=make(frame))
        assert [line for line in str(spec).splitlines() if line.startswith("input")] == [
            "input region : Int64", "input name : String", "input score : Float64"]


@pytest.mark.parametrize(("call", "word"), [
    (lambda m: m.demographic_parity("g"), "decision"),
    (lambda m: m.demographic_parity("g", "d", wrong=1), "it takes group, decision"),
    (lambda m: m.demographic_parity("g", "d", compare="quotient"), "difference, ratio, none"),
    (lambda m: m.demographic_parity("g", "d", threshold="much"), "number"),
])
def test_mistakes_name_the_way_out(call, word):
    with pytest.raises(fm.UsageError, match=word):
        call(fm.metrics)


def test_an_unknown_metric_lists_the_known_ones():
    with pytest.raises(AttributeError, match="equal_opportunity"):
        fm.metrics.equal_chances  # noqa: B018


def test_metrics_pickle():
    metric = pickle.loads(pickle.dumps(fm.metrics.disparate_impact))
    assert metric("g", "d") == fm.metrics.disparate_impact("g", "d")
