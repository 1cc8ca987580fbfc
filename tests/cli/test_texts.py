"""Texts that nobody holds any more are forgotten: memory and checkpoints follow what is alive."""
import os
import subprocess

from kit import PROGRAM, ProgramTest

ROWS = 400_000
SPEC = """\
input id: String
input ok: Bool
output rate @10s := ok.aggregate(over: 20s, using: true_ratio).defaults(to: 1.0)
output latest @5s := id.hold(or: "none")
output open(k: String) spawn with id eval when id == k with ok close @Local(1s) when true
trigger rate < 0.0 "never"
"""


def name_of(number):
    return f"statement-{number * 7919 % 100_000_007:012d}-{number}"


class Texts(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)

    def make(self, rows):
        with open(self.folder / "data.csv", "w", encoding="utf-8") as file:
            file.write("time,id,ok\n")
            file.writelines(f"{i / 1000:.3f},{name_of(i)},{i % 3 == 0}\n".lower()
                            for i in range(rows))

    def largest_size(self, *words):
        """Megabytes the program had at most."""
        environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") +
                           ":quarantine_size_mb=1")
        process = subprocess.Popen([PROGRAM, "monitor", "spec.lola", "data.csv", "-q", *words],
                                   cwd=self.folder, env=environment, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss / 1024

    def test_memory_does_not_grow_with_ids(self):
        self.make(1000)
        few = self.largest_size()
        self.make(ROWS)
        many = self.largest_size()
        # Kept for ever, they take 117 bytes each: 45 MB.
        self.assertLess(many - few, 24)

    def test_checkpoints_do_not_grow_with_ids(self):
        self.make(ROWS)
        self.succeed("monitor", "spec.lola", "data.csv", "-q", "--checkpoint", "c", "--every",
                     str(ROWS - 2000))
        self.assertLess((self.folder / "c").stat().st_size, 2_000_000)
        self.succeed("monitor", "spec.lola", "data.csv", "-q", "--resume", "c")

    def test_what_is_told_at_the_end_keeps_its_names(self):
        """Groups that were closed long ago, and texts of then, in the summary and the document."""
        self.write("spec.lola", """\
input id: String
input step: Int64
#[public]
output group(g: String) spawn when step == 1 with id eval when id == g with g close when step == 2
""")
        with open(self.folder / "data.csv", "w", encoding="utf-8") as file:
            file.write("time,id,step\n0,alpha,1\n1,beta,2\n")
            file.writelines(f"{i + 2},{name_of(i)},3\n" for i in range(ROWS))
        for output, wanted in (("summary=end.txt", 'group\\(alpha\\) = "alpha"'),
                               ("json=end.json", '"instance":\\["alpha"\\],"value":"alpha"')):
            words = ["monitor", "spec.lola", "data.csv", "-q", "-o", output]
            file = output.split("=")[1]
            self.succeed(*words)
            self.assertRegex(self.read(file), wanted)
            # The same from the checkpoint of a run that had forgotten most texts.
            self.succeed(*words, "--checkpoint", "c", "--every", str(ROWS - 5))
            self.succeed(*words, "--resume", "c")
            self.assertRegex(self.read(file), wanted)

    def test_texts_arrive_as_they_are(self):
        """Every id is printed by a thread of its own while others are forgotten."""
        self.write("spec.lola", "input id: String\noutput shown := id\n"
                                "output before := id.offset(by: -2).defaults(to: \"none\")\n")
        with open(self.folder / "data.jsonl", "w", encoding="utf-8") as file:
            file.writelines(f'{{"time":{i},"id":"{name_of(i)}"}}\n' for i in range(ROWS))
        self.make(ROWS)
        for data in ("data.csv", "data.jsonl"):
            self.succeed("monitor", "spec.lola", data, "-q", "-v", "outputs", "--output-file",
                         "out.log")
            with open(self.folder / "out.log", encoding="utf-8") as file:
                shown = [line.split(" = ")[1].strip().strip('"') for line in file]
            expected = [text for i in range(ROWS)
                        for text in (name_of(i), name_of(i - 2) if i >= 2 else "none")]
            self.assertTrue(shown == expected, data)
