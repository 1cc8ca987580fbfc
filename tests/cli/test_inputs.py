"""Reading data through the program: packing, patterns, mapping, following, JSON lines."""
import gzip
import shutil
import subprocess
import time
import unittest

from kit import PROGRAM, ProgramTest, interrupt

EXPECTED = '[2.250000000][Trigger][#0][Value] = "big"\n'


class Inputs(ProgramTest):
    def triggers(self, *words, stdin=None):
        return self.succeed("monitor", "spec.lola", *words, "-v", "violations", stdin=stdin)

    def test_packed_files(self):
        self.write("trace.csv.gz", gzip.compress(self.read("trace.csv").encode()))
        self.assertEqual(self.triggers("trace.csv.gz"), EXPECTED)
        self.write("cut.csv.gz", gzip.compress(self.read("trace.csv").encode())[:-12])
        self.assertIn("ends in the middle",
                      self.fail_with(2, "monitor", "spec.lola", "cut.csv.gz"))

    @unittest.skipUnless(shutil.which("zstd"), "zstd is not installed")
    def test_zstd(self):
        subprocess.run(["zstd", "-q", "trace.csv"], cwd=self.folder, check=True)
        self.assertEqual(self.triggers("trace.csv.zst"), EXPECTED)

    def test_patterns_and_several_files(self):
        self.write("part1.csv", "time,a,b,s\n1,1,1,x\n")
        self.write("part2.csv", "s,b,a,time\nx,1,5,2\n")
        self.assertEqual(self.triggers("part*.csv"), '[2.000000000][Trigger][#0][Value] = "big"\n')
        self.assertEqual(self.triggers("part1.csv", "part2.csv"),
                         '[2.000000000][Trigger][#0][Value] = "big"\n')

    def test_standard_input(self):
        self.assertEqual(self.triggers("-", stdin=self.read("trace.csv")), EXPECTED)

    def test_every_csv_option(self):
        self.write("odd.txt", "1.5;|x;y|;9;na\n")
        text = self.triggers("odd.txt", "--columns", "when,s,n,b", "--map", "a=n",
                             "--time-column", "when", "--delimiter", ";", "--quote", "|",
                             "--missing", "na", "--empty-is-missing", "--time-format", "relative")
        self.assertEqual(text, '[1.500000000][Trigger][#0][Value] = "big"\n')
        text = self.triggers("odd.txt", "--csv-columns", "when,s,n,b", "--csv-map", "a=n",
                             "--csv-time-column", "1", "--csv-delimiter", ";", "--csv-quote", "|",
                             "--csv-missing", "na")
        self.assertEqual(text, '[1.500000000][Trigger][#0][Value] = "big"\n')

    def test_follow(self):
        self.write("grow.csv", "time,a,b,s\n1,1,1,x\n")
        process = subprocess.Popen(
            [PROGRAM, "monitor", "spec.lola", "grow.csv", "--follow", "-v", "violations"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            time.sleep(0.3)
            with open(self.folder / "grow.csv", "a", encoding="utf-8") as file:
                file.write("2,7,1,")
                file.flush()
                time.sleep(0.2)
                file.write("x\n")
            self.assertEqual(process.stdout.readline(),
                             '[2.000000000][Trigger][#0][Value] = "big"\n')
        finally:
            process.terminate()
            process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)

    def append(self, name, text):
        with open(self.folder / name, "a", encoding="utf-8") as file:
            file.write(text)

    def follow(self, file, steps, *words):
        """Runs with --follow; after each step the next line must come. All of them."""
        process = subprocess.Popen(
            [PROGRAM, "monitor", "spec.lola", file, "--follow", "-v", "violations", *words],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = []
        try:
            for step in steps:
                time.sleep(0.2)
                step()
                lines.append(process.stdout.readline())
        finally:
            process.terminate()
            error = process.communicate(timeout=10)[1]
        self.assertEqual(process.returncode, 130, error)
        return [line[1:2] for line in lines]

    def test_follow_goes_on_in_the_file_that_takes_the_place(self):
        def rotate():
            with open(self.folder / "log.csv", "a", encoding="utf-8") as file:
                (self.folder / "log.csv").rename(self.folder / "log.csv.1")
                file.write("3,7,1,late to the old file\n")
            self.write("log.csv", "time,s,b,a\n4,x,1,8\n")

        self.write("log.csv", "time,a,b,s\n1,1,1,x\n2,5,1,x")
        found = self.follow("log.csv", [
            lambda: self.append("log.csv", "\n"), rotate,
            lambda: None, lambda: self.append("log.csv", "5,x,1,9\n")])
        self.assertEqual(found, ["2", "3", "4", "5"])

    def test_follow_after_a_cut(self):
        self.write("log.csv", "time,a,b,s\n1,1,1,a long line before the cut\n2,5,1,x\n")
        found = self.follow("log.csv", [
            lambda: None, lambda: self.write("log.csv", "time,a,b,s\n3,6,1,x\n"),
            lambda: self.write("log.csv", "4,7,1,\n")])
        self.assertEqual(found, ["2", "3", "4"])

    def test_follow_json_lines_after_rotation(self):
        def rotate():
            (self.folder / "log.jsonl").rename(self.folder / "log.1")
            self.write("log.jsonl", '{"time":3,"a":6,"b":1,"s":"y"}\n')

        self.write("log.jsonl", '{"time":2,"a":5,"b":1,"s":"x"}\n')
        self.assertEqual(self.follow("log.jsonl", [lambda: None, rotate]), ["2", "3"])

    def test_delays_end_with_the_last_record(self):
        """The released tool lets one more delay pass, and with it the deadline at 4 s."""
        self.write("spec.lola", "input a: Int64\n"
                                "output n @2s := a.aggregate(over: 9s, using: count)\n")
        self.write("three.csv", "a\n1\n2\n3\n")
        text = self.succeed("monitor", "spec.lola", "three.csv", "--input-delay", "1000", "-v",
                            "outputs")
        self.assertEqual(text, "[2.000000000][Output][n][Value] = 2\n")

    def test_json_lines(self):
        self.write("trace.jsonl", '{"time":0.5,"a":1,"b":2.5,"s":"x"}\n\n'
                                  '{"s":"y z","time":"1.0","a":2,"b":null}\n'
                                  '{"time":2.25,"a":3,"b":1e-10,"s":"y","other":[1,{"a":9}]}\n')
        self.assertEqual(self.triggers("trace.jsonl"), EXPECTED)
        self.assertEqual(self.triggers("-", "--input", "jsonl", stdin=self.read("trace.jsonl")),
                         EXPECTED)

    def test_json_paths(self):
        self.write("deep.jsonl", '{"meta":{"at":"2024-01-01T00:00:00Z"},"v":[1,{"n":7}],'
                                 '"b":1,"s":"x"}\n')
        text = self.triggers("deep.jsonl", "--map", "a=v[1].n", "--time-column", "meta.at",
                             "-f", "absolute-rfc")
        self.assertEqual(text, '[2024-01-01T00:00:00Z][Trigger][#0][Value] = "big"\n')

    def test_start_at_midnight(self):
        self.write("noon.csv", "time,a,b,s\n2024-01-01 12:00,9,1,x\n")
        self.assertEqual(self.triggers("noon.csv", "--start-at-midnight"),
                         '[43200.000000000][Trigger][#0][Value] = "big"\n')

    def test_interrupt_while_waiting_for_the_first_record(self):
        process = subprocess.Popen([PROGRAM, "monitor", "spec.lola", "-"], cwd=self.folder,
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        interrupt(process, after=0.3)
        self.assertEqual(process.wait(timeout=5), 130)
        process.communicate()

    def test_replay_speed(self):
        began = time.monotonic()
        self.assertEqual(self.triggers("trace.csv", "--replay-speed", "5"), EXPECTED)
        self.assertGreater(time.monotonic() - began, 0.4)
