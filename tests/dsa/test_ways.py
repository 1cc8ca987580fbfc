"""However the statements come, the verdicts are the same bytes."""
import unittest

from simulated import EXAMPLES, Simulator, SimulatedTest
from simulator import example

RANGES = """\
input application_date : String
input content_date : String
input automated_detection : Bool
output late
  eval when application_date < "2025-11-25" && content_date >= "2025-10-01T00:00:00"
  with prob(of: automated_detection)
"""

NUMBERS = """\
input platform_id : Int64
input automated_detection : Bool
output some
  eval when platform_id >= 28 && platform_id != 33 with prob(of: automated_detection)
"""

LISTS = """\
input content_type : String
input content_type_single : String
input decision_visibility_single : String
input category_specification : String
input territorial_scope : String
input received_date : String
#[public]
output all := (content_type, content_type_single, decision_visibility_single,
               category_specification, territorial_scope, received_date)
"""


def own_specifications():
    """Streams of several clocks and windows, guarded so that statements can be left out."""
    guards = ('platform_name == "Google Play"', 'content_language == "DE"',
              'platform_name == "TikTok" && automated_detection')
    values = ("prob(of: automated_detection)",
              'prob(of: automated_decision == "AUTOMATED_DECISION_FULLY")')
    head = ("input platform_name: String\ninput content_language: String\n"
            "input automated_detection: Bool\ninput automated_decision: String\n")
    for guard in guards:
        for value in values:
            yield head + f"output share eval when {guard} with {value}\n"
        yield head + (f"output one eval when {guard} with 1\n"
                      "output rate @10min := one.aggregate(over: 1h, using: count)\n"
                      'trigger rate > 5 "many"\n')
        yield head + (f"output n(l) spawn when {guard} with content_language\n"
                      f"  eval when {guard} && content_language == l\n"
                      "  with n(l).offset(by: -1).defaults(to: 0) + 1\n")
        yield head + (f"output one eval when {guard} with 1\n"
                      "output last @5min := one.aggregate(over: 5min, using: sum)\n")


class Ways(SimulatedTest):
    DATA = ("--days", "2", "--per-day", "3000", "--quota", "100000")
    TO = "2025-11-28"

    def check_all_ways(self, spec, light=True):
        wanted = self.digest(spec, *self.api())
        ways = {"unfiltered": [*self.api(), "--leave-out", "off"],
                "filtered": [*self.api(), "--leave-out", "on"],
                "full dumps": self.write_dumps("--full"),
                "full dumps, filtered": [*self.write_dumps("--full"), "--leave-out", "on"]}
        if light:
            ways["light dumps"] = self.write_dumps()
            ways["light dumps, unfiltered"] = [*self.write_dumps(), "--leave-out", "off"]
        for name, way in ways.items():
            with self.subTest(spec=spec, way=name):
                self.assertEqual(self.digest(spec, *way), wanted)

    def test_examples(self):
        for name in EXAMPLES:
            self.check_all_ways(example(name))

    def test_ids_out_of_time(self):
        """Half an hour of disorder between ids and times: what is left out changes nothing."""
        flags = ("--days", "2", "--per-day", "3000", "--disorder", "1800")
        specs = [example(name) for name in EXAMPLES]
        for number, spec in enumerate(own_specifications()):
            self.write(f"own{number}.lola", spec)
            specs.append(f"own{number}.lola")
        dumps = self.succeed("dsa", "simulate", *flags, "--write-dumps", ".").split()
        with Simulator(*flags, "--quota", "100000") as server:
            source = ["--input", "dsa", "--from", self.FROM, "--to", self.TO, "--url", server.url,
                      "--quota", "100000"]
            for spec in specs:
                wanted = self.digest(spec, *source, "--leave-out", "off")
                ways = {"filtered": [*source, "--leave-out", "on"],
                        "dumps": [*dumps, "--max-disorder", "30min", "--leave-out", "off"],
                        "dumps, filtered": [*dumps, "--max-disorder", "30min", "--leave-out",
                                            "on"]}
                for name, way in ways.items():
                    with self.subTest(spec=spec, way=name):
                        self.assertEqual(self.digest(spec, *way), wanted)

    def test_late_statements_do_not_depend_on_what_is_left_out(self):
        """More disorder than is mended: late ones are the same for every filter and policy."""
        flags = ("--days", "1", "--per-day", "3000", "--disorder", "3000")
        dumps = self.succeed("dsa", "simulate", *flags, "--write-dumps", ".").split()
        for number, spec in enumerate(own_specifications()):
            name = f"own{number}.lola"
            self.write(name, spec)
            message = self.fail_with(2, "monitor", name, *dumps, "-q")
            self.assertIn("--max-disorder", message)
            for policy in ("skip", "accept"):
                way = [*dumps, "--on-late", policy]
                with self.subTest(spec=spec, policy=policy):
                    self.assertEqual(self.digest(name, *way, "--leave-out", "on"),
                                     self.digest(name, *way, "--leave-out", "off"))

    def test_old_generation(self):
        wanted = self.digest(example("delay"), *self.api())
        with Simulator("--generation", "g1", *self.DATA) as old:
            words = ["--input", "dsa", "--from", self.FROM, "--to", self.TO, "--url", old.url,
                     "--quota", "100000", "--page-size", "700"]
            self.assertEqual(self.digest(example("delay"), *words), wanted)

    def test_ranges_of_numbers(self):
        """Dumps hold no numbers that could be compared."""
        self.write("numbers.lola", NUMBERS)
        plan = self.succeed("dsa", "plan", "numbers.lola")
        self.assertIn('"gte": 28', plan)
        self.assertIn('"must_not"', plan)
        self.assertEqual(self.digest("numbers.lola", *self.api()),
                         self.digest("numbers.lola", *self.api(), "--leave-out", "off"))

    def test_ranges_of_dates(self):
        self.write("ranges.lola", RANGES)
        plan = self.succeed("dsa", "plan", "ranges.lola")
        self.assertIn('"lt": "2025-11-25T00:00:01.000Z"', plan)
        self.assertIn('"gte": "2025-10-01T00:00:00.000Z"', plan)
        everything = self.succeed("dsa", "count", "--from", self.FROM, "--to", self.TO, "--url",
                                  self.simulator.url)
        some = self.succeed("dsa", "count", "ranges.lola", "--from", self.FROM, "--to", self.TO,
                            "--url", self.simulator.url)
        self.assertLess(int(some.split()[0]), int(everything.split()[0]))
        self.check_all_ways("ranges.lola")

    def test_lists_of_codes(self):
        self.write("lists.lola", LISTS)
        self.check_all_ways("lists.lola", light=False)

    def test_fetched_files(self):
        """A file ends with its last statement, before the last midnight: one tick is missing."""
        spec = example("automation_ratios")
        wanted = self.verdicts(spec, *self.api()).splitlines()
        request = self.api()[2:]
        for name in ("all.csv", "all.jsonl", "all.csv.gz", "all.jsonl.gz", "all.csv.zst",
                     "all.jsonl.zst"):
            with self.subTest(name):
                self.succeed("dsa", "fetch", spec, *request, "--output", name)
                start = (self.folder / name).read_bytes()[:4]
                self.assertEqual(start[:2] == b"\x1f\x8b", name.endswith(".gz"))
                self.assertEqual(start == b"\x28\xb5\x2f\xfd", name.endswith(".zst"))
                found = self.verdicts(spec, name, "--start-at-midnight",
                                      "--time-format", "rfc3339").splitlines()
                self.assertEqual(found, wanted[:-1])


if __name__ == "__main__":
    unittest.main()
