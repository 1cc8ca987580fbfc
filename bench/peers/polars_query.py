"""A workload as one lazy query: polars_query.py WORKLOAD FILE. Only the rows asked for at the end
are computed, no verdicts on the way."""
import sys

import polars as pl

c = pl.col


def w1(trace):
    ratio = ((c("a") + c("b")) + (c("c") * c("d") - c("e"))) / (c("f") * c("f") + 1.0)
    return trace.select(ratio.alias("r")).select(
        pl.len(), c("r").max(), (c("r") > 60).sum().alias("high"))


def w2(trace):
    panes = trace.group_by((c("time") / 10).ceil().alias("k")).agg(
        pl.len().alias("n"), c("ok").sum().alias("y")).sort("k")
    return panes.select("k", c("y").rolling_sum(6, min_samples=1)
                        / c("n").rolling_sum(6, min_samples=1))


def w3(trace):
    rates = []
    for i in range(8):
        mine = (c("group") == f"group-{i}") & c("truth")
        rates.append(((mine & c("pred")).cum_sum() / mine.cum_sum()).fill_nan(None))
    diff = pl.max_horizontal(rates) - pl.min_horizontal(rates)
    return trace.select(diff.alias("d")).select(
        c("d").max(), (c("d") > 0.05).sum().alias("high"))


def w4(trace):
    panes = trace.group_by("platform", "language", (c("time") / 3600).ceil().alias("k")).agg(
        pl.len().alias("n"), c("automated").sum().alias("y")).sort("k")
    pair = ["platform", "language"]
    ratio = (c("y").rolling_sum(24, min_samples=1).over(pair)
             / c("n").rolling_sum(24, min_samples=1).over(pair))
    return panes.with_columns(ratio.alias("r")).group_by("k").agg(
        c("r").min().alias("low"), c("r").max().alias("high"), pl.len())


def w5(trace):
    firsts = trace.group_by("id").agg(c("time").min().alias("first"))
    final = trace.select(c("time").max().alias("final"))
    days = ((c("final") - c("first")) // 86400).clip(upper_bound=730)
    return firsts.join(final, how="cross").select(days.sum())


def w5_over(trace):
    """Who began when says everything about each day; nobody is counted day by day."""
    firsts = trace.group_by("id").agg((c("time").min() // 86400).alias("day"))
    begun = firsts.group_by("day").agg(pl.len().alias("n")).sort("day")
    living = c("n").rolling_sum(730, min_samples=1)
    eldest = c("day").rolling_min(730, min_samples=1)
    return begun.select("day", living, (c("day") + 1 - eldest).alias("longest"),
                        ((c("day") + 1) * living
                         - (c("n") * c("day")).rolling_sum(730, min_samples=1)).alias("together"))


def w6(trace):
    panes = trace.group_by("group", (c("time") / 3600).ceil().alias("k")).agg(
        pl.len().alias("n"), c("value").sum().alias("s"), c("value").max().alias("m")).sort("k")
    return panes.select(c("s").rolling_sum(24, min_samples=1).over("group").sum(),
                        c("n").rolling_sum(24, min_samples=1).over("group").sum(),
                        c("m").rolling_max(24, min_samples=1).over("group").sum())


def dsa(trace):
    shares = [(c("automated_decision") == f"AUTOMATED_DECISION_{kind}").mean().alias(kind)
              for kind in ("FULLY", "PARTIALLY", "NOT_AUTOMATED")]
    return trace.group_by("platform_name", "automated_detection").agg(shares)


def main():
    workload, path = sys.argv[1:]
    print(globals()[workload](pl.scan_csv(path)).collect().tail(1))


if __name__ == "__main__":
    main()
