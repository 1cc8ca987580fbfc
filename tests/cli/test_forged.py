"""Checkpoints changed with care, with checksums that fit, are refused or harmless."""
import os
import random
import shutil
import struct
import subprocess

from kit import PROGRAM, ProgramTest

TRIES = int(os.environ.get("FAIRMON_FORGED_TRIES", "160"))
MASK = 2**64 - 1
NUMBERS = (0, 1, 2, 255, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 10**18)
SPEC = """\
input a: Int64
input s: String
#[public]
output n(x: String) spawn with s eval when s == x with (a, x) close when a == 6
#[public]
output m @1s := a.aggregate(over: 5s, using: sum)
trigger m > 13
trigger(x: String) spawn with s eval when s == x && a > 3 with format("{{x}} is big", x)
use demographic_parity(group: s, decision: a > 3)
"""


def packed(number):
    return struct.pack("<Q", number & MASK)


def packed_text(text):
    return packed(len(text)) + text


def checksum(data):
    """As in src/pipeline/run/checkpoint.cpp."""
    total = 0x9E3779B97F4A7C15 ^ len(data)
    for at in range(0, len(data), 8):
        total = (total ^ int.from_bytes(data[at:at + 8], "little")) * 0xFF51AFD7ED558CCD & MASK
        total = (total << 31 | total >> 33) & MASK
    return total ^ total >> 33


class Parts:
    """What a checkpoint holds, to be changed and written again."""

    def __init__(self, data):
        self.data, self.at = data, 32
        self.digest = self.text()
        self.settings = [(self.text(), self.text()) for _ in range(self.number())]
        self.identity = self.text()
        self.position = self.text()
        self.sinks = [self.text() for _ in range(self.number())]
        self.quarantine = self.text()
        self.numbers = [self.number() for _ in range(7)]
        self.triggers = [self.number() for _ in range(self.number())]
        self.seconds = self.number()
        self.state = self.text()
        self.waiting = self.text()
        assert self.at == len(data)

    def number(self):
        self.at += 8
        return struct.unpack_from("<Q", self.data, self.at - 8)[0]

    def text(self):
        size = self.number()
        self.at += size
        return self.data[self.at - size:self.at]

    def written(self):
        body = packed_text(self.digest) + packed(len(self.settings))
        body += b"".join(packed_text(a) + packed_text(b) for a, b in self.settings)
        body += packed_text(self.identity) + packed_text(self.position) + packed(len(self.sinks))
        body += b"".join(packed_text(sink) for sink in self.sinks) + packed_text(self.quarantine)
        body += b"".join(packed(number) for number in self.numbers)
        body += packed(len(self.triggers)) + b"".join(packed(count) for count in self.triggers)
        body += packed(self.seconds) + packed_text(self.state) + packed_text(self.waiting)
        return self.data[:16] + packed(len(body)) + packed(checksum(body)) + body


def damaged(rng, data):
    """Some bytes or whole numbers are others, or something is missing or too much."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data)) if data else 0
        kind = rng.random()
        if kind < 0.35 and data:
            data[at] = rng.choice((0, 1, 7, 0x7F, 0xFF, rng.randrange(256)))
        elif kind < 0.8 and len(data) >= 8:
            data[at // 8 * 8:at // 8 * 8 + 8] = packed(rng.choice(NUMBERS))
        elif kind < 0.9:
            del data[at:]
        else:
            data[at:at] = rng.choice((b" ", b"9" * 20, b"-1", b"\0" * 8, b"x"))
    return bytes(data)


def forged(rng, parts):
    kind = rng.random()
    if parts.waiting and rng.random() < 0.5:
        parts.waiting = damaged(rng, parts.waiting)
    elif kind < 0.6:
        sink = rng.randrange(len(parts.sinks))
        parts.sinks[sink] = damaged(rng, parts.sinks[sink])
    elif kind < 0.8:
        words = parts.position.split(b" ")
        words[rng.randrange(len(words))] = rng.choice((b"0", b"-1", b"9" * 20, b"5000", b""))
        parts.position = b" ".join(words)
    elif kind < 0.85:
        parts.numbers[rng.randrange(len(parts.numbers))] = rng.choice(NUMBERS)
    elif kind < 0.9:
        parts.triggers = rng.choice(([], [1] * 50, [2**64 - 1] * len(parts.triggers)))
    elif kind < 0.95:
        parts.sinks = rng.choice((parts.sinks[:-1], parts.sinks + [b""], parts.sinks[::-1]))
    else:
        parts.state = damaged(rng, parts.state)


class Forged(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("spec.lola", SPEC)
        for name, rows in (("a.csv", range(300)), ("b.csv", range(300, 500))):
            self.write(name, "time,a,s\n" + "".join(f"{i},{i % 7},{'xyz'[i % 3]}\n" for i in rows))

    def try_all(self, *words):
        """Resumes from forged checkpoints of a run with these outputs."""
        command = ["monitor", "spec.lola", "a.csv", "b.csv", "-q", *words]
        self.run_program(*command, "--checkpoint", "c", "--every", "97")
        whole = (self.folder / "c").read_bytes()
        self.assertEqual(Parts(whole).written(), whole)
        outputs = [word.split("=")[1] for word in words if "=out" in word]
        for name in outputs:
            shutil.copy(self.folder / name, self.folder / (name + ".kept"))
        rng = random.Random(1)
        for attempt in range(TRIES // 4):
            for name in outputs:
                shutil.copy(self.folder / (name + ".kept"), self.folder / name)
            parts = Parts(whole)
            forged(rng, parts)
            (self.folder / "c").write_bytes(parts.written())
            with self.subTest(words=words, attempt=attempt):
                result = subprocess.run([PROGRAM, *command, "--resume", "c"], cwd=self.folder,
                                        timeout=60, capture_output=True, text=True, check=False)
                self.assertIn(result.returncode, (0, 2, 3, 4), result.stderr)

    def test_summary(self):
        self.try_all("-o", "summary=out1")

    def test_document(self):
        self.try_all("-o", "json=out1", "-o", "text=out2")

    def test_episodes(self):
        self.try_all("-o", "jsonl=out1", "--episodes")

    def test_watch(self):
        self.try_all("-o", "text=out1", "--fail-on-trigger=end")

    def test_records_that_wait(self):
        self.try_all("-o", "text=out1", "--on-late", "wait=20s")

    def test_shards(self):
        self.try_all("-o", "text=out1", "--shards", "3")
