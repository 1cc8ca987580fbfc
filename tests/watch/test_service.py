"""The configuration, restarts, epochs, reloading, what systemd is told."""
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import unittest

from kit import PROGRAM
from watching import CONFIG, SPEC, WatchTest, event


class Configuration(WatchTest):
    def check(self, config):
        self.write("watch.toml", config)
        result = self.run_program("watch", "--check", "watch.toml")
        return result.returncode, result.stdout + result.stderr

    def test_check(self):
        self.assertEqual(self.check(CONFIG), (0, "fine: 1 monitor\n"))
        for old, new, told in (
                ('listen = ', 'listne = ', "watch.toml:1: `listne` is no key of the service; did "
                                           "you mean `listen`?"),
                ('"127.0.0.1:0"', '"somewhere"', "watch.toml:1: `listen` is an address and a port"),
                ('127.0.0.1:0', '127.0.0.1:0"\n[', "watch.toml:2: this is not TOML"),
                ('spec = "hiring.lola"', 'spec = "hirin.lola"', "did you mean"),
                ('spec = "hiring.lola"', '', "needs spec"),
                ('kind = "push"', 'kind = "pull"', "there is no input `pull`"),
                ('kind = "push"', 'kind = "push"\ntime-colum = "t"', "time-column"),
                ('kind = "push"', 'kind = "push"\nfiles = "a.csv"', "leave out `files`"),
                ('kind = "push"', 'kind = "push"\narrival = true\ntime-column = "t"', "exclude"),
                ('"50ms"', '"soon"', "is a span of time"),
                ('target = "verdicts.jsonl"', '', "needs one target"),
                ('verdicts.jsonl', '/tmp/v', "leaves the monitor's own folder"),
                ('[monitor.hiring]', '[monitor."a b"]', "is no name for a monitor"),
                ('tokens = ["sha256:', 'tokens = ["', "never as itself"),
                ('[monitor.hiring.input]', '[monitor.hiring.inputs]', "has no input"),
                ('127.0.0.1:0', '0.0.0.0:0', None)):
            with self.subTest(new=new):
                code, said = self.check(CONFIG.replace(old, new, 1))
                self.assertEqual(code, 1 if told else 0, said)
                self.assertIn(told or "fine", said)

    def test_tokens_are_needed_beyond_loopback(self):
        lines = [line for line in CONFIG.splitlines() if not line.startswith("tokens")]
        code, said = self.check("\n".join(lines).replace("127.0.0.1", "0.0.0.0"))
        self.assertEqual(code, 1)
        self.assertIn("needs tokens; `fairmon watch --new-token` makes one", said)

    def test_specification_with_a_mistake(self):
        self.write("hiring.lola", "input a: Int65\n")
        code, said = self.check(CONFIG)
        self.assertEqual(code, 1)
        self.assertIn("hiring.lola:1:10", said)
        self.assertIn("checking the monitor `hiring`", said)

    def test_new_token(self):
        shown = self.succeed("watch", "--new-token").splitlines()
        token = shown[0].rsplit(" ", 1)[1]
        self.assertIn(hashlib.sha256(token.encode()).hexdigest(), shown[1])
        self.write("watch.toml", CONFIG)
        self.assertNotEqual(token, self.succeed("watch", "--new-token").split()[4])

    def test_no_configuration(self):
        self.assertIn("name the configuration", self.fail_with(1, "watch"))
        self.assertIn("cannot read", self.fail_with(1, "watch", "nothing.toml"))


class Life(WatchTest):
    def test_goes_on_after_a_stop(self):
        for number in range(6):
            service = self.start()
            status, answer = service.push(event(number), query="?wait=verdict")
            self.assertEqual(status, 200)
            self.assertEqual(answer["verdicts"][0]["n"], [{"eval": number + 1}])
            service.stop() if number % 2 else service.kill()
        self.assertEqual([line["n"][0]["eval"] for line in self.verdicts()], list(range(1, 7)))

    def test_ready(self):
        service = self.start()
        deadline = time.monotonic() + 60
        while service.ask("GET", "/readyz")[0] != 200:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual(service.ask("GET", "/readyz")[1],
                         {"status": "ready", "waiting_for": []})

    def test_one_service_per_folder(self):
        self.start()
        other = self.start()
        other.wait_for_line("in use by another process")
        self.assertEqual(other.ask("GET", "/readyz")[0], 503)
        status, answer = other.push(event(0))
        self.assertEqual((status, answer["code"]), (503, "not-ready"))

    def test_a_log_is_judged_again(self):
        service = self.start()
        for number in range(20):
            service.push(event(number))
        service.wait_until_judged(20)
        service.stop()
        again = self.succeed("monitor", "hiring.lola", "--input", "push",
                             "state/monitors/hiring/events", "-o", "jsonl")
        self.assertEqual([json.loads(line) for line in again.splitlines()], self.verdicts())

    def test_retention(self):
        self.write("watch.toml", CONFIG.replace(
            "[monitor.hiring.input]", "[monitor.hiring.limits]\nremembered = 10\n\n"
                                      "[monitor.hiring.input]"))
        service = self.start()
        for turn in range(20):
            body = "\n".join(json.dumps(event(number, group="x" * 900))
                             for number in range(4000 * turn, 4000 * (turn + 1)))
            status, answer = service.push(body, kind="application/x-ndjson")
            self.assertEqual(status, 200, answer)
        service.wait_until_judged(20 * 4000)
        folder = self.folder / "state/monitors/hiring/events"
        deadline = time.monotonic() + 30
        while min(folder.glob("*.events")).name.startswith("0" * 20):
            self.assertLess(time.monotonic(), deadline)
            service.push(event(9_999_999))
            time.sleep(0.1)
        service.kill()
        service = self.start()
        self.assertEqual(service.push(event(9_999_999), query="?wait=verdict")[0], 200)


class Reload(WatchTest):
    def reload(self, service, told="loaded again"):
        service.lines.clear()
        service.process.send_signal(signal.SIGHUP)
        service.wait_for_line(told)

    def test_a_changed_specification_begins_an_epoch(self):
        service = self.start()
        for number in range(3):
            service.push(event(number), query="?wait=verdict")
        self.write("hiring.lola", SPEC.replace("0.9", "0.4"))
        self.reload(service)
        status, answer = service.push(event(3), query="?wait=verdict")
        self.assertEqual(answer["verdicts"][0]["trigger_0"], [{"eval": "high"}], answer)
        self.assertEqual(answer["verdicts"][0]["n"], [{"eval": 1}])
        self.assertEqual(service.monitor()["epoch"], 2)
        service.stop()
        self.assertEqual(len(self.verdicts(1)), 3)
        self.assertEqual(len(self.verdicts(2)), 1)
        self.assertIn("0.9", self.read("state/monitors/hiring/epochs/1/spec.lola"))

    def test_times_may_be_written_differently_in_a_new_epoch(self):
        service = self.start()
        service.push(event(3), query="?wait=verdict")
        dated = {**event(4), "time": "2026-01-01T00:00:00Z"}
        self.assertEqual(service.push(dated)[0], 400)
        self.write("hiring.lola", SPEC + "output m := score\n")
        self.reload(service)
        self.assertEqual(service.push(dated, query="?wait=verdict")[0], 200)
        self.assertEqual(service.push(event(5))[0], 400)
        service.stop()
        service = self.start()
        self.assertEqual(service.push(event(5))[0], 400)

    def test_a_mistake_changes_nothing(self):
        service = self.start()
        service.push(event(0), query="?wait=verdict")
        self.write("hiring.lola", "output x := y")
        self.reload(service, "everything goes on as before")
        self.write("hiring.lola", SPEC)
        self.write("watch.toml", "listen = 3")
        self.reload(service, "everything goes on as before")
        status, answer = service.push(event(1), query="?wait=verdict")
        self.assertEqual(answer["verdicts"][0]["n"], [{"eval": 2}])

    def test_only_what_changed(self):
        second = CONFIG.split("\n", 2)[2].replace("hiring]", "other]").replace(
            "monitor.hiring.", "monitor.other.")
        service = self.start()
        service.push(event(0), query="?wait=verdict")
        self.write("watch.toml", CONFIG + second)
        self.reload(service)
        self.assertEqual(service.push(event(0), monitor="other")[0], 200)
        status, answer = service.push(event(1), query="?wait=verdict")
        self.assertEqual(answer["verdicts"][0]["n"], [{"eval": 2}])
        self.assertFalse(any("hiring: goes on" in line for line in service.lines))
        self.write("watch.toml", CONFIG)
        self.reload(service)
        self.assertEqual(service.push(event(1), monitor="other")[0], 404)
        self.assertEqual(service.push(event(2))[0], 200)


class Files(WatchTest):
    CONFIG = """\
listen = "127.0.0.1:0"
[monitor.hiring]
spec = "hiring.lola"
[monitor.hiring.input]
kind = "csv"
files = "decisions.csv"
follow = true
[[monitor.hiring.output]]
kind = "jsonl"
target = "verdicts.jsonl"
"""

    def test_restarts_alone(self):
        service = self.start()
        service.wait_for_line("next try in 500 ms")
        self.assertEqual(service.ask("GET", "/readyz")[0], 503)
        self.assertEqual(service.monitor()["state"], "waiting")
        self.write("decisions.csv", "time,group,hired,score\n1,A,true,0.5\n")
        service.wait_until_judged(1)
        self.assertGreaterEqual(service.monitor()["restarts"], 1)
        self.assertEqual(service.ask("GET", "/readyz")[0], 200)
        status, answer = service.push(event(0))
        self.assertEqual((status, answer["code"]), (409, "not-pushed"))


class Systemd(WatchTest):
    def test_readiness_and_watchdog(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.bind(str(self.folder / "notify"))
            told.settimeout(60)
            service = self.start(environment={"NOTIFY_SOCKET": str(self.folder / "notify"),
                                              "WATCHDOG_USEC": "300000"})
            heard = told.recv(1000).decode()
            self.assertIn("READY=1", heard)
            self.assertIn("WATCHDOG=1", told.recv(1000).decode())
            service.process.send_signal(signal.SIGHUP)
            while "RELOADING=1" not in heard:
                heard = told.recv(1000).decode()
            while "READY=1" not in heard:
                heard = told.recv(1000).decode()
            service.process.terminate()
            while "STOPPING=1" not in heard:
                heard = told.recv(1000).decode()
            self.assertEqual(service.process.wait(timeout=60), 0)

    def test_unit(self):
        unit = pathlib.Path(os.environ["FAIRMON_UNIT"]).read_text()
        installed = re.search(r"ExecStart=(\S+)", unit)[1]
        config = re.search(r"ExecStart=\S+ watch (\S+)", unit)[1]
        unit = unit.replace(installed, str(pathlib.Path(PROGRAM).resolve())).replace(
            config, str(self.folder / "watch.toml"))
        self.write("fairmon-watch.service", unit.replace("man:fairmon(1)", "http://localhost"))
        checked = subprocess.run(["systemd-analyze", "verify", "fairmon-watch.service"],
                                 cwd=self.folder, capture_output=True, text=True, check=False)
        ours = [line for line in checked.stderr.splitlines() if "fairmon-watch" in line]
        self.assertEqual((checked.returncode, ours), (0, []), checked.stderr)
        # What it starts is a command that works.
        before = re.search(r"ExecStartPre=(.*)", unit)[1].split()
        self.assertEqual(subprocess.run(before, check=False, capture_output=True).returncode, 0)

    def test_severity_for_the_journal(self):
        service = self.start(environment={**os.environ, "JOURNAL_STREAM": "8:1"})
        self.assertTrue(service.lines[-1].startswith("<6>listening on"), service.lines)


if __name__ == "__main__":
    unittest.main()
