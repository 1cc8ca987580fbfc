"""The power goes at any moment: whoever resumes has what one gets without that.

No disk is switched off. A library before the program (faults/faults.cpp) writes down every write,
cut, fsync, creation and rename; then, for many moments, folders are made that a disk may hold at
that moment: what was not synced is there, is lost from some point on, or is a hole of zeros; names
of a folder that was not synced are as they were before any of the last changes. From each of them
the run is resumed, and the outputs are compared. FAIRMON_POWER sets the number of moments.
"""
import os
import random
import subprocess
import unittest

from kit import PROGRAM, ProgramTest
from test_faults import LIBRARY, SPEC, SUFFIXES, usable

MOMENTS = int(os.environ.get("FAIRMON_POWER", "60"))


class Disk:
    """What was asked of a disk up to some moment, and what may have come of it."""

    def __init__(self):
        self.files = {}    # number: list of versions since (and with) the last synced one
        self.names = [{}]  # versions of the folder since the last synced one; name: number
        self.numbers = {}  # number of a file for the system: ours, since the system uses it again

    def apply(self, operation):
        what, number, place, data, text = operation
        if what == "create":
            self.numbers[number] = len(self.files)
        number = self.numbers.get(number, -1)
        if what == "create":
            self.files[number] = [b""]
            self.names.append({**self.names[-1], text: number})
        elif what == "write":
            old = self.files[number][-1]
            old = old.ljust(place, b"\0")
            self.files[number].append(old[:place] + data + old[place + len(data):])
        elif what == "cut":
            self.files[number].append(self.files[number][-1][:place].ljust(place, b"\0"))
        elif what == "sync":
            self.files[number] = self.files[number][-1:]
        elif what == "syncdir":
            self.names = self.names[-1:]
        elif what == "rename":
            source, target = text.split("|")
            names = dict(self.names[-1])
            names[target] = names.pop(source)
            self.names.append(names)
        elif what == "remove":
            self.names.append({name: file for name, file in self.names[-1].items()
                               if name != text})

    def left_over(self, generator, least):
        """A content of the folder after the power went; `least`: only what was synced."""
        names = self.names[0] if least else generator.choice(self.names)
        return {name: self.content(number, generator, least) for name, number in names.items()}

    def content(self, number, generator, least):
        versions = self.files[number]
        chosen = versions[0] if least else generator.choice(versions)
        if not least and len(versions) > 1 and generator.random() < 0.3:
            # The length came through, the bytes did not.
            longest = max(len(version) for version in versions)
            return versions[0].ljust(longest, b"\0")
        return chosen


@unittest.skipUnless(usable(), "needs the library of faults and a program without sanitizers")
class PowerLoss(ProgramTest):
    def words(self, output, *more):
        return [PROGRAM, "monitor", "spec.lola", "data.csv", "-q", "-v", "outputs", "--batch", "20",
                "-o", f"jsonl={output}.jsonl", "-o", f"text={output}.log", "--on-bad-record",
                "skip", "--quarantine", f"{output}.bad", "--checkpoint", f"{output}.ckpt",
                "--every", "60", *more]

    def record(self, *more):
        environment = dict(os.environ, LD_PRELOAD=LIBRARY, FAIRMON_FILE_TRACE="trace.bin")
        subprocess.run(self.words("out", *more), cwd=self.folder, check=True, env=environment)
        operations = []
        with open(self.folder / "trace.bin", "rb") as file:
            while line := file.readline():
                what, number, place, size, text = line.decode().rstrip("\n").split(" ", 4)
                operations.append((what, int(number), int(place), file.read(int(size)), text))
        return operations

    def setUp(self):
        super().setUp()
        generator = random.Random(8)
        lines = ["time,g,x"]
        for i in range(500):
            number = f"bad{i}" if i % 37 == 5 else generator.randrange(9)
            lines.append(f"{i * 0.05:.2f},group {generator.randrange(50)},{number}")
        self.write("spec.lola", SPEC)
        self.write("data.csv", "\n".join(lines) + "\n")
        subprocess.run(self.words("whole"), cwd=self.folder, check=True)

    def put(self, content):
        for file in self.folder.glob("out.*"):
            file.unlink()
        for name, data in content.items():
            if name.startswith("out."):
                self.write(name, data)

    def check_from(self, content, what):
        self.put(content)
        resume = ["--resume", "out.ckpt"] if "out.ckpt" in content else []
        result = subprocess.run(self.words("out", *resume), cwd=self.folder, text=True,
                                capture_output=True, check=False)
        self.assertEqual(result.returncode, 0, f"{what}: {result.stderr}")
        for suffix in SUFFIXES:
            same = self.read(f"out.{suffix}") == self.read(f"whole.{suffix}")
            self.assertTrue(same, f"{what}: out.{suffix} differs")
        return bool(resume)

    def test_at_any_moment(self):
        operations = self.record()
        kinds = {operation[0] for operation in operations}
        self.assertLessEqual({"create", "write", "sync", "syncdir", "rename"}, kinds)
        generator = random.Random(9)
        resumed = 0
        for turn in range(MOMENTS):
            moment = generator.randrange(len(operations) + 1)
            disk = Disk()
            for operation in operations[:moment]:
                disk.apply(operation)
            content = disk.left_over(generator, least=turn % 2 == 0)
            resumed += self.check_from(content, f"moment {moment}, turn {turn}")
        self.assertGreater(resumed, MOMENTS // 2)

    def test_right_behind_every_checkpoint(self):
        """The moment that counts: the checkpoint has its name, and nothing later is there."""
        operations = self.record()
        places = [i for i, operation in enumerate(operations) if operation[0] == "rename"]
        self.assertGreater(len(places), 5)
        for place in places:
            disk = Disk()
            for operation in operations[:place + 2]:
                disk.apply(operation)
            content = disk.left_over(random.Random(place), least=True)
            self.assertTrue(self.check_from(content, f"moment {place}"))
