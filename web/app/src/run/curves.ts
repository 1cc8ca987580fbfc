// Which curves a panel shows, in which colour.
import { type Instance, type PanelInfo, valueAt } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { type Palette, traceStyle } from "../lib/colours";
import { assignPlaces, extremesOf, maxColoured } from "../lib/groups";
import { load, store } from "../lib/storage";
import type { DrawnCurve } from "../plots/line/figure";
import { compared } from "../store/compare";
import { type Slot, openSlots } from "../store/live";
import { oldAtEdge, sizeAtEdge } from "../store/moment";
import { instances, panels, reached } from "../store/run";
import { hidden, timeWindow } from "../store/view";

/** Fewer members than this say little: their curves stand back. */
export const fewMembers = 30;

export interface Entry {
  key: string;
  id: number;
  label: string;
  colour: string;
  dash: string;
  /** Neither coloured nor named. */
  rest: boolean;
  /** Too few members for its value to say much. */
  faded: boolean;
  /** Found by the reader's search. */
  sought: boolean;
  closed: number | null;
  /** When it got the value it has at the right edge, if that is old news. */
  old: number | null;
  /** How sure its band is; null: it has none. */
  level: number | null;
}

/** What the reader looks for, per panel. */
export const searches = signal<Record<string, string>>({});

export const search = (panel: PanelInfo): string => (searches.value[panel.id] ?? "").trim();

export function setSearch(panel: PanelInfo, text: string): void {
  searches.value = { ...searches.value, [panel.id]: text };
}

const kept = load<Record<string, number> | null>("groupColours", {});
const remembered: Record<string, number> = typeof kept === "object" && kept !== null ? kept : {};

/** What tells a curve from others in all panels: its group, or its stream where there is none. */
const groupOf = (item: Instance, panel: PanelInfo): string =>
  item.label || (panel.streams.find((stream) => stream.index === item.stream)?.name ?? "");

const instancesOf = (panel: PanelInfo): Instance[] =>
  instances.value.filter((item) => panel.streams.some((stream) => stream.index === item.stream));

/** A curve without a name and without another beside it needs no colour. */
const isLone = (list: Instance[]): boolean => list.length === 1 && list[0]!.label === "";

/** The groups that have a colour now: all of a few, of many the extremes of the moment. */
function colouredGroups(): string[] {
  const all = new Set<string>();
  const grouped = panels.value.filter((panel) => !isLone(instancesOf(panel)));
  for (const panel of grouped) {
    for (const item of instancesOf(panel)) {
      all.add(groupOf(item, panel));
    }
  }
  if (all.size <= maxColoured) {
    return [...all];
  }
  const chosen = new Set<string>();
  const moment = Math.min(timeWindow.value.to, reached.value);
  // Panels without any instance take no part.
  const having = grouped.filter((panel) => instancesOf(panel).length > 0);
  const room = Math.max(2, Math.floor(maxColoured / Math.max(1, having.length)));
  for (const panel of having) {
    const index = panels.value.indexOf(panel);
    const curves = openSlots().find((slot) => slot.panel === index && !slot.everything)?.curves;
    const values = instancesOf(panel).flatMap((item) => {
      const curve = curves?.get(item.id);
      const value = curve ? valueAt(curve, moment) : null;
      return value === null ? [] : [{ label: groupOf(item, panel), value }];
    });
    for (const label of extremesOf(values, room)) {
      chosen.add(label);
    }
  }
  return [...chosen].slice(0, maxColoured);
}

function placesOf(groups: string[]): Map<string, number> {
  const places = assignPlaces(groups, remembered);
  let changed = false;
  for (const [label, place] of places) {
    changed ||= remembered[label] !== place;
    remembered[label] = place;
  }
  if (changed && Object.keys(remembered).length <= 400) {
    store("groupColours", remembered);
  }
  return places;
}

/** The panel's curves: in order of spawning, but what has a colour first. */
export function entriesOf(panel: PanelInfo, palette: Palette): Entry[] {
  const ours = instancesOf(panel);
  const places = placesOf(colouredGroups());
  const wanted = search(panel).toLowerCase();
  const alone = isLone(ours);
  const entries = ours.map((item): Entry => {
    const stream = panel.streams.findIndex((one) => one.index === item.stream);
    const name = panel.streams[stream]?.name ?? "";
    const group = groupOf(item, panel);
    const place = places.get(group);
    // Two streams of one group share its colour; the pattern tells which is which.
    const style = traceStyle(place ?? 0, palette);
    const dash = stream > 0 && item.label !== "" ? traceStyle(stream, palette).dash : style.dash;
    const label = item.label !== "" && stream > 0 ? `${name}(${item.label})` : group;
    const sought = wanted !== "" && label.toLowerCase().includes(wanted);
    const size = sizeAtEdge(item.id);
    return {
      key: `${name}/${item.label}`,
      id: item.id,
      label: alone ? "" : label,
      colour: alone || (sought && place === undefined) ? palette.text : style.colour,
      dash: alone ? "solid" : dash,
      rest: place === undefined && !sought && !alone,
      faded: size !== null && size < fewMembers,
      sought,
      closed: item.closed,
      old: oldAtEdge(item.id, panel.streams[stream]?.period),
      level: panel.streams[stream]?.level ?? null,
    };
  });
  return [...entries.filter((entry) => !entry.rest), ...entries.filter((entry) => entry.rest)];
}

export function curvesOf(panel: PanelInfo, slot: Slot, entries: Entry[]): DrawnCurve[] {
  const shown = entries.filter((entry) => !hidden.value.has(entry.key));
  const anySought = shown.some((entry) => entry.sought);
  const own = shown.flatMap((entry) => {
    const curve = slot.curves.get(entry.id);
    const lower = slot.lower.get(entry.id);
    const upper = slot.upper.get(entry.id);
    const band = lower && upper ? { lower, upper } : undefined;
    return curve ? [{ ...entry, muted: anySought && !entry.sought, curve, band }] : [];
  });
  const other = compared.value?.panels.get(panel.id);
  const laidOver = shown.flatMap((entry) => {
    const curve = other?.get(entry.key);
    return curve && !entry.rest ? [{ ...entry, curve, compared: true }] : [];
  });
  return [...own, ...laidOver];
}
