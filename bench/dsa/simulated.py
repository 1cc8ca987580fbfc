"""The simulator of the research API as a process, and runs against it."""
import io
import os
import pathlib
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DAY, NEXT_DAY = "2025-11-26", "2025-11-27"
NO_QUOTA = "1000000000"


def example(name):
    return str(ROOT / "examples/dsa" / f"{name}.lola")


class Simulator:
    """A context manager: `fairmon dsa simulate` on a free port."""

    def __init__(self, program, *flags):
        self.process = subprocess.Popen([program, "dsa", "simulate", "--port", "0", *flags],
                                        stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if line.split()[:1] == ["address"]:
                self.url = line.split()[1]
            if "Ctrl-C" in line:
                break

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def run(command):
    """CPU time (user and system) of this process alone, and time on the wall, in seconds."""
    environment = dict(os.environ, FAIRMON_DSA_TOKEN="1|simulated")
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env=environment)
    complaint = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.stderr.buffer.write(complaint)
        raise SystemExit(f"bench: {' '.join(command)} failed")
    return usage.ru_utime + usage.ru_stime, wall


def api_flags(url, *more):
    return ["--input", "dsa", "--from", DAY, "--url", url, *more]


def unpacked_bytes(dump):
    """Size of all CSV files inside a dump."""
    total = 0
    with zipfile.ZipFile(dump) as outer:
        for name in outer.namelist():
            with zipfile.ZipFile(io.BytesIO(outer.read(name))) as inner:
                total += sum(entry.file_size for entry in inner.infolist())
    return total
