// The line under the pointer, in all panels, and the values there.
import { type PanelInfo, valueAt } from "@fairmon/protocol";
import { dark, light } from "../lib/colours";
import { formatTime, formatValue } from "../lib/format";
import { type DrawnCurve, type Figure, margins } from "../plots/line/figure";
import { isDark } from "../store/app";
import type { Slot } from "../store/live";
import { startTime } from "../store/run";
import { crosshair, pointer, timeWindow } from "../store/view";
import { curvesOf, entriesOf } from "./curves";

/** How near the pointer must be to a grey line to mean it, in pixels. */
const reach = 12;

/** Among the many grey lines, the one the pointer is on. */
export function greyUnder(
  curves: DrawnCurve[],
  at: number,
  y: number,
  figure: Pick<Figure, "valueRange" | "layout">,
): DrawnCurve | null {
  const [low, high] = figure.valueRange;
  const height = Number(figure.layout.height) - margins.t - margins.b;
  let best: DrawnCurve | null = null;
  let distance = reach;
  for (const drawn of curves) {
    const value = drawn.rest ? valueAt(drawn.curve, at) : null;
    if (value !== null) {
      const away = Math.abs(margins.t + (1 - (value - low) / (high - low)) * height - y);
      if (away < distance) {
        distance = away;
        best = drawn;
      }
    }
  }
  return best;
}

interface CrosshairProps {
  panel: PanelInfo;
  index: number;
  slot: Slot | null;
  /** Width of the plot without its margins. */
  room: number;
  /** What is on screen now; the panel draws without being rendered again. */
  drawn: { current: Figure | null };
}

export function Crosshair({ panel, index, slot, room, drawn }: CrosshairProps) {
  const at = crosshair.value;
  const { from, to } = timeWindow.value;
  if (at === null || at < from || at > to || !slot) {
    return null;
  }
  slot.changed.value;
  const palette = isDark.value ? dark : light;
  const left = margins.l + ((at - from) / (to - from)) * room;
  const curves = curvesOf(panel, slot, entriesOf(panel, palette));
  const here = pointer.value?.panel === index ? pointer.value.y : null;
  const figure = drawn.current;
  const grey = here === null || figure === null ? null : greyUnder(curves, at, here, figure);
  const rows = [
    ...(grey ? [{ ...grey, colour: palette.rest }] : []),
    ...curves.filter((curve) => !curve.rest),
  ];
  return (
    <div class="crosshair" style={{ left: `${left}px` }} aria-hidden="true">
      <div class={left > (room + margins.l) / 2 ? "readout left" : "readout"}>
        <b>{formatTime(at, startTime.value, to - from)}</b>
        {rows.slice(0, 8).map((row) => (
          <div key={`${row.key}${row.compared}`} class={row.rest ? "grey" : ""}>
            <span style={{ color: row.colour }}>■</span> {row.label || "value"}{" "}
            <b>{formatValue(valueAt(row.curve, at))}</b>
          </div>
        ))}
      </div>
    </div>
  );
}
