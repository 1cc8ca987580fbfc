"""Verdicts come when they are decided: a pipe is answered at once, with threads and without."""
import statistics
import subprocess
import time

from kit import PROGRAM, ProgramTest

SPEC = """\
input a: Int64
output b := a + 1
"""
# A sink that waits for news takes 50 ms; a busy machine takes its time too.
MEDIAN = 0.025


class Latency(ProgramTest):
    def answers(self, pieces, *words):
        """Seconds until the line that answers each piece."""
        self.write("spec.lola", SPEC)
        process = subprocess.Popen(
            [PROGRAM, "monitor", "spec.lola", "-", "-v", "outputs", *words], cwd=self.folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        times = []
        try:
            for i, piece in enumerate(pieces):
                if i == 1:
                    time.sleep(0.2)  # everything has started by the first answer
                began = time.monotonic()
                process.stdin.write(piece.encode())
                line = b""
                while not line.endswith(b"\n"):
                    byte = process.stdout.read(1)
                    self.assertTrue(byte, "the program ended")
                    line += byte
                times.append(time.monotonic() - began)
                self.assertIn(f"= {i + 2}".encode(), line)
        finally:
            process.stdin.close()
            process.wait(timeout=20)
            process.stdout.close()
            error = process.stderr.read()
            process.stderr.close()
        self.assertEqual(process.returncode, 0, error)
        return times

    def check(self, pieces, *words):
        for more in ((), ("--single-thread",)):
            with self.subTest(words=(*words, *more)):
                self.assertLess(statistics.median(self.answers(pieces, *words, *more)), MEDIAN)

    def test_csv(self):
        self.check(["time,a\n1,1\n"] + [f"{i},{i}\n" for i in range(2, 40)])

    def test_json_lines(self):
        self.check([f'{{"time":{i},"a":{i}}}\n' for i in range(1, 40)], "--input", "jsonl")

    def test_online(self):
        self.check(["a\n1\n"] + [f"{i}\n" for i in range(2, 40)], "--online")

    def test_half_a_record_holds_nothing_back(self):
        csv = ["time,a\n1,1\n2,"] + [f"{i}\n{i + 1}," for i in range(2, 30)] + ["30\n"]
        self.check(csv)
        lines = [f'{{"time":{i},"a":{i}}}\n' for i in range(1, 31)]
        ends = [(line[:9], line[9:]) for line in lines]
        json = [lines[0] + ends[1][0]]
        json += [ends[i][1] + ends[i + 1][0] for i in range(1, 29)] + [ends[29][1]]
        self.check(json, "--input", "jsonl")

    def test_replay(self):
        """Rows of a replay are shown when they are due, not when it ends."""
        self.write("spec.lola", SPEC)
        self.write("data.csv", "time,a\n0,1\n0.5,2\n30,3\n")
        for more in ((), ("--single-thread",)):
            with self.subTest(words=more):
                began = time.monotonic()
                process = subprocess.Popen(
                    [PROGRAM, "monitor", "spec.lola", "data.csv", "-v", "outputs",
                     "--replay-speed", "1", *more], cwd=self.folder, stdout=subprocess.PIPE)
                lines = [process.stdout.readline(), process.stdout.readline()]
                took = time.monotonic() - began
                process.kill()
                process.communicate()
                self.assertIn(b"= 3", lines[1])
                self.assertLess(took, 15)
