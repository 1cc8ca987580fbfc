"""Every promise names a test, and every test it names exists."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEST = re.compile(r"`((?:tests|src|web|tools)/[^`]+)`: (.*)$")
PATTERNS = {".py": r"^\s*def (test_\w+)",
            ".cpp": r"^TEST(?:_[FP])?\((\w+,\s*\w+)\)",
            ".mjs": r"test\(['\"`](.*?)['\"`],",
            ".ts": r"(?:test|it)\(['\"`](.*?)['\"`],",
            ".md": r"^#{1,6} (.*)$"}


def tests_of(file):
    found = re.findall(PATTERNS[file.suffix], file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r",\s*", ".", name, count=1) if file.suffix == ".cpp" else name
            for name in found}


def named_tests(row):
    for part in row.strip().removesuffix("|").split("<br>"):
        part = part.split(" | ")[-1].strip()
        if match := TEST.match(part):
            yield match.groups()


class Promises(unittest.TestCase):
    def setUp(self):
        text = (ROOT / "docs/internals/promises.md").read_text(encoding="utf-8")
        self.rows = [line for line in text.splitlines()
                     if line.startswith("| ") and not line.startswith(("| promise", "| ---"))]

    def test_every_named_test_exists(self):
        found = [pair for row in self.rows for pair in named_tests(row)]
        self.assertGreater(len(found), 10)
        for file, name in found:
            with self.subTest(file=file, name=name):
                self.assertIn(name, tests_of(ROOT / file))

    def test_no_promise_is_without_a_test(self):
        self.assertEqual([row for row in self.rows if not list(named_tests(row))], [])


if __name__ == "__main__":
    unittest.main()
