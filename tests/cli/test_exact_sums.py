"""Real sums against Python's fractions: every result is the exact one, rounded once, whatever the
engine, the size of batches and the window."""
import csv
import fractions
import io
import math
import random

from kit import ProgramTest

SPEC = """\
input x: Float64
input y: Float64
output pair := (x, y)
output total @1s := x.aggregate(over: 5s, using: sum)
output mean @1s := x.aggregate(over: 5s, using: avg).defaults(to: -1.0)
output spread @1s := x.aggregate(over: 5s, using: variance).defaults(to: -1.0)
output together @1s := pair.aggregate(over: 5s, using: cov).defaults(to: -1.0)
output total_now @x := x.aggregate(over: 3s, using: sum)
output mean_now @x := x.aggregate(over: 3s, using: avg).defaults(to: -1.0)
output spread_now @x := x.aggregate(over: 3s, using: variance).defaults(to: -1.0)
output together_now @x := pair.aggregate(over: 3s, using: cov).defaults(to: -1.0)
output total_few @x := x.aggregate(over_discrete: 4, using: sum)
output spread_few @x := x.aggregate(over_discrete: 4, using: variance).defaults(to: -1.0)
"""


def rounded(exact):
    """The nearest double; beyond the largest one, infinity."""
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def total(rows):
    return rounded(sum(fractions.Fraction(x) for _, x, _ in rows))


def mean(rows):
    return rounded(sum(fractions.Fraction(x) for _, x, _ in rows) / len(rows)) if rows else -1.0


def together(rows, column=2):
    if not rows:
        return -1.0 if column == 2 else 0.0
    left = [fractions.Fraction(row[1]) for row in rows]
    right = [fractions.Fraction(row[column]) for row in rows]
    middle = sum(left) * sum(right) / len(rows)
    return rounded((sum(a * b for a, b in zip(left, right)) - middle) / len(rows))


def spread(rows):
    return together(rows, column=1)


FORMULAS = {"total": total, "mean": mean, "spread": spread, "together": together}


def some_value(source, kind):
    if kind == "near":
        return source.gauss(10, 3)
    if kind == "whole":
        return float(source.randint(-1000, 1000))
    if kind == "cancelling":
        return source.choice([1e16, -1e16, 1.0, 1e-16, 0.1, -0.1])
    if kind == "constant":
        return 0.1
    return math.ldexp(source.uniform(-1, 1), source.randint(-1070, 1020))


def some_rows(source, kind):
    now = 0.0
    for _ in range(60):
        now += source.choice([0, 0.125, 0.5, 1, 1.75, 7])
        yield now, some_value(source, kind), some_value(source, kind)


class ExactSums(ProgramTest):
    def results(self, *words):
        text = self.succeed("monitor", "spec.lola", "trace.csv", "-o", "csv", "--layout", "long",
                            "-v", "outputs", *words)
        for row in csv.DictReader(io.StringIO(text)):
            if row["stream"] != "pair":
                yield float(row["time"]), row["stream"], row["value"]

    def window(self, rows, stream, now, seen):
        """Rows that a stream sees: the events up to a deadline, or the first `seen` ones."""
        if "_few" in stream:
            return rows[max(0, seen - 4):seen]
        if "_now" in stream:
            return [row for row in rows[:seen] if row[0] > now - 3]
        return [row for row in rows if now - 5 < row[0] <= now]

    def check(self, kind, seed):
        source = random.Random(seed)
        rows = list(some_rows(source, kind))
        self.write("spec.lola", SPEC)
        self.write("trace.csv", "time,x,y\n" + "".join(f"{t},{x!r},{y!r}\n" for t, x, y in rows))
        found = list(self.results())
        for words in (["--engine", "reference"], ["--batch", "1"], ["--batch", "7"]):
            self.assertEqual(list(self.results(*words)), found, (kind, seed, words))
        seen = 0
        compared = 0
        for now, stream, value in found:
            seen += stream == "total_now"
            rows_in = self.window(rows, stream, now, seen)
            expected = FORMULAS[stream.split("_")[0]](rows_in)
            self.assertEqual(float(value), expected, (kind, seed, now, stream))
            compared += 1
        self.assertGreater(compared, 300)

    def test_every_kind_of_value(self):
        for kind in ("near", "whole", "cancelling", "constant", "far apart"):
            for seed in range(3):
                with self.subTest(kind=kind, seed=seed):
                    self.check(kind, seed)
