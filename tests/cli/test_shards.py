"""Several monitors in the place of one: the same bytes for every number of them, also after a kill,
and records that come late are put into their place."""
import json
import random
import subprocess
import time
import unittest

from kit import PROGRAM, ProgramTest

SPEC = """\
input key: String
input v: Int64
#[public]
output n(k: String)
  spawn with key
  eval when key == k with n(k).last(or: 0) + 1
output slow(k: String)
  spawn with key
  eval @Local(3s) with n(k).aggregate(over: 7s, using: sum)
  close @(key && v) when key == k && v == 9
output mean(k: String)
  spawn with key
  eval @Global(5s) with n(k).hold(or: 0)
trigger @(key) n(key).hold(or: 0) > 40 "many"
output total := total.last(or: 0) + v
trigger total > 2000 "much"
"""


def rows(count, seed=1):
    """Records with ties, gaps, a hot key and rare ones."""
    rng = random.Random(seed)
    when = 0.0
    lines = []
    for _ in range(count):
        when += rng.choice([0, 0, 0.5, 1, 1, 2.25, 9])
        key = "hot" if rng.random() < 0.4 else f"k{rng.randrange(60)}"
        lines.append((when, f"{when},{key},{rng.randrange(10)}\n"))
    return lines


class SurvivingTest(ProgramTest):
    def wait_for_checkpoint(self):
        """Until there is one, and the run has gone on for a while."""
        for _ in range(600):
            if (self.folder / "c").exists():
                break
            time.sleep(0.1)
        time.sleep(0.4)


class Shards(SurvivingTest):
    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)
        self.lines = rows(2000)
        self.write("data.csv", "time,key,v\n" + "".join(line for _, line in self.lines))

    def words(self, *more, data="data.csv"):
        return ["monitor", "spec.lola", data, "-v", "debug", *more]

    def test_every_number_gives_the_same_bytes(self):
        for output in (["text"], ["jsonl"], ["csv", "--layout", "long"]):
            words = self.words("-o", *output)
            wanted = self.succeed(*words)
            self.assertIn("many", wanted)
            for shards, batch in (("1", "77"), ("2", "1"), ("3", "77"), ("8", "4096"),
                                  ("auto", "500")):
                found = self.succeed(*words, "--shards", shards, "--batch", batch)
                self.assertEqual(found, wanted, (output, shards, batch))

    def test_the_summary_counts_the_same(self):
        def document(*more):
            text = json.loads(self.succeed(*self.words("-o", "json", *more)))
            return json.dumps({key: value for key, value in text.items()
                               if "econds" not in key and key != "run"})
        self.assertEqual(document("--shards", "3"), document())

    def test_an_error_stops_at_the_same_event(self):
        self.write("spec.lola", SPEC + "output bad(k: String) spawn with key "
                   "eval when key == k with 10 / (v - n(k).hold(or: 0) + 3)\n")
        for policy in ("stop", "report"):
            wanted = self.run_program(*self.words("--on-error", policy))
            found = self.run_program(*self.words("--on-error", policy, "--shards", "3", "-q"))
            self.assertEqual((found.returncode, found.stdout), (wanted.returncode, wanted.stdout))
            self.assertIn("division by zero", wanted.stdout + wanted.stderr)

    def test_a_killed_run_goes_on_with_another_number(self):
        self.succeed(*self.words("-q", "-o", "jsonl=whole"))
        numbers = ["2", "3", "1", "5"]
        resume = []
        for turn, shards in enumerate(numbers):
            process = subprocess.Popen(
                [PROGRAM, *self.words("-q", "-o", "jsonl=out", "--shards", shards, "--checkpoint",
                                      "c", "--every", "200", "--batch", "50", *resume,
                                      "--replay-speed", "4000")], cwd=self.folder)
            self.wait_for_checkpoint()
            if turn + 1 < len(numbers):
                process.kill()
            process.wait(timeout=100)
            resume = ["--resume", "c"]
        self.succeed(*self.words("-q", "-o", "jsonl=out", "--shards", "4", "--resume", "c"))
        self.assertEqual(self.read("out"), self.read("whole"))

    def test_notes_tell_what_is_not_shared(self):
        result = self.run_program(*self.words("--shards", "2"))
        self.assertIn("note: 2 of 6 streams see all events and run in one global stage",
                      result.stderr)
        self.write("spec.lola", "input v: Int64\noutput t := t.last(or: 0) + v\n")
        result = self.run_program(*self.words("--shards", "2"))
        self.assertEqual(result.returncode, 0)
        self.assertIn("runs in one shard", result.stderr)

    def test_plan_tells_classes_and_refusals(self):
        text = self.succeed("plan", "spec.lola")
        self.assertRegex(text, r"n\(k\) +key-local +key +none +shards")
        self.assertRegex(text, r"total +global +every event +global stage")
        plan = json.loads(self.succeed("plan", "spec.lola", "--json"))
        self.assertEqual(plan["keys"], ["key"])
        self.assertTrue(plan["splits"] and plan["distributes"])
        self.write("spec.lola", SPEC + "output old(k: String) spawn with key "
                   "eval when key == k with v.offset(by: -1, or: 0)\n")
        self.assertIn("D02 `old(k)`", self.succeed("plan", "spec.lola"))
        plan = json.loads(self.succeed("plan", "spec.lola", "--json"))
        refusals = {row["name"]: row["refusal"] for row in plan["streams"] if row["refusal"]}
        self.assertEqual(refusals["old(k)"]["code"], "D02")
        self.assertEqual(refusals["old(k)"]["text"], "v.offset(by: -1, or: 0)")
        self.assertFalse(plan["distributes"])

    def test_a_checkpoint_without_shards_goes_on_in_one(self):
        self.succeed(*self.words("-q", "-o", "jsonl=whole"))
        self.succeed(*self.words("-q", "-o", "jsonl=out", "--checkpoint", "c", "--every", "500"))
        result = self.run_program(*self.words("-o", "jsonl=out", "--shards", "2", "--resume", "c"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("taken without shards", result.stderr)
        self.assertEqual(self.read("out"), self.read("whole"))

    def test_wrong_numbers_are_refused(self):
        for wrong in ("0", "-1", "many", "1.5", "257"):
            self.assertIn("a number from 1 to 256", self.fail_with(1, *self.words("--shards",
                                                                                  wrong)))
        self.assertIn("leave out --single-thread",
                      self.fail_with(1, *self.words("--shards", "2", "--single-thread")))


class Late(SurvivingTest):
    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)
        self.lines = rows(800, seed=3)
        self.write("data.csv", "time,key,v\n" + "".join(line for _, line in self.lines))
        rng = random.Random(5)
        delay = {when: rng.uniform(0, 20) for when, _ in self.lines}
        delay[0.0] = 0
        mixed = sorted(self.lines, key=lambda row: row[0] + delay[row[0]])
        self.write("mixed.csv", "time,key,v\n" + "".join(line for _, line in mixed))

    def words(self, data, *more):
        return ["monitor", "spec.lola", data, "-v", "debug", *more]

    def test_what_waits_is_put_into_its_place(self):
        wanted = self.succeed(*self.words("data.csv"))
        for shards in ("1", "3"):
            for batch in ("1", "100"):
                result = self.run_program(*self.words("mixed.csv", "--on-late", "wait=20s",
                                                      "--shards", shards, "--batch", batch))
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(result.stdout, wanted)
                self.assertIn("came behind later ones and were put into their place: ",
                              result.stderr)

    def test_what_comes_later_still_is_counted(self):
        self.write("mixed.csv", "time,key,v\n1,a,1\n9,a,1\n5,a,1\n2,a,1\n")
        result = self.run_program(*self.words("mixed.csv", "--on-late", "wait=4s"))
        self.assertIn("note: 0 bad and 1 late records", result.stderr)
        self.assertIn("were put into their place: 1\n", result.stderr)

    def test_a_checkpoint_holds_what_waits(self):
        self.succeed(*self.words("data.csv", "-q", "-o", "jsonl=whole"))
        late = ["--on-late", "wait=20s", "-q", "-o", "jsonl=out", "--batch", "20"]
        process = subprocess.Popen(
            [PROGRAM, *self.words("mixed.csv", *late, "--checkpoint", "c", "--every", "60",
                                  "--replay-speed", "2000", "--shards", "2")], cwd=self.folder)
        self.wait_for_checkpoint()
        process.kill()
        process.wait(timeout=60)
        self.succeed(*self.words("mixed.csv", *late, "--resume", "c", "--shards", "3"))
        self.assertEqual(self.read("out"), self.read("whole"))
        other = ["--on-late", "wait=21s", "-q", "-o", "jsonl=out", "--resume", "c"]
        self.assertIn("--on-late wait", self.fail_with(2, *self.words("mixed.csv", *other)))

    def test_wrong_waits_are_refused(self):
        for wrong in ("wait", "wait=", "wait=-1s", "wait=soon", "later"):
            self.assertIn("wait=10s", self.fail_with(1, *self.words("data.csv", "--on-late",
                                                                    wrong)))
        self.assertIn("--online", self.fail_with(1, *self.words("data.csv", "--on-late",
                                                                "wait=1s", "--online")))


if __name__ == "__main__":
    unittest.main()
