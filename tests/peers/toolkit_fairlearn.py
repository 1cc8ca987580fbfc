"""Fairlearn's side of the comparison.

A question is a part of a metric: a value per group, the trials behind it, and the comparison of
the groups. Where Fairlearn has no function of that name, MetricFrame does the grouping and the
comparing, and the function of one group is made of scikit-learn's or, where marked `ours`, of ours.
"""

import dataclasses

import numpy as np
import pandas as pd
from fairlearn import metrics as fl
from sklearn.metrics import accuracy_score, precision_score

SELF = "the toolkit's own function"
FRAME = "MetricFrame"
OURS = "MetricFrame with a function of ours"


@dataclasses.dataclass
class Answer:
    """What the toolkit says about one part of a metric."""
    source: str
    values: pd.Series  # by group, or by stratum and group
    trials: pd.Series  # as `values`
    strata: bool = False
    mean: bool = False


def precision(truth, decided):
    return precision_score(truth, decided, zero_division=np.nan)


def negative_precision(truth, decided):
    return precision_score(1 - truth, 1 - decided, zero_division=np.nan)


def harmful_share(truth, decided):
    """Treatment equality: of the wrong decisions, those to the disadvantage of the person."""
    wrong = truth != decided
    return (truth[wrong] == 1).mean() if wrong.any() else np.nan


def answers(table, groups):
    """Every part of every metric by the prefix of our streams. `groups` are columns."""
    truth, decided = table.outcome.astype(int), table.decision.astype(int)
    everything = pd.Series(True, index=table.index)

    def ask(source, function, rows=everything, trials=None, y_true=truth, y_pred=decided,
            stratum=None, mean=False):
        def frame(metric, chosen):
            return fl.MetricFrame(
                metrics=metric, y_true=y_true[chosen], y_pred=y_pred[chosen],
                sensitive_features=table.loc[chosen, groups],
                control_features=table.loc[chosen, [stratum]] if stratum else None)

        counts = frame(fl.count, rows if trials is None else trials).by_group
        return Answer(source, frame(function, rows).by_group, counts, stratum is not None, mean)

    positive, negative = table.outcome, ~table.outcome
    rate, tpr, fpr = fl.selection_rate, fl.true_positive_rate, fl.false_positive_rate
    return {
        "demographic_parity": ask(FRAME, rate),
        "disparate_impact": ask(FRAME, rate),
        "conditional_statistical_parity": ask(FRAME, rate, stratum="stratum"),
        "equal_opportunity": ask(FRAME, tpr, trials=positive),
        "predictive_equality": ask(FRAME, fpr, trials=negative),
        "equalized_odds_tpr": ask(FRAME, tpr, trials=positive),
        "equalized_odds_fpr": ask(FRAME, fpr, trials=negative),
        "predictive_parity": ask(FRAME, precision, trials=table.decision),
        "conditional_use_accuracy_ppv": ask(FRAME, precision, trials=table.decision),
        "conditional_use_accuracy_npv": ask(FRAME, negative_precision, trials=~table.decision),
        "overall_accuracy_equality": ask(FRAME, accuracy_score),
        "treatment_equality": ask(OURS, harmful_share,
                                  trials=table.outcome != table.decision),
        "calibration_within_groups": ask(FRAME, rate, y_pred=truth, stratum="bin"),
        "balance_positive_class": ask(FRAME, fl.mean_prediction, rows=positive,
                                      y_pred=table.score, mean=True),
        "balance_negative_class": ask(FRAME, fl.mean_prediction, rows=negative,
                                      y_pred=table.score, mean=True),
        "decision_delay_parity": ask(FRAME, fl.mean_prediction, y_pred=table.delay, mean=True),
        "group_rate": ask(FRAME, rate, rows=table.bin > 4),
        "group_mean": ask(FRAME, fl.mean_prediction, y_pred=table.score, mean=True),
        # true_positive_rate would call a cell without trials 0; our groups need a trial.
        "stratified_rate": ask(FRAME, rate, rows=positive, stratum="stratum"),
    }


def own_comparisons(table, groups):
    """Fairlearn's ready comparisons: (difference, ratio) by the prefix of our streams.

    Equalized odds is one number there, the worse of the two halves."""
    truth, decided = table.outcome.astype(int), table.decision.astype(int)
    features = {"sensitive_features": table[groups]}

    def both(name):
        return tuple(getattr(fl, f"{name}_{how}")(truth, decided, **features)
                     for how in ("difference", "ratio"))

    return {
        "demographic_parity": both("demographic_parity"),
        "disparate_impact": both("selection_rate"),
        "equal_opportunity": both("equal_opportunity"),
        "predictive_equality": both("false_positive_rate"),
        "equalized_odds": both("equalized_odds"),
        "overall_accuracy_equality": both("accuracy_score"),
    }
