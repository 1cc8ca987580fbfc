"""`fairmon init`: from a CSV file to a specification that runs on it."""
import json
import os
import pty
import select
import shlex
import subprocess
import time

from kit import PROGRAM, ProgramTest

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
        self.write("none.csv", "")
        self.assertIn("no rows", self.fail_with(2, "init", "none.csv"))
        self.assertIn("there is no file", self.fail_with(2, "init", "lons.csv"))

    def test_flags_say_what_is_asked(self):
        text = self.succeed("init", "loans.csv", "-o", "-", "--goal", "four_fifths",
                            "--tolerance", "0.2", "--certainty", "0.9", "--time", "none")
        self.assertIn("use disparate_impact(", text)
        self.assertIn("level: 0.9, threshold: 0.8)", text)
        self.assertIn("input_delay", text)
        self.assertIn("there is no question called `justice`",
                      self.fail_with(1, "init", "loans.csv", "--goal", "justice"))
        self.assertIn("certainty lies between",
                      self.fail_with(1, "init", "loans.csv", "--certainty", "95"))

    def test_weights_count(self):
        self.write("counts.csv", "sex,hired,people\nf,yes,10\nf,no,40\nm,yes,30\nm,no,10\n")
        self.succeed("init", "counts.csv", "--weight", "people")
        shown = self.succeed("monitor", "counts.lola", "counts.csv", "--verbosity", "outputs")
        self.assertIn("[parity_gap][Value] = 0.55", shown)

    def test_json_lines(self):
        rows = "".join(json.dumps({"time": i, "sex": "fm"[i % 2], "hired": i % 3 > 0}) + "\n"
                       for i in range(40))
        self.write("lines.jsonl", rows)
        self.succeed("init", "lines.jsonl")
        self.assertIn("demographic_parity_gap", self.succeed(
            "monitor", "lines.lola", "lines.jsonl", "--verbosity", "outputs"))


class Dialogue:
    """The program on a terminal of its own."""

    def __init__(self, folder, *words):
        self.terminal, other = pty.openpty()
        self.process = subprocess.Popen([PROGRAM, *words], cwd=folder, stdin=other, stdout=other,
                                        stderr=other)
        os.close(other)
        self.said = ""

    def hear(self, words):
        """Waits until it says something, and returns all it has said."""
        end = time.monotonic() + 60
        while words not in self.said:
            if time.monotonic() > end:
                raise AssertionError(f"not said: {words}\n{self.said}")
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError:  # it has ended
                    break
        if words not in self.said:
            raise AssertionError(f"not said: {words}\n{self.said}")
        return self.said

    def answer(self, question, text):
        self.hear(question)
        self.said = self.said.split(question, 1)[1]
        os.write(self.terminal, text.encode() + b"\n")

    def end(self):
        code = self.process.wait(60)
        os.close(self.terminal)
        return code


class Prompts(ProgramTest):
    QUESTIONS = ["makes the groups?", "is the decision?", "When is the decision good",
                 "how it turned out?", "is the time?", "fairness mean here?",
                 "difference between groups is tolerated?", "certain must an alarm be?",
                 "Where shall the specification"]

    def setUp(self):
        super().setUp()
        self.write("loans.csv", DATA)

    def talk(self, answers, *words):
        dialogue = Dialogue(self.folder, "init", "loans.csv", *words)
        self.addCleanup(dialogue.process.kill)
        for question, text in answers:
            dialogue.answer(question, text)
        return dialogue

    def test_return_takes_every_guess(self):
        dialogue = self.talk([(question, "") for question in self.QUESTIONS])
        dialogue.hear("next:")
        self.assertEqual(dialogue.end(), 0)
        guessed = self.read("loans.lola")
        self.succeed("init", "loans.csv", "-o", "again.lola", "--outcome", "was repaid")
        self.assertIn("use demographic_parity(group: sex, decision: loan_approved,", guessed)

    def test_answers_change_what_is_written(self):
        changed = {"makes the groups?": "2", "When is the decision good": "no",
                   "how it turned out?": "none", "is the time?": "none",
                   "fairness mean here?": "2", "certain must an alarm be?": "0.99",
                   "Where shall the specification": "mine.lola"}
        dialogue = self.talk([(question.replace("difference between groups is", "on is it"),
                               changed.get(question, "")) for question in self.QUESTIONS])
        dialogue.hear("next:")
        self.assertEqual(dialogue.end(), 0)
        text = self.read("mine.lola")
        self.assertIn("use disparate_impact(group: sex, decision: !loan_approved,", text)
        self.assertIn("level: 0.99, threshold: 0.8)", text)
        self.assertNotIn("was repaid", text)
        self.succeed("monitor", "mine.lola", "loans.csv")

    def test_wrong_answers_are_asked_again_and_back_goes_back(self):
        dialogue = self.talk([("makes the groups?", "sx"), ("there is no column `sx`", "sex"),
                              ("is the decision?", "back"), ("makes the groups?", ""),
                              ("is the decision?", ""), ("When is the decision good", "maybe"),
                              ("`maybe` is no value", "")])
        dialogue.hear("how it turned out?")
        os.write(dialogue.terminal, b"\x04")  # the end of what is typed
        dialogue.hear("nothing was written")
        self.assertNotEqual(dialogue.end(), 0)
        self.assertFalse((self.folder / "loans.lola").exists())

    def test_what_flags_say_is_not_asked(self):
        asked = [question for question in self.QUESTIONS
                 if "groups?" not in question and "is the decision?" not in question
                 and "fairness" not in question]
        dialogue = self.talk([(question, "") for question in asked], "--group", "sex",
                             "--decision", "loan approved", "--goal", "parity")
        dialogue.hear("next:")
        self.assertEqual(dialogue.end(), 0)

    def test_yes_asks_nothing(self):
        dialogue = self.talk([], "--yes")
        self.assertNotIn("makes the groups", dialogue.hear("next:"))
        self.assertEqual(dialogue.end(), 0)
