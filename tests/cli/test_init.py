"""`fairmon init`: from a CSV file to a specification that runs on it."""
import shlex

from kit import ProgramTest

ROWS = "".join(f"2024-01-{day:02},{'fm'[part % 2]},{'yes' if (day + part) % 3 else 'no'},NA\n"
               for day in range(1, 29) for part in range(4))
DATA = "Decided On,sex,loan approved,was repaid\n" + ROWS


class Init(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("loans.csv", DATA)

    def test_the_commands_it_prints_run(self):
        said = self.succeed("init", "loans.csv")
        self.assertIn("loans.lola compares `loan_approved` between groups by sex", said)
        monitor = next(line for line in said.splitlines() if "fairmon monitor" in line)
        words = shlex.split(monitor)[1:]
        shown = self.succeed(*words, "--verbosity", "outputs")
        self.assertIn("demographic_parity_rate(f)", shown)
        self.assertIn("demographic_parity_gap", shown)

    def test_a_file_is_not_written_over(self):
        self.succeed("init", "loans.csv")
        self.write("loans.lola", "// mine\n")
        self.assertIn("is there already", self.fail_with(1, "init", "loans.csv"))
        self.assertEqual(self.read("loans.lola"), "// mine\n")
        self.succeed("init", "loans.csv", "--force")
        self.assertIn("use demographic_parity", self.read("loans.lola"))

    def test_it_can_be_shown_only(self):
        self.assertIn("group: sex", self.succeed("init", "loans.csv", "-o", "-"))
        self.assertFalse((self.folder / "loans.lola").exists())

    def test_of_two_columns_of_one_name_the_number_tells_which(self):
        head, rows = DATA.split("\n", 1)
        twice = "".join(f"{line},{line.split(',')[2]}\n" for line in rows.splitlines())
        self.write("twice.csv", f"{head},loan approved\n{twice}")
        self.succeed("init", "twice.csv")
        self.assertIn('#[column="3"]  // its number: several are called `loan approved`\n'
                      "input loan_approved", self.read("twice.lola"))
        self.assertIn("demographic_parity_gap", self.succeed(
            "monitor", "twice.lola", "twice.csv", "--verbosity", "outputs"))

    def test_mistakes_are_named(self):
        self.assertIn("did you mean `sex`?",
                      self.fail_with(1, "init", "loans.csv", "--group", "sec"))
        self.write("bare.csv", "a,b\n1,2\n")
        self.assertIn("name it with --decision", self.fail_with(1, "init", "bare.csv"))
        self.write("lines.jsonl", '{"sex": "f", "hired": true}\n')
        self.assertIn("looks like JSON lines", self.fail_with(2, "init", "lines.jsonl"))
        self.write("none.csv", "")
        self.assertIn("no rows", self.fail_with(2, "init", "none.csv"))
        self.assertIn("there is no file", self.fail_with(2, "init", "lons.csv"))
