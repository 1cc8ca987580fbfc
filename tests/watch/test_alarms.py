"""Alarms reach a real web server: once, in order, signed, whatever happens on the way."""
import hashlib
import hmac
import json
import os
import random
import shutil
import socket
import ssl
import subprocess
import threading
import time
import unittest
import urllib.request

from kit import PROGRAM, ProgramTest, options_without_test
from receiver import Receiver
from watching import CONFIG, WatchTest

SPEC = """\
input group: String
input score: Float64
trigger score > 0.9 "high"
"""
EPISODES = "time,group,score\n" + "".join(
    f"{t},a,{0.95 if t % 10 in (3, 4) else 0.5}\n" for t in range(1, 51))
OUTPUT = """
[[monitor.hiring.output]]
kind = "webhook"
target = "alarms.spool"
url = "%s"
first-retry = "20ms"
longest-retry = "100ms"
"""
BEYOND = "begin and end of every episode, once each"


def by_alarm(bodies):
    """Kinds of what was told, by alarm."""
    found = {}
    for body in bodies:
        found.setdefault(body["alarm"], []).append(body["kind"])
    return found


class Monitored(ProgramTest):
    """`fairmon monitor -o webhook`."""

    def setUp(self):
        super().setUp()
        self.write("s.lola", SPEC)
        self.write("data.csv", EPISODES)

    def receive(self, answer=None, **more):
        receiver = Receiver(answer, **more)
        self.addCleanup(receiver.stop)
        return receiver

    def monitor(self, url, *more, code=None):
        done = subprocess.run(
            [PROGRAM, "monitor", "s.lola", "data.csv", "-o", "webhook=alarms.spool", "--url", url,
             *(() if "--first-retry" in more else ("--first-retry", "20ms")),
             *(() if "--longest-retry" in more else ("--longest-retry", "100ms")), *more],
            cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr)
        return done

    def secret(self, name, text):
        self.write(name, text)
        os.chmod(self.folder / name, 0o600)


class Sending(Monitored):
    def test_begin_and_end_of_every_episode(self):
        receiver = self.receive()
        self.monitor(receiver.url)
        bodies = receiver.taken()
        self.assertEqual([one["kind"] for one in bodies], ["begin", "end"] * 5)
        self.assertEqual(len(by_alarm(bodies)), 5)
        self.assertEqual(bodies[0]["message"], "high")
        self.assertEqual(float(bodies[0]["since"]), 3)
        self.assertEqual(float(bodies[1]["ended"]), 5)
        self.assertEqual(len(receiver.requests), 10)

    def test_signature_and_headers(self):
        receiver = self.receive()
        self.secret("key", "the secret of the signature\n")
        self.secret("token", "abc|def\n")
        self.secret("headers", "X-Team: fairness\n")
        self.monitor(receiver.url, "--secret-file", "key", "--webhook-token-file", "token",
                     "--header-file", "headers")
        request = receiver.requests[0]
        time_part, digest = request["headers"]["FairMon-Signature"].split(",")
        signed = time_part.removeprefix("t=").encode() + b"." + request["raw"]
        self.assertEqual(digest, "v1=" + hmac.new(b"the secret of the signature", signed,
                                                  hashlib.sha256).hexdigest())
        self.assertEqual(request["headers"]["Authorization"], "Bearer abc|def")
        self.assertEqual(request["headers"]["X-Team"], "fairness")
        self.assertEqual(request["headers"]["FairMon-Alarm"], request["body"]["alarm"])

    def test_errors_and_pauses(self):
        moments = []

        def answer(number, _):
            moments.append(time.monotonic())
            return (429, {"Retry-After": "1"}) if number == 1 else 500 if number in (0, 2) else 200

        receiver = self.receive(answer)
        done = self.monitor(receiver.url, "--last-wait", "60s")
        self.assertEqual([one["kind"] for one in receiver.taken()], ["begin", "end"] * 5)
        self.assertGreaterEqual(moments[2] - moments[1], 1)
        self.assertIn("answered 429", done.stderr)

    def test_a_refused_alarm_does_not_block_the_others(self):
        receiver = self.receive(
            lambda _, request: 400 if request["body"]["kind"] == "begin" else 200)
        done = self.monitor(receiver.url, "--last-wait", "60s")
        self.assertEqual([one["kind"] for one in receiver.taken()], ["end"] * 5)
        self.assertIn("does not want the alarm", done.stderr)

    def test_redirects_are_not_followed(self):
        other = self.receive()
        receiver = self.receive(lambda *_: (302, {"Location": other.url}))
        done = self.monitor(receiver.url, "--last-wait", "1s")
        self.assertEqual(other.requests, [])
        self.assertIn("redirect, which is not followed", done.stderr)

    def test_nobody_there_then_the_next_run_sends(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        done = self.monitor(f"http://127.0.0.1:{port}/alarms", "--last-wait", "0s")
        self.assertIn("alarms wait in `alarms.spool`", done.stderr)
        receiver = self.receive(port=port)
        self.monitor(receiver.url, "--last-wait", "60s")
        bodies = receiver.taken()
        self.assertEqual(len(bodies), 20)
        self.assertEqual(set(map(tuple, by_alarm(bodies).values())), {("begin", "end")})

    def test_a_slow_receiver_stalls_nobody(self):
        release = threading.Event()
        receiver = self.receive(lambda *_: release.wait(30) and 200)
        began = time.monotonic()
        done = self.monitor(receiver.url, "--last-wait", "0s")
        self.assertLess(time.monotonic() - began, 25)
        self.assertIn("wait in `alarms.spool`", done.stderr)
        release.set()

    def test_a_full_disk_is_told(self):
        (self.folder / "disk").symlink_to("/dev/full")
        done = subprocess.run(
            [PROGRAM, "monitor", "s.lola", "data.csv", "-o", "webhook=disk", "--url",
             "http://127.0.0.1:9/"], cwd=self.folder, capture_output=True, text=True, timeout=60,
            check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot use `disk`", done.stderr)

    def test_certificates_are_checked(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
                        "tls.key", "-out", "tls.pem", "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                       cwd=self.folder, capture_output=True, check=True)
        receiver = self.receive()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "tls.pem", self.folder / "tls.key")
        receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
        url = f"https://127.0.0.1:{receiver.port}/alarms"
        done = self.monitor(url, "--last-wait", "1s")
        self.assertEqual(receiver.requests, [])
        self.assertIn("cannot be trusted", done.stderr)
        self.monitor(url, "--ca-file", "tls.pem", "--last-wait", "60s")
        self.assertEqual(len(receiver.taken()), 20)

    def test_a_test_alarm(self):
        receiver = self.receive()
        done = subprocess.run([PROGRAM, "alarm", "test", "--url", receiver.url],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "the webhook: begin taken, status 200\n"
                                      "the webhook: end taken, status 200\n")
        self.assertTrue(all(one["test"] for one in receiver.taken()))
        done = subprocess.run([PROGRAM, "alarm", "test", "--url",
                               "http://127.0.0.1:9/x?key=hidden"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not taken", done.stdout)
        self.assertNotIn("hidden", done.stdout + done.stderr)


class Options(Monitored):
    """What every option does."""

    def told(self, *options, data=EPISODES, answer=None):
        """What a receiver gets from a run with these options."""
        self.write("data.csv", data)
        receiver = self.receive(answer)
        done = self.monitor(receiver.url, "--last-wait", "60s", *options)
        return receiver.taken(), done

    def kinds(self, *options, **more):
        return [one["kind"] for one in self.told(*options, **more)[0]]

    def test_output_webhook_url(self):
        self.assertIn("unprotected", self.monitor("http://198.51.100.1/x", code=1).stderr)
        self.assertIn("url, or url-file", self.run_program(
            "monitor", "s.lola", "data.csv", "-o", "webhook=alarms.spool").stderr)
        self.assertIn("webhook=alarms.spool", self.run_program(
            "monitor", "s.lola", "data.csv", "-o", "webhook=https://example.org/").stderr)

    def test_output_webhook_url_file(self):
        receiver = self.receive()
        self.secret("address", receiver.url + "?key=hidden\n")
        done = self.run_program("monitor", "s.lola", "data.csv", "-o", "webhook=alarms.spool",
                                "--url-file", "address")
        self.assertEqual(len(receiver.taken()), 10)
        self.assertEqual(receiver.requests[0]["path"], "/alarms?key=hidden")
        self.assertNotIn("hidden", done.stdout + done.stderr)

    def test_output_webhook_preset(self):
        receiver = self.receive()
        self.monitor(receiver.url, "--preset", "slack")
        self.assertIn("*Alarm* fairmon: high", receiver.taken()[0]["text"])

    def test_output_webhook_template(self):
        receiver = self.receive()
        self.write("form.json", '{"what": "${kind} of ${title}", "n": "${firings}"}')
        self.monitor(receiver.url, "--template", "form.json")
        self.assertEqual(receiver.taken()[0], {"what": "begin of high", "n": 1})
        self.write("form.json", '{"what": "${kidn}"}')
        done = self.monitor(receiver.url, "--template", "form.json")
        self.assertIn("did you mean ${kind}?", done.stderr)

    def test_output_webhook_source(self):
        self.assertEqual(self.told("--source", "the desk")[0][0]["source"], "the desk")

    def test_output_webhook_secret_file(self):
        self.write("key", "open secret")
        os.chmod(self.folder / "key", 0o644)
        done = self.monitor("http://127.0.0.1:9/", "--secret-file", "key")
        self.assertIn("chmod 600", done.stderr)
        self.assertNotIn("open secret", done.stderr + done.stdout)

    def test_output_webhook_token_file(self):
        self.secret("token", "two words")
        done = self.monitor("http://127.0.0.1:9/", "--webhook-token-file", "token")
        self.assertIn("no token", done.stderr)
        self.assertNotIn("two words", done.stderr)

    def test_output_webhook_header_file(self):
        self.secret("headers", "X-Good: yes\nno header\n")
        done = self.monitor("http://127.0.0.1:9/", "--header-file", "headers")
        self.assertIn("line 2 of the header file", done.stderr)

    def test_output_webhook_routing_key_file(self):
        self.assertIn("routing-key-file",
                      self.monitor("http://127.0.0.1:9/", "--preset", "pagerduty").stderr)
        self.secret("key", "R0UTE")
        receiver = self.receive()
        self.monitor(receiver.url, "--preset", "pagerduty", "--routing-key-file", "key")
        bodies = receiver.taken()
        self.assertEqual([one["event_action"] for one in bodies], ["trigger", "resolve"] * 5)
        self.assertEqual(bodies[0]["routing_key"], "R0UTE")
        self.assertEqual(bodies[0]["dedup_key"], bodies[1]["dedup_key"])

    def test_output_webhook_for(self):
        self.assertEqual(self.kinds("--for", "2s"), [])
        self.assertEqual(self.kinds("--for", "1s"), ["begin", "end"] * 5)

    def test_output_webhook_resolve_after(self):
        self.assertEqual(self.kinds("--resolve-after", "5s"), ["begin", "end"] * 5)
        self.assertEqual(self.kinds("--resolve-after", "8s"), ["begin"])

    def test_output_webhook_repeat(self):
        data = "time,group,score\n" + "".join(f"{t},a,0.95\n" for t in range(30))
        # A notice that nobody took yet is replaced by a newer one, so there may be fewer.
        kinds = self.kinds("--repeat", "10s", data=data)
        self.assertEqual(kinds[0], "begin")
        self.assertEqual(set(kinds[1:]), {"still"})

    def grouped(self, *options):
        self.write("s.lola", """\
input group: String
input score: Float64
output high (g) spawn with group eval when group == g with score > 0.9
trigger (g) spawn with group eval @true when high(g).hold(or: false) with "high"
""")
        data = "time,group,score\n1,a,0.95\n2,b,0.95\n3,a,0.1\n4,b,0.1\n"
        return self.told(*options, data=data)[0]

    def test_output_webhook_group_by(self):
        alone = self.grouped()
        self.assertEqual(len(by_alarm(alone)), 2)
        self.assertEqual({one["labels"].get("g") for one in alone}, {"a", "b"})
        together = self.grouped("--group-by", "trigger")
        self.assertEqual([one["kind"] for one in together if one["kind"] != "still"][-2:],
                         ["begin", "end"])
        self.assertEqual(len(by_alarm(together)), 1)
        self.assertIn("which no trigger has; there are all, g, trigger",
                      self.monitor("http://127.0.0.1:9/", "--group-by", "h").stderr)

    def test_output_webhook_group_interval(self):
        kinds = [one["kind"] for one in self.grouped("--group-by", "all", "--group-interval", "1s")]
        self.assertIn("still", kinds)
        kinds = [one["kind"] for one in self.grouped("--group-by", "all")]
        self.assertNotIn("still", kinds)

    def test_output_webhook_clock(self):
        # One event that is high, and then nothing comes on a pipe that stays open.
        for clock, expected in (("live", ["begin"]), ("events", [])):
            receiver = self.receive()
            process = subprocess.Popen(
                [PROGRAM, "monitor", "s.lola", "-", "-o", f"webhook={clock}.spool", "--url",
                 receiver.url, "--for", "1s", "--clock", clock], cwd=self.folder,
                stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            process.stdin.write("time,group,score\n1,a,0.95\n")
            process.stdin.flush()
            if expected:
                receiver.wait_for(1)
            else:
                time.sleep(3)
            process.stdin.close()
            process.wait(timeout=60)
            self.assertEqual([one["kind"] for one in receiver.taken()], expected)

    def test_output_webhook_evidence(self):
        self.write("s.lola", """\
input group : String
input hired : Bool
use demographic_parity(group: group, decision: hired, min_support: 2, threshold: 0.3)
""")
        data = "time,group,hired\n1,a,true\n2,b,false\n3,a,true\n4,b,false\n"
        first = self.told("--evidence", data=data)[0][0]
        facts = first["violations"][0]["evidence"]
        self.assertEqual({(one["instance"], one["value"], one["n"]) for one in facts},
                         {("a", 1.0, 2), ("b", 0.0, 2)})
        self.assertEqual(self.told(data=data)[0][-1]["violations"][0]["evidence"], [])

    def test_output_webhook_ca_file(self):
        done = self.monitor("https://127.0.0.1:9/", "--ca-file", "missing.pem", "--last-wait", "1s")
        self.assertIn("alarms wait", done.stderr)

    def test_output_webhook_plain_http(self):
        self.secret("token", "abc")
        self.assertIn("unprotected", self.monitor(
            "http://127.0.0.1:9/", "--plain-http", "--webhook-token-file", "token").stderr)
        done = self.monitor("http://host.invalid:9/", "--plain-http", "--last-wait", "1s")
        self.assertNotIn("use https", done.stderr)

    def test_output_webhook_timeout(self):
        release = threading.Event()
        self.addCleanup(release.set)
        receiver = self.receive(lambda number, _: 200 if number or release.wait(20) else 500)
        done = self.monitor(receiver.url, "--timeout", "1s", "--last-wait", "3s")
        self.assertIn("alarms wait", done.stderr)
        self.assertIn("too short", self.monitor(receiver.url, "--timeout", "1ms").stderr)

    def attempts(self, *options):
        moments = []

        def answer(number, _):
            moments.append(time.monotonic())
            return 500 if number < 5 else 200

        self.told(*options, answer=answer)
        return [after - before for before, after in zip(moments, moments[1:])][:5]

    def test_output_webhook_first_retry(self):
        pauses = self.attempts("--first-retry", "100ms", "--longest-retry", "10s")
        self.assertGreaterEqual(pauses[0], 0.075)
        self.assertGreaterEqual(pauses[3], 0.6)

    def test_output_webhook_longest_retry(self):
        self.assertGreaterEqual(min(self.attempts("--longest-retry", "200ms")[4:]), 0.15)

    def test_output_webhook_last_wait(self):
        receiver = self.receive(lambda *_: 500)
        began = time.monotonic()
        done = self.monitor(receiver.url, "--last-wait", "2s")
        self.assertGreaterEqual(time.monotonic() - began, 2)
        self.assertIn("10 alarms wait in `alarms.spool`", done.stderr)

    def test_output_webhook_most_bytes(self):
        self.write("data.csv", "time,group,score\n" + "".join(
            f"{t},a,{0.95 if t % 2 else 0.5}\n" for t in range(100)))
        done = self.monitor("http://127.0.0.1:9/", "--most-bytes", "4096", "--last-wait", "0s")
        self.assertIn("is full", done.stderr)
        self.assertLessEqual((self.folder / "alarms.spool").stat().st_size, 4096)

    def test_every_option_has_its_test(self):
        self.assertEqual(options_without_test(self, (Options,), {"webhook"}), set())


class Watched(WatchTest):
    """`fairmon watch` with a webhook."""

    def setUp(self):
        super().setUp()
        self.write("hiring.lola", SPEC)
        self.receiver = Receiver()
        self.addCleanup(lambda: self.receiver.stop())
        self.configure()

    def configure(self, more=""):
        self.write("watch.toml", CONFIG + OUTPUT % self.receiver.url + more)

    def event(self, number, high):
        return {"time": number, "group": "a", "score": 0.95 if high else 0.5}

    def test_alarms_and_numbers(self):
        service = self.start()
        service.push(self.event(1, True))
        first = self.receiver.wait_for(1)[0]
        self.assertEqual((first["kind"], first["source"]), ("begin", "hiring"))
        service.push(self.event(2, False))
        self.assertEqual(self.receiver.wait_for(2)[1]["kind"], "end")
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            text = service.ask("GET", "/metrics")[1]
            if 'fairmon_alarms_sent_total{monitor="hiring",output="alarms.spool"} 2' in text:
                break
            time.sleep(0.05)
        self.assertIn('fairmon_alarms_sent_total{monitor="hiring",output="alarms.spool"} 2', text)
        self.assertIn('fairmon_alarms_waiting{monitor="hiring",output="alarms.spool"} 0', text)
        self.assertIn("fairmon_alarms_dropped_total", text)
        self.assertIn("fairmon_alarm_attempts_failed_total", text)

    def test_a_deadline_passes_without_events(self):
        self.configure('for = "1s"\n')
        service = self.start()
        service.push(self.event(1, True))
        self.assertEqual(self.receiver.wait_for(1)[0]["kind"], "begin")

    def test_another_specification_ends_what_was_open(self):
        service = self.start()
        service.push(self.event(1, True))
        first = self.receiver.wait_for(1)[0]
        service.stop()
        self.write("hiring.lola", SPEC.replace("0.9", "0.8"))
        service = self.start()
        service.push(self.event(2, False))  # a new epoch begins with its first event
        last = self.receiver.wait_for(2)[1]
        self.assertEqual((last["kind"], last["alarm"]), ("end", first["alarm"]))
        self.assertIn("replaced", last["reason"])

    def test_a_test_alarm_for_a_configuration(self):
        done = subprocess.run([PROGRAM, "alarm", "test", "watch.toml"], cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("hiring, alarms.spool: end taken", done.stdout)

    def test_kills_and_failing_receivers(self):
        """Each episode arrives with one begin and one end, by identity."""
        kills = int(os.environ.get("FAIRMON_KILLS", "6"))
        chosen = random.Random(5)
        self.receiver.answer = lambda *_: chosen.choice([200, 200, 500, 503])
        number, episodes = 0, 0
        for _ in range(kills):
            service = self.start()
            for _ in range(chosen.randint(1, 4)):
                number, episodes = number + 2, episodes + 1
                self.assertEqual(service.push(self.event(number - 1, True))[0], 200)
                self.assertEqual(service.push(self.event(number, False))[0], 200)
                time.sleep(chosen.random() / 20)
            service.kill()
        self.receiver.answer = lambda *_: 200
        self.start()
        bodies = self.receiver.wait_for(2 * episodes)
        self.assertEqual(len(bodies), 2 * episodes)
        told = by_alarm(bodies)
        self.assertEqual(len(told), episodes)
        self.assertEqual(set(map(tuple, told.values())), {("begin", "end")}, BEYOND)

    def test_down_for_long_and_back(self):
        port = self.receiver.port
        self.receiver.stop()
        service = self.start()
        for number in range(1, 21):
            service.push(self.event(number, number % 2 == 1))
        service.wait_for_line("alarms wait")
        service.kill()
        service = self.start()
        service.wait_for_line("alarms wait")
        self.receiver = Receiver(port=port)
        bodies = self.receiver.wait_for(20)
        self.assertEqual([one["kind"] for one in bodies], ["begin", "end"] * 10)


@unittest.skipUnless(shutil.which("prometheus-alertmanager"),
                     "the package prometheus-alertmanager is not there")
class Alertmanager(ProgramTest):
    """The preset, against the real thing."""

    def setUp(self):
        super().setUp()
        self.write("s.lola", SPEC)
        self.write("am.yml", "route:\n  receiver: none\nreceivers:\n- name: none\n")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["prometheus-alertmanager", "--config.file=am.yml", "--storage.path=am",
             f"--web.listen-address=127.0.0.1:{self.port}", "--cluster.listen-address="],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (self.process.kill(), self.process.wait()))

    def alerts(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v2/alerts?active=true",
                                    timeout=20) as answer:
            return json.load(answer)

    def wait_for_alerts(self, count):
        deadline = time.monotonic() + 60
        found = None
        while time.monotonic() < deadline:
            try:
                found = self.alerts()
                if len(found) == count:
                    return found
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError(f"{count} alerts do not come: {found}")

    def monitor(self, data):
        self.write("data.csv", data)
        subprocess.run([PROGRAM, "monitor", "s.lola", "data.csv", "-o", "webhook=alarms.spool",
                        "--url", f"http://127.0.0.1:{self.port}/api/v2/alerts", "--preset",
                        "alertmanager", "--last-wait", "60s"], cwd=self.folder,
                       capture_output=True, timeout=120, check=False)

    def test_an_alarm_comes_and_goes(self):
        self.wait_for_alerts(0)
        self.monitor("time,group,score\n1,a,0.95\n")
        alert = self.wait_for_alerts(1)[0]
        self.assertEqual(alert["labels"]["alertname"], "FairMon")
        self.assertEqual(alert["labels"]["trigger"], "trigger_0")
        self.assertIn("high", alert["annotations"]["summary"])
        self.monitor("time,group,score\n1,a,0.5\n")  # another run ends what this one left open
        self.wait_for_alerts(0)


if __name__ == "__main__":
    unittest.main()
