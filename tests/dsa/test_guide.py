"""Every command of the guide runs as it stands there."""
import os
import re
import shutil
import subprocess
import unittest

from kit import PROGRAM
from simulated import SimulatedTest
from simulator import ROOT


class Guide(SimulatedTest):
    DATA = ("--days", "7", "--per-day", "2000", "--quota", "100000")

    def test_commands_of_the_guide(self):
        shutil.copytree(ROOT / "examples/dsa", self.folder / "examples/dsa")
        text = (ROOT / "docs/guide/dsa.md").read_text()
        commands = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
        self.assertGreater(commands.count("fairmon "), 6)
        commands = commands.replace("http://127.0.0.1:8099", self.simulator.url)
        (self.folder / "bin").mkdir()
        os.symlink(os.path.abspath(PROGRAM), self.folder / "bin/fairmon")
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        result = subprocess.run(["bash", "-e", "-c", commands], cwd=self.folder, check=False,
                                capture_output=True, text=True, timeout=200,
                                env={**os.environ, "PATH": path})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('platform_name == "Google Play"', result.stdout)
        self.assertIn("daily automation ratios of the languages differ", result.stdout)

    def test_analyze_names_what_stands_in_the_way(self):
        self.write("all.lola", "input platform_name: String\noutput n @1h := "
                               "platform_name.aggregate(over: 1d, using: count)\n")
        text = self.succeed("analyze", "all.lola")
        self.assertIn("all, because\n  n has a window over platform_name\n", text)
        text = self.succeed("analyze", str(ROOT / "examples/dsa/automation_per_language.lola"))
        self.assertIn('platform_name == "Google Play"', text)


if __name__ == "__main__":
    unittest.main()
