"""Every case that the table of rules names exists."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASE = re.compile(r"`((?:tests|docs)/[^`]+)`: (.*)$")


def cases_of(file):
    text = file.read_text(encoding="utf-8")
    pattern = r"^\s*def (test_\w+)" if file.suffix == ".py" else r"^#{1,6} (.*)$"
    return {name.strip() for name in re.findall(pattern, text, re.MULTILINE)}


def named_cases(text):
    for line in text.splitlines():
        for part in line.strip().removesuffix("|").split("<br>"):
            part = part.split(" | ")[-1].strip().replace("\\|", "|")
            if match := CASE.match(part):
                yield match.groups()


class Rules(unittest.TestCase):
    def test_every_named_case_exists(self):
        text = (ROOT / "docs/internals/rules.md").read_text(encoding="utf-8")
        found = list(named_cases(text))
        self.assertGreater(len(found), 200)
        for file, case in found:
            with self.subTest(file=file, case=case):
                self.assertIn(case, cases_of(ROOT / file))

    def test_no_rule_is_without_a_case(self):
        text = (ROOT / "docs/internals/rules.md").read_text(encoding="utf-8")
        rules = [line for line in text.splitlines()
                 if line.startswith("| ") and not line.startswith(("| rule", "| ---"))]
        self.assertEqual([rule for rule in rules if not list(named_cases(rule))], [])


if __name__ == "__main__":
    unittest.main()
