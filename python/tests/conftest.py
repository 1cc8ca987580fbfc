"""What several tests use."""

import pathlib

import pytest

import fairmon as fm

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="session")
def hiring():
    """The invented applications as a dict of lists, with Booleans."""
    import csv

    with (ROOT / "examples/hiring/trace.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    table = {name: [row[name] for row in rows] for name in rows[0]}
    for name in ("hired", "qualified"):
        table[name] = [value == "true" for value in table[name]]
    for name in ("time", "score", "waited_days"):
        table[name] = [float(value) for value in table[name]]
    return table


@pytest.fixture(scope="session")
def parity_run(hiring):
    """Demographic parity and equal opportunity of the applications."""
    spec = (fm.metrics.demographic_parity("gender", "hired")
            + fm.metrics.equal_opportunity("gender", "hired", "qualified", min_support=30))
    return fm.Monitor(spec).run(hiring)


@pytest.fixture
def small_run():
    """Four decisions that a reader can count."""
    return fm.Monitor(fm.metrics.demographic_parity("group", "hired")).run(
        {"time": [1, 2, 3, 4], "group": ["a", "b", "a", "b"],
         "hired": [True, False, True, True]})
