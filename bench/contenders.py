"""The programs that are compared on a workload."""
import dataclasses
import importlib.util
import os
import pathlib
import shutil
import sys

import workloads

PEERS = pathlib.Path(__file__).resolve().parent / "peers"


@dataclasses.dataclass(frozen=True)
class Contender:
    name: str
    command: list
    events: int
    slow: bool = False  # one turn is enough


def fairmon(spec, data, build, more=("--verbosity", "silent")):
    return [str(build / "fairmon"), "monitor", str(spec), "--csv-in", str(data), "--offline",
            "relative", *more]


def rtlola():
    found = shutil.which("rtlola-cli") or os.path.expanduser("~/.cargo/bin/rtlola-cli")
    return found if os.path.exists(found) else None


def for_workload(workload, options):
    build = options.build
    events = workload.events(options.events)
    data = workloads.trace_of(workload, options.events, build)
    field = [Contender("fairmon", fairmon(workload.spec, data, build), events)]
    limit = workload.limit_program(build)
    if limit.exists():
        field.append(Contender("limit", [str(limit), str(data)], events))
    if not options.no_peers:
        field += peers(workload, options, events, data)
    return field


def peers(workload, options, events, data):
    field = []
    few = min(workload.peer_events, events)
    if rtlola() and "rtlola-cli" in workload.peers:
        short = workload.trace or workloads.trace(workload.name, few, options.build)
        spec = workloads.plain_spec(workload, options.build)
        command = [rtlola(), "monitor", str(spec), "--csv-in", str(short), "--offline",
                   "relative", "--verbosity", "silent"]
        field.append(Contender("rtlola-cli", command, workload.events(few), slow=True))
    for engine in ("duckdb", "polars"):
        if engine in workload.peers and importlib.util.find_spec(engine):
            command = [sys.executable, str(PEERS / f"{engine}_query.py"), workload.name, str(data)]
            field.append(Contender(engine, command, events))
    return field
