"""What the overview tells: how requirements stand, since when, with how many trials."""
import json
import time
import unittest

from watching import WatchTest

SPEC = """\
input gender : String
input hired : Bool
use demographic_parity(group: gender, decision: hired, min_support: 2, threshold: 0.3)
"""
SURE = SPEC.replace("threshold: 0.3)", "threshold: 0.3, level: 0.95)")
CONFIG = """\
listen = "127.0.0.1:0"

[monitor.hiring]
spec = "hiring.lola"
checkpoint_every = "50ms"

[monitor.hiring.input]
kind = "push"
"""


class Overview(WatchTest):
    CONFIG = CONFIG

    def setUp(self):
        super().setUp()
        self.write("hiring.lola", SPEC)
        self.time = 0

    def push(self, service, *decisions):
        for gender, hired in decisions:
            self.time += 1
            status, answer = service.push(
                {"time": self.time, "gender": gender, "hired": hired}, token=None,
                query="?wait=verdict")
            self.assertEqual(status, 200, answer)

    def requirement(self, service, until=lambda found: True, **expected):
        """The one requirement, once it stands as expected: an answer with verdicts may be there
        before the overview has read them."""
        deadline = time.monotonic() + 30
        while True:
            monitor, = service.ask("GET", "/v1/overview")[1]["monitors"]
            found, = monitor["requirements"]
            shown = {name: found[name] for name in expected}
            if (shown == expected and until(found)) or time.monotonic() > deadline:
                self.assertEqual(shown, expected)
                return found
            time.sleep(0.02)

    def test_states(self):
        service = self.start()
        self.requirement(service, state="not enough data", since=None, n=None, alarm=None)
        self.push(service, ("women", True), ("men", True), ("women", True))
        self.requirement(service, state="not enough data", n=2, fewest="women")
        self.push(service, ("men", True))
        self.requirement(service, state="kept", since=4, n=2)
        self.push(service, ("women", False), ("women", False))
        found = self.requirement(service, state="violated", since=5, alarm=6)
        self.assertIn("differ by more than 0.3", found["text"])
        self.assertEqual(found["threshold"], 0.3)
        self.assertEqual(found["curve"][-1], [6, 0.5])
        self.push(service, *[("women", True)] * 4)
        self.requirement(service, state="kept", since=9)

    def test_it_goes_on_after_a_restart(self):
        service = self.start()
        self.push(service, ("women", True), ("men", True), ("women", False), ("men", True))
        before = self.requirement(service, state="violated")
        service.stop()
        service = self.start()
        service.wait_until_judged(4)
        self.requirement(service, **before)

    def test_undecided(self):
        self.write("hiring.lola", SURE)
        service = self.start()
        self.push(service, *[("women", True), ("men", True)] * 3)
        self.requirement(service, state="undecided", n=3, level=0.95)
        self.push(service, *[("women", False), ("men", True)] * 60)
        self.requirement(service, state="violated")

    def test_long_runs_have_short_curves(self):
        service = self.start()
        lines = "\n".join(json.dumps({"time": i, "gender": "ab"[i % 2], "hired": i % 3 == 0})
                          for i in range(5000))
        service.push(lines, "application/x-ndjson", token=None)
        service.wait_until_judged(5000)
        curve = self.requirement(
            service, until=lambda found: found["curve"] and found["curve"][-1][0] > 4900)["curve"]
        self.assertLess(len(curve), 120)
        self.assertGreater(len(curve), 30)
        self.assertGreater(curve[-1][0] - curve[0][0], 4500)

    def test_the_page(self):
        service = self.start()
        status, page, headers = service.ask("GET", "/")
        self.assertEqual(status, 200)
        self.assertIn("text/html", headers["Content-Type"])
        self.assertIn("<html", page)


if __name__ == "__main__":
    unittest.main()
