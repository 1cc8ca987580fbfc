"""The wrapper of scikit-learn behaves like the model it wraps, and pushes."""

import pickle
from itertools import count

import pytest

pytest.importorskip("sklearn")

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import fairmon as fm
from fairmon.sklearn import MonitoredEstimator, monitored

SPEC = fm.metrics.demographic_parity("side", "hired")


def side(X):
    """A group for any numbers."""
    dense = X.toarray() if hasattr(X, "toarray") else np.asarray(X, dtype=float)
    return np.where(dense[:, 0] > 0, "right", "left")


def watched(model=None, **options):
    return monitored(model or LogisticRegression(), SPEC, decision="hired", positive=1,
                     sensitive={"side": side}, **options)


def all_pass(estimator):
    results = check_estimator(estimator, on_fail=None)
    return [(r["check_name"], r["exception"]) for r in results
            if r["status"] not in ("passed", "skipped")]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model", [LogisticRegression(), Ridge()], ids=["classifier", "regressor"])
def test_check_estimator_without_a_monitor(model):
    assert all_pass(MonitoredEstimator(model)) == []


@pytest.mark.filterwarnings("ignore")
def test_check_estimator_with_a_monitor():
    assert all_pass(watched()) == []


@pytest.fixture
def data():
    random = np.random.default_rng(7)
    X = random.normal(size=(300, 3))
    y = (X[:, 0] + 0.3 * random.normal(size=300) > 0).astype(int)
    return X, y


def test_predictions_are_those_of_the_model_and_are_pushed(data):
    X, y = data
    heard = []
    model = watched(clock=count(1.0).__next__, on_verdict=heard.append).fit(X, y)
    assert (model.predict(X) == LogisticRegression().fit(X, y).predict(X)).all()
    assert model.monitor_.num_events == 300
    assert heard and heard[0].trigger == "trigger_0"
    expected = fm.Monitor(SPEC).run({"time": [1.0] * 300, "side": side(X).tolist(),
                                     "hired": [bool(p) for p in model.estimator_.predict(X)]})
    assert [v.message for v in heard] == expected.triggers.column("message")
    model.predict_proba(X)
    model.score(X, y)
    assert model.monitor_.num_events == 300


def test_clone_pickle_and_search(data):
    X, y = data
    model = watched(clock=count(1.0).__next__).fit(X, y)
    model.predict(X)
    assert not hasattr(clone(model), "monitor_")
    again = pickle.loads(pickle.dumps(watched().fit(X, y)))
    again.predict(X)
    assert again.monitor_.num_events == 300
    search = GridSearchCV(watched(), {"estimator__C": [0.1, 1.0]}, cv=3).fit(X, y)
    assert search.best_estimator_.monitor_.num_events == 0
    search.predict(X[:10])
    assert search.best_estimator_.monitor_.num_events == 10
    pipeline = make_pipeline(StandardScaler(), watched()).fit(X, y)
    assert pipeline.predict(X).shape == (300,)
    assert is_classifier(watched()) and is_regressor(MonitoredEstimator(Ridge()))


def test_outcomes_that_come_later(data):
    pandas = pytest.importorskip("pandas")
    X, y = data
    frame = pandas.DataFrame(X, columns=["x", "y", "z"])
    frame["case"] = range(300)
    frame["gender"] = np.where(np.arange(300) % 2, "women", "men")
    inner = make_pipeline(_Columns(["x", "y", "z"]), LogisticRegression())
    model = monitored(inner, fm.metrics.equal_opportunity("gender", "hired", "able"),
                      decision="hired", positive=1, sensitive="gender", case="case",
                      clock=count(1.0).__next__).fit(frame, y)
    predicted = model.predict(frame)
    assert len(model.live) == 300 and model.monitor_.num_events == 0
    for case in range(300):
        model.outcome(case=case, able=bool(y[case]))
    assert len(model.live) == 0
    table = model.monitor_.readings("equal_opportunity_rate")
    for gender, rate in zip(table.column("g"), table.column("value"), strict=True):
        mine = (frame.gender == gender) & (y == 1)
        assert rate == predicted[mine].mean()


def test_mistakes_say_what_to_do(data):
    X, y = data
    with pytest.raises(fm.UsageError, match="there is no model"):
        MonitoredEstimator().fit(X, y)
    with pytest.raises(fm.UsageError, match="no column `gender`"):
        monitored(LogisticRegression(), SPEC, sensitive="gender").fit(X, y).predict(X)
    with pytest.raises(fm.UsageError, match="say of which input"):
        monitored(LogisticRegression(), SPEC, sensitive=0).fit(X, y).predict(X)
    with pytest.raises(fm.UsageError, match="joined by their case"):
        watched().fit(X, y).outcome(case=1, able=True)


class _Columns:
    """Chooses the columns that the model may see."""

    def __init__(self, names):
        self.names = names

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return X[self.names]

    def get_params(self, deep=True):
        return {"names": self.names}

    def set_params(self, **parameters):
        self.__dict__.update(parameters)
        return self
