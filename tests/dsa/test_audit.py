"""The audit of the DSA database on statements of the simulator, recounted from its dumps."""
import json

from expected import rows_of_dump
from simulated import SimulatedTest

FULLY = "AUTOMATED_DECISION_FULLY"


class Audit(SimulatedTest):
    DATA = ("--days", "2", "--per-day", "3000", "--quota", "100000")
    TO = "2025-11-28"

    def statements(self):
        """All statements by another way: the daily dumps, read by Python."""
        return [row for name in self.write_dumps("--full")
                for row in rows_of_dump(self.folder / name)]

    def recount(self, rows):
        counts = {}
        for row in rows:
            entry = counts.setdefault(row["content_language"], [0, 0])
            entry[0] += 1
            entry[1] += row["automated_decision"] == FULLY
        unlabelled = counts.pop("", [0, 0])[0]
        return counts, unlabelled

    def check(self, found, rows):
        counts, unlabelled = self.recount(rows)
        self.assertGreater(len(counts), 5)
        self.assertGreater(unlabelled, 100)
        finding = found["findings"][0]
        self.assertEqual({line["group"]: [line["n"], line["hits"]] for line in finding["groups"]},
                         counts)
        rates = [hits / n for n, hits in counts.values()]
        self.assertAlmostEqual(finding["value"], max(rates) - min(rates), 12)
        self.assertEqual(finding["left_out"], unlabelled)

    def test_through_the_interface(self):
        text = self.succeed("report", "eu_dsa", *self.api(), "-o", "-", "--format", "json")
        found = json.loads(text)
        rows = self.statements()
        self.check(found, rows)
        told = {fact["what"]: fact["value"] for fact in found["data"] + found["provenance"]}
        self.assertEqual(told["Records transferred"], f"{len(rows):,}")
        self.assertIn(f"{len(rows)} statements match", told["Transfer"])
        self.assertIn("quota", told["Transfer"])
        self.assertEqual(told["--from"], self.FROM)
        self.assertNotIn("simulated", text)  # the token

    def test_from_dumps(self):
        dumps = self.write_dumps("--full")
        text = self.succeed("report", "eu_dsa", *dumps, "-o", "-", "--format", "json")
        self.check(json.loads(text), self.statements())
