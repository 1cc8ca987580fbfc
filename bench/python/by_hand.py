"""The monitoring of watch.lola as people write it without FairMon; each gives what it found.

What all of them compute, per event: how many of the group were seen, and how many of them hired;
every minute: the mean score of the last ten minutes, and whether it is above 0.9.
"""

from collections import Counter, deque

WINDOW, STEP, LIMIT = 600.0, 60.0, 0.9


class Watch:
    """Counters, a queue with its running sum, and the clock: a few operations per event."""

    def __init__(self):
        self.seen, self.hits = Counter(), Counter()
        self.window, self.total = deque(), 0.0
        self.deadline, self.means = STEP, []

    def tick(self):
        while self.window and self.window[0][0] <= self.deadline - WINDOW:
            self.total -= self.window.popleft()[1]
        self.means.append(self.total / len(self.window) if self.window else 0.0)
        self.deadline += STEP

    def event(self, time, group, hired, score):
        while time > self.deadline:
            self.tick()
        self.seen[group] += 1
        self.hits[group] += hired
        self.window.append((time, score))
        self.total += score

    def found(self, last):
        while last >= self.deadline:
            self.tick()
        return dict(self.seen), dict(self.hits), self.means


def rows_of_pandas(frame):
    """One row after the other, as `iterrows` gives them."""
    watch = Watch()
    for _, row in frame.iterrows():
        watch.event(row["time"], row["group"], row["hired"], row["score"])
    return watch.found(frame["time"].iloc[-1])


def tuples_of_pandas(frame):
    """Likewise with `itertuples`, which those use who have measured."""
    watch = Watch()
    for row in frame.itertuples(index=False):
        watch.event(row.time, row.group, row.hired, row.score)
    return watch.found(frame["time"].iloc[-1])


def columns_of_pandas(frame):
    """The quickest loop: columns as lists, side by side, everything in local names."""
    watch = Watch()
    seen, hits, window, total = watch.seen, watch.hits, watch.window, 0.0
    append, deadline = window.append, watch.deadline
    for time, group, hired, score in zip(frame["time"].tolist(), frame["group"].tolist(),
                                         frame["hired"].tolist(), frame["score"].tolist(),
                                         strict=True):
        if time > deadline:
            watch.total = total
            while time > watch.deadline:
                watch.tick()
            total, deadline = watch.total, watch.deadline
        seen[group] += 1
        hits[group] += hired
        append((time, score))
        total += score
    watch.total = total
    return watch.found(frame["time"].iloc[-1])


def whole_columns_of_pandas(frame):
    """No loop at all: pandas works on whole columns, which a live stream does not have."""
    import numpy
    import pandas

    by_group = frame.groupby("group")["hired"]
    seen = by_group.cumcount() + 1
    hits = by_group.cumsum()
    last = pandas.DataFrame({"group": frame["group"], "seen": seen, "hits": hits}
                            ).groupby("group").last()
    ends = numpy.arange(STEP, frame["time"].iloc[-1] + 1e-9, STEP)
    times, sums = frame["time"].to_numpy(), numpy.append(0.0, frame["score"].cumsum())
    to = numpy.searchsorted(times, ends, side="right")
    since = numpy.searchsorted(times, ends - WINDOW, side="right")
    means = (sums[to] - sums[since]) / numpy.maximum(to - since, 1)
    return last["seen"].to_dict(), last["hits"].astype(int).to_dict(), means.tolist()


def river(frame):
    """With River's own statistics: a mean over a window of time, a sum and a count per group."""
    import datetime

    from river import stats, utils

    seen, hits = {}, {}
    mean = utils.TimeRolling(stats.Mean, period=datetime.timedelta(seconds=WINDOW))
    start = datetime.datetime(2024, 1, 1)
    deadline, means, time = STEP, [], 0.0
    for time, group, hired, score in zip(frame["time"].tolist(), frame["group"].tolist(),
                                         frame["hired"].tolist(), frame["score"].tolist(),
                                         strict=True):
        while time > deadline:  # the window ends with the last event, here at the full minute
            means.append(mean.get())
            deadline += STEP
        if group not in seen:
            seen[group], hits[group] = stats.Count(), stats.Sum()
        seen[group].update(hired)
        hits[group].update(hired)
        mean.update(score, t=start + datetime.timedelta(seconds=time))
    while time >= deadline:
        means.append(mean.get())
        deadline += STEP
    return ({group: count.get() for group, count in seen.items()},
            {group: int(total.get()) for group, total in hits.items()}, means)


WAYS = {"rows of pandas (iterrows)": rows_of_pandas,
        "tuples of pandas (itertuples)": tuples_of_pandas,
        "lists of pandas, tuned": columns_of_pandas,
        "River": river}
WHOLE = {"whole columns of pandas, no loop": whole_columns_of_pandas}
