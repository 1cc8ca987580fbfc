"""Runs that survive: checkpoints, SIGKILL at random moments, refusals."""
import os
import random
import re
import signal
import subprocess
import time

from kit import PROGRAM, ProgramTest, interrupt

SPEC = """\
input g: String
input x: Int64
#[public]
output n(k: String) spawn with g eval when g == k with n(k).last(or: 0) + x
output total := total.last(or: 0) + x
output recent @1s := x.aggregate(over: 5s, using: sum)
trigger total > 100000 "many"
"""


class Survival(ProgramTest):
    def make_trace(self, rows):
        generator = random.Random(5)
        lines = ["time,g,x"]
        for i in range(rows):
            number = f"bad{i}" if i % 97 == 5 else generator.randrange(9)
            lines.append(f"{i * 0.01:.2f},g{generator.randrange(50)},{number}")
        self.write("spec.lola", SPEC)
        self.write("data.csv", "\n".join(lines) + "\n")

    def words(self, output, *more):
        return ["monitor", "spec.lola", "data.csv", "-v", "outputs", "-q", "--batch", "64",
                "-o", f"text={output}.log", "-o", f"jsonl={output}.jsonl",
                "-o", f"csv={output}.csv", "--layout", "long", "-o", f"summary={output}.txt",
                "--on-bad-record", "skip", "--quarantine", f"{output}.bad", *more]

    def content(self, file):
        data = (self.folder / file).read_bytes()
        # Of the summary only the time it took may differ.
        return re.sub(rb" in [^\n]* per second\)", b"", data) if file.endswith(".txt") else data

    def check_same(self, expected, found):
        for suffix in ("log", "jsonl", "csv", "bad", "txt"):
            whole, pieces = (self.content(f"{name}.{suffix}") for name in (expected, found))
            self.assertGreater(len(whole), 100, suffix)
            self.assertTrue(whole == pieces, f"{found}.{suffix} differs from {expected}.{suffix}")

    def test_killed_at_any_moment_the_output_is_the_same(self):
        wanted = int(os.environ.get("FAIRMON_KILLS", "50"))
        self.make_trace(15_000)
        began = time.monotonic()
        self.succeed(*self.words("whole"))
        whole = time.monotonic() - began
        generator = random.Random(11)
        kills = 0
        rounds = 0
        resumed = 0
        # Goes on until enough runs were killed and enough of them went on from a checkpoint.
        while (kills < wanted or resumed <= wanted // 3) and rounds < 40 * wanted:
            rounds += 1
            words = self.words("pieces", "--checkpoint", "run.ckpt", "--every", "500")
            if (self.folder / "run.ckpt").exists():
                words += ["--resume", "run.ckpt"]
                resumed += 1
            process = subprocess.Popen([PROGRAM, *words], cwd=self.folder)
            try:
                code = process.wait(timeout=0.01 + generator.random() * whole * 0.5)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                continue
            self.assertEqual(code, 0)
            self.check_same("whole", "pieces")
            os.remove(self.folder / "run.ckpt")
        self.assertGreaterEqual(kills, wanted)
        self.assertGreater(resumed, wanted // 3)
        if (self.folder / "run.ckpt").exists():
            self.succeed(*self.words("pieces", "--resume", "run.ckpt"))
        else:
            self.succeed(*self.words("pieces"))
        self.check_same("whole", "pieces")

    def test_interrupt_writes_a_checkpoint(self):
        self.make_trace(15_000)
        self.succeed(*self.words("whole"))
        process = subprocess.Popen(
            [PROGRAM, *self.words("pieces", "--checkpoint", "run.ckpt", "--replay-speed", "100")],
            cwd=self.folder)
        interrupt(process, after=0.5)
        self.assertEqual(process.wait(timeout=10), 130)
        self.succeed(*self.words("pieces", "--resume", "run.ckpt"))
        self.check_same("whole", "pieces")

    def test_refusals(self):
        self.make_trace(3_000)
        self.succeed(*self.words("out", "--checkpoint", "run.ckpt", "--every", "1000"))
        good = (self.folder / "run.ckpt").read_bytes()
        resume = self.words("out", "--resume", "run.ckpt")

        def refused(message, *words):
            self.assertIn(message, self.fail_with(2, *words))

        self.write("run.ckpt", good[:-10])
        refused("truncated", *resume)
        self.write("run.ckpt", good[:-10] + b"0123456789")
        refused("checksum", *resume)
        self.write("run.ckpt", b"something else")
        refused("no checkpoint of FairMon", *resume)
        self.write("run.ckpt", good)
        refused("outputs, now there are 1", "monitor",
                "spec.lola", "data.csv", "--resume", "run.ckpt")
        refused("in the place of `other.log`", *self.words("out", "--resume", "run.ckpt")[:8],
                "-o", "text=other.log", *self.words("out", "--resume", "run.ckpt")[10:])
        words = self.words("out", "--resume", "run.ckpt")
        place = words.index("--quarantine")
        refused("--quarantine FILE", *words[:place], *words[place + 2:])
        (self.folder / "out.bad").write_bytes(b"")
        refused("is not the quarantine file", *resume)
        self.succeed(*self.words("out"))
        self.write("spec.lola", SPEC.replace("100000", "99999"))
        refused("another specification", *resume)
        self.write("spec.lola", SPEC)
        self.write("data.csv", "time,g,x\n0,other,1\n")
        refused("other data", *resume)
        refused("cannot open the checkpoint", *self.words("out", "--resume", "missing.ckpt"))
        self.make_trace(3_000)
        self.succeed(*resume)

    def test_parts_of_standard_output_join(self):
        self.make_trace(15_000)
        words = ["monitor", "spec.lola", "data.csv", "-v", "outputs", "-q", "--on-bad-record",
                 "skip"]
        whole = self.succeed(*words)
        process = subprocess.Popen(
            [PROGRAM, *words, "--checkpoint", "run.ckpt", "--replay-speed", "100"],
            cwd=self.folder, stdout=subprocess.PIPE)
        interrupt(process, after=0.5)
        first = process.communicate(timeout=20)[0].decode()
        with open(self.folder / "second.log", "wb") as file:
            subprocess.run([PROGRAM, *words, "--resume", "run.ckpt"], cwd=self.folder, check=True,
                           stdout=file)
        self.assertGreater(len(first), 1000)
        self.assertTrue(first + self.read("second.log") == whole)

    def test_standard_input_cannot_be_resumed(self):
        self.make_trace(3_000)
        text = self.fail_with(2, "monitor", "spec.lola", "-", "-q", "--checkpoint", "c", "--every",
                              "10", "--on-bad-record", "skip", stdin=self.read("data.csv"))
        self.assertIn("cannot be resumed", text)
