"""Every option of inputs and outputs of databases: each test fails if its option does nothing."""
import re
import sqlite3
import subprocess
import unittest

import postgres_kit
from kit import PROGRAM, ProgramTest, options_without_test
from postgres_kit import PostgresTest
from test_sqlite import wait_for

setUpModule, tearDownModule = postgres_kit.begin, postgres_kit.end

SHOW_ALL = """\
input a: Int64
input s: String
#[public]
output seen := (a, s)
"""
FIRES = 'input x : Int64\n#[public]\noutput y := x\noutput z := x + 1\ntrigger x > 5 "high"\n'
EVIDENCE = ("input a: Bool\n#[public]\noutput r := a.prob()\n"
            "trigger certain(r > 0.5, level: 0.9)\n")


class InputOptions:
    """Tests of both inputs. Those who inherit say how to make a table and how to name it."""

    def inputs(self, *words, table="t"):
        """`time a s` per event; a missing value is `-`."""
        self.write("all.lola", SHOW_ALL)
        rows = ("--table", table) if table else ()
        text = self.succeed("monitor", "all.lola", *self.source, *rows, "-v", "streams", *words)
        events = {}
        for at, name, value in re.findall(r"^\[([^]]*)\]\[Input\]\[(\w+)\]\[Value\] = (.*)$", text,
                                          re.M):
            events.setdefault(at, {})[name] = value.strip('"')
        return [f"{float(at):g} {row.get('a', '-')} {row.get('s', '-')}"
                for at, row in events.items()]

    def see_map(self):
        self.table("(k integer primary key, time int, number int, s text)", "(1, 1, 5, 'x')")
        self.assertEqual(self.inputs("--map", "a=number"), ["1 5 x"])

    def see_missing(self):
        self.table("(k integer primary key, time int, a int, s text)",
                   "(1, 1, 1, 'none'), (2, 2, 2, '#')")
        self.assertEqual(self.inputs(), ["1 1 none", "2 2 #"])
        self.assertEqual(self.inputs("--missing", "none"), ["1 1 -", "2 2 #"])

    def see_empty_is_missing(self):
        self.table("(k integer primary key, time int, a int, s text)", "(1, 1, 1, '')")
        self.assertEqual(self.inputs(), ["1 1 "])
        self.assertEqual(self.inputs("--empty-is-missing"), ["1 1 -"])

    def see_check_all(self):
        self.write("few.lola", "input a: Int64\ninput unread: Float64\noutput b := a + 1\n")
        self.table("(k integer primary key, time int, a int, unread text)", "(1, 1, 1, 'none')")
        words = ("monitor", "few.lola", *self.source, "--table", "t")
        self.succeed(*words)
        self.assertIn("field `unread` is", self.fail_with(2, *words, "--check-all"))

    def see_time_column(self):
        self.table("(k integer primary key, time int, a int, s text, late int)",
                   "(1, 1, 1, 'x', 7)")
        self.assertEqual(self.inputs(), ["1 1 x"])
        self.assertEqual(self.inputs("--time-column", "late"), ["7 1 x"])

    def see_time_format(self):
        self.table("(k integer primary key, time int, a int, s text)",
                   "(1, 1, 1, 'x'), (2, 2, 2, 'y')")
        self.assertEqual(self.inputs("--time-format", "offset"), ["1 1 x", "3 2 y"])
        self.assertEqual(self.inputs("--time-format", "absolute"), ["0 1 x", "1 2 y"])

    def see_input_delay(self):
        self.table("(k integer primary key, a int, s text)", "(1, 1, 'x'), (2, 2, 'y')")
        self.assertEqual(self.inputs("--input-delay", "250"), ["0.25 1 x", "0.5 2 y"])

    def see_table(self):
        self.table("(k integer primary key, time int, a int, s text)", "(1, 1, 1, 'x')")
        self.assertEqual(self.inputs(), ["1 1 x"])

    def see_query(self):
        self.table("(k integer primary key, time int, a int, s text)",
                   "(1, 1, 1, 'x'), (2, 2, 2, 'y')")
        self.assertEqual(self.inputs("--query", "SELECT * FROM t WHERE a > 1", "--key", "k",
                                     table=""), ["2 2 y"])

    def see_key(self):
        self.table("(k integer primary key, time int, a int, s text, place int)",
                   "(1, 2, 2, 'y', 9), (2, 1, 1, 'x', 8)")
        self.assertEqual(self.inputs("--key", "place"), ["1 1 x", "2 2 y"])

    def followed(self, *words, after=None):
        """Lines of a run that waits, once a second row has come."""
        self.write("all.lola", SHOW_ALL)
        self.table("(k integer primary key, time int, a int, s text)", "(1, 1, 1, 'x')")
        output = self.folder / "out.txt"
        with open(output, "wb") as out:
            process = subprocess.Popen(
                (PROGRAM, "monitor", "all.lola", *self.source, "--table", "t", *words),
                cwd=self.folder, stdout=out, stderr=subprocess.DEVNULL)
        try:
            wait_for(lambda: output.read_bytes().count(b"\n") == 1)
            self.insert("(2, 2, 2, 'y')")
            wait_for(lambda: (after is None or after() is not None) and
                     output.read_bytes().count(b"\n") == 2)
        finally:
            process.kill()
            process.wait()

    def see_follow(self):
        self.followed("--follow", "--poll", "10ms")
        self.assertIn("[seen][Value] = (2, y)", self.read("out.txt"))

    def see_poll(self):
        """Rarely enough, a second row is not seen in the time of a whole run of another one."""
        self.assertIn("--poll", self.fail_with(1, "monitor", "all.lola", *self.source, "--table",
                                               "t", "--poll", "0s"))
        with self.assertRaises(AssertionError):
            self.followed("--follow", "--poll", "1h", after=self.short_patience())

    def short_patience(self):
        looks = []

        def look():
            looks.append(1)
            if len(looks) > 25:
                raise AssertionError("it does not come")
            return True
        return look


class SqliteInput(InputOptions, ProgramTest):
    source = ("d.db",)

    def setUp(self):
        super().setUp()
        self.write("all.lola", SHOW_ALL)

    def run_sql(self, *statements):
        base = sqlite3.connect(self.folder / "d.db")
        for statement in statements:
            base.execute(statement)
        base.commit()
        base.close()

    def table(self, columns, values):
        self.run_sql("CREATE TABLE t " + columns, "INSERT INTO t VALUES " + values)

    def insert(self, values):
        self.run_sql("INSERT INTO t VALUES " + values)


class PostgresInput(InputOptions, PostgresTest):
    @property
    def source(self):
        return self.words

    def setUp(self):
        super().setUp()
        self.write("all.lola", SHOW_ALL)

    def table(self, columns, values):
        self.ask(f"CREATE TABLE t {columns}; INSERT INTO t VALUES {values}")

    def insert(self, values):
        self.ask("INSERT INTO t VALUES " + values)

    def test_input_postgres_connection(self):
        self.table("(k integer primary key, time int, a int, s text)", "(1, 1, 1, 'x')")
        self.assertEqual(self.inputs(), ["1 1 x"])
        self.assertIn("does not exist", self.fail_with(
            2, "monitor", "all.lola", "--input", "postgres", "--table", "t", "--connection",
            self.server.uri("nowhere")))

    def test_input_postgres_notify(self):
        self.followed("--follow", "--poll", "1h", "--notify", "new",
                      after=lambda: self.ask("NOTIFY new"))

    def test_input_postgres_lag(self):
        self.table("(k integer primary key, time timestamptz, a int, s text)",
                   "(1, now() - interval '1 hour', 1, 'x'), (2, now(), 2, 'y')")
        self.assertEqual(len(self.inputs()), 2)
        self.assertEqual(len(self.inputs("--lag", "30min")), 1)

    def test_input_postgres_guard(self):
        self.table("(k integer primary key, time int, a int, s text)", "(1, 1, 1, 'x')")
        late = self.server.session(self.database)
        self.addCleanup(late.end)
        late.ask("BEGIN")
        late.ask("INSERT INTO t VALUES (0, 0, 0, 'late')")
        words = ("monitor", "all.lola", *self.source, "--table", "t", "--checkpoint", "at")
        self.succeed(*words, "--guard", "off")
        with self.assertRaises(subprocess.TimeoutExpired):
            self.run_program(*words, timeout=1)


class Outputs:
    """Tests of both outputs."""

    def streams(self, *words):
        """Names of what was written, in order."""
        self.write("fires.lola", FIRES)
        self.write("fires.csv", "time,x\n1,1\n2,6\n3,7\n4,2\n5,9\n")
        self.succeed("monitor", "fires.lola", "fires.csv", *self.sink, *words)
        return self.written("SELECT stream FROM fairmon_verdicts UNION ALL SELECT trigger FROM "
                            "fairmon_triggers")

    def see_verbosity(self):
        self.assertEqual(set(self.streams()), {"y", "trigger_0"})
        self.assertEqual(set(self.streams("-v", "violations")), {"trigger_0"})

    def see_debug_streams(self):
        self.assertEqual(set(self.streams("--debug-streams", "z")), {"y", "z", "trigger_0"})

    def see_episodes(self):
        self.assertEqual(self.streams().count("trigger_0"), 3)
        self.assertEqual(self.streams("--episodes").count("trigger_0"), 2)

    def see_evidence(self):
        self.write("sure.lola", EVIDENCE)
        self.write("sure.csv", "time,a\n1,true\n2,false\n")
        self.succeed("monitor", "sure.lola", "sure.csv", *self.sink, "--evidence")
        self.assertEqual(self.written("SELECT trials FROM fairmon_verdicts WHERE stream = 'r' "
                                      "ORDER BY number"), ["1", "2"])
        self.assertIn("undecided", self.written("SELECT value FROM fairmon_verdicts"))


class SqliteOutput(Outputs, ProgramTest):
    sink = ("-o", "sqlite=v.db")

    def written(self, query):
        base = sqlite3.connect(self.folder / "v.db")
        rows = [str(row[0]) for row in base.execute(query)]
        base.close()
        return rows


class PostgresOutput(Outputs, PostgresTest):
    @property
    def sink(self):
        return ("-o", "postgres=one", "--output-connection", self.uri)

    def written(self, query):
        return self.ask(query)

    def test_output_postgres_output_connection(self):
        self.assertEqual(len(self.streams()), 8)
        self.assertIn("does not exist", self.fail_with(
            2, "monitor", "fires.lola", "fires.csv", "-o", "postgres=one", "--output-connection",
            self.server.uri("nowhere")))

    def test_output_postgres_schema(self):
        self.ask("CREATE SCHEMA fair")
        self.write("fires.lola", FIRES)
        self.write("fires.csv", "time,x\n1,1\n")
        self.succeed("monitor", "fires.lola", "fires.csv", *self.sink, "--schema", "fair")
        self.assertEqual(self.written("SELECT count(*) FROM fair.fairmon_verdicts"), ["1"])


def name_tests(case, shared, role, plugin):
    """`see_key` becomes `test_input_sqlite_key`."""
    for name in dir(shared):
        if name.startswith("see_"):
            setattr(case, f"test_{role}_{plugin}_{name[4:]}", getattr(shared, name))


name_tests(SqliteInput, InputOptions, "input", "sqlite")
name_tests(PostgresInput, InputOptions, "input", "postgres")
name_tests(SqliteOutput, Outputs, "output", "sqlite")
name_tests(PostgresOutput, Outputs, "output", "postgres")


class Complete(ProgramTest):
    def test_every_option_has_its_test(self):
        cases = (SqliteInput, PostgresInput, SqliteOutput, PostgresOutput)
        self.assertEqual(options_without_test(self, cases, {"sqlite", "postgres"}), set())


if __name__ == "__main__":
    unittest.main()
