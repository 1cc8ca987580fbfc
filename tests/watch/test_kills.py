"""Killed at any moment while events come in, the service loses none and counts none twice.

FAIRMON_KILLS sets how often it is killed.
"""
import http.client
import json
import os
import random
import threading
import time
import unittest

from watching import TOKEN, WatchTest, event

KILLS = int(os.environ.get("FAIRMON_KILLS", "12"))


class Sender(threading.Thread):
    """Sends numbered events in batches until each batch is answered with 200."""

    def __init__(self, test, client):
        super().__init__(daemon=True)
        self.test = test
        self.client = client
        self.next = 1
        self.stopping = False
        self.wrong = []

    def run(self):
        chosen = random.Random(self.client)
        while not self.stopping:
            count = chosen.randint(1, 20)
            while not self.send(count) and not self.wrong:
                time.sleep(0.005)
            self.next += count

    def send(self, count):
        """Whether the events are there for good; they are sent again if nobody knows."""
        lines = "\n".join(json.dumps(event(number, group=self.client))
                          for number in range(self.next, self.next + count))
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.test.service.port,
                                                    timeout=20)
            connection.request("POST", "/v1/monitors/hiring/events", lines, {
                "Content-Type": "application/x-ndjson", "Authorization": "Bearer " + TOKEN,
                "FairMon-Client": self.client, "FairMon-Sequence": str(self.next)})
            answer = connection.getresponse()
            said = answer.read()
            connection.close()
        except (OSError, http.client.HTTPException):
            return False
        if answer.status in (429, 503):
            return False
        if answer.status != 200:
            self.wrong.append((answer.status, said))
        return answer.status == 200


class Kills(WatchTest):
    # Times of several senders are not in order; each event happens when it arrives.
    CONFIG = WatchTest.CONFIG.replace('kind = "push"', 'kind = "push"\narrival = true')

    def setUp(self):
        super().setUp()
        self.write("hiring.lola", """\
input group: String
input time: Int64
#[public]
output seen := (group, time)
#[public]
output n @time := n.offset(by: -1).defaults(to: 0) + 1
""")

    def test_kills_while_events_come(self):
        self.service = self.start()
        senders = [Sender(self, name) for name in ("a", "b", "c")]
        for sender in senders:
            sender.start()
        chosen = random.Random(7)
        for _ in range(KILLS):
            time.sleep(chosen.uniform(0.02, 0.5))
            self.service.kill()
            self.service = self.start()
        for sender in senders:
            sender.stopping = True
        for sender in senders:
            sender.join(timeout=120)
            self.assertFalse(sender.is_alive())
            self.assertEqual(sender.wrong, [])
        sent = {sender.client: sender.next - 1 for sender in senders}
        total = sum(sent.values())
        self.assertGreater(total, KILLS)
        found = self.service.wait_until_judged(total)
        self.assertEqual((found["events"], found["pushed"]), (total, total))
        self.assertEqual(self.service.stop(), 0)
        lines = self.verdicts()
        # Every event once, those of a sender in their order, and the count goes on over every kill.
        self.assertEqual([line["n"][0]["eval"] for line in lines], list(range(1, total + 1)))
        seen = {client: [] for client in sent}
        for line in lines:
            client, number = line["seen"][0]["eval"]
            seen[client].append(number)
        self.assertEqual(seen, {client: list(range(1, last + 1)) for client, last in sent.items()})


if __name__ == "__main__":
    unittest.main()
