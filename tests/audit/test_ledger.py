"""The ledger of a run: what is in it, what verify finds, what a replay shows, what survives."""
import hashlib
import http.server
import json
import random
import shutil
import signal
import subprocess
import threading
import time
import unittest

from kit import PROGRAM, ProgramTest, options_without_test

SPEC = """\
input group: String
input hired: Bool
#[public]
#[band="0.95"]
output rate(g: String) spawn with group eval when group == g with prob(of: hired)
output seen @true := seen.last(or: 0) + 1
trigger @hired seen % 250 == 0 "two hundred and fifty more"
"""

# The first key of RFC 8032; everybody knows it.
KEY = """\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
"""
PUBLIC = """\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
"""
OTHER_PUBLIC = """\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=
-----END PUBLIC KEY-----
"""


class LedgerTest(ProgramTest):
    def setUp(self):
        super().setUp()
        generator = random.Random(3)
        lines = ["time,group,hired"]
        for i in range(3000):
            word = "perhaps" if i % 701 == 700 else str(generator.random() < 0.4).lower()
            lines.append(f"{i * 0.5:.1f},{generator.choice(['women', 'men', 'ünknown'])},{word}")
        self.write("spec.lola", SPEC)
        self.write("data.csv", "\n".join(lines) + "\n")
        self.write("key.pem", KEY)
        self.write("public.pem", PUBLIC)
        self.write("other.pem", OTHER_PUBLIC)

    def words(self, ledger, *more, data="data.csv"):
        return ["monitor", "spec.lola", data, "-q", "-o", f"ledger={ledger}",
                "--on-bad-record", "skip", "--input-every", "500", "--batch", "64", *more]

    def lines(self, ledger):
        return [json.loads(line) for line in self.read(ledger).splitlines()]

    def bodies(self, ledger, kind):
        return [line[kind] for line in self.lines(ledger) if kind in line]


class Contents(LedgerTest):
    def test_lines_are_chained_and_say_what_was_run(self):
        self.succeed(*self.words("run.ledger"))
        raw = (self.folder / "run.ledger").read_bytes().split(b"\n")
        self.assertEqual(raw.pop(), b"")
        head = "0" * 64
        for seq, line in enumerate(raw):
            value = json.loads(line)
            self.assertEqual((value["seq"], value["prev"]), (seq, head))
            head = hashlib.sha256(line).hexdigest()
        first = self.bodies("run.ledger", "open")[0]
        self.assertEqual(first["specification"]["text"], SPEC)
        self.assertEqual(first["specification"]["sha256"],
                         hashlib.sha256(SPEC.encode()).hexdigest())
        with open(PROGRAM, "rb") as program:
            self.assertEqual(first["program"]["sha256"],
                             hashlib.sha256(program.read()).hexdigest())
        self.assertIn(["on-bad-record", "skip"], first["options"])
        self.assertIn(["DATA", "data.csv"], first["options"])

    def test_verdicts_have_event_time_counts_and_interval(self):
        self.succeed(*self.words("run.ledger"))
        verdicts = self.bodies("run.ledger", "verdict")
        fired = [v for v in verdicts if v["stream"] == "trigger_0" and v["state"] == "violated"]
        self.assertGreater(len(fired), 5)
        for verdict in fired:
            self.assertEqual(verdict["value"], "two hundred and fifty more")
            self.assertEqual(verdict["event"] % 250, 0)
        rates = [v for v in verdicts if v["stream"] == "rate"]
        # Recounted from the data.
        counts = {}
        event = 0
        for line in self.read("data.csv").splitlines()[1:]:
            _, group, hired = line.split(",")
            if hired == "perhaps":
                continue
            event += 1
            n, hits = counts.get(group, (0, 0))
            counts[group] = (n + 1, hits + (hired == "true"))
            verdict = rates[event - 1]
            self.assertEqual((verdict["event"], verdict["instance"], verdict["n"],
                              verdict["hits"]), (event, [group], *counts[group]))
            low, high = verdict["interval"]
            self.assertLessEqual(low, verdict["value"])
            self.assertGreaterEqual(high, verdict["value"])
        self.assertEqual(event, len(rates))

    def test_digests_are_those_of_the_file(self):
        self.succeed(*self.words("run.ledger"))
        data = (self.folder / "data.csv").read_bytes()
        inputs = self.bodies("run.ledger", "input")
        self.assertGreater(len(inputs), 4)
        for line in inputs:
            for file in line["files"]:
                self.assertEqual(file["name"], "data.csv")
                self.assertEqual(file["sha256"],
                                 hashlib.sha256(data[:file["bytes"]]).hexdigest())
        self.assertEqual(inputs[-1]["bad"], 4)
        files = [file for line in inputs for file in line["files"]]
        self.assertEqual(files[-1]["bytes"], len(data))
        last = self.bodies("run.ledger", "close")[0]
        self.assertEqual((last["events"], last["bad_records"]), (2996, 4))

    def test_packed_files_and_several(self):
        subprocess.run(["gzip", "-k", "data.csv"], cwd=self.folder, check=True)
        self.succeed(*self.words("run.ledger", data="data.csv.gz"))
        packed = (self.folder / "data.csv.gz").read_bytes()
        last = self.bodies("run.ledger", "input")
        files = [file for line in last for file in line["files"]]
        self.assertEqual(files[-1]["sha256"], hashlib.sha256(packed).hexdigest())
        self.succeed("verify", "run.ledger", "--replay", "data.csv.gz")

    def test_a_ledger_overwrites_nothing(self):
        self.succeed(*self.words("run.ledger"))
        self.assertIn("overwrites nothing", self.fail_with(1, *self.words("run.ledger")))
        self.assertIn("file of its own",
                      self.fail_with(1, "monitor", "spec.lola", "data.csv", "-o", "ledger"))


class Verify(LedgerTest):
    def test_untouched_and_true(self):
        self.succeed(*self.words("run.ledger"))
        text = self.succeed("verify", "run.ledger", "--closed", "--replay", "data.csv")
        self.assertIn("untouched", text)
        self.assertIn("closed", text)
        self.assertIn("unsigned", text)
        self.assertIn("2996 events", text)

    def test_a_changed_line_is_named(self):
        self.succeed(*self.words("run.ledger"))
        lines = self.read("run.ledger").splitlines(keepends=True)
        lines[40] = lines[40].replace('"n":', '"n":1', 1)
        self.write("run.ledger", "".join(lines))
        self.assertIn("run.ledger:42: ", self.fail_with(2, "verify", "run.ledger"))

    def test_changed_bytes_of_real_ledgers_are_found(self):
        """Plain, signed, in pieces; the test of chains makes thousands of changes."""
        self.write("short.csv", "\n".join(self.read("data.csv").splitlines()[:60]) + "\n")
        generator = random.Random(12)
        for number, flags in enumerate(((), ("--sign-key", "key.pem", "--sign-every", "20"),
                                        ("--sign-key", "key.pem", "--rotate", "30"))):
            name = f"{number}.ledger"
            self.succeed(*self.words(name, *flags, data="short.csv"))
            pieces = sorted(self.folder.glob(f"{name}*"))
            for _ in range(25):
                piece = generator.choice(pieces)
                whole = piece.read_bytes()
                changed = bytearray(whole)
                place = generator.randrange(len(whole))
                changed[place] ^= generator.randrange(1, 256)
                piece.write_bytes(changed)
                told = self.run_program("verify", name)
                self.assertEqual(told.returncode, 2, (piece.name, place))
                piece.write_bytes(whole)
            self.succeed("verify", name)

    def test_a_rewritten_ledger_is_untouched_but_not_true(self):
        self.succeed(*self.words("run.ledger"))
        head = "0" * 64
        seq_changed = None
        text = []
        for line in self.lines("run.ledger"):
            if seq_changed is None and line.get("verdict", {}).get("n") == 100:
                line["verdict"]["hits"] += 1
                seq_changed = line["seq"]
            line["prev"] = head
            if "close" in line:
                del line["close"]["sha256"]
                line["close"]["sha256"] = hashlib.sha256(self.canonical(line)).hexdigest()
            raw = self.canonical(line)
            head = hashlib.sha256(raw).hexdigest()
            text.append(raw + b"\n")
        self.write("run.ledger", b"".join(text))
        self.succeed("verify", "run.ledger")
        message = self.fail_with(2, "verify", "run.ledger", "--replay", "data.csv")
        self.assertIn(f"run.ledger:{seq_changed + 1}: the ledger says", message)

    @staticmethod
    def canonical(value):
        # Enough for these lines: no number here that Python and JavaScript print differently.
        return json.dumps(value, sort_keys=True, separators=(",", ":"),
                          ensure_ascii=False).encode()

    def test_other_data_are_named(self):
        self.succeed(*self.words("run.ledger"))
        self.write("other.csv", self.read("data.csv").replace(",men,", ",mon,", 1))
        message = self.fail_with(2, "verify", "run.ledger", "--replay", "other.csv")
        self.assertIn("are not the ones that were read", message)
        self.write("short.csv", self.read("data.csv")[:2000])
        self.assertIn("were read",
                      self.fail_with(2, "verify", "run.ledger", "--replay", "short.csv"))

    def test_a_cut_end_is_open_and_a_torn_line_wrong(self):
        self.succeed(*self.words("run.ledger"))
        whole = self.read("run.ledger")
        lines = whole.splitlines(keepends=True)
        self.write("run.ledger", "".join(lines[:-3]))
        self.assertIn("open: ", self.succeed("verify", "run.ledger"))
        self.assertIn("is open", self.fail_with(2, "verify", "run.ledger", "--closed"))
        self.write("run.ledger", "".join(lines[:-3]) + lines[-3][:50])
        self.assertIn(f"run.ledger:{len(lines) - 2}: is torn",
                      self.fail_with(2, "verify", "run.ledger"))

    def test_no_ledger(self):
        self.assertIn("cannot read `none.ledger`", self.fail_with(2, "verify", "none.ledger"))
        self.assertIn("data.csv:1: is no JSON", self.fail_with(2, "verify", "data.csv"))
        self.assertIn("expected the number of a line",
                      self.fail_with(1, "verify", "x", "--head", "12"))


class Options(LedgerTest):
    def test_output_ledger_sign_key(self):
        self.succeed(*self.words("run.ledger", "--sign-key", "key.pem"))
        text = self.succeed("verify", "run.ledger", "--key", "public.pem", "--closed")
        self.assertIn("made with the key d75a980182b10ab7d54b", text)
        self.assertNotIn("unsigned", text)
        self.assertIn("another key", self.fail_with(2, "verify", "run.ledger", "--key",
                                                    "other.pem"))
        self.succeed(*self.words("plain.ledger"))
        self.assertIn("names no key", self.fail_with(2, "verify", "plain.ledger", "--key",
                                                     "public.pem"))
        self.assertIn("openssl genpkey",
                      self.fail_with(1, *self.words("no.ledger", "--sign-key", "spec.lola")))

    def test_output_ledger_sign_every(self):
        self.succeed(*self.words("run.ledger", "--sign-key", "key.pem", "--sign-every", "100"))
        self.assertGreater(len(self.bodies("run.ledger", "signature")), 25)
        self.succeed("verify", "run.ledger", "--key", "public.pem")

    def test_output_ledger_rotate(self):
        self.succeed(*self.words("run.ledger", "--rotate", "500"))
        pieces = sorted(self.folder.glob("run.ledger*"))
        self.assertGreater(len(pieces), 5)
        for piece in pieces:
            self.assertLessEqual(len(piece.read_text().splitlines()), 501)
        text = self.succeed("verify", "run.ledger", "--replay", "data.csv")
        self.assertIn(f"in {len(pieces)} files", text)
        self.assertIn("pieces before are not looked at", self.succeed("verify", "run.ledger.3"))
        self.assertIn("at least 10", self.fail_with(1, *self.words("r.ledger", "--rotate", "3")))

    def test_output_ledger_input_every(self):
        self.succeed(*self.words("few.ledger"))
        words = self.words("many.ledger")
        words[words.index("--input-every") + 1] = "64"
        self.succeed(*words)
        self.assertGreater(len(self.bodies("many.ledger", "input")),
                           5 * len(self.bodies("few.ledger", "input")))
        self.succeed("verify", "many.ledger", "--replay", "data.csv")

    def test_output_ledger_verbosity(self):
        self.succeed(*self.words("run.ledger", "--verbosity", "violations"))
        streams = {verdict["stream"] for verdict in self.bodies("run.ledger", "verdict")}
        self.assertEqual(streams, {"trigger_0"})
        self.succeed("verify", "run.ledger", "--replay", "data.csv")

    def test_output_ledger_debug_streams(self):
        self.succeed(*self.words("run.ledger", "--debug-streams", "rate", "--debug-streams",
                                 "seen"))
        verdicts = self.bodies("run.ledger", "verdict")
        self.assertEqual(sum(v.get("change") == "spawn" for v in verdicts), 3)
        self.succeed("verify", "run.ledger", "--replay", "data.csv")

    def test_output_ledger_witness(self):
        result = self.run_program(*self.words("run.ledger", "--witness", "print"))
        self.assertEqual(result.returncode, 0, result.stderr)
        head = result.stderr.strip().splitlines()[-1].split()[1]
        self.succeed("verify", "run.ledger", "--head", head)
        seq = head.split(":")[0]
        self.assertIn("kept elsewhere", self.fail_with(2, "verify", "run.ledger", "--head",
                                                       f"{seq}:{'0' * 64}"))
        heads = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                heads.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(201)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            self.succeed(*self.words("sent.ledger", "--witness",
                                     f"http://127.0.0.1:{server.server_port}/heads"))
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
        self.succeed("verify", "sent.ledger", "--head",
                     f"{heads[-1]['seq']}:{heads[-1]['sha256']}")
        # A witness that is not there stops nobody, but is told of.
        result = self.run_program(*self.words("lost.ledger", "--witness",
                                              f"http://127.0.0.1:{server.server_port}/heads"))
        self.assertEqual(result.returncode, 0)
        self.assertIn("the witness did not take a head", result.stderr)


class Complete(ProgramTest):
    def test_every_option_has_its_test(self):
        self.assertEqual(options_without_test(self, (Options,), {"ledger"}), set())


class Survival(LedgerTest):
    def test_killed_at_any_moment_the_chain_goes_on(self):
        self.succeed(*self.words("whole.ledger"))
        expected = self.bodies("whole.ledger", "verdict")
        generator = random.Random(8)
        checkpoint = self.folder / "run.ckpt"
        words = self.words("run.ledger", "--checkpoint", "run.ckpt", "--every", "200", "--rotate",
                           "400", "--sign-key", "key.pem")
        kills = 0
        for _ in range(8):
            resume = ["--resume", "run.ckpt"] if checkpoint.exists() else []
            before = checkpoint.stat().st_mtime_ns if resume else 0
            process = subprocess.Popen([PROGRAM, *words, *resume, "--replay-speed", "400"],
                                       cwd=self.folder)
            # It is killed once it has begun and written a checkpoint of its own.
            while process.poll() is None and (not checkpoint.exists() or
                                              checkpoint.stat().st_mtime_ns == before):
                time.sleep(0.005)
            time.sleep(generator.random() * 0.3)
            if process.poll() is not None:
                break
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
        if process.returncode != 0:
            self.succeed(*words, "--resume", "run.ckpt")
        self.assertGreater(kills, 2)
        text = self.succeed("verify", "run.ledger", "--closed", "--replay", "data.csv",
                            "--key", "public.pem")
        self.assertIn("went on after a stop", text)
        # Without the lines that were judged again, it holds what an unbroken run holds.
        lines = []
        for piece in sorted(self.folder.glob("run.ledger*"),
                            key=lambda path: int(path.suffix[1:]) if path.suffix[1:].isdigit()
                            else 1):
            lines += [json.loads(line) for line in piece.read_text().splitlines()]
        kept = {}
        for line in lines:
            if "resume" in line:
                kept = {seq: v for seq, v in kept.items() if seq <= line["resume"]["from"]}
            elif "verdict" in line:
                kept[line["seq"]] = line["verdict"]
        self.assertEqual(list(kept.values()), expected)

    def test_other_options_of_a_resumed_run_are_written_down(self):
        words = self.words("run.ledger", "--checkpoint", "run.ckpt", "--every", "500")
        self.succeed(*words)
        shutil.copy(self.folder / "run.ledger", self.folder / "before.ledger")
        words[words.index("--on-bad-record") + 1] = "stop"
        self.run_program(*words, "--resume", "run.ckpt")
        self.assertEqual(len(self.bodies("run.ledger", "change")), 1)
        self.assertTrue(self.read("run.ledger").startswith(self.read("before.ledger")))

    def test_a_failed_run_says_why(self):
        words = self.words("run.ledger")
        words[words.index("--on-bad-record") + 1] = "stop"
        self.fail_with(2, *words)
        last = self.lines("run.ledger")[-1]["close"]
        self.assertIn("perhaps", last["error"])
        text = self.succeed("verify", "run.ledger", "--replay", "data.csv")
        self.assertIn("interrupted or failed", text)

    def test_a_live_run_cannot_be_replayed_and_says_so(self):
        self.succeed(*self.words("run.ledger", "--online"))
        self.succeed("verify", "run.ledger")
        self.assertIn("--online", self.fail_with(1, "verify", "run.ledger", "--replay",
                                                 "data.csv"))


if __name__ == "__main__":
    unittest.main()
