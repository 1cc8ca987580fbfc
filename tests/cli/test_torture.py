"""Large malformed files: no crash, memory that does not grow, every record accounted for.

FAIRMON_TORTURE_MB sets the size of each file.
"""
import os
import random
import re
import subprocess

from kit import PROGRAM, ProgramTest

MEGABYTES = int(os.environ.get("FAIRMON_TORTURE_MB", "24"))
# What a run may take beyond a tiny one: buffers at their full size, whatever the file's length.
ROOM_MB = 48

# Each with the numbers of good and bad records in it.
CSV_PIECES = [
    (b"1,2,3,x\n", 1, 0), (b"1,2,3\n", 0, 1), (b"\n\n\n", 0, 0), (b"1,2,3,\"a\nb\"\n", 1, 0),
    (b"nan,nan,nan,nan\n", 0, 1), (b"\xff\xfe\x00,1,2,3\n", 0, 1), (b"\x00\x00\x00\x00\n", 0, 1),
    (b"1,99999999999999999999,1,y\n", 0, 1), (b",,,\n", 0, 1), (b"1,,,\n", 1, 0),
    (b"1" * 5000 + b",1,1,1\n", 0, 1), (b"1,a\"b,1,\"c\"d\n", 0, 1), (b"1,2,3,x,5,6,7\n", 0, 1),
    (b"1,2,3,\"" + b"long " * 40_000 + b"\"\n", 1, 0), (b"1,2,3,x\r\n", 1, 0),
    (b"1," + b"," * 3000 + b"\n", 0, 1),
]
JSON_PIECES = [
    (b'{"time":1,"a":1,"b":2,"s":"x"}\n', 1, 0), (b'{"time":1,"a":1,"b":2,"s":"x"\n', 0, 1),
    (b"\n \n", 0, 0), (b"[1,2]\n", 0, 1), (b'{"time":1,"a":"many","b":1,"s":""}\n', 0, 1),
    (b'{"time":1,"a":1,"b":2,"s":"\xff"}\n', 0, 1), (b"{}\n", 0, 1), (b"\x00\n", 0, 1),
    (b'{"time":1,"a":' + b"[" * 2000 + b"\n", 0, 1), (b'{"time":1,"a":null}\n', 1, 0),
    (b'{"time":1,"a":1,"b":2,"s":"' + b"long " * 40_000 + b'"}\n', 1, 0),
    (b'{"time":1,"a":1}{"time":1,"a":1}\n', 0, 1),
]


class Torture(ProgramTest):
    def make(self, name, head, pieces, megabytes):
        """Writes the file; the number of good and of bad records in it."""
        generator = random.Random(3)
        chosen = [generator.choice(pieces) for _ in range(4000)]
        block = b"".join(piece for piece, _, _ in chosen)
        blocks = 0
        with open(self.folder / name, "wb") as file:
            file.write(head)
            while file.tell() < megabytes << 20 or blocks == 0:
                file.write(block)
                blocks += 1
        return [blocks * sum(piece[which] for piece in chosen) for which in (1, 2)]

    def judge(self, name, *words):
        """Events, bad records, quarantined lines and the largest resident size in MB."""
        # Sanitizers keep freed memory for a while, which would look like growth.
        environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") +
                           ":quarantine_size_mb=1")
        process = subprocess.Popen(
            [PROGRAM, "monitor", "spec.lola", name, "-o", "stats=stats.txt", "--on-bad-record",
             "skip", "--quarantine", "bad.txt", *words], cwd=self.folder, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        complaint = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        self.assertEqual(process.returncode, 0, complaint[-500:])
        note = re.search(r"note: (\d+) bad and 0 late", complaint)
        events = int(re.search(r"(\d+) input events", self.read("stats.txt"))[1])
        with open(self.folder / "bad.txt", "rb") as file:
            kept = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
        return events, int(note[1]) if note else 0, kept, usage.ru_maxrss / 1024

    def torture(self, name, head, pieces, *words):
        good, bad = self.make(name, head, pieces, 0)
        *counts, small = self.judge(name, *words)
        self.assertEqual(counts, [good, bad, bad])
        good, bad = self.make(name, head, pieces, MEGABYTES)
        *counts, peak = self.judge(name, *words)
        self.assertEqual(counts, [good, bad, bad])
        self.assertLess(peak, small + ROOM_MB)
        if MEGABYTES >= 500:
            print(f"{name}: {MEGABYTES} MB, {good} good and {bad} bad records, {peak:.0f} MB")

    def test_csv(self):
        self.torture("bad.csv", b"time,a,b,s\n", CSV_PIECES)

    def test_json_lines(self):
        self.torture("bad.jsonl", b"", JSON_PIECES, "--allow-absent")

    def test_quotes_that_nobody_closes(self):
        """How records divide depends on all that stands before: only agreement can be checked."""
        wild = [(b"1,\"2,3,x\n", 0, 0), (b"\"\"\"\",\"\",\"x\"y,z\n", 0, 0),
                (bytes(random.Random(7).randrange(256) for _ in range(300)) + b"\n", 0, 0)]
        self.make("wild.csv", b"time,a,b,s\n", CSV_PIECES + wild, MEGABYTES // 8)
        *whole, peak = self.judge("wild.csv", "--on-late", "accept")
        *single, _ = self.judge("wild.csv", "--on-late", "accept", "--batch", "7",
                                "--single-thread")
        self.assertEqual(whole[:2], single[:2])
        self.assertGreater(whole[1], 0)
        self.assertLess(peak, 400)
