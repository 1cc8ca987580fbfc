"""Commands, help and messages about wrong command lines."""
import json
import os
import pathlib
import re
import subprocess
import time

from kit import PROGRAM, ProgramTest, interrupt


REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent


class Commands(ProgramTest):
    def names(self):
        text = self.succeed("--help")
        return re.findall(r"^  (\w+) ", text.split("commands\n")[1].split("\nexamples")[0], re.M)

    def test_every_command_has_help_with_usage(self):
        names = self.names()
        self.assertIn("monitor", names)
        for name in names:
            text = self.succeed(name, "--help")
            self.assertIn(f"usage: fairmon {name}", text)
            self.assertTrue(all(len(line) <= 100 for line in text.splitlines()), name)

    def test_nothing_given_shows_help_and_fails(self):
        result = self.run_program()
        self.assertEqual(result.returncode, 1)
        self.assertIn("usage: fairmon COMMAND", result.stdout)

    def test_misspelt_words_get_the_nearest(self):
        self.assertIn("did you mean `monitor`?", self.fail_with(1, "moniter"))
        self.assertIn("did you mean `--verbosity`?",
                      self.fail_with(1, "monitor", "spec.lola", "trace.csv", "--verbosty"))
        self.assertIn("did you mean `outputs`?",
                      self.fail_with(1, "monitor", "spec.lola", "trace.csv", "-v", "output"))
        self.assertIn("did you mean `jsonl`?",
                      self.fail_with(1, "monitor", "spec.lola", "trace.csv", "-o", "jsnl"))
        self.assertIn("did you mean `tup`?", self.fail_with(
            1, "monitor", "spec.lola", "trace.csv", "--debug-streams", "tupp"))

    def test_missing_files_are_named(self):
        self.assertIn("there is no specification `sepc.lola`; did you mean `spec.lola`?",
                      self.fail_with(1, "monitor", "sepc.lola", "trace.csv"))
        self.assertIn("there is no file `trace.cvs`; did you mean `trace.csv`?",
                      self.fail_with(2, "monitor", "spec.lola", "trace.cvs"))
        self.assertIn("no file matches `*.parquet`",
                      self.fail_with(2, "monitor", "spec.lola", "*.parquet"))
        self.assertIn("no data given", self.fail_with(1, "monitor", "spec.lola"))

    def test_flags_of_idle_plugins_are_refused(self):
        self.assertIn("takes no part in this run", self.fail_with(
            1, "monitor", "spec.lola", "trace.csv", "--layout", "long"))

    def test_check(self):
        self.assertEqual(self.succeed("check", "spec.lola"), "")
        self.assertIn("3 inputs, 4 outputs and 1 trigger",
                      self.succeed("check", "-v", "spec.lola"))
        self.write("bad.lola", "input a: Int64\noutput b := a + c\n")
        self.assertIn("bad.lola:2:17", self.fail_with(1, "check", "bad.lola"))

    def test_version_and_pages(self):
        self.assertRegex(self.succeed("version"), r"^fairmon \d+\.\d+\.\d+ ")
        self.assertEqual(self.succeed("--version"), self.succeed("version"))
        self.assertIn("complete -o filenames -F _fairmon fairmon",
                      self.succeed("completions", "bash"))
        self.assertIn("#compdef fairmon", self.succeed("completions", "zsh"))
        self.assertIn("complete -c fairmon", self.succeed("completions", "fish"))
        self.assertTrue(self.succeed("man").startswith(".TH FAIRMON 1"))
        self.assertIn("| `--delimiter CHAR` |", self.succeed("plugins", "--markdown"))
        self.assertIn("--quote", self.succeed("plugins", "csv"))

    def test_generated_pages_are_current(self):
        """Otherwise: tools/gen_cli_docs.py PROGRAM."""
        page = (REPOSITORY / "docs/reference/command-line.md").read_text(encoding="utf-8")
        self.assertEqual(page, self.succeed("man", "--markdown"))
        page = (REPOSITORY / "docs/guide/connecting.md").read_text(encoding="utf-8")
        self.assertTrue(page.endswith("-->\n\n" + self.succeed("plugins", "--markdown")))

    def test_man_page_and_completions_know_every_command_and_flag(self):
        pages = {"man": self.succeed("man").replace("\\-", "-")}
        pages |= {shell: self.succeed("completions", shell) for shell in ("bash", "zsh", "fish")}
        flags = set(re.findall(r"^  (?:-\w, )?--([\w-]+)", self.succeed("monitor", "--help"), re.M))
        self.assertGreater(len(flags), 40)
        for page, text in pages.items():
            for name in self.names():
                self.assertIn(name, text, page)
            for flag in flags:
                self.assertRegex(text, rf"(--| -l ){flag}\b", page)

    def test_catalogue_and_explain(self):
        entries = json.loads(self.succeed("catalogue", "--json"))
        self.assertTrue(entries)
        self.assertIn("variance", self.succeed("catalogue", "--kind", "aggregate"))
        self.assertIn("did you mean", self.fail_with(1, "explain", "varianse"))

    def test_serve_opens_the_browser_and_keeps_its_noise_away(self):
        self.write("xdg-open", "#!/bin/sh\necho loud; echo louder >&2\n"
                   "echo $1 > opening && mv opening opened\n")
        (self.folder / "xdg-open").chmod(0o755)
        process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--runs", "runs"], cwd=self.folder, text=True,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 10
        while not (self.folder / "opened").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        interrupt(process)
        said = process.communicate(timeout=10)[0]
        self.assertIn(self.read("opened").strip(), said)
        self.assertNotIn("loud", said)
