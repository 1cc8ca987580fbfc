"""Statements about chances as users meet them: states, bands, recent stretches, against bounds
computed here."""
import csv
import io
import json
import math
import random
import subprocess

from kit import PROGRAM, ProgramTest, interrupt

SLOPES = [(2.0 * 2.0**-k, 14 / 13 / ((k + 1) * (k + 2))) for k in range(13)]
GAP = """\
input group : String, hired : Bool
#[plot]
output rate(g)
  spawn with group
  eval when group == g with prob(of: hired)
#[plot]
output gap @group && hired :=
  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)
trigger certain(gap > 0.1, level: 0.95%s) "apart"
"""


def low_high(hits, trials, error):
    low = max(math.expm1((slope * hits - math.log(2 / (error * weight))) / trials)
              / math.expm1(slope) for slope, weight in SLOPES)
    high = min(math.expm1(-(slope * hits + math.log(2 / (error * weight))) / trials)
               / math.expm1(-slope) for slope, weight in SLOPES)
    return max(0.0, low), min(1.0, high)


def log_mixture(hits, trials, chance):
    terms = [math.log(weight / 2) + sign * hits - trials * math.log1p(chance * math.expm1(sign))
             for slope, weight in SLOPES for sign in (slope, -slope)]
    top = max(terms)
    return top + math.log(sum(math.exp(term - top) for term in terms))


def exceeds(a, b, margin, share):
    """Whether a − b > margin is certain by the joint bound."""
    if not a[1] or not b[1] or a[0] / a[1] - b[0] / b[1] <= margin:
        return False
    along = lambda x: log_mixture(*a, x + margin) + log_mixture(*b, x)
    low, high = 0.0, 1.0 - margin
    for _ in range(200):
        third = (high - low) / 3
        low, high = (low, high - third) if along(low + third) < along(high - third) else (
            low + third, high)
    return along((low + high) / 2) >= -math.log(share)


class Recent:
    """Section by section: whole history, then the present block of every scale."""

    def __init__(self, margin, error):
        self.margin, self.error = margin, error
        self.count = {"A": [0, 0], "B": [0, 0]}
        self.starts = {}
        self.before = 0

    def add(self, group, hit):
        self.before = sum(n for _, n in self.count.values())
        for scale in range(6, 25):
            block = self.before >> scale
            if self.starts.get(scale, (0,))[0] != block:
                self.starts[scale] = (block, {g: list(c) for g, c in self.count.items()})
        self.count[group][0] += hit
        self.count[group][1] += 1

    def certain(self):
        looks = [(self.count, self.error / 2)]
        for scale, (block, start) in self.starts.items():
            since = {g: [now - then for now, then in zip(self.count[g], start[g])] for g in "AB"}
            share = self.error / 2 / ((scale - 5) * (scale - 4)) / ((block + 1) * (block + 2))
            looks.append((since, share))
        # Two instances: their pair has half of the error.
        return any(exceeds(c["A"], c["B"], self.margin, share / 2)
                   or exceeds(c["B"], c["A"], self.margin, share / 2) for c, share in looks)


def decisions(seed, stretches):
    """(events, chance of A, chance of B), one after the other."""
    source = random.Random(seed)
    rows = []
    for events, a, b in stretches:
        for _ in range(events):
            group = source.choice("AB")
            rows.append((group, source.random() < (a if group == "A" else b)))
    return rows


def trace(rows):
    return "time,group,hired\n" + "".join(
        f"{i},{group},{'true' if hit else 'false'}\n" for i, (group, hit) in enumerate(rows, 1))


class Evidence(ProgramTest):
    def run_program(self, *words, stdin=None, timeout=300):
        """Some of these runs are long, and sanitizers on a busy machine make them longer."""
        return super().run_program(*words, stdin=stdin, timeout=timeout)

    def first_firing(self, text):
        return next((int(float(line[1:].split("]")[0])) for line in text.splitlines()
                     if "[Trigger]" in line), None)

    def test_a_change_after_a_long_fair_history_is_found(self):
        rows = decisions(3, [(20_000, 0.5, 0.5), (4_000, 0.5, 0.2)])
        self.write("d.csv", trace(rows))
        self.write("recent.lola", GAP % ", recent: true")
        self.write("whole.lola", GAP % "")
        self.assertIsNone(self.first_firing(self.succeed("monitor", "whole.lola", "d.csv")))
        at = self.first_firing(self.succeed("monitor", "recent.lola", "d.csv"))
        self.assertGreater(at, 20_500)
        self.assertLess(at, 22_500)
        oracle = Recent(0.1, 0.05)
        for group, hit in rows[:at - 1]:
            oracle.add(group, hit)
        self.assertFalse(oracle.certain())
        oracle.add(*rows[at - 1])
        self.assertTrue(oracle.certain())
        found = json.loads(self.succeed("monitor", "recent.lola", "d.csv", "-o", "json"))
        state = found["states"][0]
        self.assertEqual((state["state"], state["level"]), ("violated", 0.95))
        self.assertGreater(float(state["stretch_from"]), 15_000)
        # The gap of all events lies below the margin and grows: the worst one is the latest.
        self.write("marked.lola", (GAP % ", recent: true").replace(
            "#[plot]\noutput gap", '#[plot, threshold="0.1"]\noutput gap'))
        found = json.loads(self.succeed("monitor", "marked.lola", "d.csv", "-o", "json"))
        episode = found["episodes"][-1]
        gap = found["values"]["gap"][0]["value"]
        self.assertLess(gap, 0.1)
        self.assertAlmostEqual(episode["worst"]["value"], gap, delta=0.002)

    def test_both_engines_find_the_same_stretch(self):
        # Short: the reference engine keeps every value, and sanitizers make it slower still.
        self.write("d.csv", trace(decisions(3, [(1_000, 0.5, 0.5), (500, 0.6, 0.1)])))
        self.write("recent.lola", GAP % ", recent: true")
        fast, slow = (json.loads(self.succeed("monitor", "recent.lola", "d.csv", "-o", "json",
                                              "--engine", engine))
                      for engine in ("fast", "reference"))
        self.assertEqual(fast, slow)
        self.assertEqual(fast["states"][0]["state"], "violated")
        begin = fast["states"][0]["stretch_from"]
        self.assertGreater(float(begin), 500)
        # The same is told with every firing, where it was asked for, and in the report.
        lines = [json.loads(line) for line in self.succeed(
            "monitor", "recent.lola", "d.csv", "-o", "jsonl", "--evidence").splitlines()]
        fired = [line["trigger_0"][0] for line in lines if "trigger_0" in line]
        self.assertEqual(fired[-1]["stretch_from"], begin)
        text = self.succeed("monitor", "recent.lola", "d.csv", "-o", "text", "--evidence")
        self.assertIn(f'"apart" by the averages since {begin}', text)
        self.assertNotIn("averages since",
                         self.succeed("monitor", "recent.lola", "d.csv", "-o", "text"))
        table = list(csv.DictReader(io.StringIO(self.succeed(
            "monitor", "recent.lola", "d.csv", "-o", "csv", "--layout", "long", "--evidence"))))
        told = [row["stretch_from"] for row in table if row["stream"] == "trigger_0"]
        self.assertEqual(told[-1], begin)
        self.assertEqual(told, [line.get("stretch_from", "") for line in fired])
        report = self.succeed("report", "recent.lola", "d.csv", "-o", "-", "--format",
                              "markdown")
        self.assertIn("it holds of their averages since", report)

    def test_the_error_is_shared_over_an_interruption(self):
        rows = decisions(5, [(900, 0.5, 0.5), (600, 0.6, 0.1)])
        # A third group is born after the interruption: its share is that of the third.
        rows[800:] = [("C" if i % 3 == 0 else group, hit) for i, (group, hit) in
                      enumerate(rows[800:])]
        self.write("d.csv", trace(rows))
        self.write("d.lola", GAP % ", recent: true")
        words = ["monitor", "d.lola", "d.csv", "-q", "-v", "outputs", "--evidence"]
        process = subprocess.Popen(
            [PROGRAM, *words, "-o", "jsonl=parts.jsonl", "--checkpoint", "c", "--batch", "16",
             "--replay-speed", "200"], cwd=self.folder)
        interrupt(process)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertLess(self.read("parts.jsonl").count("\n"), 800)
        self.succeed(*words, "-o", "jsonl=parts.jsonl", "--resume", "c")
        self.succeed(*words, "-o", "jsonl=whole.jsonl")
        self.assertEqual(self.read("parts.jsonl"), self.read("whole.jsonl"))
        last = [item for line in self.read("parts.jsonl").splitlines()
                for item in json.loads(line).get("rate", []) if item["instance"] == ["C"]][-1]
        hits = sum(hit for group, hit in rows if group == "C")
        low, high = low_high(hits, last["n"], 0.05 / (3 * 4))
        self.assertAlmostEqual(last["lower"], low, places=12)
        self.assertAlmostEqual(last["upper"], high, places=12)

    def test_recent_keeps_counts_for_so_many_groups_and_no_more(self):
        rows = [(f"g{i}", i % 2 == 0) for i in range(1_001)]
        self.write("d.csv", trace(rows[:1_000]))
        self.write("more.csv", trace(rows))
        self.write("d.lola", GAP % ", recent: true")
        self.write("asked.lola", GAP % ", recent: true, groups: 1200")
        self.write("whole.lola", GAP % "")
        self.succeed("monitor", "d.lola", "d.csv")
        self.assertIn("1001 groups are more than `recent` keeps counts for",
                      self.fail_with(3, "monitor", "d.lola", "more.csv"))
        self.succeed("monitor", "asked.lola", "more.csv")
        self.succeed("monitor", "whole.lola", "more.csv")

    def test_bands_and_states_in_all_outputs(self):
        rows = decisions(8, [(400, 0.5, 0.3)])
        self.write("d.csv", trace(rows))
        self.write("d.lola", GAP % "")
        found = json.loads(self.succeed("monitor", "d.lola", "d.csv", "-o", "json"))
        for rank, reading in enumerate(sorted(found["values"]["rate"],
                                              key=lambda r: r["instance"][0] != rows[0][0]), 1):
            error = 0.05 / (rank * (rank + 1))
            low, high = low_high(reading["hits"], reading["n"], error)
            self.assertAlmostEqual(reading["lower"], low, places=12)
            self.assertAlmostEqual(reading["upper"], high, places=12)
            self.assertEqual(reading["level"], 0.95)
        state = found["states"][0]
        self.assertEqual(state["state"], "undecided")
        self.assertEqual(state["judged_by"], "bounds")
        self.assertGreater(state["further_trials"], 100)
        self.assertEqual(state["fewest"]["stream"], "rate")
        summary = self.succeed("monitor", "d.lola", "d.csv", "-o", "summary")
        self.assertRegex(summary, r"undecided since 1 s: about [\d,]+ more trials would tell; "
                                  r"[AB] has \d+ trials \(level 0.95\)")
        self.assertRegex(summary, r"rate\(A\) = 0\.\d+ \[0\.\d+, 0\.\d+\] +n = \d+")
        last = {r["instance"][0]: r for r in found["values"]["rate"]}
        lines = [json.loads(line) for line in self.succeed(
            "monitor", "d.lola", "d.csv", "-o", "jsonl", "--evidence", "-v",
            "outputs").splitlines()]
        self.assertEqual(lines[0]["trigger_0.judgement"], [{"eval": "undecided"}])
        for line in lines:
            for item in line.get("rate", []):
                seen = {item["instance"][0]: item}
        for group, item in seen.items():
            self.assertEqual((item["lower"], item["upper"], item["n"]),
                             (last[group]["lower"], last[group]["upper"], last[group]["n"]))
        table = list(csv.DictReader(io.StringIO(self.succeed(
            "monitor", "d.lola", "d.csv", "-o", "csv", "--layout", "long", "--evidence", "-v",
            "outputs"))))
        self.assertEqual([row["value"] for row in table
                          if row["stream"] == "trigger_0.judgement"], ["undecided"])
        rates = [row for row in table if row["stream"] == "rate"]
        self.assertEqual(float(rates[-1]["lower"]), last[rates[-1]["instance"]]["lower"])
        text = self.succeed("monitor", "d.lola", "d.csv", "-o", "text", "--evidence", "-v",
                            "outputs")
        self.assertRegex(text, r"\[Output\]\[rate\(A\)\]\[Value\] = \S+ \[\S+, \S+\] n = \d+")
        self.assertIn("[Output][trigger_0.judgement][Value] = undecided", text)

    def test_without_the_flag_outputs_are_as_ever(self):
        rows = decisions(8, [(50, 0.5, 0.3)])
        self.write("d.csv", trace(rows))
        self.write("d.lola", GAP % "")
        for output in ("text", "jsonl", "csv --layout long"):
            plain = self.succeed("monitor", "d.lola", "d.csv", "-v", "outputs", "-o",
                                 *output.split())
            self.assertNotIn("judgement", plain)
            self.assertNotIn("lower", plain)

    def test_the_wide_layout_has_no_place_for_it(self):
        self.write("d.csv", trace(decisions(1, [(5, 0.5, 0.5)])))
        self.write("d.lola", GAP % "")
        self.assertIn("--layout long",
                      self.fail_with(1, "monitor", "d.lola", "d.csv", "-o", "csv", "--evidence"))

    def test_the_level_of_the_command_line_reaches_the_findings(self):
        self.write("d.csv", trace(decisions(8, [(100, 0.5, 0.3)])))
        self.write("d.lola", (GAP % "").replace(", level: 0.95", ""))
        found = json.loads(self.succeed("monitor", "d.lola", "d.csv", "-o", "json", "--level",
                                        "0.9"))
        self.assertAlmostEqual(found["states"][0]["level"], 0.9)

    def test_a_tag_gives_a_band_without_any_statement(self):
        self.write("d.csv", trace(decisions(8, [(100, 0.5, 0.3)])))
        self.write("d.lola", "input group : String, hired : Bool\n"
                             "#[public]\n#[band=\"0.99\"]\noutput all := hired.prob()\n")
        found = json.loads(self.succeed("monitor", "d.lola", "d.csv", "-o", "json"))
        reading = found["values"]["all"][0]
        low, high = low_high(reading["hits"], reading["n"], 1 - 0.99)
        self.assertAlmostEqual(reading["lower"], low, places=12)
        self.assertAlmostEqual(reading["upper"], high, places=12)

    def test_metrics_with_a_level_are_judged_alike_by_both_engines(self):
        source = random.Random(4)
        chances = {"Ax": 0.5, "Bx": 0.5, "Ay": 0.7, "By": 0.3}
        rows = "time,group,site,hired\n"
        for i in range(1_500):
            case = source.choice("AB") + source.choice("xy")
            hit = "true" if source.random() < chances[case] else "false"
            rows += f"{5 * i},{case[0]},{case[1]},{hit}\n"
        self.write("d.csv", rows)
        common = "group: group, decision: hired, level: 0.95"
        self.write("d.lola", f"""\
input group : String, site : String, hired : Bool
use conditional_statistical_parity({common}, stratum: site) as strata
use disparate_impact({common}, groups: 2) as impact
use demographic_parity({common}, min_support: 20, stretches: recent) as parity
use demographic_parity({common}, over: 1h, every: 10min) as window
""")
        answers = [json.loads(self.succeed("monitor", "d.lola", "d.csv", "-o", "json", "--engine",
                                           engine)) for engine in ("fast", "reference")]
        self.assertEqual(*answers)
        states = {state["message"].split(":")[0]: state["state"]
                  for state in answers[0]["states"]}
        # Only in one of the strata are the chances far enough apart to be certain so soon.
        self.assertEqual(states["strata"], "violated")
        self.assertEqual(states["window"], "undecided")
