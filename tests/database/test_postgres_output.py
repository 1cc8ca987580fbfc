"""Verdicts as tables of a PostgreSQL database."""
import subprocess
import unittest

import postgres_kit
from kit import PROGRAM
from postgres_kit import PostgresTest
from test_sqlite import COUNT, wait_for
from watching import WatchProcess

setUpModule, tearDownModule = postgres_kit.begin, postgres_kit.end


class Writing(PostgresTest):
    def setUp(self):
        super().setUp()
        self.into = ("--output-connection", self.uri)

    def test_tables(self):
        self.write("a.csv", "time,x\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:02.5Z,7\n")
        self.succeed("monitor", "count.lola", "a.csv", "-o", "postgres=one", *self.into)
        self.assertEqual(
            self.ask("SET TimeZone = 'UTC'; SELECT * FROM fairmon_verdicts ORDER BY number"),
            ["one|1|0|2024-01-01 00:00:00+00|total||value|1|1|||",
             "one|2|2500000000|2024-01-01 00:00:02.5+00|total||value|8|8|||"])
        self.assertEqual(
            self.ask("SELECT number, time_ns, trigger, instance, message FROM fairmon_triggers"),
            ["3|2500000000|trigger_0||seven"])
        self.assertEqual(self.ask("SELECT run, events, rows, finished, specification = "
                                  "$$%s$$ FROM fairmon_runs" % COUNT), ["one|2|3|t|t"])

    def test_runs_of_one_name_and_schemas(self):
        self.write("a.csv", "time,x\n1,1\n2,2\n")
        self.ask("CREATE SCHEMA fair")
        for run in ("one", "two", "one"):
            self.succeed("monitor", "count.lola", "a.csv", "-o", f"postgres={run}", *self.into,
                         "--schema", "fair")
        self.assertEqual(self.ask("SELECT run, count(*) FROM fair.fairmon_verdicts GROUP BY run "
                                  "ORDER BY run"), ["one|2", "two|2"])

    def test_texts_arrive_as_they_are(self):
        self.write("word.lola", "input s: String\n#[public]\noutput said := s\n")
        self.write("a.csv", 'time,s\n1,"a\tb\\N\n""c"""\n2,\\.\n')
        self.succeed("monitor", "word.lola", "a.csv", "-o", "postgres=one", *self.into)
        self.assertEqual(self.ask("SELECT value = E'a\\tb\\\\N\\n\"c\"', value = E'\\\\.' FROM "
                                  "fairmon_verdicts ORDER BY number"), ["t|f", "f|t"])

    def test_killed_and_resumed_every_row_is_there_once(self):
        self.write("a.csv", "time,x\n" + "".join(f"{n},{n % 10}\n" for n in range(12_000)))
        words = ("monitor", "count.lola", "a.csv", "-o", "postgres=one", *self.into,
                 "--checkpoint", "at", "--every", "1000")
        self.succeed("monitor", "count.lola", "a.csv", "-o", "postgres=whole", *self.into)
        count = "SELECT coalesce(max(rows), 0) FROM fairmon_runs WHERE run = 'one'"
        for part in range(3):
            process = subprocess.Popen((PROGRAM, *words, *(("--resume", "at") if part else ())),
                                       cwd=self.folder, stderr=subprocess.DEVNULL)
            wait_for(lambda: int(self.ask(count)[0]) >= 2000 * (part + 1) or
                     process.poll() is not None)
            process.kill()
            process.wait()
        self.succeed(*words, "--resume", "at")
        for table in ("verdicts", "triggers"):
            columns = "number, time_ns, instance, " + ("value" if table == "verdicts" else
                                                       "message")
            one, whole = (self.ask(f"SELECT {columns} FROM fairmon_{table} WHERE run = '{run}' "
                                   "ORDER BY number") for run in ("one", "whole"))
            self.assertEqual(one, whole)
            self.assertEqual(len(one), 12_000 if table == "verdicts" else 1200)

    def test_messages(self):
        self.write("a.csv", "time,x\n1,1\n")
        for words, code, told in (
                (("-o", "postgres"), 1, "name the run"),
                (("-o", "postgres=one", "--schema", "nowhere"), 2, "nowhere"),
                (("-o", "postgres=one", "--output-connection", "postgresql://a:s3cret@/x"), 1,
                 "holds a password")):
            with self.subTest(words=words):
                done = self.run_program("monitor", "count.lola", "a.csv",
                                        *(() if "--output-connection" in words else self.into),
                                        *words)
                self.assertEqual(done.returncode, code)
                self.assertIn(told, done.stderr)
                self.assertNotIn("s3cret", done.stderr)

    def test_from_a_configuration(self):
        self.add(0, 20)
        self.write("watch.toml", f'''\
listen = "127.0.0.1:0"
[monitor.m]
spec = "count.lola"
checkpoint_every = "50ms"
[monitor.m.input]
kind = "postgres"
connection = "{self.uri}"
table = "d"
follow = true
poll = "20ms"
[[monitor.m.output]]
kind = "postgres"
target = "verdicts"
output-connection = "{self.uri}"
''')
        counting = ("SELECT coalesce((SELECT count(*) FROM fairmon_verdicts WHERE run = "
                    "'m/1/verdicts'), 0)")

        def rows():
            there = self.ask("SELECT to_regclass('fairmon_verdicts') IS NOT NULL") == ["t"]
            return int(self.ask(counting)[0]) if there else 0
        for part in (1, 2):
            service = WatchProcess(self.folder)
            try:
                wait_for(lambda: rows() >= 20 * part)
                self.add(20 * part, 20)
                wait_for(lambda: rows() >= 20 * (part + 1))
            finally:
                service.kill()
        self.assertEqual(self.ask("SELECT count(*), count(DISTINCT time_ns) FROM fairmon_verdicts"),
                         ["60|60"])


if __name__ == "__main__":
    unittest.main()
