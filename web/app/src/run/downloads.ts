import { type Curve, type PanelInfo, valueAt } from "@fairmon/protocol";
import { light } from "../lib/colours";
import type { Figure } from "../plots/line/figure";
import { loadPlotly } from "../plots/plotly";
import { say } from "../store/app";
import type { Slot } from "../store/live";
import { startTime } from "../store/run";
import { timeWindow } from "../store/view";
import { entriesOf } from "./curves";

function offer(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

export async function downloadPicture(
  figure: Figure | null,
  name: string,
  format: "png" | "svg",
  ground: string,
): Promise<void> {
  if (!figure) {
    say("There is nothing to save yet");
    return;
  }
  const plotly = await loadPlotly();
  // The picture stands alone: it brings its ground, and asks for a font others have, too.
  const layout = {
    ...figure.layout,
    paper_bgcolor: ground,
    plot_bgcolor: ground,
    font: { ...(figure.layout.font as object), family: "Inter, Helvetica, Arial, sans-serif" },
  };
  const size = { width: Number(figure.layout.width), height: Number(figure.layout.height) };
  const address = await plotly.toImage(
    { data: figure.data, layout },
    { format, ...size, scale: format === "png" ? 2 : 1 },
  );
  offer(address, `${name}.${format}`);
}

/** A cell no spreadsheet takes for a formula. */
export function csvCell(text: string): string {
  const formula = /^[=+\-@\t\r]/.test(text);
  const quoted = text.replaceAll('"', '""');
  return formula ? `"'${quoted}"` : /[",\r\n]/.test(text) ? `"${quoted}"` : text;
}

/** What the panel shows now, as points; ISO times and plain decimals. */
export function downloadCsv(panel: PanelInfo, slot: Slot): void {
  const { from, to } = timeWindow.value;
  const start = startTime.value;
  const entries = entriesOf(panel, light);
  const bounded = entries.some((entry) => slot.lower.has(entry.id));
  const lines = [bounded ? "time,curve,value,lower,upper" : "time,curve,value"];
  for (const entry of entries) {
    const curve = slot.curves.get(entry.id);
    const bound = (ends: Map<number, Curve>, time: number): string => {
      const end = ends.get(entry.id);
      return String((end ? valueAt(end, time) : null) ?? "");
    };
    curve?.times.forEach((time, i) => {
      if (time >= from && time <= to) {
        const text = start === null ? String(time) : new Date((start + time) * 1000).toISOString();
        const value = curve.values[i]!;
        const line = `${text},${csvCell(entry.label)},${Number.isNaN(value) ? "" : value}`;
        const ends = `${bound(slot.lower, time)},${bound(slot.upper, time)}`;
        lines.push(bounded ? `${line},${ends}` : line);
      }
    });
  }
  const blob = new Blob([`${lines.join("\n")}\n`], { type: "text/csv" });
  const address = URL.createObjectURL(blob);
  offer(address, `${panel.id}.csv`);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
