"""Rows of a file of SQLite as events, verdicts as tables of another."""
import json
import signal
import sqlite3
import subprocess
import time
import unittest

from kit import PROGRAM, ProgramTest

ALL_TYPES = """\
input flag: Bool
input small: Int16
input big: Int64
input real: Float64
input share: Fixed64_32
input word: String
input moment: Time
#[public]
output n @true := n.offset(by: -1).defaults(to: 0) + 1
trigger real > 1000.0 "large"
"""
COUNT = """\
input x: Int64
#[public]
output total := total.offset(by: -1).defaults(to: 0) + x
trigger x == 7 "seven"
"""


def wait_for(what, seconds=60):
    """Until `what()` holds."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise AssertionError("it does not come")
        time.sleep(0.02)


class SqliteTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("count.lola", COUNT)
        self.base = sqlite3.connect(self.folder / "d.db", isolation_level=None)
        self.addCleanup(self.base.close)
        self.base.execute("CREATE TABLE d (id INTEGER PRIMARY KEY AUTOINCREMENT, time, x)")

    def add(self, first, count):
        self.base.execute("BEGIN")
        self.base.executemany("INSERT INTO d (time, x) VALUES (?, ?)",
                              [(number, number % 10) for number in range(first, first + count)])
        self.base.execute("COMMIT")

    def expected(self, count):
        """What the same rows give as CSV."""
        self.write("all.csv", "time,x\n" + "".join(f"{n},{n % 10}\n" for n in range(count)))
        return self.succeed("monitor", "count.lola", "all.csv", "-o", "jsonl")


class Reading(SqliteTest):
    def test_values_of_all_types(self):
        self.base.execute("CREATE TABLE t (time TEXT, flag, small, big, real, share, word, moment)")
        rows = [("2024-01-31T12:00:00Z", 1, -32768, 2**63 - 1, 0.1, "1.25", "plain",
                 "2024-02-29T00:00:00.5Z"),
                ("2024-01-31T12:00:01.25Z", 0, 32767, -2**63, -1e300, 3, "ä, \"b\"\tc\nd", None),
                ("2024-01-31T12:00:02", None, None, None, 2000, None, None, "2024-02-29")]
        self.base.executemany("INSERT INTO t VALUES (?,?,?,?,?,?,?,?)", rows)
        self.write("types.lola", ALL_TYPES)

        def field(value):
            return "#" if value is None else '"' + str(value).replace('"', '""') + '"'
        lines = [",".join(field(value) for value in row) for row in rows]
        head = "time,flag,small,big,real,share,word,moment"
        self.write("t.csv", "\n".join((head, *lines)) + "\n")
        by_file = self.succeed("monitor", "types.lola", "t.csv", "-v", "streams")
        self.assertIn("[Trigger]", by_file)
        self.assertEqual(self.succeed("monitor", "types.lola", "d.db", "--table", "t", "-v",
                                      "streams"), by_file)
        self.assertEqual(self.succeed("monitor", "types.lola", "d.db", "--key", "time", "-v",
                                      "streams", "--query", "SELECT * FROM t ORDER BY 2;"), by_file)

    def test_goes_on_behind_the_last_key(self):
        self.add(0, 500)
        words = ("monitor", "count.lola", "d.db", "--table", "d", "-o", "jsonl=out.jsonl",
                 "--checkpoint", "at")
        self.succeed(*words)
        self.add(500, 700)
        self.succeed(*words, "--resume", "at")
        self.assertEqual(self.read("out.jsonl"), self.expected(1200))

    def test_followed_killed_and_resumed(self):
        self.add(0, 300)
        words = (PROGRAM, "monitor", "count.lola", "d.db", "--table", "d", "--follow", "--poll",
                 "20ms", "-o", "jsonl=out.jsonl", "--checkpoint", "at", "--every", "50")
        output = self.folder / "out.jsonl"
        for part in range(3):
            more = ("--resume", "at") if part else ()
            process = subprocess.Popen((*words, *more), cwd=self.folder, stderr=subprocess.DEVNULL)
            self.addCleanup(process.kill)
            self.add(300 * (part + 1), 300)
            lines = 300 * (part + 2)
            wait_for(lambda: output.exists() and output.read_bytes().count(b"\n") >= lines)
            process.send_signal(signal.SIGKILL)
            process.wait()
        process = subprocess.Popen((*words, "--resume", "at"), cwd=self.folder,
                                   stderr=subprocess.DEVNULL)
        wait_for(lambda: output.read_bytes().count(b"\n") == 1200)
        process.terminate()
        process.wait(timeout=60)
        self.assertEqual(self.read("out.jsonl"), self.expected(1200))

    def test_writers_need_not_wait(self):
        """Nothing is locked while the run waits for more."""
        self.add(0, 10)
        process = subprocess.Popen((PROGRAM, "monitor", "count.lola", "d.db", "--table", "d",
                                    "--follow", "-o", "jsonl=out.jsonl"), cwd=self.folder,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        output = self.folder / "out.jsonl"
        wait_for(lambda: output.exists() and output.read_bytes().count(b"\n") >= 10)
        self.base.execute("PRAGMA busy_timeout = 0")
        self.base.execute("BEGIN EXCLUSIVE")
        self.base.execute("COMMIT")

    def test_messages(self):
        self.add(0, 3)
        self.base.execute("CREATE TABLE twice (k, time, x)")
        self.base.execute("INSERT INTO twice VALUES (1, 1, 1), (1, 2, 2)")
        self.base.execute("CREATE TABLE odd (time, x)")
        self.base.execute("INSERT INTO odd VALUES (1, 'many')")
        self.base.execute("CREATE TABLE other (time, y)")
        self.write("no.db", "this is text" * 100)
        for words, code, told in (
                (("d.db",), 1, "either --table TABLE or --query SQL"),
                (("d.db", "--table", "e"), 2, "no such table: e"),
                (("d.db", "--table", "d", "--key", "idd"), 1, "did you mean `id`?"),
                (("d.db", "--query", "SELECT * FROM d"), 1, "--key COLUMN"),
                (("d.db", "--query", "DELETE FROM d", "--key", "id"), 2, "SQLite says"),
                (("d.db", "--table", "twice", "--key", "k"), 2, "`1` occurs twice"),
                (("d.db", "--table", "other"), 2, "the data have no field `x` for input `x`"),
                (("d.db", "--table", "odd"), 2, "the table `odd` in `d.db`, key 1: field `x` is "
                                                "`many`: expected a whole number"),
                (("none.db", "--table", "d"), 2, "there is no file `none.db`"),
                (("no.db", "--table", "d"), 2, "file is not a database")):
            with self.subTest(words=words):
                self.assertIn(told, self.fail_with(code, "monitor", "count.lola", *words))

    def test_bad_rows_can_be_left_out(self):
        self.add(0, 3)
        self.base.execute("INSERT INTO d (time, x) VALUES (3, 'many'), (NULL, 1), (5, 5)")
        out = self.succeed("monitor", "count.lola", "d.db", "--table", "d", "-o", "jsonl",
                           "--on-bad-record", "skip", "--quarantine", "left.txt")
        self.assertEqual(json.loads(out.splitlines()[-1])["total"], [{"eval": 0 + 1 + 2 + 5}])
        self.assertIn("many", self.read("left.txt"))

    def test_nothing_is_loaded_by_others(self):
        """Neither library is there when the program starts."""
        needed = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True,
                                check=True).stdout
        self.assertNotIn("libpq", needed)
        self.assertNotIn("libsqlite3", needed)

    def test_from_a_configuration(self):
        self.add(0, 20)
        self.write("watch.toml", 'listen = "127.0.0.1:0"\n[monitor.m]\nspec = "count.lola"\n'
                   '[monitor.m.input]\nkind = "sqlite"\nfiles = "d.db"\ntable = "d"\n'
                   '[[monitor.m.output]]\nkind = "sqlite"\ntarget = "v.db"\n')
        process = subprocess.Popen((PROGRAM, "watch", "watch.toml"), cwd=self.folder,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stderr:
            if "came to their end after 20 events" in line:
                break
        process.terminate()
        self.assertEqual(process.wait(timeout=60), 0)
        file = self.folder / "state/monitors/m/epochs/1/v.db"
        with sqlite3.connect(file) as verdicts:
            self.assertEqual(verdicts.execute("SELECT count(*) FROM fairmon_verdicts").fetchone(),
                             (20,))
        verdicts.close()


class Writing(SqliteTest):
    def rows(self, table, file="v.db"):
        base = sqlite3.connect(self.folder / file)
        try:
            return base.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
        finally:
            base.close()

    def test_tables(self):
        self.write("a.csv", "time,x\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:02.5Z,7\n")
        self.succeed("monitor", "count.lola", "a.csv", "-o", "sqlite=v.db")
        first, second = "2024-01-01T00:00:00Z", "2024-01-01T00:00:02.500000000Z"
        none = (None, None, None)
        self.assertEqual(self.rows("fairmon_verdicts"),
                         [(1, 0, first, "total", "", "value", "1", 1.0, *none),
                          (2, 2_500_000_000, second, "total", "", "value", "8", 8.0, *none)])
        self.assertEqual(self.rows("fairmon_triggers"),
                         [(3, 2_500_000_000, second, "trigger_0", "", "seven")])
        run = self.rows("fairmon_run")[0]
        self.assertEqual((run[1], run[3:]), (COUNT, ("2024-01-01T00:00:00Z", 2, 3, 1)))

    def test_begins_anew_and_spares_others(self):
        self.write("a.csv", "time,x\n1,1\n2,2\n")
        for _ in range(2):
            self.succeed("monitor", "count.lola", "a.csv", "-o", "sqlite=v.db")
            self.assertEqual(len(self.rows("fairmon_verdicts")), 2)
        self.assertIn("a database with other tables",
                      self.fail_with(1, "monitor", "count.lola", "a.csv", "-o", "sqlite=d.db"))
        self.write("text.txt", "x" * 5000)
        self.assertIn("no database",
                      self.fail_with(1, "monitor", "count.lola", "a.csv", "-o", "sqlite=text.txt"))
        self.assertIn("needs a file of its own",
                      self.fail_with(1, "monitor", "count.lola", "a.csv", "-o", "sqlite"))

    def written(self):
        try:
            return len(self.rows("fairmon_verdicts"))
        except sqlite3.Error:  # not there yet
            return 0

    def test_killed_and_resumed_every_row_is_there_once(self):
        self.write("a.csv", "time,x\n" + "".join(f"{n},{n % 10}\n" for n in range(30_000)))
        words = (PROGRAM, "monitor", "count.lola", "a.csv", "-o", "sqlite=v.db", "--checkpoint",
                 "at", "--every", "2000")
        for part in range(3):
            more = ("--resume", "at") if part else ()
            process = subprocess.Popen((*words, *more), cwd=self.folder, stderr=subprocess.DEVNULL)
            wait_for(lambda: self.written() >= 5000 * (part + 1) or process.poll() is not None)
            process.kill()
            process.wait()
        self.succeed(*words[1:], "--resume", "at")
        found = self.rows("fairmon_verdicts") + self.rows("fairmon_triggers")
        self.succeed("monitor", "count.lola", "a.csv", "-o", "sqlite=whole.db")
        self.assertEqual(found, self.rows("fairmon_verdicts", "whole.db") +
                         self.rows("fairmon_triggers", "whole.db"))
        self.assertEqual(len(found), 33_000)


if __name__ == "__main__":
    unittest.main()
