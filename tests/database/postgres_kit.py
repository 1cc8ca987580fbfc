"""A test with an empty database on a server that all tests of a module share."""
import subprocess

from kit import PROGRAM, ProgramTest
from server import Postgres
from test_sqlite import COUNT, wait_for

SERVERS = []


def begin():
    SERVERS.append(Postgres())


def end():
    SERVERS.pop().end()


class PostgresTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = SERVERS[-1]
        self.write("count.lola", COUNT)
        self.database = "postgres"
        self.server.ask("DROP SCHEMA IF EXISTS fair CASCADE; DROP SCHEMA public CASCADE; "
                        "CREATE SCHEMA public")
        self.uri = self.server.uri(self.database)
        self.ask("CREATE TABLE d (id bigserial PRIMARY KEY, time float8 NOT NULL, x int)")
        self.words = ("--input", "postgres", "--connection", self.uri)

    def ask(self, statement):
        return self.server.ask(statement, self.database)

    def add(self, first, count, more=""):
        self.ask(f"INSERT INTO d (time, x) SELECT n, n % 10 FROM generate_series({first}, "
                 f"{first + count - 1}) n;{more}")

    def expected(self, count):
        """What the same rows give as CSV."""
        self.write("all.csv", "time,x\n" + "".join(f"{n},{n % 10}\n" for n in range(count)))
        return self.succeed("monitor", "count.lola", "all.csv", "-o", "jsonl")

    def follow(self, *more):
        """A run that waits for more, and the lines it has written."""
        process = subprocess.Popen(
            (PROGRAM, "monitor", "count.lola", *self.words, "--table", "d", "--follow", "-o",
             "jsonl=out.jsonl", *more), cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
            process.wait()

    def wait_for_lines(self, count):
        output = self.folder / "out.jsonl"
        wait_for(lambda: output.exists() and output.read_bytes().count(b"\n") >= count)
