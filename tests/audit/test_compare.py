"""Two runs side by side: differences, bounds that hold together, what is not comparable."""
import json
import random
import unittest
import xml.etree.ElementTree

from kit import ProgramTest

SPEC = """\
input group: String
input hired: Bool
#[public]
output rate(g: String) spawn with group eval when group == g with prob(of: hired)
#[public]
output seen @true := seen.last(or: 0) + 1
"""


class Compare(ProgramTest):
    def run_on(self, name, rates, rows=4000, seed=1, *more):
        generator = random.Random(seed)
        lines = ["time,group,hired"]
        for i in range(rows):
            group = generator.choice(sorted(rates))
            lines.append(f"{i},{group},{str(generator.random() < rates[group]).lower()}")
        self.write("spec.lola", SPEC)
        self.write(f"{name}.csv", "\n".join(lines) + "\n")
        self.succeed("monitor", "spec.lola", f"{name}.csv", "-q", "-o", f"json={name}.json",
                     "-o", f"ledger={name}.ledger", *more)

    def compare(self, *words):
        rows = json.loads(self.succeed("compare", *words, "--json"))["differences"]
        return {(row["stream"], row["instance"]): row for row in rows}

    def setUp(self):
        super().setUp()
        self.run_on("spring", {"men": 0.6, "women": 0.3, "others": 0.5})
        self.run_on("autumn", {"men": 0.6, "women": 0.55, "new": 0.5}, 4000, 2)

    def test_documents_and_ledgers_say_the_same(self):
        documents = self.compare("spring.json", "autumn.json")
        self.assertEqual(documents, self.compare("spring.ledger", "autumn.ledger"))
        self.assertEqual(documents, self.compare("spring.json", "autumn.ledger"))
        women = documents["rate", "women"]
        self.assertTrue(women["certain"])
        self.assertAlmostEqual(women["difference"],
                               women["after"]["value"] - women["before"]["value"])
        low, high = women["bounds"]
        self.assertLess(low, women["difference"])
        self.assertGreater(high, women["difference"])
        self.assertLess(low, 0.25)
        self.assertGreater(high, 0.25)
        self.assertFalse(documents["rate", "men"]["certain"])
        self.assertIsNone(documents["rate", "others"]["after"])
        self.assertNotIn("bounds", documents["seen", ""])

    def test_the_level_widens_bounds(self):
        usual = self.compare("spring.json", "autumn.json")["rate", "women"]["bounds"]
        surer = self.compare("spring.json", "autumn.json", "--level",
                             "0.999")["rate", "women"]["bounds"]
        self.assertLess(surer[0], usual[0])
        self.assertGreater(surer[1], usual[1])
        self.assertIn("between 0 and 1", self.fail_with(
            1, "compare", "spring.json", "autumn.json", "--level", "2"))

    def test_the_same_cases_are_known_by_their_digests(self):
        self.write("other.lola", SPEC.replace("prob(of: hired)", "prob(of: !hired)"))
        self.succeed("monitor", "other.lola", "spring.csv", "-q", "-o", "ledger=model.ledger")
        text = self.succeed("compare", "spring.ledger", "model.ledger")
        self.assertIn("which are the same", text)
        self.assertIn("different specifications", text)
        self.assertIn("if no case stands in both",
                      self.succeed("compare", "spring.ledger", "autumn.ledger"))
        free = self.compare("spring.json", "autumn.json")["rate", "men"]["bounds"]
        tied = self.compare("spring.json", "autumn.json", "--same-cases")["rate", "men"]["bounds"]
        self.assertLessEqual(tied[0], free[0])
        self.assertGreaterEqual(tied[1], free[1])

    def test_bounds_hold_together(self):
        """Without a difference, at most one comparison in twenty may say there is one."""
        wrong = 0
        for seed in range(40):
            self.run_on(f"a{seed}", {"a": 0.4, "b": 0.4, "c": 0.2}, 300, 1000 + seed)
            self.run_on(f"b{seed}", {"a": 0.4, "b": 0.4, "c": 0.2}, 300, 2000 + seed)
            rows = self.compare(f"a{seed}.json", f"b{seed}.json").values()
            wrong += any(row.get("certain") for row in rows)
        self.assertLessEqual(wrong, 4)

    def test_table_and_picture(self):
        text = self.succeed("compare", "spring.json", "autumn.json", "--svg", "change.svg")
        self.assertRegex(text, r"rate\(women\) .* \(\d+ of \d+\) .* higher")
        self.assertRegex(text, r"rate\(men\) .* undecided")
        self.assertRegex(text, r"rate\(others\) .* only in the first")
        self.assertIn("All 2 bounds hold together with a probability of at least 95 %", text)
        picture = xml.etree.ElementTree.parse(self.folder / "change.svg").getroot()
        names = "".join(picture.itertext())
        self.assertIn("rate · women", names)
        self.assertIn("autumn.json minus spring.json", names)

    def test_mistakes_are_named(self):
        self.assertIn("there is no file `none.json`",
                      self.fail_with(2, "compare", "none.json", "autumn.json"))
        self.assertIn("neither a ledger nor the document",
                      self.fail_with(2, "compare", "spring.csv", "autumn.json"))
        self.write("wrong.ledger", self.read("spring.ledger").replace('"n":7', '"n":8', 1))
        self.assertIn("not untouched",
                      self.fail_with(2, "compare", "wrong.ledger", "autumn.json"))


if __name__ == "__main__":
    unittest.main()
