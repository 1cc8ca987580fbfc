"""Compares verdicts with those of the program in tests/dsa, which knows nothing of FairMon."""
import json
import math
import subprocess
import sys

from simulated import DAY, ROOT, example

sys.path.insert(0, str(ROOT / "tests/dsa"))
import expected  # noqa: E402

STREAMS = ("automation", "automation_gap", "avg_delay_per", "fully_plot", "not_automated_plot")


def said(program, name, source, folder, environment):
    """{(second, stream, instance): value} of a run."""
    target = folder / f"{name}.jsonl"
    subprocess.run([program, "monitor", example(name), *source, "-q", "-v", "outputs", "-o",
                    f"jsonl={target}"], check=True, env=environment)
    values = {}
    with target.open() as lines:
        for line in lines:
            record = json.loads(line)
            for stream in STREAMS:
                for update in record.get(stream, ()):
                    if "eval" in update:
                        key = (float(record["time"]), stream, tuple(update.get("instance", ())))
                        values[key] = update["eval"]
    return values


def trouble(program, name, source, dump, folder, environment):
    """What differs, in words, or nothing."""
    wanted = expected.of_example(name, [dump], DAY, 1)
    found = said(program, name, source, folder, environment)
    if wanted.keys() != found.keys():
        return f"{name}: {len(found)} values instead of {len(wanted)}"
    for key, value in wanted.items():
        if not math.isclose(found[key], value, rel_tol=1e-12, abs_tol=1e-15):
            return f"{name}: {key} is {found[key]} instead of {value}"
    return None
