"""Bad records, late records, failing evaluations, exit codes."""
import os

from kit import ProgramTest

BAD = "time,a,b,s\n1,3,1,x\n2,many,1,y\n3,4\n4,5,1,z\n"


class Trouble(ProgramTest):
    def test_bad_record_stops_after_what_was_decided(self):
        self.write("bad.csv", BAD)
        result = self.run_program("monitor", "spec.lola", "bad.csv", "-v", "violations")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout, '[1.000000000][Trigger][#0][Value] = "big"\n')
        self.assertIn("bad.csv:3:3: field `a` is `many`: expected a whole number of type Int64",
                      result.stderr)
        self.assertIn("--on-bad-record skip", result.stderr)

    def test_skip_with_quarantine(self):
        self.write("bad.csv", BAD)
        result = self.run_program("monitor", "spec.lola", "bad.csv", "-v", "violations",
                                  "--on-bad-record", "skip", "--quarantine", "kept.csv")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(result.stdout.splitlines()), 2)
        self.assertEqual(self.read("kept.csv"), "2,many,1,y\n3,4\n")
        self.assertIn("2 bad and 0 late records", result.stderr)

    def test_data_in_the_place_of_the_specification(self):
        self.assertIn("comes first: fairmon monitor spec.lola trace.csv",
                      self.fail_with(1, "monitor", "trace.csv", "spec.lola"))

    def test_times_that_do_not_fit_say_why(self):
        cases = [("1700000000000", "absolute", "say --time-format unix-ms"),
                 ("1700000000000", "absolute-rfc", "say --time-format unix-ms"),
                 ("2024-05-31T08:00:00Z", "relative", "say --time-format absolute-rfc"),
                 ("1500-01-01T00:00:00Z", "absolute-rfc", "times lie between 1678 and 2261"),
                 ("1500-01-01", "auto", "times lie between 1678 and 2261"),
                 ("99999999999999999999", "absolute", "it is too large")]
        for text, time_format, why in cases:
            self.write("odd.csv", f"time,a,b,s\n{text},3,1,x\n")
            self.assertIn(why, self.fail_with(2, "monitor", "spec.lola", "odd.csv",
                                              "--time-format", time_format))

    def test_late_records(self):
        self.write("late.csv", "time,a,b,s\n5,3,1,x\n4,4,1,y\n6,5,1,z\n")
        self.assertIn("late.csv:3:1: field `time` is `4`: this record is late",
                      self.fail_with(2, "monitor", "spec.lola", "late.csv"))
        text = self.succeed("monitor", "spec.lola", "late.csv", "-v", "violations", "--on-late",
                            "skip", "--quarantine", "kept.csv")
        self.assertEqual(len(text.splitlines()), 2)
        self.assertEqual(self.read("kept.csv"), "4,4,1,y\n")
        text = self.succeed("monitor", "spec.lola", "late.csv", "-v", "violations", "--on-late",
                            "accept")
        self.assertEqual([line[:13] for line in text.splitlines()],
                         ["[5.000000000]", "[5.000000000]", "[6.000000000]"])

    def test_evaluation_errors(self):
        self.write("div.lola", "input a: Int64\n#[public]\noutput q := 10 / a\n")
        self.write("div.csv", "time,a\n1,5\n2,0\n3,2\n")
        result = self.run_program("monitor", "div.lola", "div.csv")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(result.stdout, "[1.000000000][Output][q][Value] = 2\n")
        text = self.succeed("monitor", "div.lola", "div.csv", "--on-error", "report")
        self.assertIn("[2.000000000][Output][q][Error]", text)
        self.assertIn("[3.000000000][Output][q][Value] = 5", text)

    def test_a_failed_spawn_has_no_instance(self):
        self.write("spawn.lola", "input a: Int64\n#[public]\noutput x(p: Int64)\n"
                                 "  spawn with 10 / a\n  eval when a > 0 with a\n")
        self.write("spawn.csv", "time,a\n1,5\n2,0\n3,2\n")
        run = ("monitor", "spawn.lola", "spawn.csv", "--on-error", "report")
        self.assertIn('[2.000000000][Output][x][Error] = "division by zero"', self.succeed(*run))
        self.assertIn('"x":[{"error":"division by zero"}]',
                      self.succeed(*run, "--output-format", "json"))
        self.assertIn("x,,error: division by zero",
                      self.succeed(*run, "--output", "csv", "--layout", "long"))

    def test_data_that_cannot_be_data(self):
        """Every message says what is wrong and what to do."""
        header = "time,a,b,s\n"
        for name, content, message in (
                ("empty.csv", "", "the file is empty; expected a first line with the names"),
                ("column.csv", "time,x,b,s\n", "no field `a` for input `a`; map another one"),
                ("untimed.csv", "a,b,s\n1,1,x\n", "--time-column FIELD, or say --input-delay MS"),
                ("time.csv", header + "soon,1,1,x\n", "time.csv:2:1: field `time` is `soon`"),
                ("nan.csv", header + "1,1,nan,x\n", "nan.csv:2:5: field `b` is `nan`"),
                ("large.csv", header + "1,99999999999999999999,1,x\n", "out of range for Int64"),
                ("quote.csv", header + '1,1,1,"x\n', "quote.csv:2: a quoted field that begins"),
                ("short.csv", header + "1,1\n", "short.csv:2: this record has 2 fields"),
                ("wide.csv", header.encode("utf-16"), "written in UTF-16; convert it first"),
                ("junk.csv.gz", b"\x1f\x8bjunk", "is damaged: the gzip data"),
                ("empty.jsonl", "", "the file is empty; expected one JSON object per line"),
                ("array.json", '[{"time":1,"a":1}]', "jq -c '.[]'"),
                ("lines.json", '{\n "time": 1\n}\n', "expected one JSON object per line")):
            self.write(name, content)
            self.assertIn(message, self.fail_with(2, "monitor", "spec.lola", name), name)
        (self.folder / "folder").mkdir()
        self.assertIn("is a folder; name its files",
                      self.fail_with(2, "monitor", "spec.lola", "folder"))
        self.write("only.csv", header)
        self.assertEqual(self.succeed("monitor", "spec.lola", "only.csv"), "")
        self.write("mark.csv", b"\xef\xbb\xbf" + header.encode() + b"1,5,1,x\n")
        self.assertIn('"big"', self.succeed("monitor", "spec.lola", "mark.csv"))

    def test_a_full_disk_is_told(self):
        """For every way to write; what is no plain file is never replaced by a checkpoint."""
        for words in (["-o", "text=/dev/full"], ["-o", "jsonl=/dev/full"],
                      ["-o", "csv=/dev/full"], ["-o", "summary=/dev/full"],
                      ["-o", "stats=/dev/full"], ["--output-file", "/dev/full"]):
            self.assertIn("No space left on device",
                          self.fail_with(2, "monitor", "spec.lola", "trace.csv", *words), words)
        self.write("bad.csv", BAD)
        self.assertIn("could be written to `/dev/full`: No space left", self.fail_with(
            2, "monitor", "spec.lola", "bad.csv", "--on-bad-record", "skip", "--quarantine",
            "/dev/full"))
        os.mkfifo(self.folder / "pipe")
        self.assertIn("not a plain file", self.fail_with(
            2, "monitor", "spec.lola", "trace.csv", "--checkpoint", "pipe", "--every", "1"))
        self.assertTrue((self.folder / "pipe").is_fifo())

    def test_fail_on_trigger(self):
        self.fail_with(4, "monitor", "spec.lola", "trace.csv", "--fail-on-trigger")
        self.write("calm.csv", "time,a,b,s\n1,1,1,x\n")
        self.succeed("monitor", "spec.lola", "calm.csv", "--fail-on-trigger")

    def test_bad_values_of_flags(self):
        for words, message in (
                (["--every", "5"], "--checkpoint FILE"),
                (["--verbosity"], "--verbosity needs a value, as in --verbosity LEVEL"),
                (["--stdout", "--stderr"], "exclude each other"),
                (["--checkpoint", "c", "--every", "soon"], "a number of events"),
                (["--replay-speed", "0"], "a number above 0"),
                (["--batch", "0"], "a number of rows"),
                (["--start-time-unix", "noon"], "seconds since 1970"),
                (["--input-delay", "-1"], "milliseconds"),
                (["--delimiter", "ab"], "one ASCII character"),
                (["--quarantine", "q"], "--on-bad-record skip"),
                (["--online", "--offline", "relative"], "exclude each other"),
                (["--map", "nothing"], "two names joined by `=`"),
                (["--map", "z=a"], "no input of the specification")):
            result = self.run_program("monitor", "spec.lola", "trace.csv", *words)
            self.assertIn(result.returncode, (1, 2), words)
            self.assertIn(message, result.stderr, words)
