"""A checkpoint goes on with the very data, options and files it was taken with, and finds them
where rotation has put them; everything else is refused with the reason."""
import gzip
import os
import re
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from kit import PROGRAM, ProgramTest, interrupt

SPEC = """\
input a: Int64
input s: String
#[public]
output total := total.last(or: 0) + a
output n(k: String) spawn with s eval when s == k with n(k).last(or: 0) + 1
"""
HEAD = "time,a,s\n"


def rows(first, last):
    """Lines of the records with these numbers."""
    return "".join(f"{i},{i},s{i % 7}\n" for i in range(first, last))


class Resume(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)
        self.write("data.csv", HEAD + rows(0, 4000))

    def words(self, output, *more, data="data.csv"):
        return ["monitor", "spec.lola", data, "-q", "-v", "outputs", "-o", f"jsonl={output}",
                *more]

    def take(self, *more, data="data.csv"):
        """A checkpoint in the middle of the data."""
        process = subprocess.Popen(
            [PROGRAM, *self.words("out.jsonl", "--checkpoint", "c", "--batch", "64",
                                  "--replay-speed", "1000", *more, data=data)], cwd=self.folder)
        interrupt(process, after=0.7)
        self.assertEqual(process.wait(timeout=60), 130)

    def refused(self, message, *more, data="data.csv", output="out.jsonl"):
        error = self.fail_with(2, *self.words(output, "--resume", "c", *more, data=data))
        self.assertIn(message, error)

    def test_other_data_of_the_same_size(self):
        self.take()
        text = self.read("data.csv")
        place = text.index("\n40,40,") + 4
        self.write("data.csv", text[:place] + "41" + text[place + 2:])
        self.refused("other data")
        self.write("data.csv", text)
        self.succeed(*self.words("whole.jsonl"))
        self.succeed(*self.words("out.jsonl", "--resume", "c"))
        self.assertEqual(self.read("out.jsonl"), self.read("whole.jsonl"))

    def test_a_file_that_grew_or_shrank(self):
        self.take()
        text = self.read("data.csv")
        self.write("data.csv", text + rows(4000, 4001))
        self.refused("other data")
        self.write("data.csv", text[:-8])
        self.refused("other data")

    def test_files_that_were_read_before(self):
        self.write("a.csv", HEAD + rows(0, 50))
        self.write("b.csv", HEAD + rows(50, 4000))
        process = subprocess.Popen(
            [PROGRAM, "monitor", "spec.lola", "a.csv", "b.csv", "-q", "-o", "jsonl=out.jsonl",
             "--checkpoint", "c", "--batch", "64", "--replay-speed", "1000"], cwd=self.folder)
        interrupt(process, after=0.7)
        self.assertEqual(process.wait(timeout=60), 130)
        words = ["monitor", "spec.lola", "a.csv", "b.csv", "-q", "-o", "jsonl=out.jsonl",
                 "--resume", "c"]
        good = self.read("a.csv")
        self.write("a.csv", good.replace("\n30,30,", "\n30,31,"))
        self.assertIn("other data", self.fail_with(2, *words))
        self.write("a.csv", good)
        self.succeed(*words)

    def test_other_options(self):
        self.take("--missing", "NA")
        same = ("--missing", "NA")
        self.refused("--missing was `NA` and is now ``")
        self.refused("--time-format was `auto` and is now `relative`", *same, "--time-format",
                     "relative")
        self.refused("--map was `` and is now `a=time`", *same, "--map", "a=time")
        self.refused("the start of the run was `not given`", *same, "--start-time-unix", "5")
        self.refused("--start-at-midnight", *same, "--start-at-midnight")
        error = self.fail_with(2, "monitor", "spec.lola", "data.csv", "-q", "-v", "public", "-o",
                               "jsonl=out.jsonl", *same, "--resume", "c")
        self.assertIn("--verbosity of output 1 was `outputs` and is now `public`", error)
        self.refused("--input-delay", *same, "--input-delay", "5")
        error = self.fail_with(2, "monitor", "spec.lola", "data.csv", "-q", "-v", "outputs", "-o",
                               "csv=out.jsonl", "--layout", "long", *same, "--resume", "c")
        self.assertIn("--layout of output 1 was not given and is now `long`", error)
        # How fast, how often and on how many threads is nobody's business; nor are defaults.
        self.succeed(*self.words("out.jsonl", *same, "--single-thread", "--batch", "7",
                                 "--time-format", "auto", "--resume", "c", "--checkpoint", "d",
                                 "--on-bad-record", "skip"))

    def test_a_checkpoint_is_there_from_the_beginning(self):
        self.write("c", b"of an older run")
        process = subprocess.Popen(
            [PROGRAM, *self.words("out.jsonl", "--checkpoint", "c", "--every", "1h",
                                  "--replay-speed", "100")], cwd=self.folder)
        time.sleep(1)
        process.kill()
        process.wait()
        self.succeed(*self.words("out.jsonl", "--resume", "c"))
        self.succeed(*self.words("whole.jsonl"))
        self.assertEqual(self.read("out.jsonl"), self.read("whole.jsonl"))


class Rotation(ProgramTest):
    """A followed file that is rotated, before, while and after the monitor dies."""

    suffix = "csv"

    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)
        self.log = f"log.{self.suffix}"
        self.process = None
        self.addCleanup(self.kill)

    def lines(self, first, last, head=True):
        return (HEAD if head else "") + rows(first, last)

    def append(self, text):
        with open(self.folder / self.log, "a", encoding="utf-8") as file:
            file.write(text)

    def start(self, *more):
        words = [PROGRAM, "monitor", "spec.lola", self.log, "--follow", "-q", "-v", "outputs",
                 "-o", "jsonl=out.jsonl", "--checkpoint", "c", "--every", "10", *more]
        if (self.folder / "c").exists():
            words += ["--resume", "c"]
        self.process = subprocess.Popen(words, cwd=self.folder, stderr=subprocess.PIPE)

    def kill(self):
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            self.process.communicate()

    def wait_for(self, number):
        """Until the record of this number is judged; nothing may come after it."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            found = self.numbers()
            if found and found[-1] >= number:
                return
            self.assertIsNone(self.process.poll(), self.process.poll() and
                              self.process.stderr.read())
            time.sleep(0.02)
        self.fail(f"record {number} did not come: {self.numbers()[-3:]}")

    def numbers(self):
        file = self.folder / "out.jsonl"
        text = file.read_text() if file.exists() else ""
        return [int(float(time)) for time in re.findall(r'"time":"?([0-9.]+)', text)]

    def check(self, count):
        """Every record once and in order."""
        self.assertEqual(sorted(set(self.numbers())), list(range(count)))
        totals = [int(value) for value in
                  re.findall(r'"total":[^0-9]*([0-9]+)', (self.folder / "out.jsonl").read_text())]
        self.assertEqual(totals, [i * (i + 1) // 2 for i in range(count)])

    def rename(self, to):
        (self.folder / self.log).rename(self.folder / to)

    def copytruncate(self, to):
        shutil.copy(self.folder / self.log, self.folder / to)
        with open(self.folder / self.log, "r+", encoding="utf-8") as file:
            file.truncate(0)

    def test_rename_around_a_crash(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        self.kill()
        self.append(self.lines(100, 150, head=False))
        self.rename(self.log + ".1")
        self.write(self.log, self.lines(150, 200))
        self.start()
        self.wait_for(199)
        self.append(self.lines(200, 210, head=False))
        self.wait_for(209)
        self.check(210)

    def test_several_rotations_while_it_was_away(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        self.kill()
        self.append(self.lines(100, 120, head=False))
        self.rename(self.log + ".3")
        for number, first in ((2, 120), (1, 140)):
            time.sleep(0.02)
            self.write(f"{self.log}.{number}", self.lines(first, first + 20))
        time.sleep(0.02)
        # What else lies there is none of its business.
        self.write(self.log + ".bak", self.lines(500, 600))
        self.write(self.log, self.lines(160, 180))
        self.start()
        self.wait_for(179)
        self.check(180)

    def test_rotated_and_packed(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        self.kill()
        self.append(self.lines(100, 150, head=False))
        with gzip.open(self.folder / (self.log + ".1.gz"), "wb") as file:
            file.write((self.folder / self.log).read_bytes())
        os.remove(self.folder / self.log)
        self.write(self.log, self.lines(150, 200))
        self.start()
        self.wait_for(199)
        self.check(200)

    def test_copytruncate_around_a_crash(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        self.kill()
        self.append(self.lines(100, 150, head=False))
        self.copytruncate(self.log + ".1")
        self.append(self.lines(150, 400))
        self.start()
        self.wait_for(399)
        self.check(400)

    def test_copytruncate_while_it_runs(self):
        """The file grows beyond the old length at once: only what stood there before tells."""
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        os.kill(self.process.pid, signal.SIGSTOP)
        self.append(self.lines(100, 130, head=False))
        self.copytruncate(self.log + ".1")
        self.append(self.lines(130, 400))
        os.kill(self.process.pid, signal.SIGCONT)
        self.wait_for(399)
        self.check(400)

    def test_renamed_twice_while_it_was_behind(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        os.kill(self.process.pid, signal.SIGSTOP)
        self.append(self.lines(100, 120, head=False))
        self.rename(self.log + ".2")
        time.sleep(0.02)
        self.write(self.log + ".1", self.lines(120, 140))
        time.sleep(0.02)
        self.write(self.log, self.lines(140, 160))
        os.kill(self.process.pid, signal.SIGCONT)
        self.wait_for(159)
        self.check(160)

    def test_a_file_that_is_gone_is_refused(self):
        self.write(self.log, self.lines(0, 100))
        self.start()
        self.wait_for(99)
        self.kill()
        os.remove(self.folder / self.log)
        self.write(self.log, self.lines(200, 500))
        self.start()
        error = self.process.communicate(timeout=60)[1].decode()
        self.assertEqual(self.process.returncode, 2, error)
        self.assertIn("records may be missing", error)

    def test_killed_again_and_again_while_it_rotates(self):
        self.write(self.log, self.lines(0, 1))
        written = 1
        self.start()
        self.wait_for(0)
        self.kill()
        for turn in range(12):
            self.start()
            time.sleep(0.05 + 0.05 * (turn % 4))
            self.append(self.lines(written, written + 25, head=False))
            written += 25
            time.sleep(0.03 * (turn % 3))
            if turn % 2 == 0:
                self.kill()
            if turn % 3 == 0:
                self.rename(f"{self.log}.{100 - turn}")
                self.write(self.log, self.lines(written, written + 1))
                written += 1
            time.sleep(0.02)
            self.kill()
        self.start()
        self.wait_for(written - 1)
        self.check(written)


class RotationOfJsonLines(Rotation):
    suffix = "jsonl"

    def lines(self, first, last, head=True):
        return "".join(f'{{"time":{i},"a":{i},"s":"s{i % 7}"}}\n' for i in range(first, last))


class Unit(ProgramTest):
    """The unit for systemd in the guide, word by word, with a shell in the place of systemd."""

    GUIDE = Path(__file__).resolve().parents[2] / "docs/guide/production.md"

    @unittest.skipUnless(GUIDE.exists(), "without the guide")
    def test_restarts_lose_nothing(self):
        page = self.GUIDE.read_text()
        unit = re.search(r"```ini\n(.*?)```", page, re.S)[1]
        command = re.search(r"ExecStart=/bin/sh -c '(.*?)'\n", unit, re.S)[1].replace("\\\n", " ")
        self.assertIn("Restart=on-failure", unit)
        self.assertIn("SuccessExitStatus=130", unit)
        self.write("hiring.lola", SPEC.replace("#[public]\n", "") + "trigger a >= 0 \"seen\"\n")
        self.write("decisions.csv", HEAD + rows(0, 10))
        os.makedirs(self.folder / "bin")
        os.symlink(os.path.abspath(PROGRAM), self.folder / "bin" / "fairmon")
        environment = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        written = 10
        for turn in range(8):
            process = subprocess.Popen(["/bin/sh", "-c", command], cwd=self.folder,
                                       env=environment, stderr=subprocess.PIPE)
            deadline = time.monotonic() + 60
            while self.last_record() < written - 1 and time.monotonic() < deadline:
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            with open(self.folder / "decisions.csv", "a", encoding="utf-8") as file:
                file.write(rows(written, written + 10))
            written += 10
            if turn % 2 == 0:
                process.kill()
                process.communicate()
            else:
                interrupt(process, after=0, sign=signal.SIGTERM)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 130)
            if turn == 4:
                (self.folder / "decisions.csv").rename(self.folder / "decisions.csv.1")
                self.write("decisions.csv", HEAD + rows(written, written + 10))
                written += 10
        process = subprocess.Popen(["/bin/sh", "-c", command], cwd=self.folder, env=environment)
        while self.last_record() < written - 1 and time.monotonic() < deadline + 60:
            time.sleep(0.02)
        interrupt(process, after=0, sign=signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(self.records(), list(range(written)))

    def records(self):
        file = self.folder / "verdicts.jsonl"
        text = file.read_text() if file.exists() else ""
        return [int(float(time)) for time in re.findall(r'"time":"?([0-9.]+)', text)]

    def last_record(self):
        return max(self.records(), default=-1)
