"""AIF360's side of the comparison.

It compares a privileged with an unprivileged group, so every pair of groups is asked and the worst
answer taken. It has neither waiting times nor a share of harmful mistakes; the latter is computed
from its counts."""

import itertools
import logging

import pandas as pd

logging.disable(logging.WARNING)  # it names what it could do with further packages
from aif360.datasets import BinaryLabelDataset
from aif360.metrics import ClassificationMetric


def pair_metrics(table, groups):
    """A ClassificationMetric for every ordered pair of groups."""
    codes = table[groups].apply(tuple, axis=1).astype("category").cat.codes.astype(float)
    frame = pd.DataFrame({"g": codes, "y": table.outcome.astype(float)})
    make = {"label_names": ["y"], "protected_attribute_names": ["g"]}
    truth = BinaryLabelDataset(df=frame, **make)
    decided = BinaryLabelDataset(df=frame.assign(y=table.decision.astype(float)), **make)
    decided.scores = table.score.to_numpy(dtype=float).reshape(-1, 1)
    for one, other in itertools.permutations(sorted(set(codes)), 2):
        yield ClassificationMetric(truth, decided, unprivileged_groups=[{"g": one}],
                                   privileged_groups=[{"g": other}])


def mistakes(metric, privileged):
    return metric.num_false_negatives(privileged) + metric.num_false_positives(privileged)


def harmful_share(metric, privileged):
    return metric.num_false_negatives(privileged) / mistakes(metric, privileged)


# Per group; where there is one, the ready difference of two groups; what counts the trials.
QUESTIONS = {
    "demographic_parity": ("selection_rate", "statistical_parity_difference", "num_instances"),
    "disparate_impact": ("selection_rate", "statistical_parity_difference", "num_instances"),
    "equal_opportunity": ("true_positive_rate", "equal_opportunity_difference", "num_positives"),
    "predictive_equality": ("false_positive_rate", "false_positive_rate_difference",
                            "num_negatives"),
    "equalized_odds_tpr": ("true_positive_rate", "true_positive_rate_difference", "num_positives"),
    "equalized_odds_fpr": ("false_positive_rate", "false_positive_rate_difference",
                           "num_negatives"),
    "predictive_parity": ("positive_predictive_value", "false_discovery_rate_difference",
                          "num_pred_positives"),
    "conditional_use_accuracy_ppv": ("positive_predictive_value",
                                     "false_discovery_rate_difference", "num_pred_positives"),
    "conditional_use_accuracy_npv": ("negative_predictive_value",
                                     "false_omission_rate_difference", "num_pred_negatives"),
    "overall_accuracy_equality": ("accuracy", "error_rate_difference", "num_instances"),
    "treatment_equality": (harmful_share, None, mistakes),
    "balance_positive_class": ("generalized_true_positive_rate", None, "num_positives"),
    "balance_negative_class": ("generalized_false_positive_rate", None, "num_negatives"),
}


def per_group(metric, question):
    """The answers for the unprivileged and the privileged group."""
    if callable(question):
        return question(metric, False), question(metric, True)
    function = getattr(metric, question)
    return function(privileged=False), function(privileged=True)


def comparisons(table, groups):
    """(difference, ratio) by the prefix of our streams, and equalized odds as one number."""
    worst = {}

    def note(name, difference, ratio):
        before = worst.get(name, (0.0, 1.0))
        worst[name] = (max(before[0], difference), min(before[1], ratio))

    for metric in pair_metrics(table, groups):
        for name, (rate, difference, trials) in QUESTIONS.items():
            if min(per_group(metric, trials)) == 0:
                continue  # AIF360 says nan or 0, FairMon leaves the group out
            low, high = per_group(metric, rate)
            gap = getattr(metric, difference)() if difference else low - high
            note(name, abs(gap), low / high if high > 0 else 1.0)
        note("equalized_odds", metric.equalized_odds_difference(), 1.0)
        note("disparate_impact", 0.0, metric.disparate_impact())
    return worst


def stratified(table, groups, column):
    """(difference, ratio) of conditional statistical parity: the worst stratum."""
    answers = [comparisons(part, groups)["demographic_parity"]
               for _, part in table.groupby(column) if len(part[groups].drop_duplicates()) > 1]
    return max(a[0] for a in answers), min(a[1] for a in answers)
