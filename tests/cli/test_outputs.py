"""Every output, alone and together."""
from kit import ProgramTest


class Outputs(ProgramTest):
    def test_long_csv(self):
        text = self.succeed("monitor", "spec.lola", "trace.csv", "-o", "csv", "--layout", "long",
                            "-v", "outputs")
        self.assertEqual(text.splitlines()[:4],
                         ["time,stream,instance,value", "0.500000000,d,,2",
                          "0.500000000,e,x,2.5", '0.500000000,tup,,"(1, x)"'])

    def test_several_outputs_at_once(self):
        text = self.succeed("monitor", "spec.lola", "trace.csv", "-o", "text", "-o",
                            "jsonl=run.jsonl", "-o", "csv=run.csv", "-o", "summary=run.txt", "-o",
                            "stats=stats.txt", "--csv-layout", "long", "--jsonl-verbosity", "debug")
        self.assertEqual(len(text.splitlines()), 3)
        self.assertIn('"spawn":true', self.read("run.jsonl"))
        self.assertEqual(self.read("run.csv").splitlines()[-1], "2.250000000,trigger_0,,big")
        self.assertIn("[#0]: 1", self.read("stats.txt"))
        summary = self.read("run.txt")
        self.assertIn("3 events and 2 deadlines", summary)
        self.assertIn('#0 "big"\n     fired 1 time, at 2.25 s', summary)
        self.assertIn("f = 2", summary)

    def test_summary_limits_instances(self):
        self.write("many.lola", "input k: Int64\n#[public]\n"
                                "output n(p: Int64) spawn with k eval when k == p with k\n")
        rows = "".join(f"{i},{i}\n" for i in range(20))
        self.write("many.csv", "time,k\n" + rows)
        text = self.succeed("monitor", "many.lola", "many.csv", "-o", "summary", "--instances", "3")
        self.assertIn("… and 17 instances", text)

    def test_batch_sizes_threads_and_engines_agree(self):
        expected = self.succeed("monitor", "spec.lola", "trace.csv", "-v", "debug")
        for words in (["--batch", "1"], ["--single-thread"], ["--engine", "reference"],
                      ["--batch", "2", "--single-thread"]):
            self.assertEqual(
                self.succeed("monitor", "spec.lola", "trace.csv", "-v", "debug", *words), expected)

    def test_unwritable_target(self):
        self.assertIn("cannot write `no/such/file`", self.fail_with(
            2, "monitor", "spec.lola", "trace.csv", "-o", "text=no/such/file"))
