// The line under the pointer, in all panels, and the values there.
import { type Curve, type PanelInfo, valueAt } from "@fairmon/protocol";
import { dark, light } from "../lib/colours";
import { formatInteger, formatInterval, formatTime, formatValue } from "../lib/format";
import { type DrawnCurve, type Figure, margins } from "../plots/line/figure";
import { isDark } from "../store/app";
import { compared } from "../store/compare";
import type { Slot } from "../store/live";
import { pointed, pointedPairs } from "../store/moment";
import { startTime } from "../store/run";
import { crosshair, pointer, timeWindow } from "../store/view";
import { curvesOf, entriesOf, fewMembers } from "./curves";

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

/** The value itself where it is known; the drawn curve is reduced to pixels. */
function exact(
  row: DrawnCurve,
  what: "value" | "lower" | "upper",
  curve: Curve,
  at: number,
): number | null {
  const moment = pointed.value?.time === at ? pointed.value : null;
  return moment && row.id !== undefined && !row.compared
    ? (moment.readings.get(row.id)?.[what] ?? null)
    : valueAt(curve, at);
}

/** Between which bounds the value lies, where there is evidence. */
function Interval({ row, at }: { row: DrawnCurve; at: number }) {
  const lower = row.band && exact(row, "lower", row.band.lower, at);
  const upper = row.band && exact(row, "upper", row.band.upper, at);
  return lower == null || upper == null ? null : (
    <span class="interval">{formatInterval(lower, upper)} </span>
  );
}

/** Hits and trials behind a value, of this moment or not at all. */
function Counts({ id, at }: { id: number | undefined; at: number }) {
  const reading =
    pointed.value?.time === at && id !== undefined ? pointed.value.readings.get(id) : undefined;
  if (!reading || reading.trials === null) {
    return null;
  }
  const { trials, hits } = reading;
  return (
    <span class={trials < fewMembers ? "muted few" : "muted"}>
      {hits === null
        ? `n = ${formatInteger(trials)}`
        : `${formatInteger(hits)} of ${formatInteger(trials)}`}
    </span>
  );
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
  const pairs = pointedPairs.value;
  const pair = pairs?.time === at ? pairs.pairs.get(index) : undefined;
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
            <span style={{ color: row.colour }}>■</span>{" "}
            <bdi>
              {row.label || "value"}
              {row.compared && ` (${compared.value?.name ?? "other run"})`}
              {!row.compared && compared.value && " (this run)"}
            </bdi>{" "}
            <b>{formatValue(exact(row, "value", row.curve, at))}</b>{" "}
            {!row.compared && <Interval row={row} at={at} />}
            {!row.compared && <Counts id={row.id} at={at} />}
          </div>
        ))}
        {pair && (
          <div class="pair">
            <bdi>{pair.high.label}</bdi> <b>{formatValue(pair.high.value)}</b> against{" "}
            <bdi>{pair.low.label}</bdi> <b>{formatValue(pair.low.value)}</b>
          </div>
        )}
      </div>
    </div>
  );
}
