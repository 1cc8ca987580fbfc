// A second run laid over the one on screen, dashed; only panels both have.
import { type Curve, type PanelInfo, decodeFrame } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { formatClock } from "../lib/format";
import { api } from "../net/api";
import { say } from "./app";
import { panels, run } from "./run";

export interface ComparedRun {
  id: string;
  name: string;
  /** Curves by panel id, then by `stream/label`. */
  panels: Map<string, Map<string, Curve>>;
}

export const compared = signal<ComparedRun | null>(null);

async function curvesOf(
  id: string,
  index: number,
  panel: PanelInfo,
  labels: Map<number, string>,
): Promise<Map<string, Curve>> {
  const frame = decodeFrame(await api.series(id, index, 1200));
  const curves = new Map<string, Curve>();
  for (const part of frame?.parts ?? []) {
    const label = labels.get(part.id) ?? `${panel.id}/`;
    curves.set(label, { times: [...part.times], values: [...part.values] });
  }
  return curves;
}

export async function compareWith(id: string): Promise<void> {
  if (compared.value?.id === id || run.value?.id === id) {
    compared.value = null;
    return;
  }
  try {
    const [details, instances] = await Promise.all([api.run(id), api.instances(id)]);
    const shared = details.panels.filter((panel) =>
      panels.value.some((other) => other.id === panel.id),
    );
    if (shared.length === 0) {
      say("The two runs share no panel");
      return;
    }
    const names = new Map(
      details.panels.flatMap((panel) => panel.streams.map((item) => [item.index, item.name])),
    );
    const labels = new Map(
      instances.map((item) => [item.id, `${names.get(item.stream)}/${item.label}`]),
    );
    // Runs of one specification share its name; when they were started tells them apart.
    const name = details.title || `${details.name}, ${formatClock(details.status.started)}`;
    const result: ComparedRun = { id, name, panels: new Map() };
    for (const panel of shared) {
      const index = details.panels.indexOf(panel);
      result.panels.set(panel.id, await curvesOf(id, index, panel, labels));
    }
    compared.value = result;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
}
