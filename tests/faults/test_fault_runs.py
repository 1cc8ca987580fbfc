"""A call that fails costs the run, never silently a verdict, and never the process."""
import unittest

import faulty
from kit import PROGRAM
from simulated import SimulatedTest
from simulator import example

SPEC = example("automation_ratios")


class FaultyRuns(SimulatedTest):
    DATA = ("--days", "1", "--per-day", "2000", "--quota", "100000")
    TO = "2025-11-27"

    def try_all(self, words, outputs, kinds=faulty.KINDS):
        """The command with failures of each kind; with code 0 its files are as without any."""
        command = [PROGRAM, *words]
        for kind in kinds:
            total = faulty.num_calls(command, self.folder, kind)
            wanted = [(self.folder / name).read_bytes() for name in outputs]
            for place in faulty.places(total, kind):
                for name in outputs:
                    (self.folder / name).unlink(missing_ok=True)
                    (self.folder / (name + ".part")).unlink(missing_ok=True)
                fault = f"{kind}:{place}"
                result = faulty.run(command, self.folder, fault)
                with self.subTest(words=words[0], fault=fault, of=total):
                    self.assertIn(result.returncode, (0, 1, 2), result.stderr)
                    self.assertNotIn("terminate called", result.stderr)
                    if result.returncode == 0:
                        found = [(self.folder / name).read_bytes() for name in outputs]
                        self.assertTrue(found == wanted, "code 0, but files differ")
                    else:
                        self.assertIn("error: ", result.stderr)

    def test_csv(self):
        self.write("rows.csv", "time,a,b,s\n" + "".join(
            f"{i},{i % 5},{i / 7},{'abc'[i % 3]}\n" for i in range(3_000)))
        self.try_all(["monitor", "spec.lola", "rows.csv", "-q", "-o", "jsonl=out.jsonl",
                      "-v", "outputs", "--checkpoint", "run.ckpt", "--every", "500"],
                     ["out.jsonl"])

    def test_api(self):
        self.try_all(["monitor", SPEC, *self.api(), "-q", "-o", "jsonl=out.jsonl", "-v",
                      "outputs", "--attempts", "2"], ["out.jsonl"])

    def test_dumps(self):
        (dump,) = self.write_dumps()
        self.try_all(["monitor", SPEC, dump, "-q", "-o", "jsonl=out.jsonl", "-v", "outputs"],
                     ["out.jsonl"])

    def test_fetch(self):
        self.try_all(["dsa", "fetch", SPEC, *self.api()[2:], "--output", "all.csv", "--attempts",
                      "2"], ["all.csv"])


if __name__ == "__main__":
    unittest.main()
