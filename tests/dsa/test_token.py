"""The token is nowhere but in the requests: not in outputs, files, messages or process titles."""
import os
import pathlib
import subprocess
import time
import unittest

from kit import PROGRAM
from simulated import Simulator, SimulatedTest
from simulator import example

SECRET = "17|Zq8vXsecretOfMine4711"
SPEC = example("automation_ratios")


class Token(SimulatedTest):
    def setUp(self):
        super().setUp()
        os.environ.pop("FAIRMON_DSA_TOKEN")
        self.token_file = self.folder / "token"
        self.token_file.write_text(SECRET + "\n")
        self.token_file.chmod(0o600)

    def ways(self):
        """Flags and environment that hand over the token."""
        return {"option": (["--token", SECRET], {}),
                "environment": ([], {"FAIRMON_DSA_TOKEN": SECRET}),
                "file": (["--token-file", "token"], {})}

    def check_nowhere(self, result):
        """Nothing printed and nothing written holds a piece of the token."""
        self.assertNotIn("secretOfMine", result.stdout + result.stderr)
        for path in self.folder.rglob("*"):
            if path.is_file() and path != self.token_file:
                self.assertNotIn(b"secretOfMine", path.read_bytes(), path)

    def run_with(self, flags, environment, *words):
        return subprocess.run([PROGRAM, *words, *flags], cwd=self.folder, capture_output=True,
                              text=True, timeout=100, check=False,
                              env={**os.environ, **environment})

    def request(self, url):
        return ["--from", self.FROM, "--to", self.TO, "--url", url, "--quota", "100000"]

    def test_runs_that_succeed(self):
        with Simulator(*self.DATA, "--token-accepted", SECRET) as server:
            for name, (flags, environment) in self.ways().items():
                for words in (["monitor", SPEC, "--input", "dsa", *self.request(server.url), "-v",
                               "debug", "-o", "jsonl=out.jsonl", "-o", "stats=stats.txt", "-o",
                               "summary=summary.txt", "--checkpoint", "run.ckpt", "--every", "500"],
                              ["dsa", "count", SPEC, *self.request(server.url)],
                              ["dsa", "fetch", SPEC, *self.request(server.url), "--output",
                               "all.csv"]):
                    with self.subTest(way=name, words=words[:2]):
                        result = self.run_with(flags, environment, *words)
                        self.assertEqual(result.returncode, 0, result.stderr)
                        self.check_nowhere(result)

    def test_answers_that_fail(self):
        for fault in ("unauthorised", "bad-query", "server-error", "reset", "html-page"):
            faults = [word for n in range(1, 12) for word in ("--fault", f"{fault}:{n}")]
            with Simulator(*self.DATA, "--token-accepted", SECRET, *faults) as server:
                result = self.run_with(["--token", SECRET], {}, "dsa", "fetch", SPEC,
                                       *self.request(server.url), "--attempts", "2", "--output",
                                       "all.jsonl")
                with self.subTest(fault):
                    self.assertNotEqual(result.returncode, 0)
                    self.check_nowhere(result)

    def test_a_refused_token_is_not_repeated(self):
        for name, (flags, environment) in self.ways().items():
            with self.subTest(name):
                result = self.run_with(flags, environment, "dsa", "count",
                                       *self.request(self.simulator.url))
                self.assertEqual(result.returncode, 2)
                self.assertIn("does not accept the token", result.stderr)
                self.check_nowhere(result)

    def test_mistaken_flags_do_not_repeat_it(self):
        for words in (["dsa", "count", "--token", SECRET, "--from", "yesterday"],
                      ["dsa", "count", "--token", SECRET, "--frm", "2025-11-26"],
                      ["monitor", SPEC, "--input", "dsa", "--token", SECRET],
                      ["dsa", "plan", "--token", SECRET]):
            self.check_nowhere(self.run_with([], {}, *words))

    def test_process_titles(self):
        """Not even the flag stays readable for other users of the machine."""
        with Simulator(*self.DATA, "--latency", "1500", "--token-accepted", SECRET) as server:
            process = subprocess.Popen(
                [PROGRAM, "monitor", SPEC, "--input", "dsa", *self.request(server.url), "--token",
                 SECRET, "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            title = SECRET.encode()
            deadline = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < deadline:
                title = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes()
                if b"monitor" in title and SECRET.encode() not in title:
                    break
                time.sleep(0.01)
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertIn(b"monitor", title)
            self.assertNotIn(b"secretOfMine", title)

    def test_the_simulator_does_not_repeat_a_chosen_token(self):
        words = [PROGRAM, "dsa", "simulate", "--port", "0", "--token-accepted", SECRET]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            for line in process.stdout:
                self.assertNotIn("secretOfMine", line)
                if "Ctrl-C" in line:
                    break
            title = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes()
            self.assertIn(b"--token-accepted", title)
            self.assertNotIn(b"secretOfMine", title)
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()

    def test_open_files_are_refused(self):
        self.token_file.chmod(0o644)
        result = self.run_with(["--token-file", "token"], {}, "dsa", "count",
                               *self.request(self.simulator.url))
        self.assertEqual(result.returncode, 1)
        self.assertIn("chmod 600", result.stderr)
        self.token_file.chmod(0o600)
        self.token_file.write_text("\n")
        result = self.run_with(["--token-file", "token"], {}, "dsa", "count",
                               *self.request(self.simulator.url))
        self.assertIn("empty", result.stderr)


if __name__ == "__main__":
    unittest.main()
