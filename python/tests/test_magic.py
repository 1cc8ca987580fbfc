"""The cell magic of notebooks."""

import pytest

import fairmon as fm
from fairmon.display.magic import fairmon_cell, load_ipython_extension

CELL = "input a : Bool\ntrigger a \"so\"\n"


def test_it_keeps_the_specification():
    variables = {}
    shown = fairmon_cell("mine", CELL, variables)
    assert variables["mine"] is shown and isinstance(shown, fm.Specification)


def test_it_runs_a_frame():
    variables = {"frame": {"t": [1, 2], "a": [True, False]}}
    shown = fairmon_cell("mine --run frame --time t --into result", CELL, variables)
    assert variables["result"] is shown and shown.verdict == "kept"


def test_errors_are_shown_instead_of_run():
    variables = {"frame": {}}
    shown = fairmon_cell("--run frame", "input a : Bool\ntrigger b", variables)
    assert isinstance(shown, fm.Specification) and "run" not in variables
    assert "error" in shown._repr_html_()


@pytest.mark.parametrize(("line", "word"), [
    ("two words", "usage"), ("1x", "name of a variable"), ("--run nowhere", "no variable"),
    ("--level high", "level")])
def test_mistakes_say_what_to_do(line, word):
    with pytest.raises(fm.UsageError, match=word):
        fairmon_cell(line, CELL, {})


def test_it_registers_itself():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    load_ipython_extension(shell)
    shell.run_cell_magic("fairmon", "mine", CELL)
    assert isinstance(shell.user_ns["mine"], fm.Specification)
