"""Runs of the program against the simulator, measured and compared."""
import io
import os
import pathlib
import subprocess
import sys
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/dsa"))

import expected  # noqa: E402
from simulator import ROOT, SimulatorProcess, example  # noqa: E402, F401

DAY = "2025-11-26"
NO_QUOTA = "1000000000"


def run(command):
    """CPU time (user and system) of this process alone, and time on the wall, in seconds."""
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
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


def count(program, spec, url):
    """Statements that the specification needs, as the service counts them."""
    text = subprocess.run([program, "dsa", "count", spec, "--from", DAY, "--url", url], check=True,
                          capture_output=True, text=True).stdout
    return int(text.split()[0])


def unpacked_bytes(dump):
    """Size of all CSV files inside a dump."""
    total = 0
    with zipfile.ZipFile(dump) as outer:
        for name in outer.namelist():
            with zipfile.ZipFile(io.BytesIO(outer.read(name))) as inner:
                total += sum(entry.file_size for entry in inner.infolist())
    return total


def verdicts(program, name, source, folder):
    """{(second, stream, instance): value} of a run."""
    target = folder / f"{name}.jsonl"
    subprocess.run([program, "monitor", example(name), *source, "-q", "-v", "outputs", "-o",
                    f"jsonl={target}"], check=True)
    return expected.values_said(target.read_text())
