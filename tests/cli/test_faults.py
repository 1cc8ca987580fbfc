"""Every allocation, read, write, fsync, rename, open and thread that fails: an error, no crash, and
nothing lost: whoever resumes has what one gets without any failure.

A library put before the program (faults/faults.cpp) makes the n-th call of a kind fail.
FAIRMON_FAULTS sets how many numbers are tried of each kind.
"""
import os
import random
import subprocess
import unittest

from kit import PROGRAM, ProgramTest

LIBRARY = os.environ.get("FAIRMON_FAULT_LIBRARY", "")
TRIES = int(os.environ.get("FAIRMON_FAULTS", "25"))
SUFFIXES = ("jsonl", "log", "bad")
SPEC = """\
input g: String
input x: Int64
output n(k: String) spawn with g eval when g == k with n(k).last(or: 0) + x
output recent @1s := x.aggregate(over: 5s, using: sum)
trigger x > 7 "large"
"""


def usable():
    """Sanitizers bring an allocator of their own."""
    with open(PROGRAM, "rb") as file:
        return bool(LIBRARY) and b"__asan_init" not in file.read()


@unittest.skipUnless(usable(), "needs the library of faults and a program without sanitizers")
class Faults(ProgramTest):
    def setUp(self):
        super().setUp()
        generator = random.Random(3)
        lines = ["time,g,x"]
        for i in range(600):
            number = f"bad{i}" if i % 97 == 5 else generator.randrange(9)
            lines.append(f"{i * 0.05:.2f},group {i}-{generator.randrange(50)},{number}")
        self.write("spec.lola", SPEC)
        self.write("data.csv", "\n".join(lines) + "\n")
        self.assertEqual(self.run_with("whole").returncode, 0)

    def words(self, output, *more):
        return [PROGRAM, "monitor", "spec.lola", "data.csv", "-q", "-v", "outputs", "--batch", "50",
                "-o", f"jsonl={output}.jsonl", "-o", f"text={output}.log", "--on-bad-record",
                "skip", "--quarantine", f"{output}.bad", "--checkpoint", f"{output}.ckpt",
                "--every", "100", *more]

    def run_with(self, output, *more, **environment):
        return subprocess.run(self.words(output, *more), cwd=self.folder, timeout=120, text=True,
                              capture_output=True, check=False,
                              env=dict(os.environ, **environment))

    def counts(self, *more):
        self.run_with("counted", *more, LD_PRELOAD=LIBRARY, FAIRMON_FAULT_COUNTS="counts.txt")
        return {kind: int(number) for kind, number in
                (line.split() for line in self.read("counts.txt").splitlines())}

    def check_same(self, what):
        for suffix in SUFFIXES:
            same = self.read(f"out.{suffix}") == self.read(f"whole.{suffix}")
            self.assertTrue(same, f"{what}: out.{suffix} differs")

    def try_fault(self, kind, number, *more):
        what = f"{kind} {number}"
        for suffix in (*SUFFIXES, "ckpt", "ckpt.new"):
            (self.folder / f"out.{suffix}").unlink(missing_ok=True)
        result = self.run_with("out", *more, LD_PRELOAD=LIBRARY, FAIRMON_FAULT=f"{kind}:{number}")
        self.assertIn(result.returncode, (0, 1, 2, 70), f"{what}: {result.stderr}")
        if result.returncode == 0:
            self.check_same(what)
            return 0
        self.assertTrue(result.stderr.startswith("error: "), f"{what}: {result.stderr}")
        self.assertNotIn("a mistake in FairMon", result.stderr, what)
        resume = ("--resume", "out.ckpt") if (self.folder / "out.ckpt").exists() else ()
        again = self.run_with("out", *resume, *more)
        self.assertEqual(again.returncode, 0, f"{what}: {again.stderr}")
        self.check_same(what)
        return 1

    def try_all(self, kind, *more):
        count = self.counts(*more)[kind]
        self.assertGreater(count, 0, kind)
        numbers = list(range(1, count + 1))
        if len(numbers) > TRIES:
            numbers = sorted(random.Random(5).sample(numbers, TRIES))
        told = sum(self.try_fault(kind, number, *more) for number in numbers)
        self.assertGreater(told, 0, "no failure was noticed")

    def test_memory(self):
        self.try_all("memory")
        self.try_all("memory", "--single-thread")

    def test_reads(self):
        self.try_all("read")

    def test_writes(self):
        self.try_all("write")

    def test_syncs(self):
        self.try_all("sync")

    def test_opening(self):
        self.try_all("open")

    def test_renames(self):
        self.try_all("rename")

    def test_threads(self):
        self.try_all("thread")

    def test_memory_that_stays_away(self):
        """From some allocation on none succeeds: still no crash."""
        count = self.counts()["memory"]
        for number in sorted(random.Random(6).sample(range(1, count + 1), min(count, TRIES))):
            (self.folder / "out.ckpt").unlink(missing_ok=True)
            result = self.run_with("out", LD_PRELOAD=LIBRARY, FAIRMON_FAULT=f"memory:{number}+")
            self.assertIn(result.returncode, (1, 2), f"memory {number}+: {result.stderr}")

    def test_memory_for_the_first_record(self):
        """What libraries set up when they are first used: every allocation at the end of a run that
        reads a single record."""
        self.write("one.lola", "input g: String\noutput o := g\n")
        self.write("one.csv", "time,g\n1,a\n")
        self.write("one.jsonl", '{"time": 1, "g": "a"}\n')
        for data in ("one.csv", "one.jsonl"):
            words = [PROGRAM, "monitor", "one.lola", data, "-q", "--single-thread"]

            def run(words=words, **wish):
                return subprocess.run(words, cwd=self.folder, timeout=120, text=True, check=False,
                                      capture_output=True,
                                      env=dict(os.environ, LD_PRELOAD=LIBRARY, **wish))

            self.assertEqual(run(FAIRMON_FAULT_COUNTS="counts.txt").returncode, 0)
            count = int(self.read("counts.txt").split()[1])
            for number in range(count - 60, count + 1):
                result = run(FAIRMON_FAULT=f"memory:{number}")
                self.assertIn(result.returncode, (0, 1, 2), f"{data} {number}: {result.stderr}")
