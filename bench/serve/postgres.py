#!/usr/bin/env python3
"""Rows per second from a PostgreSQL server of one's own, against the same rows as a CSV file.

usage: postgres.py PROGRAM [ROWS]

Prints, for the table, the query with a key under --checkpoint and the file: seconds on the wall,
processor seconds of the program, and rows per second. Verdicts have to be the same bytes. The goal
is 150 000 rows per second of seven columns.
"""
import hashlib
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/database"))
from server import Postgres  # noqa: E402  pylint: disable=wrong-import-position

SPEC = """\
input gender: String
input hired: Bool
input score: Float64
input age: Int64
input amount: Float64
output hired_women := if gender == "women" and hired then score + amount else 0.0
#[public]
output n @1d := hired.aggregate(over: 1d, using: count)
trigger age > 1000 "impossible"
trigger @1d hired_women.aggregate(over: 1d, using: sum) < 0.0 "negative"
"""
GOAL = 150_000


def run(program, folder, name, *words):
    """Seconds, processor seconds, and the digest of the verdicts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run([program, "monitor", "spec.lola", *words, "-o", f"jsonl={name}.jsonl"],
                   cwd=folder, check=True)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, busy, hashlib.sha256((folder / f"{name}.jsonl").read_bytes()).hexdigest()


def main(program, rows):
    server = Postgres()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            (folder / "spec.lola").write_text(SPEC, encoding="utf-8")
            server.ask(f"""CREATE TABLE d AS SELECT n AS id,
                timestamptz '2024-01-01 00:00:00Z' + n * interval '1 second' AS time,
                CASE n % 3 WHEN 0 THEN 'women' ELSE 'men' END AS gender, n % 7 < 3 AS hired,
                (n % 1000) / 1000.0::float8 AS score, (18 + n % 60)::bigint AS age,
                (n % 100000) / 100.0::numeric AS amount FROM generate_series(1, {rows}) n;
                ALTER TABLE d ADD PRIMARY KEY (id); ANALYZE d""")
            lines = server.ask("""SET TimeZone = 'UTC'; COPY (SELECT
                to_char(time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS time, gender,
                CASE WHEN hired THEN 'true' ELSE 'false' END AS hired, score, age, amount FROM d
                ORDER BY id) TO STDOUT (FORMAT csv, HEADER)""")
            (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            words = ("--input", "postgres", "--connection", server.uri())
            measured = {
                "file": run(program, folder, "file", "d.csv"),
                "table": run(program, folder, "table", *words, "--table", "d"),
                "checkpoint": run(program, folder, "checkpoint", *words, "--query",
                                  "SELECT * FROM d", "--key", "id", "--checkpoint", "state")}
    finally:
        server.end()
    print(f"{rows} rows, {os.cpu_count()} processors")
    for name, (wall, busy, _) in measured.items():
        print(f"{name:12} {wall:7.2f} s {busy:7.2f} s busy {rows / wall:12,.0f} rows/s")
    if len({digest for _, _, digest in measured.values()}) != 1:
        sys.exit("the verdicts differ")
    if rows / measured["table"][0] < GOAL:
        sys.exit(f"the goal of {GOAL} rows per second is missed")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 1_000_000)
