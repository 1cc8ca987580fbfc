// Which curves a panel shows, in which colour.
import type { Instance, PanelInfo } from "@fairmon/protocol";
import { type Palette, traceStyle } from "../lib/colours";
import { load, store } from "../lib/storage";
import type { DrawnCurve } from "../plots/line/figure";
import { compared } from "../store/compare";
import type { Slot } from "../store/live";
import { instances } from "../store/run";
import { hidden } from "../store/view";

export const maxColoured = 12;

export interface Entry {
  key: string;
  id: number;
  label: string;
  colour: string;
  dash: string;
  rest: boolean;
  closed: number | null;
}

/** Places of instances in a panel, remembered so that a group keeps its colour across runs. */
const kept = load<Record<string, string[]> | null>("colours", {});
const places: Record<string, string[]> = typeof kept === "object" && kept !== null ? kept : {};

function placeOf(panel: string, key: string): number {
  const known = (places[panel] ??= []);
  let at = known.indexOf(key);
  if (at < 0) {
    at = known.push(key) - 1;
    if (known.length <= 64) {
      store("colours", places);
    }
  }
  return at;
}

/** The panel's instances in order of spawning. */
export function entriesOf(panel: PanelInfo, palette: Palette): Entry[] {
  const ours = instances.value.filter((item) =>
    panel.streams.some((stream) => stream.index === item.stream),
  );
  const name = (item: Instance) =>
    panel.streams.find((stream) => stream.index === item.stream)?.name ?? "";
  const alone = ours.length === 1 && ours[0]!.label === "";
  return ours.map((item, order) => {
    const key = `${name(item)}/${item.label}`;
    const style = traceStyle(placeOf(panel.id, key), palette);
    return {
      key,
      id: item.id,
      label: item.label || (alone ? "" : name(item)),
      colour: alone ? palette.text : style.colour,
      dash: style.dash,
      rest: order >= maxColoured,
      closed: item.closed,
    };
  });
}

export function curvesOf(panel: PanelInfo, slot: Slot, entries: Entry[]): DrawnCurve[] {
  const shown = entries.filter((entry) => !hidden.value.has(entry.key));
  const own = shown.flatMap((entry) => {
    const curve = slot.curves.get(entry.id);
    return curve ? [{ ...entry, curve }] : [];
  });
  const other = compared.value?.panels.get(panel.id);
  const laidOver = shown.flatMap((entry) => {
    const curve = other?.get(entry.key);
    return curve && !entry.rest ? [{ ...entry, curve, compared: true }] : [];
  });
  return [...own, ...laidOver];
}
