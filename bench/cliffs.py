#!/usr/bin/env python3
"""Adds each construct of the language alone to w3 and to w5 and measures what it costs.

A construct that makes everything else slow is a cliff: none should cost more than 1.5 times, unless
what it asks for is that much work (marked with the reason)."""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import contenders  # noqa: E402
import measure  # noqa: E402
import workloads  # noqa: E402

LIMIT = 1.5

# name, streams added, why it may cost more
W3 = [
    ("counter", "output c @true := c.last(or: 0) + 1", None),
    ("close that never happens", """output z(g) spawn with group
  eval when group == g with z(g).last(or: 0) + 1
  close @group when group == g && z(g).hold(or: 0) > 1000000000""", None),
    ("close that asks every instance", """output z(g) spawn with group
  eval when group == g with z(g).last(or: 0) + 1
  close @group when z(g).hold(or: 0) > 1000000000""", "eight instances at every event"),
    ("close by the event", """output z(g) spawn with group
  eval when group == g with z(g).last(or: 0) + 1
  close @(group && pred) when group == g && pred && z(g).hold(or: 0) > 5000""", None),
    ("where of the value", "output w @(group && truth && pred) := "
     "rate.aggregate(over_instances: all(where: g => rate(g).hold(or: 0.0) > 0.5), using: count)",
     None),
    ("where of another stream", "output w @(group && truth && pred) := "
     "rate.aggregate(over_instances: all(where: g => hits(g).hold(or: 0) > 5), using: count)",
     "eight instances at every event"),
    ("fresh instances", "output w @(group && truth && pred) := "
     "rate.aggregate(over_instances: fresh, using: count)", "eight instances at every event"),
    ("sum over instances", "output w @(group && truth && pred) := "
     "positives.aggregate(over_instances: all, using: sum)", None),
    ("median over instances", "output w @(group && truth && pred) := "
     "rate.aggregate(over_instances: all, using: median).defaults(to: 0.0)",
     "eight instances at every event"),
    ("streams that read each other", """output p := q.offset(by: -1).defaults(to: 0)
  + (if truth then 1 else 0)
output q := p + 1""", "one row after the other"),
    ("offset of 1", "output o := truth.offset(by: -1).defaults(to: false)", None),
    ("offset of 1000", "output o := truth.offset(by: -1000).defaults(to: false)", None),
    ("own past far back",
     "output o := o.offset(by: -1000).defaults(to: 0) + (if truth then 1 else 0)",
     "one row after the other"),
    ("count window", "output n := truth.aggregate(over_discrete: 100, using: count)", None),
    ("every instance at every event", """output e(g) spawn with group
  eval @(group && truth) with positives(g).hold(or: 0) + 1""", "eight instances at every event"),
    ("window at deadlines", "output d @1h := truth.aggregate(over: 1d, using: count)", None),
    ("local deadlines", """output l(g) spawn with group
  eval @Local(1h) with positives(g).hold(or: 0)""", None),
    ("condition on a spawn", """output s(g) spawn when truth with group
  eval when group == g with s(g).last(or: 0) + 1""", None),
]
W5 = [
    ("count over instances",
     "output n @1d := days.aggregate(over_instances: all, using: count)", None),
    ("largest over instances",
     "output n @1d := days.aggregate(over_instances: all, using: max).defaults(to: 0)", None),
    ("sum over instances",
     "output n @1d := days.aggregate(over_instances: all, using: sum)", None),
    ("where of the value", "output n @1d := "
     "days.aggregate(over_instances: all(where: i => days(i).hold(or: 0) > 365), using: count)",
     None),
    ("counter", "output c @true := c.last(or: 0) + 1", None),
    ("close at events", """output z(i) spawn with id
  eval when id == i with z(i).last(or: 0) + 1
  close @id when id == i && z(i).hold(or: 0) > 1000000""", None),
    ("second daily stream", """output more(i) spawn with id
  eval @Global(1d) with days(i).hold(or: 0) + 1
  close when more(i) == 731""", "twice the evaluations"),
]


def write_traces(folder, events):
    generator = random.Random(1)
    w3 = folder / "w3.csv"
    with w3.open("w") as out:
        out.write("time,group,truth,pred\n")
        for i in range(events):
            bits = generator.getrandbits(8)
            truth, pred = (str(bool(bits & bit)).lower() for bit in (8, 16))
            out.write(f"{i},group{bits & 7},{truth},{pred}\n")
    w5 = folder / "w5.csv"
    with w5.open("w") as out:
        out.write("time,id\n")
        for i in range(events // 5):
            out.write(f"{i * 446},{generator.randrange(100_000)}\n")
    return {"w3": w3, "w5": w5}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fairmon", type=pathlib.Path,
                        default=workloads.ROOT / "build/bench/fairmon")
    parser.add_argument("--events", type=int, default=500_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("filter", nargs="?", default="")
    options = parser.parse_args()
    over = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        traces = write_traces(folder, options.events)
        for base, constructs in (("w3", W3), ("w5", W5)):
            plain = workloads.case(base).read_text()
            specs = {"": (plain, None)}
            for construct, more, why in constructs:
                specs[construct] = (f"{plain}\n{more}\n", why)
            best = {}
            events = sum(1 for _ in traces[base].open()) - 1
            for _ in range(options.repeat):
                for construct, (text, _) in specs.items():
                    if options.filter not in construct and construct:
                        continue
                    spec = folder / "spec.lola"
                    spec.write_text(text)
                    command = contenders.fairmon(spec, traces[base], options.fairmon.parent)
                    figure = measure.run(command, events)["cpu_ns_per_event"]
                    best[construct] = min(figure, best.get(construct, figure))
            print(f"{base}: {best['']:.0f} ns per event")
            for construct, figure in best.items():
                ratio = figure / best[""]
                why = specs[construct][1]
                if construct:
                    late = ratio > LIMIT and why is None
                    over += late
                    print(f"  {ratio:5.2f} x  {construct}" + (f" ({why})" if why else "") +
                          ("   more than 1.5" if late else ""), flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
