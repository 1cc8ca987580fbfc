"""Deliberate differences in definition: both sides must be exactly what the guide says they are."""

import math

import pandas as pd
from fairlearn import metrics as fl

import toolkit_aif360
import toolkit_ours
from toolkit_data import COLUMNS


def table(rows):
    """Rows of (group, decision, outcome); the other columns do not matter here."""
    frame = pd.DataFrame(rows, columns=["group", "decision", "outcome"])
    return frame.assign(second="", stratum="", bin=0, score=0.5, delay=1.0)[list(COLUMNS)]


# B has nobody with the positive outcome.
NO_TRIALS = table([("A", True, True), ("A", False, True), ("A", False, False), ("B", True, False),
                   ("B", False, False)])
NOBODY_CHOSEN = table([("A", False, True), ("A", False, False), ("B", False, False)])
ORDINARY = table([("A", True, True), ("A", True, False), ("A", False, True), ("A", False, False),
                  ("B", True, True), ("B", False, True), ("B", False, True), ("B", True, False)])


def cases(fairmon):
    """(what the guide says, it is so)."""
    def ours(rows, stream, how="difference"):
        spec = toolkit_ours.specification("group", f"compare: {how}")
        return toolkit_ours.last_values(fairmon, spec, rows).get((stream, ()))

    def arguments(rows):
        return (rows.outcome.astype(int), rows.decision.astype(int)), {
            "sensitive_features": rows.group}

    given, groups = arguments(NO_TRIALS)
    yield ("a group without trials is 0 for Fairlearn and takes no part for FairMon",
           fl.equal_opportunity_difference(*given, **groups) == 0.5
           and ours(NO_TRIALS, "equal_opportunity_gap") == 0.0)
    _, metric = toolkit_aif360.pair_metrics(NO_TRIALS, ["group"])
    _, unchosen = toolkit_aif360.pair_metrics(NOBODY_CHOSEN, ["group"])
    yield ("for AIF360 it is nan among outcomes and 0 among decisions",
           math.isnan(metric.true_positive_rate(privileged=False))
           and unchosen.positive_predictive_value(privileged=False) == 0.0)
    given, groups = arguments(NOBODY_CHOSEN)
    yield ("if nobody is chosen the ratio is nan for Fairlearn and 1 for FairMon",
           math.isnan(fl.demographic_parity_ratio(*given, **groups))
           and ours(NOBODY_CHOSEN, "demographic_parity_ratio", "ratio") == 1.0)

    # The pair (unprivileged A, privileged B) comes first: A is chosen as often as B.
    metric = next(iter(toolkit_aif360.pair_metrics(ORDINARY, ["group"])))
    signed = metric.equal_opportunity_difference()
    back = list(toolkit_aif360.pair_metrics(ORDINARY, ["group"]))[1].equal_opportunity_difference()
    yield ("AIF360's differences have a sign, FairMon's are largest minus smallest",
           signed == -back != 0 and abs(abs(signed) - ours(ORDINARY, "equal_opportunity_gap"))
           < 1e-12)
    halves = [ours(ORDINARY, f"equalized_odds_{half}_gap") for half in ("tpr", "fpr")]
    yield ("AIF360's average odds difference is the mean of both halves of equalized odds",
           abs(metric.average_abs_odds_difference() - sum(halves) / 2) < 1e-12)
    quotients = [metric.num_false_negatives(p) / metric.num_false_positives(p)
                 for p in (False, True)]
    shares = [q / (1 + q) for q in quotients]
    yield ("treatment equality is the share FN/(FN+FP), which orders groups as FN/FP does",
           abs(max(shares) - min(shares) - ours(ORDINARY, "treatment_equality_gap")) < 1e-12)


def check(fairmon, say):
    failures = 0
    for text, holds in cases(fairmon):
        failures += not holds
        say(f"{'as documented' if holds else 'FAIL'}: {text}")
    return failures
