import type { SpecInfo, StreamInfo } from "@fairmon/protocol";
import { expect, test } from "vitest";
import { factsByLine, noteOf } from "./notes";

const stream = (name: string, at: number, plot = false): StreamInfo => ({
  name,
  kind: name.startsWith("trigger") ? "trigger" : "output",
  type: "Prob",
  pacing: "event",
  message: "",
  parameters: [],
  tags: plot ? [{ key: "plot", value: null, from: at, to: at + 4 }] : [],
  from: at,
  to: at + 4,
});

const panel = (id: string, streams: number[], triggers: number[]) => ({
  id,
  title: id,
  unit: "",
  streams,
  triggers,
  thresholds: [],
});

test("streams of one `use` line share a note and have one chip for each panel", () => {
  // Line 0 ends at 10; the four streams of the use line come from there, the last one does not.
  const spec: SpecInfo = {
    streams: [
      stream("gap_rate", 2, true),
      stream("gap_gap", 2, true),
      stream("trigger_0", 2, true),
      stream("own", 20),
    ],
    panels: [panel("gap_rate", [0], []), panel("gap_gap", [1], [2])],
    inputs: [],
  };
  const lines = factsByLine(spec, { lineEnd: (at) => (at <= 10 ? 10 : 30), length: 40 });
  expect([...lines.keys()]).toEqual([10, 30]);
  const use = lines.get(10)!;
  expect([...use.panels]).toEqual([
    [0, false],
    [1, false],
  ]);
  expect(noteOf(use.outputs).text).toBe("2 streams");
  expect(noteOf(use.outputs).title).toBe("gap_rate: Prob · event\ngap_gap: Prob · event");
  expect(noteOf(lines.get(30)!.outputs)).toEqual({ text: "Prob · event", title: "" });
});

test("a trigger alone in its line says that it draws bars", () => {
  const spec: SpecInfo = {
    streams: [stream("level", 2, true), stream("trigger_0", 20, true)],
    panels: [panel("level", [0], [1])],
    inputs: [],
  };
  const lines = factsByLine(spec, { lineEnd: (at) => (at <= 10 ? 10 : 30), length: 40 });
  expect([...lines.get(30)!.panels]).toEqual([[0, true]]);
});
