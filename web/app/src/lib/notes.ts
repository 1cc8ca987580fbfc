// What the editor says at line ends: types and panels, gathered by line.
import type { SpecInfo, StreamInfo } from "@fairmon/protocol";

/** Panels a stream is drawn in, and whether as bars. */
function panelOf(spec: SpecInfo, stream: number): { panel: number; red: boolean } | null {
  for (const [panel, info] of spec.panels.entries()) {
    if (info.streams.includes(stream)) {
      return { panel, red: false };
    }
    if (info.triggers.includes(stream)) {
      return { panel, red: true };
    }
  }
  return null;
}

export interface LineFacts {
  outputs: StreamInfo[];
  /** Panels named by tags of this line; true: as bars. */
  panels: Map<number, boolean>;
}

/** A `use` line stands for many streams: they share one note and a chip for every panel. */
export function noteOf(outputs: StreamInfo[]): { text: string; title: string } {
  const [first] = outputs;
  if (outputs.length === 1) {
    return { text: `${first!.type} · ${first!.pacing}`, title: "" };
  }
  return {
    text: `${outputs.length} streams`,
    title: outputs.map((item) => `${item.name}: ${item.type} · ${item.pacing}`).join("\n"),
  };
}

/** What is to be said at the end of each line, by the position of that end. */
export function factsByLine(
  spec: SpecInfo,
  view: { lineEnd(at: number): number; length: number },
): Map<number, LineFacts> {
  const lines = new Map<number, LineFacts>();
  const factsAt = (at: number): LineFacts => {
    const end = view.lineEnd(at);
    const known = lines.get(end) ?? { outputs: [], panels: new Map() };
    lines.set(end, known);
    return known;
  };
  spec.streams.forEach((stream, index) => {
    if (stream.kind === "output" && stream.to <= view.length) {
      factsAt(stream.from).outputs.push(stream);
    }
    const tag = stream.tags.find((item) => item.key === "plot");
    const place = panelOf(spec, index);
    if (tag && place && tag.to <= view.length) {
      const { panels } = factsAt(tag.from);
      panels.set(place.panel, place.red && panels.get(place.panel) !== false);
    }
  });
  return lines;
}
