"""A scikit-learn estimator whose predictions are watched.

`monitored(model, spec, decision="hired", sensitive="gender")` behaves like the model: it is fitted,
cloned, pickled and searched over in the same way, and `predict` gives the same answers. Every
prediction is also an event for a monitor of its own, which `fit` starts afresh, so the scores of a
search never mix with those of production.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from fairmon.errors import UsageError
from fairmon.monitor import Monitor, Source

try:
    from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
    from sklearn.utils import get_tags
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:  # pragma: no cover - the message is the point
    raise ImportError("fairmon.sklearn needs scikit-learn 1.6 or newer: pip install scikit-learn"
                      ) from error

if TYPE_CHECKING:
    from fairmon.live import Live
    from fairmon.verdicts import Verdict

Sensitive = str | int | Callable[[Any], Any]


def _inner_has(name: str) -> Callable[[Any], bool]:
    def check(self: Any) -> bool:
        getattr(getattr(self, "estimator_", self.estimator), name)
        return True

    return check


class MonitoredEstimator(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """Passes everything on to `estimator` and pushes predictions.

    estimator: the model.
    spec: what to watch for; None watches nothing.
    decision: the input that a prediction becomes; Booleans for classes, if `positive` is given.
    positive: the class that is the good decision; None passes predictions on as they are.
    sensitive: input → where its values come from: the name of a column of X, its number, or a
        function of X. A single name stands for the input of that name.
    case: like an entry of `sensitive`: what names a case, so that its outcome can come later. The
        decision then waits for `outcome(case=…)`.
    clock: tells the time of each call of `predict`, in seconds or as a `datetime`; the wall clock
        if None.
    on_verdict: called with every verdict.
    """

    def __init__(
        self,
        estimator: Any = None,
        spec: Source | None = None,
        *,
        decision: str = "decision",
        positive: Any = None,
        sensitive: Sensitive | Mapping[str, Sensitive] | None = None,
        case: Sensitive | None = None,
        clock: Callable[[], float | datetime] | None = None,
        on_verdict: Callable[[Verdict], object] | None = None,
    ) -> None:
        self.estimator = estimator
        self.spec = spec
        self.decision = decision
        self.positive = positive
        self.sensitive = sensitive
        self.case = case
        self.clock = clock
        self.on_verdict = on_verdict

    def fit(self, X: Any, y: Any = None, **parameters: Any) -> MonitoredEstimator:
        """Fits a clone of the model and starts a monitor of its own."""
        if self.estimator is None:
            raise UsageError("there is no model: MonitoredEstimator(estimator=…)")
        copy: Any = clone(self.estimator)
        self.estimator_ = copy.fit(X, y, **parameters)
        self.monitor_ = Monitor(self.spec) if self.spec is not None else None
        self.live_ = self.monitor_.live() if self.monitor_ is not None else None
        for name in ("classes_", "n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    def predict(self, X: Any, **parameters: Any) -> Any:
        """What the model predicts; each prediction is pushed."""
        check_is_fitted(self, "estimator_")
        predicted = self.estimator_.predict(X, **parameters)
        if self.live_ is not None:
            self._push(self.live_, X, predicted)
        return predicted

    def _push(self, live: Live, X: Any, predicted: Any) -> None:
        columns = {name: _column(X, place) for name, place in self._places().items()}
        columns[self.decision] = _plain(
            predicted if self.positive is None else predicted == self.positive)
        if self.case is None:
            moments = [self._now()] * len(columns[self.decision])
            self._tell(live.monitor.push_many({"time": moments, **columns}))
            return
        names = list(columns)
        for case, *values in zip(_column(X, self.case), *columns.values(), strict=True):
            live.decision(case=case, **dict(zip(names, values, strict=True)))

    def _now(self) -> float | datetime:
        return datetime.now(timezone.utc) if self.clock is None else self.clock()

    def _places(self) -> Mapping[str, Sensitive]:
        if self.sensitive is None:
            return {}
        if isinstance(self.sensitive, Mapping):
            return self.sensitive
        if not isinstance(self.sensitive, str):
            raise UsageError("`sensitive` is a number or a function: say of which input, "
                             "sensitive={'gender': …}")
        return {self.sensitive: self.sensitive}

    def outcome(self, *, case: Hashable, **fields: Any) -> list[Verdict]:
        """The outcome of a case that was predicted before; joins it with the decision."""
        check_is_fitted(self, "estimator_")
        if self.live_ is None or self.case is None:
            raise UsageError("outcomes are joined by their case: give `spec` and `case`")
        if "time" not in fields:
            fields["time"] = self._now()
        return self._tell(self.live_.outcome(case=case, **fields))

    def _tell(self, verdicts: list[Verdict]) -> list[Verdict]:
        if self.on_verdict is not None:
            for verdict in verdicts:
                self.on_verdict(verdict)
        return verdicts

    @property
    def live(self) -> Live:
        """The decisions that wait for their outcomes."""
        check_is_fitted(self, "estimator_")
        if self.live_ is None:
            raise UsageError("nothing is watched: give `spec`")
        return self.live_

    @available_if(_inner_has("predict_proba"))
    def predict_proba(self, X: Any) -> Any:
        """What the model says; chances are no decisions and are not pushed."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict_proba(X)

    @available_if(_inner_has("predict_log_proba"))
    def predict_log_proba(self, X: Any) -> Any:
        """What the model says; not pushed."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict_log_proba(X)

    @available_if(_inner_has("decision_function"))
    def decision_function(self, X: Any) -> Any:
        """What the model says; not pushed."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.decision_function(X)

    @available_if(_inner_has("score"))
    def score(self, X: Any, y: Any = None, **parameters: Any) -> Any:
        """The score of the model; a score is no decision and is not pushed."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.score(X, y, **parameters)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "estimator_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            inner = get_tags(self.estimator)
            for name in ("estimator_type", "classifier_tags", "regressor_tags", "input_tags",
                         "target_tags", "non_deterministic"):
                setattr(tags, name, getattr(inner, name))
        return tags


def monitored(estimator: Any, spec: Source, **options: Any) -> MonitoredEstimator:
    """A model whose predictions are watched; options as of `MonitoredEstimator`."""
    return MonitoredEstimator(estimator, spec, **options)


def _column(X: Any, place: Sensitive) -> list[Any]:
    if callable(place):
        return _plain(place(X))
    if isinstance(place, int):
        return _plain(X.iloc[:, place] if hasattr(X, "iloc") else X[:, place])
    try:
        return _plain(X[place])
    except (KeyError, IndexError, TypeError, ValueError):
        known = ", ".join(map(str, getattr(X, "columns", ()))) or "no names"
        raise UsageError(f"X has no column `{place}`; it has {known}", column=place) from None


def _plain(values: Any) -> list[Any]:
    """Objects of Python instead of those of numpy."""
    return list(values.tolist()) if hasattr(values, "tolist") else list(values)
