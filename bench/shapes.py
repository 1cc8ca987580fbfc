"""Costs that must not depend on how far back, how wide or how deep a specification looks."""
import pathlib
import tempfile

import contenders
import measure
import workloads
from figure import Figure

INPUTS = "".join(f"input {name}: Float64\n" for name in "abcdef")


def cost(options, text, events, data):
    """Nanoseconds of CPU per event of a specification."""
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        spec = pathlib.Path(folder, "spec.lola")
        spec.write_text(text)
        command = contenders.fairmon(spec, data, options.build)
        return measure.best(command, events, options.repeat)["cpu_ns_per_event"]


def offsets(options):
    """One value of the past, near and far."""
    data = workloads.trace("w1", options.events, options.build)
    plain = cost(options, f"{INPUTS}output v := a + 1.0\n", options.events, data)
    found = {}
    for back in (1, 100, 1_000, 30_000):
        text = f"{INPUTS}output v := a.offset(by: -{back}).defaults(to: 0.0) + 1.0\n"
        found[back] = cost(options, text, options.events, data)
        yield Figure(f"offsets: one of {back:,}, beyond a run without", found[back] - plain, "ns")
    yield Figure("offsets: far against near, whole runs", max(found.values()) / found[1], "×", 1.5)


def ordered(options):
    """A median of 6,000 values at every event: 60 s at 100 events a second."""
    events = min(options.events, 200_000)
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        data = pathlib.Path(folder, "trace.csv")
        values = ((i * 7919) % 10_007 / 100 for i in range(events))
        data.write_text("time,x\n" + "".join(f"{i / 100:.2f},{value}\n"
                                             for i, value in enumerate(values)))
        for name in ("median", "pctl99"):
            text = ("input x: Float64\n"
                    f"output m @x := x.aggregate(over: 60s, using: {name}).defaults(to: 0.0)\n")
            yield Figure(f"ordered: {name} of 6,000 values, at every event",
                         cost(options, text, events, data), "ns", 1000)


def nesting(options):
    """Planning of nested reads of the instance that another one names."""
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        data = pathlib.Path(folder, "one.csv")
        data.write_text("time,x\n0,1\n")
        spent = {}
        for depth in (16, 128):
            inner = "x"
            for _ in range(depth):
                inner = f"b({inner}).hold(or: 0)"
            text = ("input x: Int64\noutput b(p: Int64) spawn with x eval when x == p with p\n"
                    f"output deep := {inner}\n")
            spent[depth] = cost(options, text, 1, data) / 1e6
            yield Figure(f"nesting: a run over one event, {depth} levels", spent[depth], "ms")
        yield Figure("nesting: 128 levels against 16", spent[128] / spent[16], "×", 8)


ALL = {"offsets": offsets, "ordered": ordered, "nesting": nesting}
