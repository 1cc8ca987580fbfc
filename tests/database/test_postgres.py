"""Rows of a PostgreSQL server as events: types, late commits, kills, restarts, passwords."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

import postgres_kit
from kit import PROGRAM
from postgres_kit import PostgresTest
from test_sqlite import ALL_TYPES, wait_for

setUpModule, tearDownModule = postgres_kit.begin, postgres_kit.end

class Reading(PostgresTest):
    def test_values_of_all_types(self):
        self.ask("CREATE TABLE t (k serial PRIMARY KEY, time timestamptz, flag boolean, small "
                 "smallint, big bigint, real double precision, share numeric, word text, moment "
                 "timestamp, day date, span interval)")
        self.ask(r"""INSERT INTO t (time, flag, small, big, real, share, word, moment, day, span)
            VALUES ('2024-01-31 13:00:00+01', true, -32768, 9223372036854775807, 0.1, 1.25,
                    'plain', '2024-02-29 00:00:00.5', '2024-02-29', '1h 2s'),
                   ('2024-01-31 12:00:01.25+00', false, 32767, -9223372036854775808, -1e300, 3,
                    E'ä, "b"\tc\nd\\N\\x', NULL, NULL, NULL),
                   ('2024-01-31 12:00:02+00', NULL, NULL, NULL, 2000, NULL, NULL,
                    '2024-02-29', '1969-12-31', '-3 days'),
                   ('2024-01-31 12:00:03+00', true, 0, 0, 'Infinity', -0.5, '', '2024-01-01',
                    '2024-01-01', '0.001s')""")
        self.write("types.lola", ALL_TYPES + "input day: Time\ninput span: Duration\n")
        file = self.ask("""SET TimeZone = 'UTC'; COPY (SELECT
            to_char(time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS time,
            CASE flag WHEN true THEN 'true' WHEN false THEN 'false' END AS flag, small, big, real,
            share, word, to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment, day,
            extract(epoch FROM span) || 's' AS span FROM t ORDER BY k)
            TO STDOUT (FORMAT csv, HEADER, NULL '#', FORCE_QUOTE (word))""")
        self.write("t.csv", "\n".join(file) + "\n")
        by_file = self.succeed("monitor", "types.lola", "t.csv", "-v", "streams")
        self.assertEqual(by_file.count("[Trigger]"), 2)
        self.assertIn("[Input][span]", by_file)
        by_table = self.succeed("monitor", "types.lola", *self.words, "--table", "t", "-v",
                                "streams")
        self.assertEqual(by_table, by_file)
        by_query = self.succeed("monitor", "types.lola", *self.words, "--query",
                                "SELECT * FROM t ORDER BY k; ", "-v", "streams")
        self.assertEqual(by_query, by_file)

    def test_goes_on_behind_the_last_key(self):
        self.add(0, 500)
        words = ("monitor", "count.lola", *self.words, "--table", "d", "-o", "jsonl=out.jsonl",
                 "--checkpoint", "at")
        self.succeed(*words)
        self.add(500, 700)
        self.succeed(*words, "--resume", "at")
        self.assertEqual(self.read("out.jsonl"), self.expected(1200))
        self.assertIn("other options", self.fail_with(
            2, *words, "--resume", "at", "--key", "x"))

    def test_followed_killed_and_resumed(self):
        self.add(0, 300)
        more = ("--poll", "20ms", "--checkpoint", "at", "--every", "50")
        for part in range(3):
            process = self.follow(*more, *(("--resume", "at") if part else ()))
            self.add(300 * (part + 1), 300)
            self.wait_for_lines(300 * (part + 2))
            process.send_signal(signal.SIGKILL)
            process.wait()
        process = self.follow(*more, "--resume", "at")
        self.wait_for_lines(1200)
        process.terminate()
        process.wait(timeout=60)
        self.assertEqual(self.read("out.jsonl"), self.expected(1200))

    def test_notify(self):
        self.add(0, 1)
        self.follow("--poll", "1h", "--notify", "New rows")
        self.wait_for_lines(1)
        self.add(1, 5, 'NOTIFY "New rows"')
        # Whoever listens while rows are looked for may hear it later; it is said until it is heard.
        wait_for(lambda: self.ask('NOTIFY "New rows"') == [] and
                 (self.folder / "out.jsonl").read_bytes().count(b"\n") >= 6)
        self.assertEqual(self.read("out.jsonl"), self.expected(6))

    def test_the_server_is_restarted(self):
        self.add(0, 10)
        self.follow("--poll", "20ms")
        self.wait_for_lines(10)
        self.server.stop()
        try:
            told = self.fail_with(2, "monitor", "count.lola", *self.words, "--table", "d")
            self.assertIn("cannot connect to the database", told)
        finally:
            self.server.start()
        self.add(10, 10)
        self.wait_for_lines(20)
        self.assertEqual(self.read("out.jsonl"), self.expected(20))

    def test_query_with_a_key(self):
        self.add(0, 20)
        out = self.succeed("monitor", "count.lola", *self.words, "--query",
                           "SELECT id AS k, time, x FROM d WHERE x <> 3", "--key", "k", "-o",
                           "jsonl")
        self.assertEqual(len(out.splitlines()), 18)


class LateCommits(PostgresTest):
    def begin_late(self):
        """Row 1 is written but not there yet, row 2 is."""
        late = self.server.session(self.database)
        self.addCleanup(late.end)
        late.ask("BEGIN")
        late.ask("INSERT INTO d (time, x) VALUES (1, 1)")
        self.ask("INSERT INTO d (time, x) VALUES (2, 2)")
        return late

    def totals(self):
        return [line.split('"eval":')[1].split("}")[0] for line in
                self.read("out.jsonl").splitlines()]

    def test_rows_wait_for_transactions_that_may_bring_smaller_keys(self):
        self.ask("INSERT INTO d (time, x) VALUES (0, 100)")
        late = self.begin_late()
        process = self.follow("--poll", "10ms")
        # It looks at the transaction again and again; meanwhile nothing may come.
        asking = ("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'fairmon' AND "
                  f"datname = '{self.database}' AND query LIKE '%virtualtransaction IN%'")
        wait_for(lambda: self.ask(asking) == ["1"])
        time.sleep(0.3)
        output = self.folder / "out.jsonl"
        self.assertEqual(output.read_text() if output.exists() else "", "")
        late.ask("COMMIT")
        self.wait_for_lines(3)
        self.assertEqual(self.totals(), ["100", "101", "103"])
        self.assertIsNone(process.poll())

    def test_without_the_guard_they_are_missed(self):
        """What the guard is there for."""
        self.ask("INSERT INTO d (time, x) VALUES (0, 100)")
        late = self.begin_late()
        self.follow("--poll", "10ms", "--guard", "off")
        self.wait_for_lines(2)
        late.ask("COMMIT")
        self.ask("INSERT INTO d (time, x) VALUES (3, 1000)")
        self.wait_for_lines(3)
        self.assertEqual(self.totals(), ["100", "102", "1102"])

    def test_prepared_transactions_are_waited_for(self):
        late = self.begin_late()
        late.ask("PREPARE TRANSACTION 'late'")
        process = subprocess.Popen(
            (PROGRAM, "monitor", "count.lola", *self.words, "--table", "d", "-o",
             "jsonl=out.jsonl", "--checkpoint", "at"), cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, process)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        self.ask("COMMIT PREPARED 'late'")
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(self.totals(), ["1", "3"])

    def test_other_tables_are_not_waited_for(self):
        self.ask("CREATE TABLE other (x int)")
        self.add(0, 3)
        other = self.server.session(self.database)
        self.addCleanup(other.end)
        other.ask("BEGIN")
        other.ask("INSERT INTO other VALUES (1)")
        self.succeed("monitor", "count.lola", *self.words, "--table", "d", "--checkpoint", "at")

    def test_lag(self):
        self.ask("CREATE TABLE t (id serial PRIMARY KEY, time timestamptz, x int)")
        self.ask("INSERT INTO t (time, x) VALUES (now() - interval '1 hour', 1), (now(), 2)")
        words = ("monitor", "count.lola", *self.words, "--table", "t", "-o", "jsonl")
        self.assertEqual(len(self.succeed(*words).splitlines()), 2)
        self.assertEqual(len(self.succeed(*words, "--lag", "30min").splitlines()), 1)
        self.assertIn("timestamptz", self.fail_with(1, "monitor", "count.lola", *self.words,
                                                    "--table", "d", "--lag", "1s"))


class Refusals(PostgresTest):
    def test_passwords(self):
        self.ask("CREATE ROLE guarded LOGIN PASSWORD 'right'; "
                 "GRANT USAGE ON SCHEMA public TO guarded")
        rules = self.server.data / "pg_hba.conf"
        before = rules.read_text()
        with open(rules, "w", encoding="utf-8") as changed:
            changed.write("local all guarded scram-sha-256\n" + before)
        self.server.reload()
        self.add(0, 3)
        self.ask("GRANT SELECT ON d TO guarded")
        words = ("monitor", "count.lola", "--input", "postgres", "--table", "d", "-o", "jsonl",
                 "--connection", self.server.uri(self.database, "guarded"))

        def run(*more, **environment):
            return subprocess.run((PROGRAM, *words, *more), cwd=self.folder, capture_output=True,
                                  text=True, check=False, timeout=60,
                                  env={**os.environ, "HOME": str(self.folder), **environment})
        wait_for(lambda: run(PGPASSWORD="right").returncode == 0)
        # Also with --follow, which waits for servers that are gone but not for other passwords.
        for more in ((), ("--follow",)):
            wait_for(lambda: run(PGPASSWORD="wr0ngSecret").returncode == 2)
            refused = run(*more, PGPASSWORD="wr0ngSecret")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("password authentication failed for user \"guarded\"", refused.stderr)
            self.assertNotIn("wr0ngSecret", refused.stderr + refused.stdout)
        self.write(".pgpass", "*:*:*:guarded:right\n")
        pathlib.Path(self.folder / ".pgpass").chmod(0o600)
        self.assertEqual(run().returncode, 0)
        self.write("service.conf", f"[mine]\nhost={self.server.folder}\ndbname={self.database}\n"
                                   "user=guarded\npassword=right\n")
        found = subprocess.run(
            (PROGRAM, *words[:-1], "service=mine"), cwd=self.folder, check=False, timeout=60,
            capture_output=True, env={**os.environ,
                                      "PGSERVICEFILE": str(self.folder / "service.conf")})
        self.assertEqual(found.returncode, 0, found.stderr)

    def test_connections_with_a_password_are_refused(self):
        for connection in ("postgresql://me:s3cret@localhost/x", "host=localhost password=s3cret",
                           "postgresql://localhost/x?password=s3cret",
                           "postgresql://me:s3cret@localhost:port:x/[/x?=&s3cret"):
            told = self.fail_with(1, "monitor", "count.lola", "--input", "postgres", "--table", "d",
                                  "--connection", connection)
            self.assertNotIn("s3cret", told)
            self.assertIn("connection", told)

    def test_messages(self):
        self.add(0, 3)
        self.ask("CREATE TABLE twice (k int, time int, x int)")
        self.ask("INSERT INTO twice VALUES (1, 1, 1), (1, 2, 2)")
        self.ask("CREATE TABLE other (k int PRIMARY KEY, time int, y text)")
        self.ask("INSERT INTO other VALUES (1, 1, 'many')")
        self.ask("CREATE FUNCTION remove() RETURNS SETOF d LANGUAGE sql AS "
                 "'DELETE FROM d RETURNING *'")
        for words, code, told in (
                ((), 1, "either --table TABLE or --query SQL"),
                (("--table", "dd"), 1, "did you mean `d`?"),
                (("--table", "d", "--key", "idd"), 1, "did you mean `id`?"),
                (("--query", "SELECT * FROM d", "--follow"), 1, "--key COLUMN"),
                (("--query", "SELECT * FROM d; DROP TABLE d"), 2, "syntax error"),
                (("--query", "SELECT * FROM remove()"), 2,
                 "cannot execute DELETE in a read-only transaction"),
                (("--table", "twice", "--key", "k", "--checkpoint", "at"), 2, "`1` occurs twice"),
                (("--table", "other"), 2, "the data have no field `x` for input `x`"),
                (("--table", "other", "--map", "x=y"), 2,
                 "the table `other`, key 1: field `y` is `many`: expected a whole number")):
            with self.subTest(words=words):
                self.assertIn(told, self.fail_with(code, "monitor", "count.lola", *self.words,
                                                   *words))
        self.assertEqual(self.ask("SELECT count(*) FROM d"), ["3"])

    def test_warnings(self):
        self.ask("CREATE TABLE t (k int, time int, x int)")
        self.ask("INSERT INTO t VALUES (1, 1, 1), (NULL, 2, 2)")
        self.ask("ALTER SEQUENCE d_id_seq CACHE 20")
        for table, told in (("t", "without a value in the key"), ("d", "hands out 20 numbers")):
            done = self.run_program("monitor", "count.lola", *self.words, "--table", table, "--key",
                                    "k" if table == "t" else "id")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
