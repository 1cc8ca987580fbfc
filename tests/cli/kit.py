"""What the tests of the program share: running it in a scratch folder."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ.get("FAIRMON", "fairmon")

SPEC = """\
input a: Int64
input b: Float64
input s: String
output d := a + 1
output e(x: String) spawn with s eval when s == x with b
#[public]
output f @1s := a.aggregate(over: 2s, using: count)
trigger a > 2 "big"
output tup := (a, s)
"""

TRACE = """\
time,a,b,s
0.5,1,2.5,x
1.0,2,#,"y z"
2.25,3,0.0000000001,y
"""


class ProgramTest(unittest.TestCase):
    """A test with a scratch folder of its own, in which the program runs."""

    maxDiff = None

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.write("spec.lola", SPEC)
        self.write("trace.csv", TRACE)

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(data)

    def read(self, name):
        return (self.folder / name).read_text()

    def run_program(self, *words, stdin=None, timeout=60):
        """Result with returncode, stdout and stderr as text."""
        return subprocess.run([PROGRAM, *words], cwd=self.folder, input=stdin, timeout=timeout,
                              capture_output=True, text=True, check=False)

    def succeed(self, *words, stdin=None):
        """Standard output of a run that has to end with code 0."""
        result = self.run_program(*words, stdin=stdin)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def fail_with(self, code, *words, stdin=None):
        """Standard error of a run that has to end with this code."""
        result = self.run_program(*words, stdin=stdin)
        self.assertEqual(result.returncode, code, result.stderr + result.stdout)
        return result.stderr


def options_without_test(test, cases, plugins):
    """Names of the tests `test_<role>_<plugin>_<option>` that no case has, for these plugins."""
    wanted = set()
    for plugin in json.loads(test.succeed("plugins", "--json")):
        if plugin["name"] in plugins:
            wanted |= {f"test_{plugin['role']}_{plugin['name']}_{option['name']}".replace("-", "_")
                       for option in plugin["options"]}
    test.assertTrue(wanted)
    return wanted - {name for case in cases for name in dir(case)}


def interrupt(process, after=0.3, sign=signal.SIGINT):
    """Sends a signal once the program has begun to listen for it, however long it took to start."""
    caught = 0
    deadline = time.monotonic() + 60
    while not caught & 1 << sign - 1 and time.monotonic() < deadline:
        time.sleep(0.01)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
    time.sleep(after)
    process.send_signal(sign)
