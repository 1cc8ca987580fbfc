"""Every option of the inputs and outputs: each test fails if its option does nothing.

A test is called `test_<role>_<plugin>_<option>`; the last class looks that none is missing.
"""
import json
import re
import subprocess
import time

from kit import PROGRAM, ProgramTest, options_without_test

# Plugins whose options need a service; the same test stands in `tests/dsa/test_options.py`. Those
# of the ledger stand in `tests/audit`, those of pushed events and alarms in `tests/watch`, those of
# databases in `tests/database`, those of Kafka in `tests/clusters`.
ELSEWHERE = {"dsa", "dsa-dump", "kafka", "ledger", "push", "postgres", "sqlite", "webhook"}

SHOW_ALL = """\
input a: Int64
input s: String
#[public]
output seen := (a, s)
"""


def check_all(test, trace):
    """A field that no stream needs is read only on request."""
    test.write("few.lola", "input a: Int64\ninput unread: Float64\noutput b := a + 1\n")
    test.assertEqual(test.succeed("monitor", "few.lola", trace), "")
    message = test.fail_with(2, "monitor", "few.lola", trace, "--check-all")
    test.assertIn("field `unread` is", message)


class OptionTest(ProgramTest):
    """Prints the inputs of a small specification as one line per event."""

    def setUp(self):
        super().setUp()
        self.write("all.lola", SHOW_ALL)

    def inputs(self, file, *words):
        """`time a s` per event; a missing value is `-`."""
        text = self.succeed("monitor", "all.lola", file, "-v", "streams", *words)
        events = {}
        for time_text, name, value in re.findall(
                r"^\[([^]]*)\]\[Input\]\[(\w+)\]\[Value\] = (.*)$", text, re.M):
            events.setdefault(time_text, {})[name] = value.strip('"')
        return [f"{float(at):g} {row.get('a', '-')} {row.get('s', '-')}"
                for at, row in events.items()]

    def followed(self, file, content, more, *words):
        """First line printed after something was added to a followed file."""
        self.write(file, content)
        process = subprocess.Popen(
            [PROGRAM, "monitor", "all.lola", file, *words], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertTrue(process.stdout.readline())
            time.sleep(0.1)
            with open(self.folder / file, "a", encoding="utf-8") as data:
                data.write(more)
            return process.stdout.readline()
        finally:
            process.terminate()
            process.communicate(timeout=10)


class CsvInput(OptionTest):
    def test_input_csv_map(self):
        self.write("d.csv", "time,number,s\n1,5,x\n")
        self.assertEqual(self.inputs("d.csv", "--csv-map", "a=number"), ["1 5 x"])
        self.assertEqual(self.inputs("d.csv", "--map", "a=number", "--map", "s=number"), ["1 5 5"])

    def test_input_csv_missing(self):
        self.write("d.csv", "time,a,s\n1,NA,none\n2,#,#\n3,3,y\n")
        self.assertEqual(self.inputs("d.csv", "--missing", "NA", "--missing", "none"), ["3 3 y"])
        self.assertIn("is `NA`", self.fail_with(2, "monitor", "all.lola", "d.csv"))

    def test_input_csv_empty_is_missing(self):
        self.write("d.csv", "time,a,s\n1,1,\n")
        self.assertEqual(self.inputs("d.csv"), ["1 1 "])
        self.assertEqual(self.inputs("d.csv", "--empty-is-missing"), ["1 1 -"])

    def test_input_csv_check_all(self):
        self.write("d.csv", "time,a,unread\n1,1,none\n")
        check_all(self, "d.csv")

    def test_input_csv_time_column(self):
        self.write("d.csv", "time,a,s,when\n1,1,x,7\n")
        self.assertEqual(self.inputs("d.csv"), ["1 1 x"])
        self.assertEqual(self.inputs("d.csv", "--time-column", "when"), ["7 1 x"])
        self.assertEqual(self.inputs("d.csv", "--csv-time-column", "4"), ["7 1 x"])

    def test_input_csv_time_format(self):
        self.write("d.csv", "time,a,s\n1,1,x\n2,2,y\n")
        for name, expected in (("relative", ["1 1 x", "2 2 y"]), ("offset", ["1 1 x", "3 2 y"]),
                               ("absolute", ["0 1 x", "1 2 y"]),
                               ("unix-ms", ["0 1 x", "0.001 2 y"]),
                               ("relative-nanos", ["1e-09 1 x", "2e-09 2 y"])):
            self.assertEqual(self.inputs("d.csv", "--time-format", name), expected, name)

    def test_input_csv_input_delay(self):
        self.write("d.csv", "a,s\n1,x\n2,y\n")
        self.assertEqual(self.inputs("d.csv", "--input-delay", "250"), ["0.25 1 x", "0.5 2 y"])

    def test_input_csv_follow(self):
        line = self.followed("d.csv", "time,a,s\n1,1,x\n", "2,2,y\n", "--follow")
        self.assertEqual(line, "[2.000000000][Output][seen][Value] = (2, y)\n")

    def test_input_csv_delimiter(self):
        self.write("d.csv", "time;a;s\n1;1;x,y\n")
        self.assertEqual(self.inputs("d.csv"), ["1 1 x,y"])
        self.write("odd.csv", "time:a:s\n1:1:x,y\n")
        self.assertEqual(self.inputs("odd.csv", "--delimiter", ":"), ["1 1 x,y"])
        self.write("tab.csv", "time\ta\ts,t\n1\t1\tx,y\n")
        self.assertEqual(self.inputs("tab.csv", "--delimiter", "tab", "--map", "s=s,t"),
                         ["1 1 x,y"])

    def test_input_csv_quote(self):
        self.write("d.csv", "time,a,s\n1,1,%x,y%\n")
        self.assertEqual(self.inputs("d.csv", "--quote", "%"), ["1 1 x,y"])
        self.write("none.csv", 'time,a,s\n1,1,"x\n2,2,y"z\n')
        self.assertEqual(self.inputs("none.csv", "--quote", "none"), ['1 1 x', '2 2 y"z'])

    def test_input_csv_columns(self):
        self.write("d.csv", "1,1,x\n2,2,y\n")
        self.assertEqual(self.inputs("d.csv", "--columns", "time,a,s"), ["1 1 x", "2 2 y"])


class JsonLinesInput(OptionTest):
    def test_input_jsonl_map(self):
        self.write("d.jsonl", '{"time":1,"deep":{"list":[4,5]},"s":"x"}\n')
        self.assertEqual(self.inputs("d.jsonl", "--map", "a=deep.list[1]"), ["1 5 x"])

    def test_input_jsonl_missing(self):
        self.write("d.jsonl", '{"time":1,"a":1,"s":"n/a"}\n')
        self.assertEqual(self.inputs("d.jsonl"), ["1 1 n/a"])
        self.assertEqual(self.inputs("d.jsonl", "--jsonl-missing", "n/a"), ["1 1 -"])

    def test_input_jsonl_empty_is_missing(self):
        self.write("d.jsonl", '{"time":1,"a":1,"s":""}\n')
        self.assertEqual(self.inputs("d.jsonl"), ["1 1 "])
        self.assertEqual(self.inputs("d.jsonl", "--empty-is-missing"), ["1 1 -"])

    def test_input_jsonl_check_all(self):
        self.write("d.jsonl", '{"time":1,"a":1,"unread":"none"}\n')
        check_all(self, "d.jsonl")

    def test_input_jsonl_time_column(self):
        self.write("d.jsonl", '{"time":1,"a":1,"s":"x","meta":{"at":7}}\n')
        self.assertEqual(self.inputs("d.jsonl", "--time-column", "meta.at"), ["7 1 x"])

    def test_input_jsonl_time_format(self):
        self.write("d.jsonl", '{"time":1,"a":1,"s":"x"}\n{"time":2,"a":2,"s":"y"}\n')
        self.assertEqual(self.inputs("d.jsonl", "--time-format", "offset"), ["1 1 x", "3 2 y"])
        self.assertEqual(self.inputs("d.jsonl", "--time-format", "absolute"), ["0 1 x", "1 2 y"])

    def test_input_jsonl_input_delay(self):
        self.write("d.jsonl", '{"a":1,"s":"x"}\n{"a":2,"s":"y"}\n')
        self.assertEqual(self.inputs("d.jsonl", "--input-delay", "500"), ["0.5 1 x", "1 2 y"])

    def test_input_jsonl_follow(self):
        line = self.followed("d.jsonl", '{"time":1,"a":1,"s":"x"}\n',
                             '{"time":2,"a":2,"s":"y"}\n', "--follow")
        self.assertEqual(line, "[2.000000000][Output][seen][Value] = (2, y)\n")

    def test_input_jsonl_allow_absent(self):
        self.write("d.jsonl", '{"time":1,"a":1}\n')
        self.assertIn("none of the first 1 records has a field `s`",
                      self.fail_with(2, "monitor", "all.lola", "d.jsonl"))
        self.assertEqual(self.inputs("d.jsonl", "--allow-absent"), ["1 1 -"])


class Outputs(OptionTest):
    def shown(self, *words):
        return self.succeed("monitor", "spec.lola", "trace.csv", *words)

    def lines_by_level(self, *words):
        return [len(self.shown(*words, level).splitlines())
                for level in ("silent", "violations", "public", "outputs", "streams", "debug")]

    def test_output_text_verbosity(self):
        self.assertEqual(self.lines_by_level("-o", "text", "--text-verbosity"),
                         [0, 1, 3, 11, 19, 22])

    def test_output_text_debug_streams(self):
        text = self.shown("-o", "text", "-v", "silent", "--debug-streams", "e")
        self.assertEqual({line.split("]")[2] for line in text.splitlines()},
                         {"[e", "[e(x)", "[e(y)"})

    def test_output_text_output_time_format(self):
        text = self.shown("-o", "text", "-v", "violations", "-f", "relative-nanos")
        self.assertEqual(text, '[2250000000][Trigger][#0][Value] = "big"\n')

    def test_output_jsonl_verbosity(self):
        self.assertEqual(self.lines_by_level("-o", "jsonl", "--jsonl-verbosity"),
                         [0, 1, 3, 5, 5, 5])
        self.assertNotIn('"a":', self.shown("-o", "jsonl", "-v", "outputs"))
        self.assertIn('"a":', self.shown("-o", "jsonl", "-v", "streams"))

    def test_output_jsonl_debug_streams(self):
        text = self.shown("-o", "jsonl", "-v", "silent", "--jsonl-debug-streams", "e")
        self.assertEqual(json.loads(text.splitlines()[0]),
                         {"time": "0.500000000",
                          "e": [{"instance": ["x"], "spawn": True, "eval": 2.5}]})

    def test_output_jsonl_output_time_format(self):
        text = self.shown("-o", "jsonl", "-v", "violations", "-f", "absolute-rfc",
                          "--start-time-rfc3339", "2020-01-01T00:00:00Z")
        self.assertEqual(json.loads(text)["time"], "2020-01-01T00:00:02.250000000Z")

    def test_output_csv_verbosity(self):
        self.assertEqual(self.shown("-o", "csv", "--csv-verbosity", "violations"),
                         "time,trigger_0\n2.250000000,big\n")
        self.assertEqual(self.shown("-o", "csv").splitlines()[0], "time,f,trigger_0")

    def test_output_csv_debug_streams(self):
        self.assertEqual(self.shown("-o", "csv", "-v", "silent", "--csv-debug-streams", "d"),
                         "time,d\n0.500000000,2\n1.000000000,3\n2.250000000,4\n")

    def test_output_csv_output_time_format(self):
        self.assertEqual(self.shown("-o", "csv", "-v", "violations", "--csv-output-time-format",
                                    "relative-nanos"), "time,trigger_0\n2250000000,big\n")

    def test_output_csv_layout(self):
        self.assertEqual(self.shown("-o", "csv", "-v", "violations", "--layout", "long"),
                         "time,stream,instance,value\n2.250000000,trigger_0,,big\n")
        self.assertEqual(self.shown("-o", "csv", "-v", "violations", "--layout", "wide"),
                         "time,trigger_0\n2.250000000,big\n")

    def test_output_summary_instances(self):
        self.write("many.lola", "input a: Int64\n#[public]\n"
                                "output n(p: Int64) spawn with a eval when a == p with a\n")
        self.write("many.csv", "time,a\n" + "".join(f"{i},{i}\n" for i in range(20)))
        for limit, rest in (("3", "… and 17 instances"), ("19", "… and 1 instance\n")):
            self.assertIn(rest, self.succeed("monitor", "many.lola", "many.csv", "-o", "summary",
                                             "--instances", limit))
        self.assertNotIn("… and", self.succeed("monitor", "many.lola", "many.csv", "-o", "summary",
                                               "--instances", "20"))

    def firings(self, *flags):
        """Output of a trigger that fires at 2, 3 and, after a pause, 5."""
        self.write("fires.lola", "input x : Int64\ntrigger x > 5 \"high\"\n")
        self.write("fires.csv", "time,x\n1,1\n2,6\n3,7\n4,2\n5,9\n")
        return self.succeed("monitor", "fires.lola", "fires.csv", *flags)

    def test_output_text_episodes(self):
        self.assertEqual(self.firings("-o", "text").count("[Trigger]"), 3)
        self.assertEqual(self.firings("-o", "text", "--text-episodes").count("[Trigger]"), 2)

    def test_output_jsonl_episodes(self):
        times = [json.loads(line)["time"] for line in
                 self.firings("-o", "jsonl", "--jsonl-episodes").splitlines()]
        self.assertEqual(times, ["2.000000000", "5.000000000"])

    def test_output_csv_episodes(self):
        self.assertEqual(len(self.firings("-o", "csv").splitlines()) - 1,
                         len(self.firings("-o", "csv", "--csv-episodes").splitlines()))

    def evidence(self, *flags):
        """A band and a judgement; times two seconds."""
        self.write("spec.lola", "input a: Bool\n#[public]\noutput r := a.prob()\n"
                                "trigger certain(r > 0.5, level: 0.9)\n")
        self.write("trace.csv", "time,a\n1,true\n2,false\n")
        return self.succeed("monitor", "spec.lola", "trace.csv", *flags)

    def test_output_text_evidence(self):
        self.assertNotIn("[0, 1]", self.evidence("-o", "text"))
        self.assertIn("[Output][r][Value] = 1 [0, 1] n = 1\n",
                      self.evidence("-o", "text", "--text-evidence"))

    def test_output_jsonl_evidence(self):
        first = json.loads(self.evidence("-o", "jsonl", "--jsonl-evidence").splitlines()[0])
        self.assertEqual(first["r"], [{"eval": 1, "lower": 0, "upper": 1, "n": 1}])
        self.assertEqual(first["trigger_0.judgement"], [{"eval": "undecided"}])

    def test_output_csv_evidence(self):
        lines = self.evidence("-o", "csv", "--csv-layout", "long", "--csv-evidence").splitlines()
        self.assertEqual(lines[0], "time,stream,instance,value,lower,upper,n,stretch_from")
        self.assertEqual(lines[1], "1.000000000,r,,1,0,1,1,")

    def test_output_json_verbosity(self):
        shown = lambda *flags: set(json.loads(self.shown("-o", "json", *flags))["values"])
        self.assertEqual(shown(), {"f"})
        self.assertLess({"f", "d", "e"}, shown("--json-verbosity", "outputs"))

    def test_output_json_debug_streams(self):
        document = json.loads(self.shown("-o", "json", "--json-debug-streams", "e"))
        self.assertIn("e", document["values"])

    def test_output_json_output_time_format(self):
        document = json.loads(self.shown("-o", "json", "-f", "absolute-rfc",
                                         "--start-time-rfc3339", "2020-01-01T00:00:00Z"))
        self.assertEqual(document["values"]["f"][0]["as_of"], "2020-01-01T00:00:02Z")


class DoubleMeaning(ProgramTest):
    def test_the_address_of_one_is_not_that_of_the_other(self):
        for flag, value in (("url", "http://127.0.0.1:9/"), ("token-file", "token")):
            message = self.fail_with(1, "monitor", "spec.lola", "--input", "dsa", f"--{flag}",
                                     value, "-o", "webhook=alarms.spool")
            self.assertIn(f"write --dsa-{flag} or --webhook-{flag}", message)


class Complete(ProgramTest):
    def test_every_option_of_every_plugin_has_its_test(self):
        plugins = {plugin["name"] for plugin in json.loads(self.succeed("plugins", "--json"))}
        missing = options_without_test(self, (CsvInput, JsonLinesInput, Outputs),
                                       plugins - ELSEWHERE)
        self.assertEqual(missing, set())
