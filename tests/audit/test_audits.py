"""Audit templates against calculations made here, by other means, from the same data."""
import csv
import fractions
import json
import math
import pathlib
import statistics

from kit import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
AUDITS = ROOT / "library" / "audits"
NYC = AUDITS / "nyc_local_law_144"

SEX = {"F": "Female", "M": "Male", "X": "Other"}
RACE = {"Black": "Black or African American", "Hispanic": "Hispanic or Latino",
        "Native American": "Native American or Alaska Native", "Declined": ""}


def rows_of(file):
    with file.open(newline="") as data:
        return list(csv.DictReader(data))


def fisher(hits_a, n_a, hits_b, n_b):
    """Two-sided, with whole numbers."""
    hits = hits_a + hits_b
    ways = [math.comb(n_a, k) * math.comb(n_b, hits - k) if 0 <= hits - k <= n_b else 0
            for k in range(n_a + 1)]
    own = ways[hits_a]
    return float(fractions.Fraction(sum(way for way in ways if way <= own), sum(ways)))


def table(people):
    """Numbers by category of (category, positive) pairs: n, hits, rate."""
    counts = {}
    for category, positive in people:
        entry = counts.setdefault(category, [0, 0])
        entry[0] += 1
        entry[1] += positive
    return {name: (n, hits, hits / n) for name, (n, hits) in counts.items()}


class AuditTest(ProgramTest):
    def findings(self, spec, data, *flags):
        text = self.succeed("report", str(spec), str(data), "-o", "-", "--format", "json", *flags)
        return json.loads(text)

    def compare(self, finding, expected, small):
        total = sum(n for n, _, _ in expected.values())
        judged = {name for name, (n, _, _) in expected.items() if n >= small * total}
        best = max(expected[name][2] for name in judged)
        self.assertEqual({line["group"] for line in finding["groups"]}, set(expected))
        for line in finding["groups"]:
            n, hits, rate = expected[line["group"]]
            self.assertEqual((line["n"], line["hits"]), (n, hits))
            self.assertAlmostEqual(line["rate"], rate, 12)
            self.assertEqual(line["judged"], line["group"] in judged)
            if line["group"] in judged:
                self.assertAlmostEqual(line["ratio"], rate / best, 12)
            else:
                self.assertIsNone(line["ratio"])
        lowest = min(expected[name][2] for name in judged)
        self.assertAlmostEqual(finding["value"], lowest / best, 12)


class NewYork(AuditTest):
    FLAGS = ["--time-column", "date"]
    for name, (source, mapping) in {"sex": ("sex", SEX), "race": ("race", RACE)}.items():
        for label, to in mapping.items():
            FLAGS += ["--label", f"{name}:{label}={to}"]

    @staticmethod
    def people(positive):
        people = []
        for row in rows_of(NYC / "applicants.csv"):
            people.append((SEX.get(row["sex"], row["sex"]), RACE.get(row["race"], row["race"]),
                           positive(row)))
        return people

    def check(self, found, people):
        views = ((0,), (1,), (0, 1))
        self.assertEqual(len(found["findings"]), 3)
        for finding, view in zip(found["findings"], views):
            known = [(", ".join(person[i] for i in view), person[2]) for person in people
                     if all(person[i] for i in view)]
            self.compare(finding, table(known), 0.02)
            self.assertEqual(finding["left_out"], len(people) - len(known))

    def test_selection_rates(self):
        found = self.findings(NYC / "selection.lola", NYC / "applicants.csv", *self.FLAGS)
        self.check(found, self.people(lambda row: row["selected"] == "yes"))
        self.assertIn("“Hispanic” is “Hispanic or Latino”", json.dumps(found, ensure_ascii=False))

    def test_labels_that_are_not_there_are_unknown_too(self):
        """As JSON has it: no member, or null, where nobody said anything."""
        lines = []
        for i, row in enumerate(rows_of(NYC / "applicants.csv")):
            told = {"date": row["date"], "selected": row["selected"] == "yes"}
            for name, mapping in (("sex", SEX), ("race", RACE)):
                known = mapping.get(row[name], row[name])
                told |= {name: row[name]} if known else {name: None} if i % 2 else {}
            lines.append(json.dumps(told) + "\n")
        self.write("applicants.jsonl", "".join(lines))
        found = self.findings("nyc_local_law_144/selection", "applicants.jsonl", *self.FLAGS)
        self.check(found, self.people(lambda row: row["selected"] == "yes"))

    def test_scoring_rates_use_the_median_of_all(self):
        median = statistics.median(float(row["score"]) for row in rows_of(NYC / "applicants.csv"))
        found = self.findings(NYC / "scoring.lola", NYC / "applicants.csv", *self.FLAGS)
        self.check(found, self.people(lambda row: float(row["score"]) > median))
        facts = {fact["what"]: fact["value"] for fact in found["data"]}
        self.assertEqual(facts["Median of score over all data"], f"{median:g} (1500 values)")
        self.assertIn(f"constant median_score : Float64 := {median}", found["specification"])

    def test_scoring_needs_the_data_twice(self):
        message = self.fail_with(1, "report", str(NYC / "scoring.lola"), "-",
                                 stdin=(NYC / "applicants.csv").read_text())
        self.assertIn("read twice", message)


class FourFifths(AuditTest):
    def check(self, data, group, selected, true, *flags):
        finding = self.findings(AUDITS / "us_four_fifths" / "audit.lola", data,
                                "--map", f"group={group}", "--map", f"selected={selected}",
                                *flags)["findings"][0]
        expected = table((row[group], row[selected] == true) for row in rows_of(data))
        self.compare(finding, expected, 0.0)
        best = max(expected, key=lambda name: expected[name][2])
        for line in finding["groups"]:
            if line["group"] == best:
                self.assertNotIn("fisher_p", line)
                continue
            n, hits, rate = expected[line["group"]]
            m, others, top = expected[best]
            p = fisher(hits, n, others, m)
            self.assertAlmostEqual(line["fisher_p"] / p, 1.0, 8)
            pooled = (hits + others) / (n + m)
            deviation = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
            self.assertAlmostEqual(line["standard_deviations"], (rate - top) / deviation, 10)
        return finding

    def test_on_shipped_data(self):
        self.check(ROOT / "examples/hiring/trace.csv", "gender", "hired", "true")
        self.check(ROOT / "examples/hiring/trace.csv", "origin", "hired", "true")

    def test_check_values_of_the_books(self):
        rows = [("high", "true")] * 48 + [("high", "false")] * 32
        rows += [("low", "true")] * 12 + [("low", "false")] * 28
        self.write("books.csv", "time,g,s\n" +
                   "".join(f"{i},{g},{s}\n" for i, (g, s) in enumerate(rows)))
        finding = self.check(self.folder / "books.csv", "g", "s", "true")
        low = next(line for line in finding["groups"] if line["group"] == "low")
        self.assertAlmostEqual(low["fisher_p"], 0.00340922176784918, 14)
        self.assertEqual(low["ratio"], 0.5)
        self.assertFalse(low["flips"])


class Europe(AuditTest):
    def test_ai_act(self):
        data = ROOT / "examples/hiring/trace.csv"
        found = self.findings(AUDITS / "eu_ai_act" / "audit.lola", data,
                              "--map", "group=gender", "--map", "decision=hired")
        expected = table((row["gender"], row["hired"] == "true") for row in rows_of(data))
        for line in found["findings"][0]["groups"]:
            self.assertEqual((line["n"], line["hits"]), expected[line["group"]][:2])
        self.assertEqual(found["findings"][0]["level"], 0.95)

    def test_dsa(self):
        data = AUDITS / "eu_dsa" / "statements.csv"
        found = self.findings(AUDITS / "eu_dsa" / "audit.lola", data, "--time-column", "created_at")
        rows = rows_of(data)
        expected = table((row["content_language"],
                          row["automated_decision"] == "AUTOMATED_DECISION_FULLY")
                         for row in rows if row["content_language"])
        finding = found["findings"][0]
        for line in finding["groups"]:
            self.assertEqual((line["n"], line["hits"]), expected[line["group"]][:2])
        rates = [rate for _, _, rate in expected.values()]
        self.assertAlmostEqual(finding["value"], max(rates) - min(rates), 12)
        self.assertEqual(finding["left_out"],
                         sum(not row["content_language"] for row in rows))


class ByName(AuditTest):
    """The program knows its audits, wherever it is installed: tests run in an empty folder."""

    NAMES = {"us_four_fifths": "us_four_fifths/audit", "eu_ai_act": "eu_ai_act/audit",
             "eu_dsa": "eu_dsa/audit", "nyc_local_law_144/selection": None,
             "nyc_local_law_144/scoring": None}

    def test_all_are_listed_with_their_titles(self):
        lines = self.succeed("audits").split("\n\n")[0].splitlines()
        self.assertEqual([line.split()[0] for line in lines], sorted(self.NAMES))
        for line in lines:
            name, title = line.split(None, 1)
            path = AUDITS / (self.NAMES[name] or name)
            self.assertIn(f"\n# {title}\n", path.with_suffix(".md").read_text())
            self.assertEqual(self.succeed("audits", name, "--specification"),
                             path.with_suffix(".lola").read_text())
            self.assertEqual(self.succeed("audits", name, "--text"),
                             path.with_suffix(".md").read_text())
            self.assertEqual(self.succeed("audits", name),
                             (path.parent / "README.md").read_text())
            self.succeed("check", name)

    def test_a_name_does_what_the_path_does(self):
        flags = ["--map", "group=gender", "--map", "selected=hired"]
        data = ROOT / "examples/hiring/trace.csv"
        by_name = self.findings("us_four_fifths", data, *flags)
        by_path = self.findings(AUDITS / "us_four_fifths/audit.lola", data, *flags)
        by_name.pop("provenance")
        by_path.pop("provenance")
        self.assertEqual(by_name, by_path)
        self.assertIn("Adverse impact", by_name["title"])
        self.succeed("monitor", "us_four_fifths", str(data), *flags, "-q", "-o", "ledger=l")
        self.succeed("verify", "l", "--replay", str(data))

    def test_names_that_are_wrong(self):
        self.assertIn("us_four_fifths", self.fail_with(1, "audits", "us_four_fith"))
        self.assertIn("us_four_fifths", self.fail_with(1, "report", "us_four_fifth", "x.csv"))
        message = self.fail_with(1, "report", "nyc_local_law_144", "x.csv")
        self.assertIn("several audits", message)
        self.assertIn("name the audit", self.fail_with(1, "audits", "--text"))
        # A file of one's own comes first.
        self.write("eu_dsa", "input a : Bool\ntrigger a \"mine\"\n")
        self.write("x.csv", "time,a\n1,true\n")
        self.assertEqual(self.findings("eu_dsa", "x.csv")["findings"][0]["title"], "mine")


class Everywhere(AuditTest):
    def test_each_says_what_it_does_not_cover(self):
        texts = [file for file in AUDITS.glob("*/*.md") if file.name != "README.md"]
        self.assertEqual(len(texts), 5)
        for file in texts:
            text = file.read_text()
            self.assertTrue(text.startswith("<!-- fairmon report -->"), file)
            for word in ("## What it does not cover", "## Sources", "no legal advice"):
                self.assertIn(word, text, file)
            self.assertTrue(file.with_suffix(".lola").exists(), file)
