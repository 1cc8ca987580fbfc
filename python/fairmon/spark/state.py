"""States of monitors between micro-batches, each with what it belongs to."""

from __future__ import annotations

import json
import zlib

from fairmon import _native
from fairmon.errors import CheckpointError
from fairmon.spark.job import Job, compiled

MAGIC = b"fairmon spark state 1\n"


def facts_of(job: Job) -> dict[str, object]:
    """What has to be the same for a state to fit."""
    return {"digest": compiled(job.text, job.name, job.level).digest, "shards": job.shards,
            "start_ns": job.start_ns, "calendar": job.calendar}


def save(job: Job, slot: int, monitor: _native.Monitor, seen: int) -> bytes:
    """The state with a header and a checksum."""
    body = monitor.save()
    header = {**facts_of(job), "slot": slot, "seen": seen, "crc": zlib.crc32(body)}
    return MAGIC + json.dumps(header).encode() + b"\n" + body


def restore(job: Job, slot: int, monitor: _native.Monitor, blob: bytes) -> int:
    """Lets a monitor go on from a state; returns how many events it has seen."""
    head, _, rest = blob.removeprefix(MAGIC).partition(b"\n")
    if not blob.startswith(MAGIC):
        raise CheckpointError(f"D08: the state of slot {slot} is none, or of another version; "
                              "start anew in another folder")
    header = json.loads(head)
    for name, value in {**facts_of(job), "slot": slot}.items():
        if header[name] != value:
            raise CheckpointError(
                f"D08: the state of slot {slot} has another {name}: {header[name]}, not {value}; "
                "go on with what wrote it, or start anew in another folder")
    if zlib.crc32(rest) != header["crc"]:
        raise CheckpointError(f"D08: the state of slot {slot} is damaged")
    monitor.restore(rest)
    return int(header["seen"])
