#!/usr/bin/env python3
"""Compares the metric library with Fairlearn and AIF360: same data, same final values, to 1e-12.

Every metric of the library is monitored over a trace, as difference and as ratio, over the whole
history, for intersections of attributes, with minimum support, with a prior, and over a window. Its
last value must be what the batch toolkits compute from the same rows. Data: the synthetic hiring
and COMPAS traces, and the real COMPAS file if its folder is given. Deliberate differences in
definition are cases of their own and must be as docs/guide/for-fairlearn-users.md says.

Usage: toolkits.py FAIRMON [COMPAS_FOLDER]      needs fairlearn and aif360
"""

import collections
import pathlib
import sys
import warnings

import toolkit_aif360
import toolkit_data
import toolkit_definitions
import toolkit_fairlearn
import toolkit_ours

TOLERANCE = 1e-12
SUPPORT, PRIOR, CONFIDENCE = 40, 0.5, 20.0
COMPARISONS = ("difference", "ratio")
LIBRARY = toolkit_data.ROOT / "library/metrics"
SUFFIX = {"difference": "gap", "ratio": "ratio"}


class Tally:
    """Counts comparisons; prints the ones that fail, and the rest on request."""

    def __init__(self, verbose):
        self.counts = collections.Counter()
        self.metrics = set()
        self.failures = 0
        self.verbose = verbose

    def check(self, title, stream, ours, theirs, source):
        good = ours is not None and abs(ours - float(theirs)) <= TOLERANCE
        self.failures += not good
        self.counts[source] += 1
        self.metrics.add(stream)
        if self.verbose or not good:
            verdict = "ok  " if good else "FAIL"
            print(f"{verdict} {title}: {stream} = {ours} ({source}: {float(theirs)})")


def compare_values(values, strata, how):
    """Largest minus smallest or smallest by largest; with strata, of the worst stratum."""
    parts = [part for _, part in values.groupby(level=0)] if strata else [values]
    found = []
    for part in (p.dropna() for p in parts):
        if how == "difference" and len(part) > 0:
            found.append(part.max() - part.min())
        elif how == "ratio" and len(part) > 0 and part.max() > 0:
            found.append(part.min() / part.max())
    return (max if how == "difference" else min)(found, default=0.0 if how == "difference" else 1.0)


def restricted(answer, variant):
    """The values by group after minimum support or a prior has been applied."""
    values = answer.values.dropna()
    trials = answer.trials.reindex(values.index).fillna(0)
    if variant == "prior":
        return (values * trials + PRIOR * CONFIDENCE) / (trials + CONFIDENCE)
    return values[trials >= (SUPPORT if variant == "min_support" else 1)]


def instance_key(label, strata):
    label = label if isinstance(label, tuple) else (label,)
    return tuple(str(part) for part in (label[1:] + label[:1] if strata else label))


def check_variant(tally, fairmon, title, table, groups, variant):
    options = {"plain": "", "min_support": f", min_support: {SUPPORT}",
               "prior": f", prior: {PRIOR}, confidence: {CONFIDENCE}"}
    over, every = len(table) // 3, len(table) // 7
    options["window"] = f", over: {over}s, every: {every}s"
    without = toolkit_ours.MEANS if variant == "prior" else ()
    last = (len(table) - 1) // every * every  # the last evaluation of the window
    rows = table.iloc[last - over + 1:last + 1] if variant == "window" else table
    answers = toolkit_fairlearn.answers(rows, groups)
    key = groups[0] if len(groups) == 1 else f"({', '.join(groups)})"
    for how in COMPARISONS:
        spec = toolkit_ours.specification(key, f"compare: {how}{options[variant]}", without)
        ours = toolkit_ours.last_values(fairmon, spec, table)
        for name, answer in answers.items():
            if name in without:
                continue
            values = restricted(answer, variant)
            stream = f"{name}_{SUFFIX[how]}"
            tally.check(title, stream, ours.get((stream, ())),
                        compare_values(values, answer.strata, how), f"Fairlearn, {answer.source}")
            for label, value in values.items():
                one = f"{name}_{'mean' if answer.mean else 'rate'}"
                tally.check(title, f"{one}{instance_key(label, answer.strata)}",
                            ours.get((one, instance_key(label, answer.strata))), value,
                            f"Fairlearn, {answer.source}, one group")
        if variant == "plain":
            check_ready_functions(tally, title, ours, rows, groups, how)


def check_ready_functions(tally, title, ours, table, groups, how):
    """The comparisons the toolkits offer under a name of their own."""
    index = COMPARISONS.index(how)

    def value(name):
        if name != "equalized_odds":
            return ours.get((f"{name}_{SUFFIX[how]}", ()))
        halves = [ours[f"equalized_odds_{half}_{SUFFIX[how]}", ()] for half in ("tpr", "fpr")]
        return max(halves) if how == "difference" else min(halves)

    for name, answer in toolkit_fairlearn.own_comparisons(table, groups).items():
        tally.check(title, f"{name}_{SUFFIX[how]}", value(name), answer[index],
                    f"Fairlearn, {toolkit_fairlearn.SELF}")
    for name, answer in toolkit_aif360.comparisons(table, groups).items():
        if name == "equalized_odds" and how == "ratio":
            continue  # AIF360 has it as difference only
        tally.check(title, f"{name}_{SUFFIX[how]}", value(name), answer[index], "AIF360")
    strata = toolkit_aif360.stratified(table, groups, "stratum")
    tally.check(title, f"conditional_statistical_parity_{SUFFIX[how]}",
                value("conditional_statistical_parity"), strata[index], "AIF360, by stratum")


def tables(fairmon, folder):
    yield "hiring", toolkit_data.hiring()
    yield "synthetic COMPAS", toolkit_data.synthetic_compas()
    real = pathlib.Path(folder, "compas-scores-two-years.csv") if folder else None
    if real and real.exists():
        yield "COMPAS", toolkit_data.real_compas(fairmon, real)
    else:
        print("skip COMPAS: the real file is not here")


def main():
    arguments = [a for a in sys.argv[1:] if a != "-v"]
    tally = Tally("-v" in sys.argv)
    fairmon, folder = arguments[0], (arguments[1] if len(arguments) > 1 else None)
    warnings.simplefilter("ignore")
    for title, table in tables(fairmon, folder):
        before = tally.counts.total()
        for variant in ("plain", "min_support", "prior", "window"):
            check_variant(tally, fairmon, f"{title}, {variant}", table, ["group"], variant)
        check_variant(tally, fairmon, f"{title}, intersections", table, ["group", "second"],
                      "plain")
        print(f"{title}: {len(table)} rows, {tally.counts.total() - before} values compared")
    tally.failures += toolkit_definitions.check(fairmon, print)
    print()
    for source, count in sorted(tally.counts.items()):
        print(f"{count:6} values compared with {source}")
    library = sorted(p.parent.name for p in LIBRARY.glob("*/metric.lola"))
    gone = [m for m in library if not any(s.startswith(m) for s in tally.metrics)]
    print(f"{len(library) - len(gone)} metrics of {len(library)}, {tally.failures} failures")
    if gone:
        print("not compared:", *gone)
    return 1 if tally.failures or gone else 0


if __name__ == "__main__":
    sys.exit(main())
