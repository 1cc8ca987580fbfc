"""What a reader concludes: missing labels, groups that cannot be judged, episodes, the document."""
import collections
import csv
import json

from kit import ProgramTest
from shapes import SHAPES

PARITY = """\
input group : String
input hired : Bool
use demographic_parity(group: group, decision: hired, min_support: 2, threshold: 0.1)
"""


def trace(rows):
    return "time,group,hired\n" + "".join(f"{i + 1},{g},{h}\n" for i, (g, h) in enumerate(rows))


class MissingLabels(ProgramTest):
    ROWS = [("f", 1), ("m", 1), ("f", 1), ("m", 1), ("", 0), ("NA", 0), (" ?", 0), ("nan", 0),
            ("null", 0), ("", 0), ("f", 1), ("m", 1)]

    def document(self, spec, rows=None):
        self.write("labels.lola", spec)
        self.write("labels.csv", trace(rows or self.ROWS))
        return json.loads(self.succeed("monitor", "labels.lola", "labels.csv", "-o", "json"))

    def test_are_no_group_and_are_counted(self):
        found = self.document(PARITY)
        rates = found["values"]["demographic_parity_rate"]
        self.assertEqual([rate["instance"] for rate in rates], [["f"], ["m"]])
        self.assertEqual(found["values"]["demographic_parity_gap"][0]["value"], 0.0)
        self.assertEqual(found["left_out"], {"demographic_parity_rate": 6})
        self.assertEqual(found["episodes"], [])
        text = self.succeed("monitor", "labels.lola", "labels.csv", "-o", "summary")
        self.assertIn("left out\n  demographic_parity_rate: 6 cases without a group label", text)

    def test_make_a_group_on_request(self):
        found = self.document(PARITY.replace("min_support", "missing: group, min_support"))
        groups = {rate["instance"][0] for rate in found["values"]["demographic_parity_rate"]}
        self.assertEqual(groups, {"f", "m", ""})
        self.assertEqual(found["left_out"], {})
        self.assertEqual(len(found["episodes"]), 1)
        text = self.succeed("monitor", "labels.lola", "labels.csv", "-o", "summary")
        self.assertIn('demographic_parity_rate("")', text)

    def test_are_counted_where_they_are_absent(self):
        spec = "#![missing=\"NA\"]\n" + PARITY
        found = self.document(spec)
        self.assertEqual(found["left_out"], {"demographic_parity_rate": 6})
        numbers = PARITY.replace("group : String", "group : Int64")
        rows = [("1", 1), ("2", 1), ("", 1), ("2", 1)]
        self.assertEqual(self.document(numbers, rows)["left_out"], {"demographic_parity_rate": 1})

    def test_of_a_plain_input_stay_the_empty_text(self):
        self.write("plain.lola", "input group : String\n#[public]\noutput same := group\n")
        self.write("plain.csv", "time,group\n1,\n2,NA\n")
        self.assertEqual(self.succeed("monitor", "plain.lola", "plain.csv"),
                         '[1.000000000][Output][same][Value] = ""\n'
                         '[2.000000000][Output][same][Value] = "NA"\n')


class FewerThanTwoGroups(ProgramTest):
    def test_have_no_gap(self):
        self.write("one.lola", PARITY)
        self.write("one.csv", trace([("f", 1), ("f", 0), ("f", 1), ("m", 0)]))
        shown = self.succeed("monitor", "one.lola", "one.csv", "-v", "outputs")
        self.assertIn("demographic_parity_rate", shown)
        self.assertNotIn("demographic_parity_gap", shown)

    def test_values_from_long_ago_are_called_old(self):
        self.write("old.lola", PARITY.replace("min_support", "over: 4s, every: 2s, min_support"))
        rows = [("f", 1), ("m", 1), ("f", 0), ("m", 1)] + [("f", 1)] * 30
        self.write("old.csv", trace(rows))
        text = self.succeed("monitor", "old.lola", "old.csv", "-o", "summary")
        gap = next(line for line in text.splitlines() if "parity_gap " in line)
        self.assertIn("as of ", gap)
        document = json.loads(self.succeed("monitor", "old.lola", "old.csv", "-o", "json"))
        self.assertTrue(document["values"]["demographic_parity_gap"][0]["old"])
        rates = {rate["instance"][0]: rate
                 for rate in document["values"]["demographic_parity_rate"]}
        self.assertNotIn("old", rates["f"])
        self.assertTrue(rates["m"]["old"])


class Messages(ProgramTest):
    ROWS = [("f", 0), ("m", 1), ("f", 1), ("m", 1), ("f", 0)]

    def test_name_groups_rates_and_counts(self):
        self.write("said.lola", PARITY)
        self.write("said.csv", trace(self.ROWS))
        for engine in ("fast", "reference"):
            shown = self.succeed("monitor", "said.lola", "said.csv", "--engine", engine)
            self.assertIn("rates of the groups differ by more than 0.1: "
                          "f 0.333 of 3, m 1 of 2", shown)

    def test_also_over_windows_as_ratios_of_means_and_of_two_attributes(self):
        self.write("said.csv", "time,a,b,x,hired\n" + "".join(
            f"{i},{'fm'[i % 2]},{'uv'[i // 2 % 2]},{i % 2 * 10 + 5},{i % 2}\n"
            for i in range(1, 20)))
        self.write("said.lola", """\
input a : String
input b : String
input x : Float64
input hired : Bool
use demographic_parity(group: (a, b), decision: hired, over: 8s, every: 4s) as windowed
use disparate_impact(group: a, decision: hired)
use group_mean(group: a, value: x, threshold: 1.0) as mean
use group_mean(group: a, value: x, threshold: 1.0, over: 8s, every: 4s) as recent
""")
        shown = self.succeed("monitor", "said.lola", "said.csv")
        self.assertRegex(shown, r"windowed: .*: \(f, [uv]\) 0 of 2, \(m, [uv]\) 1 of 2")
        self.assertIn("ratio below 0.8: f 0 of 9, m 1 of 10", shown)
        self.assertIn("mean: means of the groups differ by more than 1.0: f 5 of 9, m 15 of 10",
                      shown)
        self.assertIn("recent: means of the groups differ by more than 1.0: f 5 of 4, m 15 of 4",
                      shown)


class Episodes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("x.lola", "input x : Int64\ntrigger x > 5 \"high\"\n")
        self.write("x.csv", "time,x\n1,1\n2,6\n3,7\n4,2\n5,9\n6,8\n")

    def test_in_the_document(self):
        found = json.loads(self.succeed("monitor", "x.lola", "x.csv", "-o", "json"))["episodes"]
        self.assertEqual([(e["from"], e["to"], e["open"], e["firings"]) for e in found],
                         [("2.000000000", "4.000000000", False, 2), ("5.000000000", None, True, 2)])

    def test_in_the_summary(self):
        text = self.succeed("monitor", "x.lola", "x.csv", "-o", "summary")
        self.assertIn("fired 4 times in 2 episodes, first at 2 s, last at 6 s\n"
                      "     violated at the end, since 5 s", text)

    def test_formats_of_the_released_tool_print_every_firing_unless_told_otherwise(self):
        plain = self.succeed("monitor", "x.lola", "x.csv")
        self.assertEqual(plain.count("[Trigger]"), 4)
        collapsed = self.succeed("monitor", "x.lola", "x.csv", "--episodes")
        self.assertEqual(collapsed, "".join(line for line in plain.splitlines(keepends=True)
                                            if line.startswith(("[2.", "[5."))))
        lines = self.succeed("monitor", "x.lola", "x.csv", "-o", "jsonl", "--episodes")
        self.assertEqual(len(lines.splitlines()), 2)
        released = self.succeed("monitor", "x.lola", "x.csv", "--output-format", "json")
        self.assertEqual(len(released.splitlines()), 4)

    def test_fail_on_trigger(self):
        run = lambda data, *flags: self.run_program("monitor", "x.lola", data, *flags).returncode
        self.write("over.csv", "time,x\n1,6\n2,1\n")
        self.write("calm.csv", "time,x\n1,1\n")
        self.assertEqual(run("x.csv", "--fail-on-trigger"), 4)
        self.assertEqual(run("over.csv", "--fail-on-trigger"), 4)
        self.assertEqual(run("over.csv", "--fail-on-trigger=ever"), 4)
        self.assertEqual(run("over.csv", "--fail-on-trigger=end"), 0)
        self.assertEqual(run("x.csv", "--fail-on-trigger=end"), 4)
        self.assertEqual(run("calm.csv", "--fail-on-trigger"), 0)
        self.assertIn("expected one of ever, end",
                      self.fail_with(1, "monitor", "x.lola", "x.csv", "--fail-on-trigger=never"))

    def test_survive_a_checkpoint(self):
        rows = "".join(f"{i},{9 if i // 700 % 2 else 1}\n" for i in range(1, 4000))
        self.write("long.csv", "time,x\n" + rows)
        flags = ["-o", "json=whole.json", "-o", "summary=whole.txt", "-o", "text=whole.log",
                 "--episodes"]
        self.succeed("monitor", "x.lola", "long.csv", *flags)
        whole = self.read("whole.json")
        flags = [flag.replace("whole", "resumed") for flag in flags]
        self.succeed("monitor", "x.lola", "long.csv", *flags, "--checkpoint", "c", "--every",
                     "1000", "--batch", "100")
        self.succeed("monitor", "x.lola", "long.csv", *flags, "--resume", "c")
        self.assertEqual(self.read("resumed.json"), whole)
        self.assertEqual(self.read("resumed.log"), self.read("whole.log"))


class AtEnd(ProgramTest):
    def test_the_last_partial_period_counts_on_request(self):
        self.write("p.lola", "input x : Int64\n#[public]\noutput n @10s := "
                   "x.aggregate(over: 10s, using: count)\n")
        self.write("p.csv", "time,x\n1,1\n12,1\n13,1\n")
        plain = self.succeed("monitor", "p.lola", "p.csv")
        self.assertEqual(plain, "[10.000000000][Output][n][Value] = 1\n")
        self.assertEqual(self.succeed("monitor", "p.lola", "p.csv", "--at-end"),
                         plain + "[20.000000000][Output][n][Value] = 2\n")
        self.assertIn("the last period was not over and is not evaluated",
                      self.succeed("monitor", "p.lola", "p.csv", "-o", "summary"))
        self.assertIn("the last period was evaluated at its end",
                      self.succeed("monitor", "p.lola", "p.csv", "-o", "summary", "--at-end"))
        document = self.succeed("monitor", "p.lola", "p.csv", "-o", "json", "--at-end")
        self.assertEqual(json.loads(document)["provenance"]["last_period"], "evaluated at its end")


class Document(ProgramTest):
    def test_has_all_digits_counts_and_times(self):
        self.write("d.lola", PARITY)
        self.write("d.csv", trace([("f", 1), ("m", 0), ("f", 0), ("m", 1), ("f", 0), ("m", 0)]))
        found = json.loads(self.succeed("monitor", "d.lola", "d.csv", "-o", "json"))
        self.assertEqual(found["values"]["demographic_parity_rate"][1],
                         {"instance": ["m"], "value": 1 / 3, "n": 3, "hits": 1,
                          "as_of": "6.000000000"})
        self.assertEqual(list(found), ["values", "left_out", "episodes", "states", "provenance"])
        self.assertEqual(found["provenance"]["events"], 6)
        again = self.succeed("monitor", "d.lola", "d.csv", "-o", "json", "--engine", "reference")
        self.assertEqual(json.loads(again), found)


class Shapes(ProgramTest):
    """`init`, then `monitor` without a flag, on five shapes of data."""

    def first_run(self, name, *flags):
        self.write(f"{name}.csv", SHAPES[name]())
        self.succeed("init", f"{name}.csv", *flags)
        spec = self.read(f"{name}.lola")
        self.assertIn("level: 0.95", spec)
        found = json.loads(self.succeed("monitor", f"{name}.lola", f"{name}.csv", "-o", "json"))
        return spec, found

    def rates(self, found, stream="demographic_parity_rate"):
        return {tuple(rate["instance"]): (rate["hits"], rate["n"])
                for rate in found["values"][stream]}

    def counted(self, pairs):
        hits, trials = collections.Counter(), collections.Counter()
        for group, good in pairs:
            trials[group] += 1
            hits[group] += good
        return {(group,): (hits[group], n) for group, n in trials.items()}

    def rows(self, name, delimiter=","):
        lines = self.read(f"{name}.csv").splitlines()
        return list(csv.DictReader(lines, delimiter=delimiter))

    def test_census(self):
        spec, found = self.first_run("census")
        self.assertIn('#![columns="c1,c2,c3,c4,c5,c6,c7,c8"]', spec)
        rows = [line.split(", ") for line in self.read("census.csv").splitlines()]
        self.assertEqual(self.rates(found),
                         self.counted((row[4], row[7] == ">50K") for row in rows))

    def test_scores(self):
        spec, found = self.first_run("scores", "--group", "race")
        self.assertIn("decision: decile_score <= 5", spec)
        self.assertIn("outcome: !two_year_recid", spec)
        rows = self.rows("scores")
        labelled = [row for row in rows if row["race"]]
        self.assertEqual(self.rates(found), self.counted(
            (row["race"], int(row["decile_score"]) <= 5) for row in labelled))
        self.assertEqual(found["left_out"]["demographic_parity_rate"], len(rows) - len(labelled))

    def test_credit(self):
        spec, found = self.first_run("credit")
        self.assertIn("decision: credit == 1", spec)
        self.succeed("init", "credit.csv", "--group", "age", "--force")
        self.assertIn('if age < 25 then "under 25"', self.read("credit.lola"))
        found = json.loads(self.succeed("monitor", "credit.lola", "credit.csv", "-o", "json"))
        bins = lambda age: ("under 25" if age < 25 else "25 to 44" if age < 45 else
                            "45 to 64" if age < 65 else "65 and over")
        self.assertEqual(self.rates(found), self.counted(
            (bins(int(row["age"])), row["credit"] == "1") for row in self.rows("credit", ";")))

    def test_loans(self):
        spec, found = self.first_run("loans")
        self.assertIn('#[time]\n#[column="Action Date"]', spec)
        self.assertIn("decision: !loan_denied", spec)
        self.assertIn("over: 90d, every: 7d", spec)
        groups = {group for group, in self.rates(found)}
        self.assertEqual(groups, {"Hispanic", "Not Hispanic"})
        self.assertEqual(found["left_out"]["demographic_parity_rate"], 100)

    def test_hiring(self):
        spec, found = self.first_run("hiring")
        self.assertIn("decision: hired == 1.0", spec)
        rows = self.rows("hiring")
        self.assertEqual(self.rates(found), self.counted(
            (row["gender"], row["hired"] == "1.0") for row in rows))
        self.assertEqual(self.rates(found, "equal_opportunity_rate"), self.counted(
            (row["gender"], row["hired"] == "1.0") for row in rows if row["qualified"] == "1.0"))
