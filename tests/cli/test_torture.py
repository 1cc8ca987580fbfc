"""A large malformed file: no crash, constant memory, every record accounted for."""
import os
import random
import resource
import subprocess

from kit import PROGRAM, ProgramTest


class Torture(ProgramTest):
    def test_large_malformed_file(self):
        megabytes = int(os.environ.get("FAIRMON_TORTURE_MB", "200"))
        generator = random.Random(3)
        pieces = [
            b"1,2,3,x\n", b"1,2,3\n", b"1,\"2,3,x\n", b"\n\n\n", b"1,2,3,\"a\nb\"\n",
            b"nan,nan,nan,nan\n", b"\xff\xfe\x00,1,2,3\n", b"1,99999999999999999999,1,y\n",
            b",,,\n", b"\"\"\"\",\"\",\"x\"y,z\n", b"1" * 5000 + b",1,1,1\n", b"a\"b,\"c\"d,e,f\n",
            bytes(generator.randrange(256) for _ in range(300)) + b"\n",
        ]
        block = b"".join(generator.choice(pieces) for _ in range(4000))
        with open(self.folder / "bad.csv", "wb") as file:
            file.write(b"time,a,b,s\n")
            while file.tell() < megabytes << 20:
                file.write(block)
        process = subprocess.run(
            [PROGRAM, "monitor", "spec.lola", "bad.csv", "-v", "silent", "-q", "--on-bad-record",
             "skip", "--on-late", "skip"], cwd=self.folder, check=False, capture_output=True)
        self.assertEqual(process.returncode, 0, process.stderr[-500:])
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        self.assertLess(peak, 256)
