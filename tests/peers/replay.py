"""Runs a specification and a trace through a tool that takes the released one's flags."""
import csv
import io
import pathlib
import re
import resource
import subprocess
import tempfile

STREAM = re.compile(r"^\s*(?:input|output)\s+([^\W\d]\w*)", re.MULTILINE)
MORE_INPUTS = re.compile(r"^\s*input\s+(.*)$", re.MULTILINE)


def stream_names(specification):
    names = set(STREAM.findall(specification))
    for rest in MORE_INPUTS.findall(specification):
        names |= set(re.findall(r"([^\W\d]\w*)\s*(?=[:,])", rest))
    return names


def peer_trace(trace):
    """An empty field means absent in a suite; the peer writes that as `#`."""
    rows = list(csv.reader(io.StringIO(trace)))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [[field if field.strip() else "#" for field in row] for row in rows])
    return out.getvalue()


def limit_memory():
    """For some periods the peer keeps a pane per nanosecond; it must not take the machine along."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def monitor(tool, specification, trace):
    with tempfile.TemporaryDirectory() as folder:
        spec, data = pathlib.Path(folder, "case.lola"), pathlib.Path(folder, "case.csv")
        spec.write_text(specification, encoding="utf-8")
        data.write_text(peer_trace(trace), encoding="utf-8")
        return subprocess.run(
            [tool, "monitor", str(spec), "--csv-in", str(data), "--offline", "relative",
             "--verbosity", "debug"], capture_output=True, text=True, timeout=30,
            preexec_fn=limit_memory)
