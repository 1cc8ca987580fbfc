"""Every option of the input `push`."""
import json
import unittest

from kit import options_without_test
from serving import ServerProcess
from watching import CONFIG, WatchTest

SPEC = """\
input s: String
input x: Float64
input unused: Int64
#[public]
output seen := s
#[public]
output size := x
"""


class PushInput(WatchTest):
    def push(self, options, *events, spec=SPEC):
        """The last answer and what was told of the events, one object per event with a verdict."""
        self.write("hiring.lola", spec)
        self.write("watch.toml", CONFIG.replace('kind = "push"', 'kind = "push"\n' + options))
        service = self.start()
        told = []
        for event in events:
            status, answer = service.push(event, query="?wait=verdict")
            if status != 200:
                return status, answer["message"]
            told += answer["verdicts"]
        service.stop()
        return 200, [{name: value if name == "time" else value[0]["eval"]
                      for name, value in line.items()} for line in told]

    def test_input_push_map(self):
        self.assertEqual(
            self.push('map = ["x=model.scores[1]", "s=name"]',
                      {"time": 1, "name": "a", "model": {"scores": [1, 2.5]}}),
            (200, [{"time": "1.000000000", "seen": "a", "size": 2.5}]))

    def test_input_push_missing(self):
        self.assertEqual(self.push('missing = ["n/a", "-"]', {"time": 1, "s": "n/a", "x": 1},
                                   {"time": 2, "s": "b", "x": "-"}),
                         (200, [{"time": "1.000000000", "size": 1.0},
                                {"time": "2.000000000", "seen": "b"}]))

    def test_input_push_empty_is_missing(self):
        for options, seen in (("", {"seen": ""}), ("empty-is-missing = true", {})):
            with self.subTest(options=options):
                self.setUp()
                self.assertEqual(self.push(options, {"time": 1, "s": "", "x": 1}),
                                 (200, [{"time": "1.000000000", **seen, "size": 1.0}]))

    def test_input_push_check_all(self):
        event = {"time": 1, "s": "a", "x": 1, "unused": "no number"}
        self.assertEqual(self.push("", event)[0], 200)
        self.setUp()
        status, told = self.push("check-all = true", event)
        self.assertEqual(status, 400)
        self.assertIn("field `unused`", told)

    def test_input_push_time_column(self):
        self.assertEqual(self.push('time-column = "at"', {"at": 3, "s": "a", "x": 1}),
                         (200, [{"time": "3.000000000", "seen": "a", "size": 1.0}]))

    def test_input_push_time_format(self):
        events = [{"time": when, "s": "a", "x": 1} for when in ("01/02/2026", "03/02/2026")]
        for name, seconds in (("day-first", 2 * 86_400), ("month-first", 59 * 86_400)):
            with self.subTest(name=name):
                self.setUp()
                status, told = self.push(f'time-format = "{name}"', *events)
                self.assertEqual(told[-1]["time"], f"{seconds}.000000000")

    def test_input_push_arrival(self):
        status, told = self.push("arrival = true", {"s": "a", "x": 1}, {"s": "b", "x": 2})
        self.assertEqual(status, 200)
        first, second = (float(line["time"]) for line in told)
        self.assertEqual(first, 0.0)
        self.assertLessEqual(first, second)

    def test_input_push_allow_absent(self):
        self.assertEqual(self.push("", {"time": 1, "s": "a"})[0], 400)
        self.setUp()
        self.assertEqual(self.push("allow-absent = true", {"time": 1, "s": "a"}),
                         (200, [{"time": "1.000000000", "seen": "a"}]))

    def test_input_push_id_field(self):
        events = [{"time": number, "s": "a", "x": 1, "case": {"id": name}}
                  for number, name in enumerate("aab")]
        status, told = self.push('id-field = "case.id"', *events)
        self.assertEqual([line["time"] for line in told], ["0.000000000", "2.000000000"])

    def test_the_page_does_not_offer_it(self):
        server = ServerProcess(self.folder)
        self.addCleanup(server.stop)
        names = [source["name"] for source in server.ask("GET", "/sources")[1]]
        self.assertIn("csv", names)
        self.assertNotIn("push", names)

    def test_every_option_has_its_test(self):
        self.assertEqual(options_without_test(self, (PushInput,), {"push"}), set())

    def test_a_log_reads_with_the_same_options(self):
        self.push('time-column = "at"', {"at": 1, "s": "a", "x": 1}, {"at": 2, "s": "b", "x": 2})
        out = self.succeed("monitor", "hiring.lola", "--input", "push", "--time-column", "at",
                           "state/monitors/hiring/events", "-o", "jsonl")
        self.assertEqual([json.loads(line)["seen"][0]["eval"] for line in out.splitlines()],
                         ["a", "b"])
        self.assertIn("reads one folder",
                      self.fail_with(1, "monitor", "hiring.lola", "--input", "push", "x.csv"))


if __name__ == "__main__":
    unittest.main()
