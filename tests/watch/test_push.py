"""Events over HTTP: forms of bodies, tokens, limits, what is answered and what is kept."""
import json
import unittest

from watching import CONFIG, WatchTest, digest, event


class Push(WatchTest):
    def test_one_event_and_its_verdicts(self):
        service = self.start()
        status, answer = service.push(event(0), query="?wait=verdict")
        self.assertEqual((status, answer["accepted"], answer["judged"]), (200, 1, True), answer)
        (told,) = answer["verdicts"]
        self.assertEqual(told["trigger_0"], [{"eval": "high"}])
        self.assertEqual(told["n"], [{"eval": 1}])
        status, answer = service.push(event(1), query="?wait=verdict")
        (told,) = answer["verdicts"]
        self.assertNotIn("trigger_0", told)
        self.assertEqual(told["n"], [{"eval": 2}])
        self.assertEqual(service.stop(), 0)
        self.assertEqual(len(self.verdicts()), 2)

    def test_forms_of_bodies(self):
        service = self.start()
        lines = "\n".join(json.dumps(event(number)) for number in (0, 1))
        table = "time,group,hired,score\n" + "".join(
            f'{number},"A, or B",true,{score}\n' for number, score in ((2, 0.5), (3, "#")))
        cloud = [{"specversion": "1.0", "id": str(number), "source": "/tests", "type": "decision",
                  "time": "1970-01-01T00:00:05Z", "data": event(number)} for number in (4, 5)]
        for kind, body in (("application/x-ndjson", lines), ("text/csv", table),
                           ("application/cloudevents-batch+json", json.dumps(cloud)),
                           ("application/json; charset=utf-8",
                            json.dumps([event(6), event(7)]))):
            with self.subTest(kind=kind):
                self.assertEqual(service.push(body, kind=kind), (200, {
                    "accepted": 2, "duplicates": 0, "first": service.monitor()["pushed"] - 2}))
        status, answer = service.push({**cloud[0], "id": "8", "data": event(8)},
                                      kind="application/cloudevents+json")
        self.assertEqual((status, answer["accepted"]), (200, 1))
        status, answer = service.push(event(9), headers={
            "ce-specversion": "1.0", "ce-id": "9", "ce-source": "/tests", "ce-type": "decision"})
        self.assertEqual((status, answer["accepted"]), (200, 1))
        # A CloudEvent that comes again is the same event.
        status, answer = service.push(json.dumps(cloud), kind="application/cloudevents-batch+json")
        self.assertEqual((status, answer), (200, {"accepted": 0, "duplicates": 2}))
        self.assertEqual(service.wait_until_judged(10)["late"], 0)

    def test_time_of_a_cloud_event(self):
        service = self.start()
        data = event(0)
        del data["time"]
        for number, second in enumerate((10, 12)):
            status, answer = service.push(
                {"specversion": "1.0", "id": str(number), "source": "s", "type": "t",
                 "time": f"2026-01-01T00:00:{second}Z", "data": data},
                kind="application/cloudevents+json", query="?wait=verdict")
            self.assertEqual(status, 200, answer)
        self.assertEqual(answer["verdicts"][0]["time"], "2.000000000")

    def test_tokens(self):
        service = self.start()
        for token, code in ((None, "no-token"), ("", "no-token"), ("another", "wrong-token"),
                            ("a secret for test", "wrong-token")):
            status, answer = service.push(event(0), token=token)
            self.assertEqual((status, answer["code"]), (401, code))
        self.assertEqual(service.monitor()["pushed"], 0)
        self.assertEqual(service.push(event(0), monitor="other")[0], 404)

    def test_bad_bodies(self):
        service = self.start()
        good = json.dumps(event(0))
        wrong_type = json.dumps({**event(1), "hired": "perhaps"})
        misspelt = good.replace('"score"', '"scor"')
        for kind, body, status, told in (
                ("application/json", "{", 400, "not valid JSON"),
                ("application/json", "3", 400, "expected a JSON object"),
                ("application/json", wrong_type, 400, "field `hired` is"),
                ("application/json", misspelt, 400, "did you mean `scor`?"),
                ("application/json", '{"a":1}', 400, "field `time`"),
                ("application/x-ndjson", good + "\n" + wrong_type, 400, "event 2 of 2: field"),
                ("application/x-ndjson", "\n\n", 400, "no event"),
                ("text/csv", "time,group,hired,score\n1,A\n", 400,
                 "event 1: this row has 2 fields"),
                ("text/csv", "time,group,hired,score\n1,A,x,1\n", 400, "expected"),
                ("application/cloudevents+json", good, 400, "specversion"),
                ("text/plain", good, 415, "application/x-ndjson")):
            with self.subTest(body=body):
                found, answer = service.push(body, kind=kind)
                self.assertEqual(found, status, answer)
                self.assertIn(told, answer["message"])
        # Of a batch with a bad event nothing is kept.
        self.assertEqual(service.monitor()["pushed"], 0)
        self.assertEqual(service.push(good)[0], 200)

    def test_other_requests(self):
        service = self.start()
        self.assertEqual(service.ask("GET", "/healthz")[:2], (200, {"status": "ok"}))
        self.assertEqual(service.ask("GET", "/nothing")[0], 404)
        self.assertEqual(service.ask("DELETE", "/healthz")[0], 405)
        status, _, headers = service.ask("GET", "/v1/monitors/hiring/events")
        self.assertEqual((status, headers["Allow"]), (405, "POST"))
        status, answer = service.push(event(0), query="?wait=forever")
        self.assertEqual((status, answer["code"]), (400, "bad-wait"))

    def test_client_numbers(self):
        service = self.start()

        def send(first, count):
            lines = "\n".join(json.dumps(event(number)) for number in range(first, first + count))
            return service.push(lines, kind="application/x-ndjson", headers={
                "FairMon-Client": "tests", "FairMon-Sequence": str(first)})
        self.assertEqual(send(1, 3)[1], {"accepted": 3, "duplicates": 0, "first": 0})
        self.assertEqual(send(1, 3)[1], {"accepted": 0, "duplicates": 3})
        self.assertEqual(send(3, 3)[1], {"accepted": 2, "duplicates": 1, "first": 3})
        status, answer = send(9, 1)
        self.assertEqual((status, answer["code"], answer["expected"]), (409, "gap", 6))
        status, answer = service.push(event(6), headers={"FairMon-Client": "tests"})
        self.assertEqual((status, answer["code"]), (400, "bad-sequence"))

    def test_late_events_are_told(self):
        service = self.start()
        service.push(event(5))
        status, answer = service.push(event(3), query="?wait=verdict")
        self.assertEqual((status, answer["judged"]), (200, True), answer)
        self.assertIn("late", answer["skipped"][0])
        self.assertEqual(service.wait_until_judged(1)["late"], 1)
        service.stop()
        self.assertIn('"time": 3', self.read("state/monitors/hiring/epochs/1/left_out.txt"))


class Limits(WatchTest):
    CONFIG = "max_body = 2000\n" + CONFIG.replace(
        '[monitor.hiring.input]', '[monitor.hiring.limits]\nrate = 5\n\n[monitor.hiring.input]')

    def test_large_bodies(self):
        service = self.start()
        status, answer = service.push(" " * 3000)
        self.assertEqual((status, answer["code"]), (413, "too-large"))
        # Without a token nobody's body is read.
        self.assertEqual(service.push(" " * 3000, token="wrong")[0], 401)

    def test_rate(self):
        service = self.start()
        statuses = []
        for number in range(20):
            status, answer, headers = service.ask(
                "POST", "/v1/monitors/hiring/events", json.dumps(event(number)),
                {"Content-Type": "application/json",
                 "Authorization": "Bearer a secret for tests"})
            statuses.append(status)
            if status == 429:
                self.assertGreaterEqual(int(headers["Retry-After"]), 1)
                self.assertIn("5", answer["message"])
        self.assertIn(429, statuses)
        self.assertEqual(statuses[0], 200)
        self.assertEqual(service.monitor()["pushed"], statuses.count(200))


class Ids(WatchTest):
    CONFIG = CONFIG.replace('kind = "push"', 'kind = "push"\nid-field = "case"\narrival = true')

    def test_ids_of_a_field(self):
        service = self.start()
        self.assertEqual(service.push(event(0, case="x"))[1]["accepted"], 1)
        self.assertEqual(service.push(event(1, case="x"))[1]["duplicates"], 1)
        self.assertEqual(service.push(event(1, case=7))[1]["accepted"], 1)
        status, answer = service.push(event(2))
        self.assertEqual(status, 400)
        self.assertIn("`case`, which tells events apart", answer["message"])
        service.stop()
        service = self.start()
        self.assertEqual(service.push(event(0, case="x"))[1]["duplicates"], 1)

    def test_rotation_of_tokens(self):
        service = self.start()
        old = digest("a secret for tests")
        self.write("watch.toml", self.CONFIG.replace(f'"{old}"', f'"{old}", "{digest("new")}"'))
        service.process.send_signal(1)
        service.wait_for_line("loaded again")
        self.assertEqual(service.push(event(0, case="a"))[0], 200)
        self.assertEqual(service.push(event(1, case="b"), token="new")[0], 200)
        self.write("watch.toml", self.CONFIG.replace(old, digest("new")))
        service.lines.clear()
        service.process.send_signal(1)
        service.wait_for_line("loaded again")
        self.assertEqual(service.push(event(2, case="c"))[0], 401)
        self.assertEqual(service.push(event(2, case="c"), token="new")[0], 200)
        self.assertEqual(service.wait_until_judged(3)["epoch"], 1)


if __name__ == "__main__":
    unittest.main()
