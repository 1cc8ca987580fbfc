"""Reports: one file, the answer first, the same numbers in three formats, nothing misleading."""
import csv
import html.parser
import json
import hashlib
import pathlib
import random
import re

from kit import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARITY = """\
input group : String
input hired : Bool
use demographic_parity(group: group, decision: hired, threshold: 0.1)
"""


def trace(rows):
    return "time,group,hired\n" + "".join(f"{i + 1},{g},{h}\n" for i, (g, h) in enumerate(rows))


class Page(html.parser.HTMLParser):
    """Tags and attributes of a page, and whether every element that needs it is closed."""

    VOID = {"meta", "br", "rect", "path", "circle"}

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()


class Reports(ProgramTest):
    def report(self, rows, *flags, spec=PARITY):
        self.write("parity.lola", spec)
        self.write("rows.csv", rows if isinstance(rows, str) else trace(rows))
        return json.loads(self.succeed("report", "parity.lola", "rows.csv", "-o", "-",
                                       "--format", "json", *flags))

    def test_numbers_are_those_of_a_count_by_hand(self):
        source = random.Random(7)
        rows = [(source.choice("abc"), int(source.random() < 0.5)) for _ in range(500)]
        finding = self.report(rows)["findings"][0]
        counts = {g: [sum(h for k, h in rows if k == g), sum(k == g for k, _ in rows)]
                  for g in "abc"}
        rates = {g: hits / n for g, (hits, n) in counts.items()}
        self.assertEqual([(x["group"], x["hits"], x["n"]) for x in finding["groups"]],
                         [(g, *counts[g]) for g in "abc"])
        best = max(rates.values())
        for line in finding["groups"]:
            self.assertAlmostEqual(line["rate"], rates[line["group"]], 12)
            self.assertAlmostEqual(line["ratio"], rates[line["group"]] / best, 12)
            self.assertLess(line["lower"], line["rate"])
            self.assertGreater(line["upper"], line["rate"])
        self.assertAlmostEqual(finding["value"], best - min(rates.values()), 12)
        for line in finding["sensitivity"]["without"]:
            rest = [rate for group, rate in rates.items() if group != line["what"]]
            self.assertAlmostEqual(float(line["value"]), max(rest) - min(rest), 3)
            self.assertEqual(line["at_end"],
                             "violated" if max(rest) - min(rest) > 0.1 else "kept")

    def test_thresholds_are_tried(self):
        rows = [("a", 1), ("b", 0)] + [("a", i % 2) for i in range(50)] + \
               [("b", i % 2) for i in range(50)]
        finding = self.report(rows)["findings"][0]
        tried = {line["what"]: (line["at_end"], line["ever"])
                 for line in finding["sensitivity"]["threshold"]}
        self.assertEqual(finding["state"], "violated earlier")
        self.assertEqual(tried["as set"], ("kept", "violated"))
        self.assertEqual(tried["-50 %"], ("kept", "violated"))
        self.assertEqual(len(tried), 5)

    def test_windows_of_other_lengths_are_tried(self):
        """Beside the run; the same comes out of specifications with those windows."""
        source = random.Random(11)
        chance = lambda i, g: 0.5 + (0.3 if g == "a" and 600 <= i < 900 else 0.0)
        rows = []
        for i in range(3000):
            group = source.choice("abc")
            rows.append((group, int(source.random() < chance(i, group))))

        def spec(over):
            return PARITY.replace("threshold: 0.1", f"over: {over}, every: 1min, threshold: 0.35")

        tried = self.report(rows, spec=spec("3min"))["findings"][0]["sensitivity"]["windows"]
        self.assertEqual([line["what"] for line in tried],
                         ["as set: 3min", "half as long: 1.5min", "twice as long: 6min"])
        for line, over in zip(tried, ("3min", "90s", "360s")):
            own = self.report(rows, spec=spec(over))["findings"][0]
            self.assertEqual(line["value"], f"{own['value']:.4g}")
            self.assertEqual(line["at_end"], "violated" if own["state"] == "violated" else "kept")
            self.assertEqual(line["ever"], "violated" if own["num_episodes"] else "kept")
        self.assertEqual(len({line["ever"] for line in tried}), 2)
        page = self.succeed("report", "parity.lola", "rows.csv", "-o", "-", "--format", "html")
        self.assertIn("Other windows", page)
        # What looks at everything has no windows to try, whatever stands beside it.
        both = PARITY + "output lately @1min := hired.aggregate(over: 5min, using: count)\n" \
            "trigger @1min lately > 10000 \"many\"\n"
        whole, windowed = self.report(rows, spec=both)["findings"]
        self.assertEqual(whole["sensitivity"]["windows"], [])
        self.assertEqual(len(windowed["sensitivity"]["windows"]), 3)

    def test_windows_are_tried_on_late_bad_and_named_rows(self):
        """Rows that the run leaves out or puts elsewhere, calendar times, the end of the period."""
        text = "time,group,hired\n"
        for i in range(600):
            text += f"2024-03-01T{i // 60:02d}:{i % 60:02d}:{i * 7 % 60:02d}Z," \
                    f"{'ab'[i * i % 7 % 2]},{'maybe' if i == 77 else i * 13 % 5 % 2}\n"
        text += "2024-03-01T01:00:00Z,a,1\n"

        def spec(over):
            return PARITY.replace("threshold: 0.1", f"over: {over}, every: 30min, threshold: 0.1")

        for flags in (("--on-late", "skip"), ("--on-late", "wait=1d", "--at-end"),
                      ("--on-late", "skip", "--start-time-rfc3339", "2024-02-28T00:00:00Z")):
            flags = ("--on-bad-record", "skip", *flags)
            tried = self.report(text, *flags, spec=spec("2h"))["findings"][0]
            for line, over in zip(tried["sensitivity"]["windows"], ("2h", "1h", "4h")):
                own = self.report(text, *flags, spec=spec(over))["findings"][0]
                self.assertEqual(line["value"], f"{own['value']:.4g}", (flags, over))

    def test_evidence_grows_with_numbers(self):
        rows = [("a", int(i % 10 < 7)) if i % 2 else ("b", int(i % 10 < 2)) for i in range(2000)]
        few = self.report(rows[:30])["findings"][0]
        many = self.report(rows)["findings"][0]
        self.assertEqual(few["sureness"], "undecided")
        self.assertEqual(many["sureness"], "violated")
        fair = [("ab"[i % 2], int(i // 2 % 2)) for i in range(8000)]
        self.assertEqual(self.report(fair)["findings"][0]["sureness"], "kept")

    def test_a_metric_with_a_level_has_its_groups(self):
        """As `fairmon init` writes it: the trigger speaks only when it is certain."""
        spec = PARITY.replace("threshold", "level: 0.95, threshold")
        far = [("a", int(i % 10 < 7)) if i % 2 else ("b", int(i % 10 < 2)) for i in range(2000)]
        near = [("ab"[i % 2], int(i // 2 % 2)) for i in range(8000)]
        for rows, state in ((far, "violated"), (far[:60], "undecided"), (near, "kept")):
            finding = self.report(rows, spec=spec)["findings"][0]
            self.assertEqual((finding["state"], finding["sureness"]), (state, state))
            self.assertEqual([line["group"] for line in finding["groups"]], ["a", "b"])
            self.assertEqual(sum(line["n"] for line in finding["groups"]), len(rows))
            self.assertEqual(finding["requirement"]["comparison"], "difference")
            self.assertEqual(finding["level"], 0.95)
            self.assertTrue(finding["sensitivity"]["without"])
            self.assertEqual("kept at all times" in finding["answer"][0], state == "kept")

    def test_quarters_stand_by_themselves(self):
        text = "time,group,hired\n"
        for month in range(1, 13):
            for day in range(1, 29):
                group = "ab"[day % 2]
                hired = int(day % 4 < 2) if month < 7 else int(group == "a")
                text += f"2024-{month:02d}-{day:02d},{group},{hired}\n"
        quarters = self.report(text)["findings"][0]["sensitivity"]["quarters"]
        self.assertEqual([line["quarter"] for line in quarters],
                         ["2024 Q1", "2024 Q2", "2024 Q3", "2024 Q4"])
        self.assertEqual([line["answer"] for line in quarters],
                         ["within", "within", "beyond the threshold", "beyond the threshold"])
        self.assertEqual(quarters[2]["groups"], {"a": "1 of 42", "b": "0 of 42"})

    def test_what_a_reader_would_stumble_over_is_said(self):
        def notes(rows, *flags, spec=PARITY):
            found = self.report(rows, *flags, spec=spec)
            return " ".join(found["warnings"] + found["findings"][0]["notes"] +
                            found["findings"][0]["answer"])
        self.assertIn("no positive decision at all", notes([("a", 0), ("b", 0)]))
        self.assertIn("no event at all", notes([]))
        self.assertIn("never judged", notes([]))
        self.assertIn("no second group", notes([("a", 1)]))
        self.assertIn("no group label", notes([("a", 1), ("", 0), ("b", 1)]))
        support = PARITY.replace("threshold", "min_support: 3, threshold")
        rare = self.report([("a", 1)] * 4 + [("b", 1)] * 4 + [("c", 0)], spec=support)
        self.assertEqual([(line["group"], line["judged"]) for line in
                          rare["findings"][0]["groups"]], [("a", True), ("b", True), ("c", False)])
        self.assertIn("fewer than 3", rare["findings"][0]["groups"][2]["remark"])
        single = self.report([("a", 1)] * 4 + [("b", 1)])["findings"][0]["groups"][1]
        self.assertEqual(single["remark"], "a single decision")

    def test_bad_and_repeated_rows_are_counted(self):
        rows = trace([("a", 1), ("b", 0)] * 30) + "1e,a,1\n61,a,maybe\n" + "62,a,1\n62,a,1\n"
        found = self.report(rows, "--on-bad-record", "skip")
        text = " ".join(found["warnings"])
        self.assertIn("2 records could not be read", text)
        self.assertIn("rows.csv:62", text)
        self.assertIn("1e", text)
        self.assertIn("maybe", text)
        self.assertIn("1 row equals another one", text)
        self.write("rows.csv", rows)
        message = self.fail_with(2, "report", "parity.lola", "rows.csv")
        self.assertIn("1e", message)

    def test_a_file_that_was_pasted_twice_is_noticed(self):
        def warnings(rows):
            return " ".join(self.report("time,group,hired\n" + rows)["warnings"])
        once = [f"{i},{'ab'[i % 2]},{i % 3 % 2}\n" for i in range(50)]
        self.assertNotIn("duplicate", warnings("".join(once)))
        self.assertIn("50 rows equal another one", warnings("".join(row * 2 for row in once)))
        days = "".join(f"2024-01-{i // 40 + 1:02d},{'ab'[i % 2]},{i % 3 % 2}\n" for i in range(400))
        self.assertNotIn("duplicate", warnings(days))

    def test_time_that_is_no_time(self):
        rows = "time,group,hired\n" + "soon,a,1\n" * 3
        self.write("parity.lola", PARITY)
        self.write("rows.csv", rows)
        message = self.fail_with(2, "report", "parity.lola", "rows.csv")
        self.assertIn("soon", message)
        self.assertIn("time", message)
        found = self.report(rows, "--on-bad-record", "skip")
        text = " ".join(found["warnings"])
        self.assertIn("no event at all", text)
        self.assertIn("3 records could not be read", text)
        self.assertIn("soon", text)
        frozen = self.report("time,group,hired\n" + "7,a,1\n7,b,0\n7,a,0\n")
        self.assertIn("All records have the same time", " ".join(frozen["warnings"]))

    def test_labels_that_mean_none(self):
        found = self.report([("a", 1), ("Unknown", 0), ("N/A", 1), ("b", 1), ("declined", 1)])
        odd = {line["group"] for line in found["findings"][0]["groups"]
               if "looks like a missing" in line["remark"]}
        self.assertEqual(odd, {"Unknown", "declined"})
        # `N/A` is no label at all for the library's metrics.
        self.assertEqual(found["findings"][0]["left_out"], 1)
        self.assertIn("no group label", " ".join(found["findings"][0]["notes"]))

    def test_missing_values_are_told(self):
        found = self.report("time,group,hired\n1,a,1\n2,b,\n3,a,0\n4,b,1\n")
        self.assertIn("hired is missing in 1 of 4 rows", " ".join(found["warnings"]))
        self.assertEqual([column["missing"] for column in found["columns"]], [0, 1])

    def test_no_number_is_missing_or_not_a_number(self):
        """Whatever the data, a page never shows what is no number."""
        cases = ([], [("a", 0)], [("a", 1)], [("a", 0), ("b", 0)], [("a", 1), ("b", 1)],
                 [("", 1), ("", 0)], [("a", 1)] + [("b", 0)] * 40)
        ratio = PARITY.replace("demographic_parity", "disparate_impact").replace("0.1", "0.8")
        for rows in cases:
            for spec in (PARITY, ratio, PARITY.replace("threshold", "level: 0.95, threshold")):
                self.write("parity.lola", spec)
                self.write("rows.csv", trace(rows))
                for form in ("html", "json", "markdown"):
                    text = self.succeed("report", "parity.lola", "rows.csv", "-o", "-",
                                        "--format", form)
                    found = re.findall(r"(?i)[^a-z_](-?nan|-?inf(?:inity)?)[^a-z_]", text)
                    self.assertEqual(found, [], (rows, form))

    def test_parts_are_not_compared_with_each_other(self):
        spec = """\
input group : String
input hired : Bool
input qualified : Bool
#[plot]
output rate(g, y)
  spawn with (group, qualified)
  eval when group == g && qualified == y with prob(of: hired)
output gap @(group && hired && qualified) :=
  rate.aggregate(over_instances: all(where: (g, y) => y), using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all(where: (g, y) => y), using: min).defaults(to: 0.0)
trigger gap > 0.1 "true-positive rates differ"
"""
        source = random.Random(3)
        text = "time,group,hired,qualified\n"
        for i in range(400):
            qualified = source.random() < 0.5
            hired = source.random() < (0.9 if qualified else 0.2)
            text += f"{i},{source.choice('ab')},{int(hired)},{int(qualified)}\n"
        finding = self.report(text, spec=spec)["findings"][0]
        self.assertEqual(len(finding["groups"]), 4)
        for line in finding["groups"]:
            self.assertIsNone(line["ratio"])
        self.assertEqual(finding["sureness"], "unknown")
        self.assertIn("part by part", " ".join(finding["notes"]))

    def test_page_is_one_wellformed_file(self):
        source = random.Random(1)
        rows = [(source.choice(["a", "b<script>", 'c"x', "d & e"]), int(source.random() < 0.5))
                for _ in range(3000)]
        self.write("parity.lola", PARITY)
        with (self.folder / "rows.csv").open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(("time", "group", "hired"))
            writer.writerows((i, *row) for i, row in enumerate(rows))
        self.succeed("report", "parity.lola", "rows.csv", "-o", "page.html")
        text = self.read("page.html")
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertFalse({"script", "link", "img", "iframe", "object"} & set(page.tags))
        self.assertFalse([value for name, value in page.attributes
                          if name in ("src", "href", "onclick", "onload")])
        self.assertIn("svg", page.tags)
        self.assertLess(len(text), 1_000_000)
        self.assertNotIn("nan", text.lower().replace("finance", ""))

    def test_formats_follow_the_name(self):
        self.write("parity.lola", PARITY)
        self.write("rows.csv", trace([("a", 1), ("b", 0), ("a", 1), ("b", 1)]))
        for name, begin in (("r.html", "<!DOCTYPE html>"), ("r.md", "# "), ("r.json", "{")):
            self.succeed("report", "parity.lola", "rows.csv", "-o", name, "--title", "Hiring")
            self.assertTrue(self.read(name).startswith(begin), name)
        self.assertIn("| group | decisions |", self.read("r.md"))
        message = self.fail_with(1, "report", "parity.lola", "rows.csv", "-o", "rows.csv")
        self.assertIn("the same file", message)
        message = self.fail_with(2, "report", "parity.lola", "rows.csv", "-o", "no/such/r.html")
        self.assertIn("cannot write", message)


def facts(found):
    return {fact["what"]: fact["value"] for fact in found["data"] + found["provenance"]}


class Beside(ProgramTest):
    """What ties a report to its data, to the ledger of its run, and to other runs."""

    def setUp(self):
        super().setUp()
        self.write("parity.lola", PARITY)
        source = random.Random(11)
        for name, chances in (("spring", {"a": 0.5, "b": 0.2}), ("autumn", {"a": 0.5, "b": 0.6})):
            rows = [(g, int(source.random() < chances[g])) for g in source.choices("ab", k=1500)]
            self.write(f"{name}.csv", trace(rows))
            self.succeed("monitor", "parity.lola", f"{name}.csv", "-q", "-o",
                         f"ledger={name}.ledger", "-o", f"json={name}.json")

    def found(self, *words):
        return json.loads(self.succeed("report", "parity.lola", *words, "-o", "-", "--format",
                                       "json"))

    def test_digests_are_those_of_the_files(self):
        second = self.read("autumn.csv").replace("time,", "time,", 1).splitlines(True)
        moved = second[:1] + [f"{int(line.split(',')[0]) + 2000},{line.split(',', 1)[1]}"
                              for line in second[1:]]
        self.write("later.csv", "".join(moved))
        told = facts(self.found("spring.csv", "later.csv"))
        for name in ("spring.csv", "later.csv"):
            data = (self.folder / name).read_bytes()
            self.assertEqual(told[f"SHA-256 of {name}"],
                             f"{hashlib.sha256(data).hexdigest()} ({len(data):,} bytes)")

    def test_the_head_of_the_ledger(self):
        told = facts(self.found("spring.csv", "--ledger", "spring.ledger"))
        lines = (self.folder / "spring.ledger").read_bytes().splitlines()
        head = f"{len(lines) - 1}:{hashlib.sha256(lines[-1]).hexdigest()}"
        self.assertEqual(told["Head of the ledger"], head)
        self.assertIn(head, self.succeed("verify", "spring.ledger", "--head", head))

    def test_a_ledger_of_another_run_is_refused(self):
        def refused(code, *words):
            return self.fail_with(code, "report", "parity.lola", *words, "-o", "r.html")
        self.assertIn("its data are not those",
                      refused(2, "spring.csv", "--ledger", "autumn.ledger"))
        text = (self.folder / "spring.ledger").read_bytes()
        self.write("cut.ledger", text[:text.rstrip().rfind(b"\n") + 1])
        self.assertIn("not whole", refused(1, "spring.csv", "--ledger", "cut.ledger"))
        self.write("changed.ledger", text.replace(b'"value":0.', b'"value":1.', 1))
        self.assertIn("not untouched", refused(2, "spring.csv", "--ledger", "changed.ledger"))
        self.write("parity.lola", PARITY.replace("0.1", "0.2"))
        self.assertIn("its specification is not",
                      refused(2, "spring.csv", "--ledger", "spring.ledger"))
        self.assertFalse((self.folder / "r.html").exists())

    def test_compared_with_another_run(self):
        """The numbers of `compare`, whose bounds hold together, stand in the report."""
        alone = json.loads(self.succeed("compare", "spring.json", "autumn.json", "--json"))
        wanted = {(line["stream"], line["instance"]): line for line in alone["differences"]}
        for other in ("spring.json", "spring.ledger"):
            part = self.found("autumn.csv", "--compare", other)["comparison"]
            rates = [line for line in part["differences"] if "bounds" in line]
            self.assertEqual(len(rates), 2)
            for line in rates:
                same = wanted[line["stream"], line["instance"]]
                self.assertEqual((line["before"], line["after"]), (same["before"], same["after"]))
                for mine, theirs in zip(line["bounds"], same["bounds"]):
                    self.assertAlmostEqual(mine, theirs, 9)
            certain = {line["instance"]: line["certain"] for line in rates}
            self.assertEqual(certain, {"a": False, "b": True})
        page = self.succeed("report", "parity.lola", "autumn.csv", "--compare", "spring.json",
                            "-o", "-")
        self.assertIn("Compared with spring.json", page)
        self.assertEqual(Page(page).open, [])
        text = self.succeed("report", "parity.lola", "autumn.csv", "--compare", "spring.json",
                            "-o", "-", "--format", "markdown")
        self.assertIn("| this run is |", text)

    def test_the_same_cases_are_known_by_their_digests(self):
        part = self.found("autumn.csv", "--compare", "autumn.ledger")["comparison"]
        self.assertTrue(part["same_cases"])
        part = self.found("autumn.csv", "--compare", "autumn.json")["comparison"]
        self.assertFalse(part["same_cases"])
        message = self.fail_with(1, "report", "parity.lola", "autumn.csv", "--same-cases")
        self.assertIn("--compare", message)
        self.write("own.lola", "input x : Bool\n#[public]\noutput other := if x then 1 else 0\n")
        self.write("x.csv", "time,x\n1,true\n")
        self.succeed("monitor", "own.lola", "x.csv", "-q", "-o", "json=other.json")
        found = self.found("autumn.csv", "--compare", "other.json")
        self.assertIn("Nothing could be compared", " ".join(found["warnings"]))


class Templates(ProgramTest):
    def test_text_beside_the_specification_is_used(self):
        self.write("own.lola", PARITY)
        self.write("own.md", "<!-- fairmon report -->\n# Our title\n\nOur question?\n\n"
                             "## Reading\n\nWords.\n\n## What it does not cover\n\n- This.\n")
        self.write("rows.csv", trace([("a", 1), ("b", 0)]))
        text = self.succeed("report", "own.lola", "rows.csv", "-o", "-")
        for word in ("<h1>Our title</h1>", "Our question?", "<li>This.</li>"):
            self.assertIn(word, text)
        self.write("own.md", "# Somebody's notes\n")
        self.assertNotIn("notes", self.succeed("report", "own.lola", "rows.csv", "-o", "-"))

    def test_directives_that_are_not_understood_are_named(self):
        self.write("own.lola", "//: smal 0.02\n" + PARITY)
        self.write("rows.csv", trace([("a", 1), ("b", 0)]))
        self.assertIn("line 1", self.fail_with(1, "report", "own.lola", "rows.csv"))
        self.write("own.lola", PARITY)
        message = self.fail_with(1, "report", "own.lola", "rows.csv", "--label", "group:a=b")
        self.assertIn("categories", message)
        message = self.fail_with(1, "report", "own.lola", "rows.csv", "--label", "group")
        self.assertIn("INPUT:LABEL=NAME", message)
