"""Why a trigger fired: every number against a recount of the whole trace by other means."""
import json
import random

from kit import ProgramTest

DIFFERENCE = """\
input group : String
input hired : Bool
use demographic_parity(group: group, decision: hired, threshold: {threshold})
"""
RATIO = """\
input group : String
input hired : Bool
use disparate_impact(group: group, decision: hired, threshold: {threshold})
"""


class Recount:
    """Judges a trace by hand, event by event; groups with fewer than `support` are left out."""

    def __init__(self, rows, kind, threshold, support=1):
        self.rows, self.kind, self.threshold, self.support = rows, kind, threshold, support

    def counts(self, rows):
        counts = {}
        for group, hired in rows:
            entry = counts.setdefault(group, [0, 0])
            entry[0] += hired
            entry[1] += 1
        return counts

    def value(self, counts):
        rates = [hits / n for hits, n in counts.values() if n >= self.support]
        if len(rates) < 2:
            return None
        if self.kind == "difference":
            return max(rates) - min(rates)
        return min(rates) / max(rates) if max(rates) > 0 else 1.0

    def violated(self, value):
        if value is None:
            return False
        return value > self.threshold if self.kind == "difference" else value < self.threshold

    def last_firing(self, until):
        """Number of the event at which it fired last, and the first of that stretch."""
        last, since, began = None, None, None
        for i in range(min(until, len(self.rows))):
            if self.violated(self.value(self.counts(self.rows[:i + 1]))):
                began = i if began is None else began
                last, since = i, began
            else:
                began = None
        return last, since

    def fewest(self, counts, group, sign):
        """How many more (or fewer) hits of the group would have kept it."""
        changed = {name: list(entry) for name, entry in counts.items()}
        for change in range(1, counts[group][1] + 1):
            changed[group][0] += sign
            if not 0 <= changed[group][0] <= counts[group][1]:
                return None
            if not self.violated(self.value(changed)):
                return change
        return None


class Why(ProgramTest):
    def why(self, spec, rows, *flags):
        self.write("s.lola", spec)
        self.write("d.csv", "time,group,hired\n" +
                   "".join(f"{i + 1},{g},{h}\n" for i, (g, h) in enumerate(rows)))
        return json.loads(self.succeed("why", "s.lola", "d.csv", "--json", *flags))

    def check(self, rows, kind, threshold, until, support=1):
        recount = Recount(rows, kind, threshold, support)
        last, since = recount.last_firing(until)
        spec = (DIFFERENCE if kind == "difference" else RATIO).format(threshold=threshold)
        if support > 1:
            spec = spec.replace("threshold:", f"min_support: {support}, threshold:")
        if last is None:
            return False
        found = self.why(spec, rows, "--at", str(until))
        counts = recount.counts(rows[:last + 1])
        value = recount.value(counts)
        counts = {name: entry for name, entry in counts.items() if entry[1] >= support}
        self.assertEqual(found["event"], last + 1)
        self.assertAlmostEqual(found["value"], value, 12)
        self.assertEqual({line["group"]: [line["now"]["hits"], line["now"]["n"]]
                          for line in found["groups"]}, counts)
        self.assertEqual(found["since"], f"{since + 1} s")
        before = recount.value(recount.counts(rows[:since]))
        if before is None:
            self.assertFalse(found["held_before"])
        else:
            self.assertAlmostEqual(found["value_before"], before, 12)
        rates = {name: hits / n for name, (hits, n) in counts.items()}
        for line in found["groups"]:
            if line["largest"]:
                self.assertEqual(rates[line["group"]], max(rates.values()))
                high = line["group"]
            if line["smallest"]:
                self.assertEqual(rates[line["group"]], min(rates.values()))
                low = line["group"]
        for line in found["last_events"] + found["moved_most"]:
            number = line["event"] - 1
            self.assertEqual(line["line"], line["event"] + 1)  # behind the head of the file
            without = recount.value(recount.counts(rows[:number] + rows[number + 1:last + 1]))
            if without is None:
                continue
            self.assertAlmostEqual(line["moved"], value - without, 12)
        words = " ".join(found["would_have_kept_it"])
        for group, sign, word in ((low, 1, "more"), (high, -1, "fewer")):
            change = recount.fewest(counts, group, sign)
            said = f"{change} {word} positive decision{'s' if change != 1 else ''} about {group} "
            if change is not None:
                self.assertIn(said, words)
            else:
                self.assertNotIn(f" {word} positive", words)
        return True

    def test_equals_a_recount(self):
        source = random.Random(22)
        explained = 0
        for case in range(40):
            chances = {name: source.random() for name in "abcd"[:source.randint(2, 4)]}
            rows = []
            for _ in range(source.randint(5, 120)):
                group = source.choice(list(chances))
                rows.append((group, int(source.random() < chances[group])))
            kind = source.choice(["difference", "ratio"])
            threshold = source.choice([0.1, 0.2, 0.4] if kind == "difference" else [0.8, 0.5])
            with self.subTest(case=case):
                explained += self.check(rows, kind, threshold, source.randint(2, len(rows)))
        self.assertGreater(explained, 25)

    def test_equals_a_recount_of_groups_that_are_large_enough(self):
        source = random.Random(23)
        explained = 0
        for case in range(25):
            chances = {name: source.random() for name in "abcd"}
            rows = []
            for _ in range(source.randint(40, 120)):
                group = source.choices("abcd", (6, 4, 2, 1))[0]
                rows.append((group, int(source.random() < chances[group])))
            with self.subTest(case=case):
                explained += self.check(rows, source.choice(["difference", "ratio"]),
                                        source.choice([0.3, 0.5]), len(rows), 6)
        self.assertGreater(explained, 8)

    def test_a_metric_with_a_level(self):
        """As `fairmon init` writes it: certain only after a while, and explained all the same."""
        spec = DIFFERENCE.replace("threshold:", "level: 0.95, threshold:").format(threshold=0.1)
        rows = [("a", int(i % 10 < 7)) if i % 2 else ("b", int(i % 10 < 2)) for i in range(1200)]
        found = self.why(spec, rows)
        counts = Recount(rows, "difference", 0.1).counts(rows)
        self.assertEqual({line["group"]: [line["now"]["hits"], line["now"]["n"]]
                          for line in found["groups"]}, counts)
        since = int(found["since"].split()[0])
        self.assertGreater(since, 50)  # a handful of decisions makes nothing certain
        self.assertEqual(found["event"], 1200)
        self.assertIn("would have kept it", found["would_have_kept_it"][0])

    def test_far_into_the_data(self):
        """Behind several states of the monitor, where it starts from the nearest one."""
        source = random.Random(5)
        rows = [(source.choice("ab"), int(source.random() < 0.5)) for _ in range(70_000)]
        rows += [("a", 1) if i % 2 else ("b", 0) for i in range(30_000)]
        found = self.why(DIFFERENCE.format(threshold=0.2), rows)
        recount = Recount(rows, "difference", 0.2)
        counts = recount.counts(rows)
        self.assertEqual({line["group"]: [line["now"]["hits"], line["now"]["n"]]
                          for line in found["groups"]}, counts)
        self.assertEqual(found["event"], 100_000)
        first = int(found["since"].split()[0])
        self.assertFalse(recount.violated(recount.value(recount.counts(rows[:first - 1]))))
        self.assertTrue(recount.violated(recount.value(recount.counts(rows[:first]))))
        self.assertEqual(found["last_events"][0]["line"], 100_001)

    def test_by_the_clock(self):
        spec = """\
input group : String
input hired : Bool
#[plot]
output rate(g) spawn with group eval when group == g with prob(of: hired)
#[plot]
output gap @Global(10s) :=
  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)
trigger gap > 0.3 "apart"
"""
        rows = [("a", 1), ("b", 1)] * 10 + [("b", 0)] * 25
        found = self.why(spec, rows, "--at", "40")
        self.assertTrue(found["by_clock"])
        self.assertEqual(found["time"], "40 s")
        counts = Recount(rows, "difference", 0.3).counts(rows[:40])
        self.assertEqual({line["group"]: [line["now"]["hits"], line["now"]["n"]]
                          for line in found["groups"]}, counts)
        self.assertEqual(found["since"], "30 s")
        self.assertAlmostEqual(found["value_before"], 0.0)

    def test_instances_and_numbers_of_triggers(self):
        spec = ("input id : String\ninput x : Int64\n"
                "trigger x > 100 \"huge\"\n"
                "trigger(i) spawn with id eval when id == i && x > 5 with \"high\"\n")
        rows = "time,id,x\n1,a,6\n2,b,7\n3,a,1\n4,b,8\n"
        self.write("s.lola", spec)
        self.write("d.csv", rows)
        found = json.loads(self.succeed("why", "s.lola", "d.csv", "--json", "--instance", "a"))
        self.assertEqual((found["trigger"], found["instance"], found["event"]),
                         ("trigger_1", "a", 1))
        found = json.loads(self.succeed("why", "s.lola", "d.csv", "--json", "--trigger", "1"))
        self.assertEqual((found["instance"], found["event"]), ("b", 4))
        for code, words, *flags in ((2, "nothing fired", "--trigger", "0"),
                                    (1, "below 2", "--trigger", "2"),
                                    (1, "no calendar", "--at", "2024-01-01")):
            self.assertIn(words, self.fail_with(code, "why", "s.lola", "d.csv", *flags))

    def test_text_for_people(self):
        self.write("s.lola", DIFFERENCE.format(threshold=0.1))
        self.write("d.csv", "time,group,hired\n1,women,0\n2,men,1\n3,women,1\n4,men,1\n")
        text = self.succeed("why", "s.lola", "d.csv")
        for words in ("fired at 4 s, event 4", "2 >= 2 && 0.5 > 0.1", "men (largest)",
                      "women (smallest)  0.5 (1 of 2)", "line 5",
                      "1 more positive decision about women (2 instead of 1 of 2)"):
            self.assertIn(words, text)
