"""Calls and bytes of `rtlola-cli monitor`; the expectations were printed by it."""
from kit import ProgramTest

OUTPUTS = """\
[0.500000000][Output][d][Value] = 2
[0.500000000][Output][e(x)][Value] = 2.5
[0.500000000][Output][tup][Value] = (1, x)
[1.000000000][Output][d][Value] = 3
[1.000000000][Output][tup][Value] = (2, y z)
[1.000000000][Output][f][Value] = 2
[2.000000000][Output][f][Value] = 2
[2.250000000][Output][d][Value] = 4
[2.250000000][Output][e(y)][Value] = 0.0000000001
[2.250000000][Trigger][#0][Value] = "big"
[2.250000000][Output][tup][Value] = (3, y)
"""

DEBUG = """\
[0.500000000][Input][a][Value] = 1
[0.500000000][Input][b][Value] = 2.5
[0.500000000][Input][s][Value] = "x"
[0.500000000][Output][d][Value] = 2
[0.500000000][Output][e][Spawn] = (x)
[0.500000000][Output][e(x)][Value] = 2.5
[0.500000000][Output][tup][Value] = (1, x)
[1.000000000][Input][a][Value] = 2
[1.000000000][Input][s][Value] = "y z"
[1.000000000][Output][d][Value] = 3
[1.000000000][Output][e][Spawn] = (y z)
[1.000000000][Output][tup][Value] = (2, y z)
[1.000000000][Output][f][Value] = 2
[2.000000000][Output][f][Value] = 2
[2.250000000][Input][a][Value] = 3
[2.250000000][Input][b][Value] = 0.0000000001
[2.250000000][Input][s][Value] = "y"
[2.250000000][Output][d][Value] = 4
[2.250000000][Output][e][Spawn] = (y)
[2.250000000][Output][e(y)][Value] = 0.0000000001
[2.250000000][Trigger][#0][Value] = "big"
[2.250000000][Output][tup][Value] = (3, y)
"""

PUBLIC_LINES = ("[{}][Output][f][Value] = 2\n[{}][Output][f][Value] = 2\n"
                "[{}][Trigger][#0][Value] = \"big\"\n")


class DropIn(ProgramTest):
    def monitor(self, *words, stdin=None):
        return self.succeed("monitor", "spec.lola", *words, stdin=stdin)

    def offline(self, *words):
        return self.monitor("--csv-in", "trace.csv", "--offline", "relative", *words)

    def test_log_at_every_level(self):
        self.assertEqual(self.offline("--verbosity", "outputs"), OUTPUTS)
        self.assertEqual(self.offline("-v", "debug"), DEBUG)
        streams = "".join(line for line in DEBUG.splitlines(True) if "[Spawn]" not in line)
        self.assertEqual(self.offline("-v", "streams"), streams)
        self.assertEqual(self.offline(),
                         PUBLIC_LINES.format("1.000000000", "2.000000000", "2.250000000"))
        self.assertEqual(self.offline("-v", "trigger"),
                         "[2.250000000][Trigger][#0][Value] = \"big\"\n")
        self.assertEqual(self.offline("-v", "silent"), "")

    def test_debug_streams(self):
        text = self.offline("-v", "silent", "--debug-streams", "e")
        self.assertIn("[0.500000000][Output][e][Spawn] = (x)\n", text)
        self.assertNotIn("[d]", text)

    def test_standard_input(self):
        self.assertEqual(
            self.monitor("--stdin", "--offline", "relative-float-secs", "-v", "outputs",
                         stdin=self.read("trace.csv")), OUTPUTS)

    def test_json(self):
        self.assertEqual(self.offline("--output-format", "json", "-v", "outputs").splitlines(), [
            '{"time":"0.500000000","d":[{"eval":2}],"e":[{"instance":["x"],"eval":2.5}],'
            '"tup":[{"eval":[1,"x"]}]}',
            '{"time":"1.000000000","d":[{"eval":3}],"tup":[{"eval":[2,"y z"]}]}',
            '{"time":"1.000000000","f":[{"eval":2}]}',
            '{"time":"2.000000000","f":[{"eval":2}]}',
            '{"time":"2.250000000","d":[{"eval":4}],"e":[{"instance":["y"],"eval":1e-10}],'
            '"trigger_0":[{"eval":"big"}],"tup":[{"eval":[3,"y"]}]}'])
        debug = self.offline("--output-format", "json", "-v", "debug")
        self.assertIn('"e":[{"instance":["x"],"spawn":true,"eval":2.5}]', debug)

    def test_csv(self):
        self.assertEqual(self.offline("--output-format", "csv"),
                         "time,f,trigger_0\n1.000000000,2,#\n2.000000000,2,#\n2.250000000,#,big\n")
        self.fail_with(1, "monitor", "spec.lola", "--csv-in", "trace.csv", "--offline", "relative",
                       "--output-format", "csv", "-v", "outputs")
        self.fail_with(1, "monitor", "spec.lola", "--csv-in", "trace.csv", "--offline", "relative",
                       "--output-format", "csv", "-v", "debug")

    def test_time_formats_of_the_output(self):
        start = ("--start-time-unix", "100.25")
        self.assertEqual(self.offline("-f", "absolute", *start), PUBLIC_LINES.format(
            "101.250000000", "102.250000000", "102.500000000"))
        self.assertEqual(self.offline("-f", "relative-nanos", *start), PUBLIC_LINES.format(
            "1000000000", "2000000000", "2250000000"))
        self.assertEqual(
            self.offline("-f", "absolute-rfc", "--start-time-rfc3339", "2020-01-01T00:00:00Z"),
            PUBLIC_LINES.format("2020-01-01T00:00:01Z", "2020-01-01T00:00:02Z",
                                "2020-01-01T00:00:02.250000000Z"))

    def test_absolute_times_start_with_the_first_event(self):
        self.write("unix.csv", "time,a,b,s\n1000.5,9,1,x\n")
        text = self.monitor("--csv-in", "unix.csv", "--offline", "absolute", "-f", "relative-nanos",
                            "-v", "trigger")
        self.assertEqual(text, "[0][Trigger][#0][Value] = \"big\"\n")

    def test_input_delay_and_time_column(self):
        self.write("plain.csv", "a,b,s\n1,2,x\n2,3,y\n9,3,y\n")
        text = self.monitor("--csv-in", "plain.csv", "--offline", "relative", "-v", "trigger",
                            "--input-delay", "500")
        self.assertEqual(text, "[1.500000000][Trigger][#0][Value] = \"big\"\n")
        self.write("named.csv", "a,b,when,s\n9,2,0.5,x\n")
        text = self.monitor("--csv-in", "named.csv", "--csv-time-column", "3", "--offline",
                            "relative", "-v", "trigger")
        self.assertEqual(text, "[0.500000000][Trigger][#0][Value] = \"big\"\n")

    def test_destinations_and_statistics(self):
        self.assertEqual(self.offline("-v", "outputs", "--output-file", "log.txt"), "")
        self.assertEqual(self.read("log.txt"), OUTPUTS)
        result = self.run_program("monitor", "spec.lola", "--csv-in", "trace.csv", "--offline",
                                  "relative", "--stderr", "--statistics", "all")
        self.assertEqual(result.stdout, "")
        self.assertIn("[Trigger][#0][Value] = \"big\"", result.stderr)
        self.assertIn("  3 input events parsed", result.stderr)
        rule = "=" * 80
        live = f"{rule}\n▌ 0 events\n  0 trigger\n"
        # On no terminal: verdicts on standard error come at once, before or behind the live lines.
        self.assertTrue(result.stderr.startswith(live), result.stderr)
        self.assertIn("\x1b[3F\x1b[J", result.stderr)
        self.assertRegex(result.stderr, rf"{rule}\n  5 cycles, \d+ cycles per second, "
                                        r"\d+ nsec per cycles\n  3 input events parsed in "
                                        r"\d+\.\d{9} secs; \d+ nsec per event on average\n")
        self.assertIn("  1 trigger in total\n  Trigger details:\n   [#0]: 1\n", result.stderr)

    def test_online(self):
        text = self.monitor("--stdin", "--online", "-v", "trigger", stdin="a,b,s\n9,1,x\n")
        self.assertRegex(text, r'^\[0\.\d{9}\]\[Trigger\]\[#0\]\[Value\] = "big"\n$')
