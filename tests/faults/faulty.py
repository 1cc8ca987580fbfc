"""Runs the program with one call of the system failing."""
import os
import random
import subprocess

INJECTOR = os.environ["INJECTOR"]
# How many places of a scenario are tried per kind; more of them for a long run.
POSITIONS = int(os.environ.get("FAIRMON_FAULT_POSITIONS", "25"))
KINDS = ("memory", "thread", "read", "write", "sync")


def environment(fault, count_file=None):
    own = {**os.environ, "LD_PRELOAD": INJECTOR, "FAIRMON_FAULT": fault}
    return {**own, "FAIRMON_FAULT_COUNT": str(count_file)} if count_file else own


def run(words, folder, fault, count_file=None, timeout=60):
    return subprocess.run(words, cwd=folder, env=environment(fault, count_file), timeout=timeout,
                          capture_output=True, text=True, errors="replace", check=False)


def num_calls(words, folder, kind):
    """How many calls of the kind the command makes when nothing fails."""
    counts = folder / "calls"
    result = run(words, folder, kind + ":0", counts)
    assert result.returncode == 0, result.stderr
    return int(counts.read_text())


def places(total, seed):
    """Numbers of calls to let fail: the first ones, and some of the others."""
    if total <= POSITIONS:
        return list(range(1, total + 1))
    chosen = random.Random(seed).sample(range(1, total + 1), POSITIONS)
    return sorted({*range(1, 4), *chosen})
