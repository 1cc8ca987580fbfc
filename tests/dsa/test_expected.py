"""The three specifications give what another program finds in the same statements."""
import json
import math
import unittest

import expected
from simulated import EXAMPLES, SimulatedTest, example

WATCHED = ("automation", "automation_gap", "avg_delay_per", "fully_plot", "not_automated_plot")


def values_of(text):
    """{(second, stream, instance): value} of the streams that the other program computes."""
    values = {}
    for line in text.splitlines():
        record = json.loads(line)
        for stream in WATCHED:
            for update in record.get(stream, ()):
                if "eval" in update:
                    key = (float(record["time"]), stream, tuple(update.get("instance", ())))
                    values[key] = update["eval"]
    return values


def check_same(test, found, wanted):
    test.assertGreater(len(wanted), 2)
    test.assertEqual(found.keys(), wanted.keys())
    for key, value in wanted.items():
        test.assertTrue(math.isclose(found[key], value, rel_tol=1e-12, abs_tol=1e-15),
                        f"{key}: {found[key]} instead of {value}")


class Expected(SimulatedTest):
    def test_values_of_all_examples(self):
        dumps = [self.folder / name for name in self.write_dumps("--full")]
        for name in EXAMPLES:
            with self.subTest(name):
                wanted = expected.of_example(name, dumps, self.FROM, 3)
                check_same(self, values_of(self.verdicts(example(name), *self.api())), wanted)


class ExpectedOverAWeekend(SimulatedTest):
    DATA = ("--days", "4", "--per-day", "3000", "--quota", "100000")
    TO = "2025-11-30"

    def test_german_statements_are_decided_by_machines_at_weekends(self):
        dumps = [self.folder / name for name in self.write_dumps("--full")]
        wanted = expected.of_example("automation_per_language", dumps, self.FROM, 4)
        found = values_of(self.verdicts(example("automation_per_language"), *self.api()))
        check_same(self, found, wanted)
        german = {int(tick) // expected.DAY: value for (tick, _, instance), value in found.items()
                  if instance == ("DE",)}
        # The fourth tick closes Saturday, 29 November; the days before are working days.
        self.assertLess(max(german[day] for day in (1, 2, 3)), german[4] - 0.1)


if __name__ == "__main__":
    unittest.main()
