"""The runner of documented commands must notice what is wrong."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
import run_commands  # noqa: E402

FAKE = "#!/bin/sh\n[ \"$1\" = fail ] && { echo broken >&2; exit 3; }\necho \"said $*\"\necho end\n"


class Pages(unittest.TestCase):
    def complaints(self, text, update=False):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "fake")
            program.write_text(FAKE)
            program.chmod(0o755)
            page = pathlib.Path(folder, "page.md")
            page.write_text(text)
            self.count, found, self.left_out = run_commands.run_page(program, page, update)
            self.after = page.read_text()
            return found

    def test_output_as_shown(self):
        self.assertEqual(self.complaints(
            "```console\n$ fairmon a b\nsaid a b\nend\n$ fairmon c\n…\nend\n```\n"), [])
        self.assertEqual(self.count, 2)
        self.assertEqual(self.complaints("```console\n$ fairmon a b\nsaid … b\nend\n```\n"), [])

    def test_other_output_is_a_complaint(self):
        shown = "```console\n$ fairmon a\nsaid b\nend\n```\n"
        self.assertEqual(len(self.complaints(shown)), 1)
        self.assertEqual(len(self.complaints("```console\n$ fairmon a\nend\n```\n")), 1)
        self.assertEqual(len(self.complaints("```console\n$ fairmon a\nsaid a\n```\n")), 1)
        self.complaints(shown, update=True)
        self.assertIn("said a\nend\n```", self.after)

    def test_a_status_other_than_zero_must_be_shown(self):
        self.assertEqual(len(self.complaints("```console\n$ fairmon fail\n```\n")), 1)
        self.assertEqual(
            self.complaints("```console\n$ fairmon fail\nbroken\n$ echo $?\n3\n```\n"), [])
        self.assertEqual(
            len(self.complaints("```console\n$ fairmon fail\nbroken\n$ echo $?\n0\n```\n")), 1)

    def test_files_and_here_documents(self):
        self.assertEqual(self.complaints(
            "<!-- file: a.txt -->\n```text\none\n```\n\n```console\n$ cat a.txt\none\n"
            "$ cat > b.txt <<'END'\ntwo\nEND\n$ cat b.txt\ntwo\n```\n"), [])

    def test_commands_that_nobody_runs_are_complaints(self):
        self.assertEqual(len(self.complaints("```text\nfairmon monitor a\n```\n")), 1)
        self.assertEqual(len(self.complaints("    fairmon monitor a\n")), 1)
        self.assertEqual(
            self.complaints("<!-- not run: no network -->\n```console\n$ fairmon fail\n```\n"), [])
        self.assertEqual(self.left_out, 1)


if __name__ == "__main__":
    unittest.main()
