"""Specifications to read, combine and change; diagnostics as objects."""

import pathlib
import pickle

import pytest

import fairmon as fm


def test_inputs_of_both_are_declared_once():
    both = (fm.metrics.demographic_parity("g", "d")
            + fm.metrics.equal_opportunity("g", "d", "y"))
    assert str(both).splitlines() == [
        "input g : String", "input d : Bool", "input y : Bool",
        "use demographic_parity(group: g, decision: d)",
        "use equal_opportunity(group: g, decision: d, outcome: y)"]
    assert both.check() == ()


def test_a_text_can_be_added():
    spec = fm.metrics.group_rate("g", "d", compare="none") + 'trigger d "decided"'
    assert len(spec.compile().streams) > 3
    assert str('#![level="0.9"]\n' + spec).startswith("#![level")


def test_tags_of_a_shared_input_go_with_it():
    first = fm.metrics.group_mean(fm.column("my group"), "x")
    assert str(first + first).count("#[column=") == 1


def test_one_input_with_two_types_is_refused():
    with pytest.raises(fm.UsageError, match="`d` as Bool, the other as Float64"):
        fm.metrics.demographic_parity("g", "d") + fm.metrics.group_mean("g", "d")


def test_diagnostics_are_objects_that_print_like_the_command_line():
    found = fm.check("input a : Bool\ntrigger b > 1")
    assert found[0].severity == "error"
    assert found[0].line == 2
    assert "`b`" in str(found[0])
    assert "trigger b" in str(found[0])


def test_a_monitor_refuses_what_does_not_compile():
    with pytest.raises(fm.SpecError) as caught:
        fm.Monitor("input a : Bool\ntrigger b")
    assert caught.value.diagnostics[0].line == 2


def test_expanded_and_formatted(tmp_path: pathlib.Path):
    spec = fm.metrics.demographic_parity("g", "d")
    assert "output demographic_parity_rate(g" in str(spec.expanded())
    assert spec.formatted().check() == ()
    spec.save(tmp_path / "parity.lola")
    assert fm.Specification.read(tmp_path / "parity.lola") == spec
    assert fm.Monitor(tmp_path / "parity.lola").spec.name.endswith("parity.lola")
    with pytest.raises(fm.SpecError):
        fm.Specification("input").expanded()


def test_they_pickle_and_compare():
    spec = fm.metrics.demographic_parity("g", "d")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert len({spec, fm.Specification(spec.text)}) == 1


def test_init_guesses_for_a_frame(hiring):
    spec = fm.init(hiring)
    assert "use demographic_parity(group: gender, decision: hired" in str(spec)
    assert fm.Monitor(spec).run(hiring).num_events == 3000
    both = fm.init(hiring, group=("gender", "origin"), decision="hired", outcome="qualified")
    assert "(gender, origin)" in str(both)


def test_init_says_what_it_misses():
    with pytest.raises(fm.UsageError, match="--group|group"):
        fm.init({"time": [1, 2], "x": [1.5, 2.5]})
