"""After the last row Fairlearn and AIF360 say the same."""

import logging

import pytest

import fairmon as fm

pandas = pytest.importorskip("pandas")

SPEC = (
    fm.metrics.demographic_parity("gender", "hired")
    + fm.metrics.equalized_odds("gender", "hired", "qualified")
    + fm.metrics.equal_opportunity("gender", "hired", "qualified")
    + fm.metrics.predictive_equality("gender", "hired", "qualified")
    + fm.metrics.predictive_parity("gender", "hired", "qualified")
    + fm.metrics.overall_accuracy_equality("gender", "hired", "qualified")
)


@pytest.fixture(scope="module")
def table(hiring):
    return pandas.DataFrame(hiring)


@pytest.fixture(scope="module")
def run(table):
    return fm.Monitor(SPEC).run(table)


def last(run, stream):
    return run[stream].column("value")[-1]


def test_rates_of_fairlearn(run, table):
    pytest.importorskip("fairlearn")
    checked = fm.fairlearn.check(run, table.qualified, table.hired, table.gender)
    assert len(checked) == 14 and all(each.agrees for each in checked)
    with pytest.raises(AssertionError, match="Fairlearn says otherwise"):
        fm.fairlearn.check(run, table.qualified, ~table.hired, table.gender)


def test_differences_of_fairlearn(run, table):
    metrics = pytest.importorskip("fairlearn.metrics")
    given = {"y_true": table.qualified, "y_pred": table.hired,
             "sensitive_features": table.gender}
    assert last(run, "demographic_parity_gap") == pytest.approx(
        metrics.demographic_parity_difference(**given), abs=1e-12)
    assert last(run, "equal_opportunity_gap") == pytest.approx(
        metrics.equal_opportunity_difference(**given), abs=1e-12)
    worse = max(last(run, "equalized_odds_tpr_gap"), last(run, "equalized_odds_fpr_gap"))
    assert worse == pytest.approx(metrics.equalized_odds_difference(**given), abs=1e-12)


def test_intersections_of_fairlearn(table):
    pytest.importorskip("fairlearn")
    run = fm.Monitor(fm.metrics.demographic_parity(("gender", "origin"), "hired")).run(table)
    assert len(fm.fairlearn.check(run, table.qualified, table.hired,
                                  table[["gender", "origin"]])) == 4


def test_windows_are_not_compared(table):
    pytest.importorskip("fairlearn")
    run = fm.Monitor(fm.metrics.demographic_parity("gender", "hired", over="30d")).run(table)
    with pytest.raises(fm.UsageError, match="neither windows nor priors"):
        fm.fairlearn.check(run, table.qualified, table.hired, table.gender)


@pytest.mark.filterwarnings("ignore")
def test_differences_of_aif360(run, table):
    logging.disable(logging.WARNING)  # it names what it could do with further packages
    datasets = pytest.importorskip("aif360.datasets")
    metrics = pytest.importorskip("aif360.metrics")
    logging.disable(logging.NOTSET)
    frame = pandas.DataFrame({"g": (table.gender == "men").astype(float),
                              "y": table.qualified.astype(float)})
    make = {"label_names": ["y"], "protected_attribute_names": ["g"]}
    truth = datasets.BinaryLabelDataset(df=frame, **make)
    decided = datasets.BinaryLabelDataset(df=frame.assign(y=table.hired.astype(float)), **make)
    metric = metrics.ClassificationMetric(truth, decided, unprivileged_groups=[{"g": 0.0}],
                                          privileged_groups=[{"g": 1.0}])
    for stream, theirs in (
            ("demographic_parity_gap", metric.statistical_parity_difference()),
            ("equal_opportunity_gap", metric.equal_opportunity_difference()),
            ("predictive_equality_gap", metric.false_positive_rate_difference()),
            ("predictive_parity_gap", metric.false_discovery_rate_difference()),
            ("overall_accuracy_equality_gap", metric.error_rate_difference())):
        assert last(run, stream) == pytest.approx(abs(theirs), abs=1e-12), stream
