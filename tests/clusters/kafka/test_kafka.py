#!/usr/bin/env python3
"""The Kafka plugins against a real broker. usage: test_kafka.py FAIRMON ADDRESS FOLDER [TEST…]"""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import kit

KILLS = int(os.environ.get("FAIRMON_KILLS", "5"))
USAGE, DATA = 1, 2  # exit codes
JSON_LINES = ("-v", "outputs", "-o", "jsonl", "--quiet")


class Reading(unittest.TestCase):
    """Records become the same verdicts as lines of a file."""

    @classmethod
    def setUpClass(cls):
        cls.rows = kit.events(6000, 4)
        kit.create("rulings")
        kit.produce("rulings", cls.rows)
        cls.csv = kit.write_csv("rulings.csv", cls.rows)
        cls.expected = kit.run(cls.csv, *JSON_LINES)

    def test_partitions_are_one_trace_in_the_order_of_time(self):
        self.assertGreater(len(self.expected.splitlines()), 6000)
        self.assertEqual(kit.run(*kit.from_kafka("rulings"), *JSON_LINES), self.expected)

    def test_small_batches_and_shards_change_nothing(self):
        for more in (("--batch", "7"), ("--single-thread",), ("--shards", "3")):
            got = kit.run(*kit.from_kafka("rulings"), *JSON_LINES, *more)
            self.assertEqual(got, self.expected, more)

    def test_lines_of_csv_with_the_key_and_a_header_as_fields(self):
        kit.create("lines")
        rows = [(row[0], row[1] % 2, *row[2:]) for row in self.rows[:500]]
        kit.produce("lines", rows, form=lambda r: f"{kit.stamp(r[0])};{r[4]}",
                    more=("-H", "automated=true"))
        all_automated = [(r[0], r[1], r[2], True, r[4]) for r in rows]
        expected = kit.run(kit.write_csv("lines.csv", all_automated), *JSON_LINES)
        got = kit.run(*kit.from_kafka("lines"), "--value-format", "csv", "--columns", "time,score",
                      "--delimiter", ";", "--map", "platform=@key", "--map",
                      "automated=@header.automated", *JSON_LINES)
        self.assertEqual(got, expected)

    def test_the_time_of_the_record(self):
        kit.create("untimed")
        before = time.time() - 60
        kit.produce("untimed", [r[:1] + (0,) + r[2:] for r in self.rows[:20]], form=lambda r:
                    '{"platform":"p","automated":false,"score":1.0}')
        got = kit.run(*kit.from_kafka("untimed"), "--time-column", "@timestamp", "-v", "outputs",
                      "-f", "absolute", "--quiet")
        first = float(got.split("]")[0].strip("[ "))
        self.assertTrue(before < first < time.time() + 60, got[:200])
        refused = kit.run(*kit.from_kafka("untimed"), status=DATA)
        self.assertIn("--time-column @timestamp", refused)

    def test_several_topics(self):
        kit.create("first", "second")
        rows = [(r[0], r[1] % 2, *r[2:]) for r in self.rows[:400]]
        kit.produce("first", [r for r in rows if r[1] == 0])
        kit.produce("second", [(r[0], 0, *r[2:]) for r in rows if r[1] == 1])
        expected = kit.run(kit.write_csv("two.csv", rows), *JSON_LINES)
        self.assertEqual(kit.run(*kit.from_kafka("first", "second"), *JSON_LINES), expected)

    def test_follow_waits_for_more(self):
        kit.create("growing")
        rows = self.rows[:300]
        kit.produce("growing", rows[:200])
        out = kit.FOLDER / "growing.jsonl"
        out.unlink(missing_ok=True)
        process = subprocess.Popen(kit.command(*kit.from_kafka("growing"), "--follow", "-v",
                                               "outputs", "-o", f"jsonl={out}", "--quiet"))
        try:
            wait_for(lambda: out.exists() and out.stat().st_size > 0)
            kit.produce("growing", rows[200:])
            last = [max(i for i, r in enumerate(rows) if r[1] == p) for p in range(4)]
            # The end of one partition waits for the other, which could still hold earlier ones.
            sure = kit.run(kit.write_csv("sure.csv", rows[:min(last)]), *JSON_LINES).splitlines()
            wait_for(lambda: len(out.read_text().splitlines()) >= len(sure) - 5)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(kit.LONG)
        got = out.read_text().splitlines()
        expected = kit.run(kit.write_csv("grown.csv", rows), *JSON_LINES).splitlines()
        self.assertEqual(got, expected[:len(got)])

    def test_a_silent_partition_holds_back_only_as_long_as_said(self):
        kit.create("lopsided")
        kit.produce("lopsided", [(r[0], 0, *r[2:]) for r in self.rows[:50]])
        out = kit.FOLDER / "lopsided.jsonl"
        out.unlink(missing_ok=True)
        process = subprocess.Popen(kit.command(*kit.from_kafka("lopsided"), "--follow",
                                               "--idle-after", "1s", "-v", "outputs", "-o",
                                               f"jsonl={out}", "--quiet"))
        try:
            wait_for(lambda: out.exists() and len(out.read_text().splitlines()) >= 50)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(kit.LONG)

    def test_a_checkpoint_goes_on_behind_the_last_record(self):
        kit.create("pausing")
        rows = [(r[0], r[1] % 3, *r[2:]) for r in self.rows[:900]]
        out, saved = kit.FOLDER / "pausing.jsonl", kit.FOLDER / "pausing.checkpoint"
        for file in (out, saved):
            file.unlink(missing_ok=True)
        kit.produce("pausing", rows)
        arguments = (*kit.from_kafka("pausing"), "-v", "outputs", "-o", f"jsonl={out}", "--quiet",
                     "--checkpoint", saved, "--every", "100", "--batch", "50")
        kit.run(*arguments)
        whole = out.read_bytes()
        kit.run(*arguments, "--resume", saved)
        self.assertEqual(out.read_bytes(), whole)
        self.assertEqual(whole.decode(), kit.run(kit.write_csv("p.csv", rows), *JSON_LINES))


class Troubles(unittest.TestCase):
    """What goes wrong is told, without secrets."""

    def test_a_topic_that_is_not_there(self):
        self.assertIn("there is no topic `decisoins`",
                      kit.run(*kit.from_kafka("decisoins"), status=DATA))

    def test_a_broker_that_is_not_there(self):
        told = kit.run("rulings", "--input", "kafka", "--brokers", "127.0.0.1:1", status=DATA)
        self.assertIn("127.0.0.1:1", told)

    def test_bad_records_are_told_with_their_place(self):
        kit.create("broken")
        kit.kcat("-P", "-t", "broken", "-p", "0", text=
                 '{"time":1,"platform":"a","automated":true,"score":1}\n'
                 '{"time":2,"platform":"a","automated":"perhaps","score":1}\n')
        told = kit.run(*kit.from_kafka("broken"), status=DATA)
        self.assertIn("`broken`, partition 0, offset 1", told)
        self.assertIn("perhaps", told)
        kit.run(*kit.from_kafka("broken"), "--on-bad-record", "skip", "--quiet")

    def test_misspelt_fields(self):
        kit.create("misspelt")
        kit.kcat("-P", "-t", "misspelt",
                 text='{"time":1,"platfrom":"a","automated":true,"score":1}\n')
        self.assertIn("did you mean `platfrom`", kit.run(*kit.from_kafka("misspelt"), status=DATA))

    def test_tls_and_a_password(self):
        kit.create("guarded")
        kit.produce("guarded", [(r[0], 0, *r[2:]) for r in kit.events(20, 1)])
        secure = (kit.SERVER / "secure-address").read_text().strip()
        arguments = ("guarded", "--input", "kafka", "--brokers", secure, *JSON_LINES)
        got = kit.run(*arguments, "--client-config", kit.SERVER / "client.properties")
        self.assertEqual(got, kit.run(*kit.from_kafka("guarded"), *JSON_LINES))
        wrong = kit.FOLDER / "wrong.properties"
        text = (kit.SERVER / "client.properties").read_text()
        password = text.split("sasl.password=")[1].split()[0]
        wrong.write_text(text.replace(password, "hunter2-secret"))
        wrong.chmod(0o600)
        told = kit.run(*arguments, "--client-config", wrong, status=DATA)
        self.assertIn("Invalid username or password", told)
        self.assertNotIn("hunter2", told)

    def test_secrets_stay_secret(self):
        file = kit.FOLDER / "client.properties"
        file.write_text("sasl.password=hunter2-secret\n")
        file.chmod(0o644)
        arguments = (*kit.from_kafka("rulings"), "--client-config", file)
        self.assertIn("chmod 600", kit.run(*arguments, status=USAGE))
        file.chmod(0o600)
        for line in ("sasl.password.x=hunter2-secret", "security.protocol=hunter2-secret",
                     "enable.auto.commit=hunter2-secret"):
            file.write_text(line + "\n")
            told = kit.run(*arguments, status=USAGE)
            self.assertNotIn("hunter2", told)
            self.assertIn(line.split("=")[0], told)


class Options(unittest.TestCase):
    """What other plugins have too means the same here."""

    def test_reading(self):
        kit.create("optional")
        lines = ['{"time":1,"platform":"","automated":true,"score":"NA"}',
                 '{"time":2,"platform":"b","automated":false,"score":0.5}']
        file = kit.FOLDER / "optional.jsonl"
        file.write_text("".join(line + "\n" for line in lines))
        kit.kcat("-P", "-t", "optional", "-p", "0", text=file.read_text())
        for more in (("--missing", "NA", "--empty-is-missing", "--check-all"),
                     ("--missing", "NA", "--time-format", "absolute"),
                     ("--map", "score=points", "--allow-absent")):
            with self.subTest(more=more):
                self.assertEqual(kit.run(*kit.from_kafka("optional"), *JSON_LINES, *more),
                                 kit.run(file, *JSON_LINES, *more))

    def test_writing(self):
        kit.create("optional-verdicts")
        file = kit.write_csv("written.csv", [(r[0], 0, *r[2:]) for r in kit.events(400, 1)])
        written = []
        for more in (("-v", "outputs", "--evidence", "--output-time-format", "absolute"),
                     ("--verbosity", "violations", "--episodes"), ("--debug-streams", "n")):
            with self.subTest(more=more):
                written += kit.run(file, "-o", "jsonl", "--quiet", *more).splitlines()
                kit.run(file, "-o", "kafka=optional-verdicts", "--brokers", kit.BROKER, "--quiet",
                        *more)
                self.assertEqual(kit.committed("optional-verdicts"), written)

    def test_another_topic_for_the_state(self):
        kit.create("stated", "stated-verdicts")
        kit.produce("stated", [(r[0], 0, *r[2:]) for r in kit.events(30, 1)])
        output = ("-v", "outputs", "-o", "kafka=stated-verdicts", "--brokers", kit.BROKER,
                  "--quiet", "--exactly-once", "--state-topic", "elsewhere", "--group")
        for _ in range(2):
            kit.run("stated", "--input", "kafka", *output, "stated")
        self.assertEqual(kit.committed("stated-verdicts"),
                         kit.run(*kit.from_kafka("stated"), *JSON_LINES).splitlines())
        self.assertGreater(kit.end_of("elsewhere"), 1)
        file = kit.write_csv("stated.csv", kit.events(30, 1))
        self.assertIn("needs the input `kafka`",
                      kit.run(file, *output, "filed", status=USAGE))
        self.assertIn("cannot be resumed",
                      kit.run("-", *output, "piped", status=DATA, text=file.read_text()))

    def test_from_the_end(self):
        kit.create("late-comer")
        kit.kcat("-P", "-t", "late-comer", "-p", "0", text=kit.as_json((0, 0, "old", True, 1.0)))
        out = kit.FOLDER / "late-comer.jsonl"
        out.unlink(missing_ok=True)
        process = subprocess.Popen(kit.command(
            *kit.from_kafka("late-comer"), "--follow", "--read-from", "end", "--idle-after", "1s",
            "-v", "outputs", "-o", f"jsonl={out}", "--quiet"))
        count = 0
        try:
            while not (out.exists() and "new" in out.read_text()):
                self.assertLess(count, 10 * kit.LONG)
                count += 1
                time.sleep(0.1)
                kit.kcat("-P", "-t", "late-comer", "-p", "0",
                         text=kit.as_json((count * 1000, 0, "new", True, 1.0)))
        finally:
            process.terminate()
            process.wait(kit.LONG)
        self.assertNotIn("old", out.read_text())


class Guide(unittest.TestCase):
    """The page for newcomers does what it says."""

    def test_its_commands_run(self):
        page = pathlib.Path("docs/guide/kafka.md").read_text()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            spec = re.search(r"```rtlola\n(.*?)```", page, re.DOTALL)[1]
            (folder / "hiring.lola").write_text(spec)
            (folder / "fairmon").symlink_to(pathlib.Path(kit.FAIRMON).resolve())
            path = f"{folder}:{os.environ['PATH']}"
            printed = []
            for remark, text in re.findall(r"(<!--[^\n]*-->\n)?```(?:sh|console)\n(.*?)```", page,
                                           re.DOTALL):
                if "apt install" in text or "cluster of yours" in remark:
                    continue
                # One that waits for more has to be ended by somebody.
                script = re.sub(r"^\$ ", "", text, flags=re.MULTILINE).replace(" --follow", "")
                done = subprocess.run(["bash", "-ec", script], cwd=folder, capture_output=True,
                                      text=True, timeout=kit.LONG, check=False,
                                      env={**os.environ, "PATH": path, "BROKER": kit.BROKER})
                self.assertEqual(done.returncode, 0, text + done.stderr)
                printed.append(done.stdout)
        self.assertEqual(len(printed), 5)
        self.assertIn("[Trigger]", printed[1])
        self.assertIn('"trigger_0"', printed[2])
        # The same verdicts once more, this time in a transaction.
        self.assertEqual(printed[4], printed[2])


class Used(unittest.TestCase):
    """Comes last: every option was used somewhere."""

    def test_every_option_is_used(self):
        known = subprocess.run([kit.FAIRMON, "plugins", "--json"], check=True, capture_output=True,
                               text=True, timeout=kit.LONG).stdout
        names = {f"--{option['name']}" for plugin in json.loads(known)
                 if plugin["name"] == "kafka" for option in plugin["options"]}
        self.assertGreater(len(names), 15)
        self.assertEqual(names - kit.USED, set())


class ExactlyOnce(unittest.TestCase):
    """Committed verdicts are those of one run that nothing disturbed."""

    def once(self, topic, verdicts, group, *more):
        return (*kit.from_kafka(topic), "-v", "outputs", "-o", f"kafka={verdicts}", "--quiet",
                "--exactly-once", "--group", group, *more)

    def test_kills_lose_and_repeat_nothing(self):
        rows = kit.events(9000, 4, seed=7)
        kit.create("busy", "busy-verdicts")
        kit.produce("busy", rows)
        expected = kit.run(kit.write_csv("busy.csv", rows), *JSON_LINES).splitlines()
        rng = random.Random(5)
        span = rows[-1][0] / 1000
        arguments = self.once("busy", "busy-verdicts", "busy-run", "--every", "700", "--batch",
                              "32")
        for kill in range(KILLS):
            # So slow that the kills are spread over the data.
            slow = ("--replay-speed", str(span / (KILLS * 1.5)))
            process = subprocess.Popen(kit.command(*arguments, *slow))
            try:
                begin = kit.end_of("busy-verdicts")
                wait_for(lambda: kit.end_of("busy-verdicts") > begin + 5 or
                         process.poll() is not None)
                time.sleep(rng.random())  # anywhere in a transaction
            finally:
                process.kill()
                process.wait(kit.LONG)
            got = kit.committed("busy-verdicts") if kill % 2 == 0 else []
            self.assertEqual(got, expected[:len(got)])
        kit.run(*arguments)
        self.assertEqual(kit.committed("busy-verdicts"), expected)
        # Aborted verdicts do lie in the log: the kills were no idle threat.
        self.assertGreater(len(kit.everything("busy-verdicts")), len(expected))
        # The offsets of the group stand behind the last records.
        self.assertEqual(len(kit.left_for("nobody-yet", "busy")), len(rows))
        self.assertEqual(kit.left_for("busy-run", "busy"), [])
        # Nothing new: another start adds nothing.
        kit.run(*arguments)
        self.assertEqual(kit.committed("busy-verdicts"), expected)

    def test_starts_go_on_with_what_came_since(self):
        rows = [(r[0], r[1] % 2, *r[2:]) for r in kit.events(1200, 4, seed=3)]
        kit.create("daily", "daily-verdicts")
        # Days do not overlap in time.
        days = [rows[:400], rows[400:800], rows[800:]]
        gap = [[(r[0] + 1000 * day, *r[1:]) for r in part] for day, part in enumerate(days)]
        for day in gap:
            kit.produce("daily", day)
            kit.run(*self.once("daily", "daily-verdicts", "daily-run", "--shards", "2"))
        expected = kit.run(kit.write_csv("daily.csv", sum(gap, [])), *JSON_LINES).splitlines()
        self.assertEqual(kit.committed("daily-verdicts"), expected)

    def test_followers_get_verdicts_while_nothing_comes(self):
        kit.create("quiet", "quiet-verdicts")
        rows = [(r[0], 0, *r[2:]) for r in kit.events(20, 1)]
        kit.produce("quiet", rows)
        process = subprocess.Popen(kit.command(*self.once("quiet", "quiet-verdicts", "quiet-run",
                                                          "--follow", "--idle-after", "1s",
                                                          "--every", "1000000")))
        try:
            wait_for(lambda: len(kit.committed("quiet-verdicts")) >= 20)
        finally:
            process.terminate()
            process.wait(kit.LONG)

    def test_a_second_run_takes_over(self):
        kit.create("contested", "contested-verdicts")
        kit.produce("contested", [(r[0], 0, *r[2:]) for r in kit.events(50, 1)])
        arguments = self.once("contested", "contested-verdicts", "contested-run", "--follow",
                              "--idle-after", "1s")
        first = subprocess.Popen(kit.command(*arguments), stderr=subprocess.PIPE, text=True)
        second = None
        try:
            wait_for(lambda: len(kit.committed("contested-verdicts")) >= 50)
            second = subprocess.Popen(kit.command(*arguments))
            wait_for(lambda: kit.end_of("contested-run-state") >= 5)
            kit.produce("contested", [(r[0] + 10**6, 0, *r[2:]) for r in kit.events(50, 1)])
            told = first.communicate(timeout=kit.LONG)[1]
            self.assertEqual(first.returncode, DATA)
            self.assertIn("another run of the group `contested-run` has taken over", told)
            wait_for(lambda: len(kit.committed("contested-verdicts")) >= 100)
        finally:
            for process in (first, second):
                if process is not None and process.poll() is None:
                    process.terminate()
                    process.wait(kit.LONG)
        self.assertEqual(len(kit.committed("contested-verdicts")),
                         len(set(kit.committed("contested-verdicts"))))

    def test_a_bad_record_keeps_what_was_decided_before_it(self):
        kit.create("spoilt", "spoilt-verdicts")
        rows = [(r[0], 0, *r[2:]) for r in kit.events(30, 1)]
        kit.produce("spoilt", rows[:20])
        kit.kcat("-P", "-t", "spoilt", "-p", "0", text="no object\n")
        kit.produce("spoilt", rows[20:])
        arguments = self.once("spoilt", "spoilt-verdicts", "spoilt-run")
        expected = kit.run(kit.write_csv("spoilt.csv", rows), *JSON_LINES).splitlines()
        for _ in range(2):
            self.assertIn("offset 20", kit.run(*arguments, status=DATA))
            got = kit.committed("spoilt-verdicts")
            self.assertEqual(got, expected[:20])
        kit.run(*arguments, "--on-bad-record", "skip")
        self.assertEqual(kit.committed("spoilt-verdicts"), expected)

    def test_refusals(self):
        kit.create("refused", "refused-verdicts")
        kit.produce("refused", [(r[0], 0, *r[2:]) for r in kit.events(10, 1)])
        good = self.once("refused", "refused-verdicts", "refused-run")
        kit.run(*good)
        self.assertIn("--checkpoint", kit.run(*good, "--checkpoint", "x.ckpt", status=USAGE))
        self.assertIn("--at-end", kit.run(*good, "--at-end", status=USAGE))
        other = kit.FOLDER / "spec.lola"
        text = other.read_text()
        try:
            other.write_text(text + "output more := score\n")
            self.assertIn("belongs to another specification", kit.run(*good, status=DATA))
        finally:
            other.write_text(text)
        self.assertIn("was taken with other options",
                      kit.run(*good, "--time-format", "absolute", status=DATA))
        self.assertIn("--group NAME",
                      kit.run(*kit.from_kafka("refused"), "-o", "kafka=x", "--exactly-once",
                              status=USAGE))


def wait_for(condition):
    limit = time.monotonic() + kit.LONG
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError("it did not come to pass")
        time.sleep(0.1)


if __name__ == "__main__":
    kit.FOLDER.mkdir(parents=True, exist_ok=True)
    (kit.FOLDER / "spec.lola").write_text(kit.SPEC)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)
