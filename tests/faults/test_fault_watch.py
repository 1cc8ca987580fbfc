"""A call that fails costs a request or a while, never an event that was accepted."""
import http.client
import json
import time
import unittest

import faulty
from watching import CONFIG, WatchProcess, WatchTest, event

BATCHES = 6


class FaultyWatch(WatchTest):
    CONFIG = CONFIG.replace('kind = "push"', 'kind = "push"\narrival = true')

    def push_all(self, service, first=0, patience=30):
        """Numbered batches, each until it is accepted; how many are."""
        deadline = time.monotonic() + patience
        number = first
        while number < BATCHES and time.monotonic() < deadline:
            lines = "\n".join(json.dumps(event(2 * number + i)) for i in (1, 2))
            try:
                status, _ = service.push(lines, kind="application/x-ndjson", headers={
                    "FairMon-Client": "faults", "FairMon-Sequence": str(2 * number + 1)})
            except (OSError, ValueError, http.client.HTTPException):
                status = 0
                if service.process.poll() is not None:
                    break
            if status == 200:
                number += 1
            elif status not in (0, 429, 500, 503):
                raise AssertionError(status)
            else:
                time.sleep(0.05)
        return number

    def fresh(self):
        super().setUp()

    def test_every_kind(self):
        for kind in ("write", "sync", "memory", "thread"):
            counts = self.folder / "calls"
            service = WatchProcess(self.folder, environment=faulty.environment(kind + ":0", counts))
            self.assertEqual(self.push_all(service), BATCHES)
            service.wait_until_judged(2 * BATCHES)
            self.assertEqual(service.stop(), 0)
            total = int(counts.read_text())
            for place in faulty.places(total, kind):
                with self.subTest(fault=f"{kind}:{place}", of=total):
                    self.fresh()
                    self.one(f"{kind}:{place}")

    def one(self, fault):
        accepted = 0
        try:
            service = WatchProcess(self.folder, environment=faulty.environment(fault))
            accepted = self.push_all(service)
            if service.process.poll() is None:
                service.kill()
            self.assertFalse(any("terminate called" in line for line in service.lines))
        except RuntimeError as failed:  # it said why, and ended by itself
            self.assertIn("error: ", str(failed))
        # Without the fault everything accepted is there, and the rest can follow.
        service = self.start()
        self.assertGreaterEqual(service.monitor()["pushed"], 2 * accepted)
        self.assertEqual(self.push_all(service, accepted), BATCHES)
        service.wait_until_judged(2 * BATCHES)
        self.assertEqual(service.stop(), 0)
        self.assertEqual([line["n"][0]["eval"] for line in self.verdicts()],
                         list(range(1, 2 * BATCHES + 1)))


if __name__ == "__main__":
    unittest.main()
