"""The final rates of a run beside those of Fairlearn on the same rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairmon.errors import UsageError
from fairmon.records import Records

if TYPE_CHECKING:
    from fairmon.results import Run

# What the streams of a metric are in Fairlearn: a name in fairlearn.metrics or sklearn.metrics.
RATES = {
    "demographic_parity_rate": "selection_rate",
    "disparate_impact_rate": "selection_rate",
    "equal_opportunity_rate": "true_positive_rate",
    "equalized_odds_tpr_rate": "true_positive_rate",
    "equalized_odds_fpr_rate": "false_positive_rate",
    "predictive_equality_rate": "false_positive_rate",
    "predictive_parity_rate": "precision_score",
    "overall_accuracy_equality_rate": "accuracy_score",
}
WINDOWED = re.compile(r"\buse\b[^)]*\b(over|prior)\s*:")


@dataclass(frozen=True, slots=True)
class Checked:
    """One rate of one group, by both."""

    stream: str
    group: tuple[Any, ...]
    ours: float
    theirs: float

    @property
    def agrees(self) -> bool:
        """Whether they are the same number."""
        return abs(self.ours - self.theirs) <= 1e-12


def check(run: Run, y_true: Any, y_pred: Any, sensitive_features: Any) -> Records[Checked]:
    """Compares every rate that both know, group by group; the whole run must be the same rows.

    Raises `AssertionError` with the rates that differ. Windows and priors are not comparable.
    """
    if WINDOWED.search(run.spec.text):
        raise UsageError("Fairlearn knows neither windows nor priors: compare a metric without "
                         "`over` and `prior`")
    made: list[Checked] = []
    frames: dict[str, Any] = {}
    for group in run.by_group:
        if group.stream in RATES and group.value is not None:
            name = RATES[group.stream]
            if name not in frames:
                frames[name] = _by_group(name, y_true, y_pred, sensitive_features)
            key: Any = group.group
            key = key[0] if len(key) == 1 else key
            made.append(Checked(group.stream, group.group, group.value, float(frames[name][key])))
    if not made:
        raise UsageError("the run has no rate that Fairlearn knows; they are those of "
                         + ", ".join(sorted(RATES)))
    wrong = [each for each in made if not each.agrees]
    if wrong:
        raise AssertionError("Fairlearn says otherwise:\n" + "\n".join(map(str, wrong)))
    return Records(Checked, made)


def _by_group(name: str, y_true: Any, y_pred: Any, sensitive_features: Any) -> Any:
    import fairlearn.metrics
    import sklearn.metrics

    function = getattr(fairlearn.metrics, name, None) or getattr(sklearn.metrics, name)
    return fairlearn.metrics.MetricFrame(
        metrics=function, y_true=y_true, y_pred=y_pred,
        sensitive_features=sensitive_features).by_group
