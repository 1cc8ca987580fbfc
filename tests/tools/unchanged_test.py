"""./dev test leaves out a step only while nothing that decides its result has changed."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import step_digest  # noqa: E402

# Two steps in place of the real ones: each notes that it ran, outside of the repository.
STEPS = """
step_docs() { echo docs >>"$NOTES"; [ ! -f fails ]; }
build_unit() { [ -f build/dev/program ] || install -D /dev/null build/dev/program; }
step_unit() { echo unit >>"$NOTES"; [ ! -e "$NOTES.edit" ] || date +%N >edited; }
step_peers() { echo peers >>"$NOTES"; }
step_toolkits() { skip "nothing here"; }
"""


class Repository(unittest.TestCase):
    """A small repository with the real ./dev and its own steps."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.temporary.name, "repository")
        self.notes = pathlib.Path(self.temporary.name, "notes")
        (self.root / "tools").mkdir(parents=True)
        shutil.copytree(ROOT / "tools/dev", self.root / "tools/dev")
        for name in ("dev", "tools/repository.py", "tools/step_digest.py"):
            shutil.copy(ROOT / name, self.root / name)
        self.write("tools/dev/steps.sh", STEPS)
        self.write(".gitignore", "/build/\n__pycache__/\n")
        self.write("page.md", "a page\n")
        self.write("web/app.ts", "let a;\n")
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first")

    def tearDown(self):
        self.temporary.cleanup()

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.root, check=True)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def dev_test(self, step, *options, **environment):
        """Runs one step; returns whether it really ran, and everything printed."""
        self.notes.unlink(missing_ok=True)
        run = subprocess.run(["./dev", "test", "--only", step, *options], cwd=self.root, text=True,
                             capture_output=True,
                             env={**os.environ, "NOTES": str(self.notes), **environment})
        self.status = run.returncode
        self.printed = run.stdout + run.stderr
        return self.notes.exists()


class Steps(Repository):
    def test_a_fresh_checkout_runs_and_then_says_that_nothing_changed(self):
        self.assertTrue(self.dev_test("docs"))
        self.assertFalse(self.dev_test("docs"))
        self.assertEqual(self.status, 0)
        self.assertRegex(self.printed, r"docs unchanged since it passed \d+ s ago; --again runs it")
        self.assertIn("1 unchanged since they passed", self.printed)

    def test_again_runs_all_the_same(self):
        self.dev_test("docs")
        self.assertTrue(self.dev_test("docs", "--again"))
        self.assertFalse(self.dev_test("docs"))

    def test_a_failed_step_runs_again(self):
        self.write("fails", "")
        self.assertTrue(self.dev_test("docs"))
        self.assertEqual(self.status, 1)
        self.assertTrue(self.dev_test("docs"))

    def test_a_failure_forgets_that_it_passed_before(self):
        self.dev_test("docs")
        self.write("fails", "")
        self.dev_test("docs")
        (self.root / "fails").unlink()
        self.assertTrue(self.dev_test("docs"))

    def test_changed_new_and_removed_files_count(self):
        self.dev_test("docs")
        for change in (lambda: self.write("page.md", "another\n"),
                       lambda: self.write("new.md", "untracked\n"),
                       lambda: (self.root / "new.md").chmod(0o755),
                       lambda: (self.root / "page.md").unlink()):
            change()
            self.assertTrue(self.dev_test("docs"))
            self.assertFalse(self.dev_test("docs"))

    def test_the_environment_counts(self):
        self.dev_test("docs")
        self.assertTrue(self.dev_test("docs", FAIRMON_SEED="7"))
        self.assertFalse(self.dev_test("docs", FAIRMON_SEED="7", TERM="other", FAIRMON_JOBS="1"))

    def test_tools_count(self):
        self.dev_test("docs")
        tool = pathlib.Path(self.temporary.name, "bin", "node")
        tool.parent.mkdir()
        path = {"PATH": f"{tool.parent}:{os.environ['PATH']}"}
        for version in ("v1", "v2"):
            tool.write_text(f"#!/bin/sh\necho {version}\n")
            tool.chmod(0o755)
            self.assertTrue(self.dev_test("docs", **path), version)
            self.assertFalse(self.dev_test("docs", **path), version)

    def test_a_program_built_anew_counts(self):
        self.dev_test("unit")
        self.assertFalse(self.dev_test("unit"))
        (self.root / "build/dev/program").write_text("other")
        self.assertTrue(self.dev_test("unit"))

    def test_compiled_tests_do_not_look_at_the_sources_of_the_page(self):
        self.dev_test("unit")
        self.dev_test("docs")
        self.write("web/app.ts", "let b;\n")
        self.assertFalse(self.dev_test("unit"))
        self.assertTrue(self.dev_test("docs"))

    def test_an_edit_during_the_run_is_not_taken_for_tested(self):
        edit = pathlib.Path(f"{self.notes}.edit")
        edit.touch()
        self.dev_test("unit")
        edit.unlink()
        self.assertTrue(self.dev_test("unit"))

    def test_steps_that_depend_on_the_world_always_run(self):
        self.dev_test("peers")
        self.assertTrue(self.dev_test("peers"))
        self.dev_test("toolkits")
        self.assertIn("skipped: nothing here", self.printed)
        self.dev_test("toolkits")
        self.assertIn("skipped: nothing here", self.printed)


class Digest(unittest.TestCase):
    def test_programs_are_those_that_run(self):
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            for name, mode in (("tests/one", 0o755), ("two.so.1", 0o644), ("three.o", 0o644),
                               ("CTestTestfile.cmake", 0o644), ("CMakeFiles/four", 0o755)):
                (build / name).parent.mkdir(exist_ok=True)
                (build / name).touch(mode)
            found = sorted(str(path.relative_to(build)) for path in step_digest.programs(build))
        self.assertEqual(found, ["CTestTestfile.cmake", "tests/one", "two.so.1"])


if __name__ == "__main__":
    unittest.main()
