"""Compares what a run says with what the hand-written program says, before anything is timed."""
import hashlib
import itertools
import re
import subprocess

import contenders
import workloads

VALUE = re.compile(r"^\[[^]]*\]\[(?:Output|Trigger)\]\[#?([^](']*)[^]]*\]\[Value\] = (.*)$")
REFERENCE_ROWS = 300


def said_by_limit(workload, options, data):
    program = workload.limit_program(options.build)
    text = subprocess.run([program, data], capture_output=True, text=True, check=True).stdout
    return {name: (int(count), float(last))
            for name, count, last in (line.split() for line in text.splitlines())}


def said_by_fairmon(workload, options, data):
    command = contenders.fairmon(workload.spec, data, options.build, ("--verbosity", "outputs"))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    seen = {}
    for line in process.stdout:
        match = VALUE.match(line)
        if match:
            name = match[1] if not match[1].isdigit() else f"trigger_{match[1]}"
            count, _ = seen.get(name, (0, None))
            seen[name] = (count + 1, match[2])
    return None if process.wait() != 0 else seen


def digest_of(workload, options, data, engine):
    """Of all that an engine says, in an order that does not depend on it."""
    command = contenders.fairmon(workload.spec, data, options.build,
                                 ("--verbosity", "outputs", "--engine", engine))
    said = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return hashlib.sha256(b"\n".join(sorted(said.splitlines()))).hexdigest()


def shortened(path, rows, build):
    """The first rows of a trace of the repository."""
    short = build / "data" / f"{path.stem}-{rows}.csv"
    short.parent.mkdir(parents=True, exist_ok=True)
    with path.open() as whole:
        short.write_text("".join(itertools.islice(whole, rows + 1)))
    return short


def check_engines(workload, options):
    """Without a hand-written program the engine that recomputes everything is the judge."""
    if workload.trace:
        data = shortened(workload.trace, REFERENCE_ROWS, options.build)
    else:
        data = workloads.trace(workload.name, REFERENCE_ROWS, options.build)
    fast, slow = (digest_of(workload, options, data, engine) for engine in ("fast", "reference"))
    return None if fast == slow else "the two engines disagree"


def check(workload, options):
    """What differs, in words, or nothing."""
    if not workload.limit_program(options.build).exists():
        return check_engines(workload, options)
    data = workloads.trace_of(workload, min(workload.check_events, options.events), options.build)
    expected = said_by_limit(workload, options, data)
    seen = said_by_fairmon(workload, options, data)
    if seen is None:
        return "the run failed"
    for name, (count, last) in expected.items():
        found, value = seen.get(name, (0, None))
        if found != count:
            return f"{name} has {found} values, not {count}"
        if not name.startswith("trigger") and last != -1 and count > 0:
            if abs(float(value) - last) > 1e-9 * max(1.0, abs(last)):
                return f"the last value of {name} is {value}, not {last}"
    return None
