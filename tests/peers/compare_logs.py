"""Compares two logs of `monitor` line by line, as far as the released tool promises an order."""
import collections
import math
import re

LINE = re.compile(r"^\[([^\]]*)\]\[(Input|Output|Trigger)\]\[(.*)\]\[(Value|Spawn|Close)\] = (.*)$")
NUMBER = re.compile(r"^-?(\d+\.?\d*|\d*\.\d+)$")


def changes(log, streams):
    """time -> sorted changes. Helper streams that the peer invents for sugar are left out."""
    found = collections.defaultdict(list)
    for line in log.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        time, kind, name, change, value = match.groups()
        if kind != "Trigger" and name.split("(")[0] not in streams:
            continue
        found[time].append((kind, name, change, value))
    return {time: sorted(rows) for time, rows in found.items()}


def same_value(left, right):
    if left == right:
        return True
    if NUMBER.match(left) and NUMBER.match(right):
        return math.isclose(float(left), float(right), rel_tol=1e-9, abs_tol=1e-12)
    return False


def same_row(left, right):
    return left[:3] == right[:3] and same_value(left[3], right[3])


def show(row):
    return "nothing" if row is None else f"[{row[0]}][{row[1]}][{row[2]}] = {row[3]}"


def first_difference(ours, theirs, streams):
    """A sentence about the first difference, or None."""
    left, right = changes(ours, streams), changes(theirs, streams)
    for time in sorted(left.keys() | right.keys(), key=float):
        mine, peers = left.get(time, []), right.get(time, [])
        for index in range(max(len(mine), len(peers))):
            a = mine[index] if index < len(mine) else None
            b = peers[index] if index < len(peers) else None
            if a is None or b is None or not same_row(a, b):
                return f"at {time}: we say {show(a)}, the peer says {show(b)}"
    return None
