#!/usr/bin/env python3
"""Random programs about types: widths, literals, aggregations, tuples, in shuffled order.

What the released Rust tool accepts must be accepted here and give the same verdicts; what it
refuses is only counted.

usage: tests/peers/random_types.py [--binary PATH] [--peer PATH] [--seed N] [--count N] [-v]
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys

import compare_logs
from replay import monitor, stream_names

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTHS = {"i": ["Int8", "Int16", "Int32", "Int64"], "u": ["UInt8", "UInt16", "UInt32", "UInt64"],
          "f": ["Float32", "Float64"], "b": ["Bool"]}
LITERALS = {"i": ["1", "2", "-1", "0"], "u": ["1", "2", "0"], "f": ["0.5", "1.25", "2.0"],
            "b": ["true", "false"]}
# Aggregations by the kind of their values: name, whether the result is optional, its kind.
AGGREGATES = {
    "i": [("sum", False, "i"), ("count", False, "u"), ("min", True, "i"), ("max", True, "i"),
          ("last", True, "i")],
    "u": [("sum", False, "u"), ("count", False, "u"), ("max", True, "u"), ("avg", True, "u")],
    "f": [("sum", False, "f"), ("count", False, "u"), ("avg", True, "f"), ("min", True, "f"),
          ("variance", True, "f"), ("integral", False, "f")],
    "b": [("count", False, "u"), ("exists", False, "b"), ("forall", False, "b")],
}


class Program:
    """One program. Streams are lists of (name, kind) by pacing; a tuple has two kinds."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.inputs, self.lines = [], []
        self.events, self.ticks = [], []
        self.pairs = []
        for i in range(self.rng.randint(2, 4)):
            kind = self.rng.choice("iiuuffb")
            self.inputs.append((f"a{i}", kind, self.rng.choice(WIDTHS[kind])))
            self.events.append((f"a{i}", kind))
        for i in range(self.rng.randint(3, 8)):
            self.add(f"s{i}")
        self.rng.shuffle(self.lines)

    def literal(self, kind):
        return self.rng.choice(LITERALS[kind])

    def read(self, kind, streams):
        """A value of a kind: a stream's, now or before, a component, or a literal."""
        names = [name for name, other in streams if other == kind]
        parts = [f"{name}.{k}" for name, kinds, where in self.pairs if where is streams
                 for k in (0, 1) if kinds[k] == kind]
        roll = self.rng.random()
        if parts and roll < 0.3:
            return self.rng.choice(parts)
        if names and roll < 0.55:
            return self.rng.choice(names)
        if names and roll < 0.75:
            return f"{self.rng.choice(names)}.offset(by: -1).defaults(to: {self.literal(kind)})"
        others = [name for name, other in self.events + self.ticks if other == kind]
        if others and roll < 0.85:
            return f"{self.rng.choice(others)}.hold(or: {self.literal(kind)})"
        return self.literal(kind)

    def expression(self, kind, streams, depth=2):
        if depth == 0 or self.rng.random() < 0.35:
            return self.read(kind, streams)
        if kind == "b":
            other = self.rng.choice("iuf")
            return (f"({self.expression(other, streams, depth - 1)} "
                    f"{self.rng.choice(['<', '>=', '=='])} "
                    f"{self.expression(other, streams, depth - 1)})")
        if self.rng.random() < 0.3:
            return (f"(if {self.expression('b', streams, depth - 1)} "
                    f"then {self.expression(kind, streams, depth - 1)} "
                    f"else {self.expression(kind, streams, depth - 1)})")
        sign = "+" if kind == "u" else self.rng.choice("+-*")
        return (f"({self.expression(kind, streams, depth - 1)} {sign} "
                f"{self.expression(kind, streams, depth - 1)})")

    def window(self, periodic):
        """An aggregation and its kind, over a stream that is there already."""
        name, kind = self.rng.choice(self.events)
        function, optional, result = self.rng.choice(AGGREGATES[kind])
        exact = self.rng.random() < 0.2
        if periodic:
            extent = f"over{'_exactly' if exact else ''}: 2s"
        else:
            extent = f"over{'_exactly' if exact else ''}_discrete: 2"
        text = f"{name}.aggregate({extent}, using: {function})"
        if optional or exact:
            text += f".defaults(to: {self.literal(result)})"
        return text, result

    def add(self, name):
        periodic = self.rng.random() < 0.5
        streams = self.ticks if periodic else self.events
        pacing = " @1s" if periodic else " @" + " && ".join(entry[0] for entry in self.inputs)
        roll = self.rng.random()
        if roll < 0.4:
            value, kind = self.window(periodic)
            if self.rng.random() < 0.4 and kind != "b":
                value = f"({value} + {self.expression(kind, streams, 1)})"
        elif roll < 0.55:
            kinds = self.rng.choice("iuf") + self.rng.choice("iuf")
            value = (f"({self.expression(kinds[0], streams, 1)}, "
                     f"{self.expression(kinds[1], streams, 1)})")
            self.pairs.append((name, kinds, streams))
            self.lines.append(f"output {name}{pacing} := {value}")
            return
        else:
            kind = self.rng.choice("iiuuffb")
            value = self.expression(kind, streams)
        annotation = f" : {self.rng.choice(WIDTHS[kind])}" if self.rng.random() < 0.3 else ""
        self.lines.append(f"output {name}{annotation}{pacing} := {value}")
        streams.append((name, kind))

    def text(self):
        declared = [f"input {name} : {width}" for name, _, width in self.inputs]
        return "\n".join(declared + self.lines) + "\n"

    def trace(self):
        values = {"i": ["-2", "-1", "0", "1", "2"], "u": ["0", "1", "2", "3"],
                  "f": ["0.5", "-1.25", "2"], "b": ["true", "false"]}
        rows = ["time," + ",".join(entry[0] for entry in self.inputs)]
        for i in range(6):
            rows.append(f"{i + 1}," +
                        ",".join(self.rng.choice(values[kind]) for _, kind, _ in self.inputs))
        return "\n".join(rows) + "\n"


def judge(seed, options):
    program = Program(seed)
    specification, trace = program.text(), program.trace()
    try:
        theirs = monitor(options.peer, specification, trace)
    except subprocess.TimeoutExpired:
        return "outside", "the peer does not end", specification
    if theirs.returncode != 0:
        return "outside", "", specification
    ours = monitor(options.binary, specification, trace)
    if ours.returncode != 0:
        message = (ours.stderr.strip().splitlines() or ["?"])[0]
        if "does not fit" in ours.stderr and "error[" not in ours.stderr:
            return "outside", "a declared width is checked here", specification
        return "different", "we refuse it: " + message, specification
    difference = compare_logs.first_difference(ours.stdout, theirs.stdout,
                                               stream_names(specification))
    return ("equal" if difference is None else "different"), difference, specification


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "build/dev/fairmon"))
    parser.add_argument("--peer", default="rtlola-cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    counts = collections.Counter()
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda s: judge(s, options), seeds)
        for seed, (outcome, detail, text) in zip(seeds, found):
            counts[outcome] += 1
            if outcome == "different":
                print(f"seed {seed}: {detail}" + (f"\n{text}" if options.verbose else ""))
    print(f"{counts['equal']} programs equal, {counts['outside']} refused there, "
          f"{counts['different']} different")
    return 1 if counts["different"] or counts["equal"] < options.count / 10 else 0


if __name__ == "__main__":
    sys.exit(main())
