"""Runs and downloads that are killed go on at a page boundary and end with the same bytes."""
import random
import signal
import subprocess
import unittest

from kit import PROGRAM
from simulated import Simulator, SimulatedTest
from simulator import example

KILLS = 10


class Survival(SimulatedTest):
    DATA = ("--days", "1", "--per-day", "6000", "--quota", "100000", "--generation", "g1",
            "--latency", "30")
    TO = "2025-11-27"

    def kill_until_done(self, words_of, finished, enough=lambda: True):
        """Starts anew until enough runs were killed, then lets one come to its end."""
        generator = random.Random(3)
        kills = 0
        while kills < KILLS or (kills < 10 * KILLS and not enough()):
            process = subprocess.Popen([PROGRAM, *words_of()], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                code = process.wait(timeout=0.15 + 0.6 * generator.random())
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                continue
            self.assertEqual(code, 0)
            finished()
        self.succeed(*words_of())
        finished(last=True)

    def test_monitor(self):
        spec = example("automation_ratios")
        source = [*self.api(), "--page-size", "200"]
        wanted = self.verdicts(spec, *source)
        resumed = 0

        def words():
            nonlocal resumed
            base = ["monitor", spec, *source, "-q", "-v", "outputs", "-o", "jsonl=pieces.jsonl",
                    "--checkpoint", "run.ckpt", "--every", "200"]
            if (self.folder / "run.ckpt").exists():
                resumed += 1
                base += ["--resume", "run.ckpt"]
            return base

        def finished(last=False):
            self.assertEqual((self.folder / "pieces.jsonl").read_bytes(), wanted)
            if not last:
                (self.folder / "run.ckpt").unlink()

        self.kill_until_done(words, finished, enough=lambda: resumed > 3)
        self.assertGreater(resumed, 3)

    def test_fetch(self):
        spec = example("automation_ratios")
        request = [*self.api()[2:], "--page-size", "200"]
        for name in ("all.csv", "all.jsonl.gz"):
            self.succeed("dsa", "fetch", spec, *request, "--output", "whole-" + name)
            wanted = (self.folder / ("whole-" + name)).read_bytes()

            def finished(last=False):
                self.assertEqual((self.folder / name).read_bytes(), wanted)
                self.assertFalse((self.folder / (name + ".part")).exists())

            self.kill_until_done(
                lambda: ["dsa", "fetch", spec, *request, "--output", name], finished)

    def test_an_unfinished_download_of_something_else_is_kept(self):
        spec = example("automation_ratios")
        with Simulator(*self.DATA, "--fault", "unauthorised:3") as server:
            words = ["dsa", "fetch", spec, "--from", self.FROM, "--url", server.url, "--page-size",
                     "500", "--output", "all.csv"]
            self.assertIn("repeat the command to go on", self.fail_with(2, *words))
            size = (self.folder / "all.csv").stat().st_size
            self.assertIn("unfinished download of something else",
                          self.fail_with(1, *words, "--platform", "Instagram"))
            self.assertEqual((self.folder / "all.csv").stat().st_size, size)
            self.succeed(*words)
        self.assertEqual(self.read("all.csv").count("\n"), 6001)

    def test_an_older_file_stays_until_there_is_something_new(self):
        spec = example("automation_ratios")
        self.write("all.csv", "older\n")
        with Simulator(*self.DATA, "--fault", "unauthorised:1") as server:
            self.fail_with(2, "dsa", "fetch", spec, "--from", self.FROM, "--url", server.url,
                           "--output", "all.csv")
        self.assertEqual(self.read("all.csv"), "older\n")
        for name in ("none.jsonl", "none.csv"):
            self.write(name, "older\n")
            self.succeed("dsa", "fetch", spec, "--from", "2020-01-01", "--to", "2020-01-02",
                         "--url", self.simulator.url, "--output", name)
            self.assertNotIn("older", self.read(name))

    def test_what_is_read_is_not_written(self):
        spec = example("automation_ratios")
        self.write("token.csv", "1|simulated\n")
        (self.folder / "token.csv").chmod(0o600)
        request = [*self.api()[2:], "--token-file", "token.csv"]
        for words in (["dsa", "fetch", spec, *request, "--output", "token.csv"],
                      ["monitor", spec, "--input", "dsa", *request, "-o", "csv=token.csv"]):
            self.assertIn("is the same file as", self.fail_with(1, *words))
            self.assertEqual(self.read("token.csv"), "1|simulated\n")


if __name__ == "__main__":
    unittest.main()
