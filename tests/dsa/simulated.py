"""What the tests of the DSA source share: a simulator, runs against it, dumps of it."""
import hashlib
import os

from kit import PROGRAM, ProgramTest
from simulator import SimulatorProcess

TOKEN = "1|simulated"
EXAMPLES = ("automation_per_language", "delay", "automation_ratios")


class Simulator(SimulatorProcess):
    """The simulator of the program under test."""

    def __init__(self, *flags):
        super().__init__(PROGRAM, *flags)


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
