"""What the tests of the DSA source share: a simulator, runs against it, dumps of it."""
import hashlib
import os
import pathlib
import subprocess

from kit import PROGRAM, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "1|simulated"
EXAMPLES = ("automation_per_language", "delay", "automation_ratios")


def example(name):
    return str(ROOT / "examples/dsa" / f"{name}.lola")


class Simulator:
    """`fairmon dsa simulate` on a free port; a context manager."""

    def __init__(self, *flags):
        self.process = subprocess.Popen([PROGRAM, "dsa", "simulate", "--port", "0", *flags],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = ""
        self.dumps_url = ""
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["address"]:
                self.url = words[1]
            if words[:1] == ["bucket"]:
                self.dumps_url = words[1]
            if "Ctrl-C" in line:
                break
        if not self.url:
            raise RuntimeError("the simulator does not start: " + self.process.stderr.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class SimulatedTest(ProgramTest):
    """A test with a simulator; `DATA` are its flags."""

    DATA = ("--days", "3", "--per-day", "2000", "--quota", "100000")
    FROM, TO = "2025-11-26", "2025-11-29"

    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator(*cls.DATA)
        cls.addClassCleanup(cls.simulator.__exit__)

    def setUp(self):
        super().setUp()
        os.environ["FAIRMON_DSA_TOKEN"] = TOKEN
        self.addCleanup(os.environ.pop, "FAIRMON_DSA_TOKEN", None)

    def api(self):
        """Flags that read everything the simulator has."""
        return ["--input", "dsa", "--from", self.FROM, "--to", self.TO, "--url",
                self.simulator.url, "--quota", "100000"]

    def write_dumps(self, *flags):
        """Dumps of the same statements; their names, in the order of days."""
        simulated = self.DATA[:self.DATA.index("--quota")]
        text = self.succeed("dsa", "simulate", *simulated, "--write-dumps", ".", *flags)
        return text.split()

    def verdicts(self, spec, *source):
        """Bytes of all outputs of a run."""
        self.succeed("monitor", spec, *source, "-q", "-v", "outputs", "-o", "jsonl=out.jsonl")
        return (self.folder / "out.jsonl").read_bytes()

    def digest(self, spec, *source):
        return hashlib.sha256(self.verdicts(spec, *source)).hexdigest()
