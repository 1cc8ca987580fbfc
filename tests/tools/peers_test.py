"""The comparison with the released tool sees differences, and only those that count."""
import importlib.util
import pathlib
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "peers"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


compare_logs = load("compare_logs")
suites = load("suites")

LOG = """[0.500000000][Output][rate][Value] = 0.5
[0.500000000][Output][seen(2)][Value] = 1
[0.500000000][Output][seen(1)][Value] = 1
[1.000000000][Trigger][#0][Value] = "busy"
"""


class CompareLogs(unittest.TestCase):
    def difference(self, old, new):
        return compare_logs.first_difference(LOG.replace(old, new), LOG, {"rate", "seen"})

    def test_equal_up_to_order_and_rounding(self):
        lines = LOG.splitlines(keepends=True)
        swapped = "".join([lines[0], lines[2], lines[1], lines[3]])
        self.assertIsNone(compare_logs.first_difference(swapped, LOG, {"rate", "seen"}))
        self.assertIsNone(self.difference("= 0.5", "= 0.50000000000000001"))

    def test_sees_value_time_and_absence(self):
        self.assertIn("0.500000000", self.difference("= 0.5", "= 0.6"))
        self.assertIn("nothing", self.difference("[1.000000000]", "[2.000000000]"))
        self.assertIn("busy", self.difference('[1.000000000][Trigger][#0][Value] = "busy"\n', ""))

    def test_helper_streams_do_not_count(self):
        extra = LOG + "[1.000000000][Output][helper_1][Value] = 3\n"
        self.assertIsNone(compare_logs.first_difference(LOG, extra, {"rate", "seen"}))


class Suites(unittest.TestCase):
    def test_blocks_belong_to_the_heading_above(self):
        text = "# Title\n## one\n```rtlola\ninput a: Bool\n```\n## two\n```trace\ntime\n```\n"
        cases = suites.read(pathlib.Path("x.md"), text)
        self.assertEqual([case.name for case in cases], ["Title", "one", "two"])
        self.assertEqual(cases[1].blocks, {"rtlola": "input a: Bool\n"})
        self.assertEqual(cases[2].blocks, {"trace": "time\n"})


if __name__ == "__main__":
    unittest.main()
