"""The traces of the examples are what their generators write, and every folder explains itself."""
import pathlib
import subprocess
import sys
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
TRACES = {"compas/trace.csv": [], "hiring/trace.csv": [], "hiring/reviews.csv": ["--events"],
          "lending/trace.csv": []}


class Traces(unittest.TestCase):
    def test_generators_write_them(self):
        for trace, words in TRACES.items():
            generator = (EXAMPLES / trace).parent / "generate.py"
            made = subprocess.run([sys.executable, str(generator), *words], check=True,
                                  capture_output=True).stdout
            self.assertEqual(made, (EXAMPLES / trace).read_bytes(), trace)

    def test_folders_are_listed(self):
        listed = (EXAMPLES / "README.md").read_text()
        for folder in EXAMPLES.iterdir():
            if folder.is_dir() and any(folder.glob("*.lola")):
                self.assertIn(f"{folder.name}/", listed)


if __name__ == "__main__":
    unittest.main()
