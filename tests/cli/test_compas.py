"""The COMPAS example: the shipped trace has the published totals, and the real file, where it is at
hand (FAIRMON_COMPAS or ../shared/data/compas), gives the counts that follow from it."""
import collections
import csv
import datetime
import os
import pathlib
import re
import unittest

from kit import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/compas"
FOLDER = pathlib.Path(os.environ.get("FAIRMON_COMPAS", ROOT.parent / "shared/data/compas"))
REAL = FOLDER / "compas-scores-two-years.csv"
DAY = 86_400
# ProPublica's tables: TN, FP, FN, TP for a score above 4.
PUBLISHED = {"African-American": (990, 805, 532, 1369), "Caucasian": (1139, 349, 461, 505)}


def people_of(rows):
    """Group, score and "new offence within two years" of everybody in a trace."""
    people, offences = {}, {}
    for row in rows:
        (people if row["event"] == "SCORE" else offences)[row["id"]] = row
    for number, row in people.items():
        offence = offences.get(number)
        within = offence and int(offence["time"]) // DAY - int(row["time"]) // DAY <= 730
        yield row["group"], int(row["score"]), bool(within)


class ShippedTrace(unittest.TestCase):
    def test_totals_are_the_published_ones(self):
        with (EXAMPLES / "trace.csv").open() as file:
            people = list(people_of(csv.DictReader(file)))
        counts = collections.Counter((group, score > 4, within) for group, score, within in people)
        for group, table in PUBLISHED.items():
            found = tuple(counts[group, high, within] for within in (False, True)
                          for high in (False, True))
            self.assertEqual(found, table, group)


# tp_rate_diff on the eleven events: from which day it has a value, and how often it is above 0.1.
ONE, TWO = 0.004950495049504955, 0.009803921568627416
ELEVEN = {
    "delayed.lola": ({1: 0, 731: ONE, 732: TWO}, 0),
    "operators.lola": ({}, 0),  # nobody has thirty
    "operators_prior.lola": ({1: 0, 11: ONE, 21: 0, 401: ONE, 731: TWO}, 0),
    "operators_no_prior.lola": ({1: 0, 11: 1, 21: 0, 401: 0.5}, 350),
    "own_group.lola": ({1: 0, 401: 0.5}, 340),
    "two_groups.lola": ({}, 0),  # its two groups do not occur
    "minimum_support.lola": ({}, 0),  # nobody has thirty
}


class ElevenEvents(ProgramTest):
    def test_every_shipped_specification(self):
        self.assertEqual(sorted(ELEVEN), sorted(path.name for path in EXAMPLES.glob("*.lola")))
        for spec, (steps, firings) in ELEVEN.items():
            shown = self.succeed("monitor", str(EXAMPLES / spec), "--debug-streams", "tp_rate_diff",
                                 str(EXAMPLES / "eleven_events.csv"), "--verbosity", "trigger")
            values = {int(float(time)) // DAY: float(value) for time, value in
                      re.findall(r"\[(\S+)\]\[Output\]\[tp_rate_diff\]\[Value\] = (\S+)", shown)}
            self.assertEqual(sorted(values), list(range(1, 741)) if steps else [], spec)
            changes = {day: value for day, value in values.items() if values.get(day - 1) != value}
            self.assertEqual(changes, steps, spec)
            self.assertEqual(shown.count("[Trigger]"), firings, spec)


@unittest.skipUnless(REAL.exists(), "the real file is not here")
class RealFile(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("real.csv", self.succeed("import", "compas", str(REAL)))

    def test_import(self):
        rows = list(csv.DictReader(self.read("real.csv").splitlines()))
        self.assertEqual(len(rows), 9_162)
        self.assertEqual((rows[0]["time"], rows[-1]["time"]), ("28800", "102268801"))
        groups = collections.Counter(r["group"] for r in rows if r["event"] == "SCORE")
        self.assertEqual(groups, {"African-American": 3175, "Caucasian": 2103, "Hispanic": 509,
                                  "Other": 343, "Asian": 31, "Native American": 11})
        self.assertEqual(sum(r["event"] == "RECIDIVISM" for r in rows), 2_990)

    def final_rates(self, spec, stream):
        shown = self.succeed("monitor", str(EXAMPLES / spec), "real.csv", "--debug-streams", stream,
                             "--verbosity", "violations")
        return {group: float(value) for group, value in
                re.findall(rf"\[{stream}\(([^)]*)\)\]\[Value\] = (\S+)", shown)}

    def counted(self):
        """Hits and trials per group, straight from the published file."""
        hits, trials = collections.Counter(), collections.Counter()
        with REAL.open(newline="") as file:
            reader = csv.reader(file)
            header = next(reader)
            for cells in reader:
                row = dict(zip(reversed(header), reversed(cells)))  # the first of equal names wins
                days = row["days_b_screening_arrest"]
                kept = (days and -30 <= int(days) <= 30 and row["is_recid"] != "-1"
                        and row["c_charge_degree"] != "O" and row["score_text"] != "N/A")
                if not kept or row["is_recid"] != "1":
                    continue
                screened, offended = (datetime.date.fromisoformat(row[name]) for name in
                                      ("compas_screening_date", "r_offense_date"))
                if (offended - screened).days <= 730:
                    trials[row["race"]] += 1
                    hits[row["race"]] += int(row["decile_score"]) > 6
        return hits, trials

    def test_rates_of_the_specifications(self):
        hits, trials = self.counted()
        smoothed = self.final_rates("operators_prior.lola", "tp_rate")
        start = self.final_rates("operators.lola", "tp_rate")
        own = self.final_rates("own_group.lola", "tp_rate")
        supported = self.final_rates("minimum_support.lola", "tp_rate")
        self.assertEqual(set(smoothed), set(trials))
        for group, number in trials.items():
            expected = (50 + hits[group]) / (100 + number)
            self.assertAlmostEqual(smoothed[group], expected, delta=1e-12)
            self.assertAlmostEqual(own[group], hits[group] / number, delta=1e-12)
        self.assertEqual(set(supported), {g for g, number in trials.items() if number >= 30})
        # The one to start from names no group of four as the largest.
        self.assertEqual(set(start), set(supported))
        for group, rate in start.items():
            self.assertAlmostEqual(rate, hits[group] / trials[group], delta=1e-12)


if __name__ == "__main__":
    unittest.main()
