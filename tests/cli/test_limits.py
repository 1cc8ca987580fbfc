"""Files that ask for too much: columns, lines, members, nesting, packed data. A message, or
constant memory; never all memory there is, never an hour of silence."""
import gzip
import os
import pty
import subprocess

from kit import PROGRAM, ProgramTest

ROOM_MB = 100


class Limits(ProgramTest):
    def run_small(self, *words):
        """Code, messages, and megabytes beyond those of a tiny run."""
        tiny = self.measure("monitor", "spec.lola", "trace.csv", "-q")[2]
        code, error, size = self.measure(*words)
        self.assertLess(size - tiny, ROOM_MB, error)
        return code, error

    def measure(self, *words):
        environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") +
                           ":quarantine_size_mb=1")
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        error = process.stderr.read().decode()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, error, usage.ru_maxrss / 1024

    def test_columns(self):
        self.write("wide.csv", "time,a,b,s" + ",c" * 1_000_000 + "\n1,1,1,x\n")
        code, error = self.run_small("monitor", "spec.lola", "wide.csv")
        self.assertEqual(code, 2, error)
        self.assertIn("at most 65536 columns are read", error)

    def test_long_lines(self):
        self.write("long.csv", b"time,a,b,s\n1,1,1," + b"x" * 30_000_000 + b"\n2,3,1,y\n")
        code, error = self.run_small("monitor", "spec.lola", "long.csv", "--on-bad-record", "skip")
        self.assertEqual(code, 0, error)
        self.assertIn("1 bad", error)
        self.write("long.jsonl", b'{"time":1,"a":1,"b":1,"s":"x"}\n{"time":1,"a":1,"b":1,"s":"' +
                   b"x" * 40_000_000 + b'"}\n{"time":2,"a":3,"b":1,"s":"y"}\n')
        code, error = self.run_small("monitor", "spec.lola", "long.jsonl", "--on-bad-record",
                                     "skip")
        self.assertEqual(code, 0, error)
        self.assertIn("1 bad", error)

    def test_members(self):
        """Looking for near names among a million takes a moment, not an hour."""
        members = ",".join(f'"m{i}":1' for i in range(700_000))
        self.write("wide.jsonl", f'{{"time":1,"a":1,"b":1,{members}}}\n' * 3)
        code, error = self.run_small("monitor", "spec.lola", "wide.jsonl")
        self.assertEqual(code, 2, error)
        self.assertIn("has a field `s`", error)

    def test_nesting(self):
        deep = "[" * 100_000 + "]" * 100_000
        self.write("deep.jsonl", f'{{"time":1,"a":1,"b":1,"s":"x"}}\n'
                                 f'{{"time":2,"deep":{deep},"a":1,"b":1,"s":"x"}}\n')
        code, error = self.run_small("monitor", "spec.lola", "deep.jsonl", "--on-bad-record",
                                     "skip")
        self.assertEqual(code, 0, error)

    def test_packed(self):
        """A thousand times as large when unpacked, read piece by piece."""
        with gzip.open(self.folder / "bomb.csv.gz", "wb", compresslevel=9) as file:
            file.write(b"time,a,b,s\n1,1,1,")
            for _ in range(300):
                file.write(b"x" * 1_000_000)
        code, error = self.run_small("monitor", "spec.lola", "bomb.csv.gz", "--on-bad-record",
                                     "skip")
        self.assertEqual(code, 0, error)
        self.assertIn("bad", error)
        with gzip.open(self.folder / "head.csv.gz", "wb", compresslevel=9) as file:
            for _ in range(300):
                file.write(b"x" * 1_000_000)
        code, error = self.run_small("monitor", "spec.lola", "head.csv.gz")
        self.assertEqual(code, 2, error)


class Columns(ProgramTest):
    """Two columns of one name."""

    def test_one_that_is_read_is_refused(self):
        self.write("twice.csv", "time,a,b,s,a\n1,1,1,x,2\n")
        error = self.fail_with(2, "monitor", "spec.lola", "twice.csv")
        self.assertIn("several columns are called `a`, and input `a` reads that name", error)
        self.write("mapped.csv", "time,x,b,s,x\n1,1,1,x,2\n")
        error = self.fail_with(2, "monitor", "spec.lola", "mapped.csv", "--map", "a=x")
        self.assertIn("several columns are called `x`, and input `a` reads that name", error)

    def test_the_time_is_refused(self):
        self.write("twice.csv", "time,a,b,s,time\n1,1,1,x,2\n")
        error = self.fail_with(2, "monitor", "spec.lola", "twice.csv")
        self.assertIn("several columns are called `time`, and the time reads that name", error)
        self.assertIn("--time-column 1", error)
        self.succeed("monitor", "spec.lola", "twice.csv", "--time-column", "5")

    def test_another_one_is_told(self):
        self.write("twice.csv", "time,a,b,s,note,note\n1,1,1,x,2,3\n")
        result = self.run_program("monitor", "spec.lola", "twice.csv", "-q")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: twice.csv: several columns are called `note`", result.stderr)


class Terminal(ProgramTest):
    def test_texts_do_not_command_it(self):
        """Neither C0 nor C1 controls come through to a terminal; files get every byte."""
        self.write("spec.lola", "input s: String\noutput o := s\n")
        self.write("data.csv", b"time,s\n1,a\x1b[31mb\xc2\x9b31mc\n")
        ours, theirs = pty.openpty()
        subprocess.run([PROGRAM, "monitor", "spec.lola", "data.csv", "-v", "outputs"], check=True,
                       cwd=self.folder, stdout=theirs, stderr=subprocess.DEVNULL)
        shown = os.read(ours, 10_000)
        os.close(theirs)
        os.close(ours)
        self.assertIn(b"a\xef\xbf\xbd[31mb\xef\xbf\xbd31mc", shown)
        self.assertNotIn(b"\xc2\x9b", shown)
        text = subprocess.run([PROGRAM, "monitor", "spec.lola", "data.csv", "-v", "outputs"],
                              cwd=self.folder, capture_output=True, check=True).stdout
        self.assertIn(b"a\x1b[31mb\xc2\x9b31mc", text)
