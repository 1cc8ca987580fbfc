"""The three specifications give what another program finds in the same statements."""
import unittest

import expected
from simulated import EXAMPLES, SimulatedTest
from simulator import example


class Expected(SimulatedTest):
    def test_values_of_all_examples(self):
        dumps = [self.folder / name for name in self.write_dumps("--full")]
        for name in EXAMPLES:
            with self.subTest(name):
                wanted = expected.of_example(name, dumps, self.FROM, 3)
                found = expected.values_said(self.verdicts(example(name), *self.api()).decode())
                self.assertIsNone(expected.difference(found, wanted))


class ExpectedOverAWeekend(SimulatedTest):
    DATA = ("--days", "4", "--per-day", "3000", "--quota", "100000")
    TO = "2025-11-30"

    def test_german_statements_are_decided_by_machines_at_weekends(self):
        dumps = [self.folder / name for name in self.write_dumps("--full")]
        wanted = expected.of_example("automation_per_language", dumps, self.FROM, 4)
        text = self.verdicts(example("automation_per_language"), *self.api()).decode()
        found = expected.values_said(text)
        self.assertIsNone(expected.difference(found, wanted))
        german = {int(tick) // expected.DAY: value for (tick, _, instance), value in found.items()
                  if instance == ("DE",)}
        # The fourth tick closes Saturday, 29 November; the days before are working days.
        self.assertLess(max(german[day] for day in (1, 2, 3)), german[4] - 0.1)


if __name__ == "__main__":
    unittest.main()
