import type { PanelInfo } from "@fairmon/protocol";
import { light } from "../lib/colours";
import { formatTime, formatValue } from "../lib/format";
import { spokenOfIn, standingOf } from "../lib/standing";
import { endOf } from "../plots/line/bars";
import type { Slot } from "../store/live";
import { episodes, judged, reached, spokenOf, startTime, triggers } from "../store/run";
import { timeWindow } from "../store/view";
import { type Entry, entriesOf } from "./curves";

/** For one curve with one threshold: on which side of it, and since when. */
export function thresholdSince(panel: PanelInfo, slot: Slot | null, span: number): string {
  const [threshold] = panel.thresholds;
  const [entry, another] = entriesOf(panel, light);
  const curve = entry && slot?.curves.get(entry.id);
  if (threshold === undefined || another || !curve || curve.values.length === 0) {
    return "";
  }
  const above = curve.values.at(-1)! > threshold;
  let first = curve.values.length - 1;
  while (first > 0 && curve.values[first - 1]! > threshold === above) {
    first -= 1;
  }
  // The log knows the very moment; the curve is reduced to pixels.
  const episode = episodes.value.filter((item) => panel.triggers.includes(item.trigger)).at(-1);
  const exact = above ? episode?.first.s : episode?.ended?.s;
  const near = exact !== undefined && Math.abs(exact - curve.times[first]!) < span / 100;
  const since = formatTime(near ? exact : curve.times[first]!, startTime.value, span);
  return `, ${above ? "above" : "not above"} the threshold ${threshold} since ${since}`;
}

/** A panel in one sentence, for people who do not see it. */
export function summarise(panel: PanelInfo, slot: Slot | null): string {
  slot?.changed.value;
  const entries = entriesOf(panel, light);
  const newest = (id: number, curves = slot?.curves): number | undefined => {
    const value = curves?.get(id)?.values.at(-1);
    return value === undefined || Number.isNaN(value) ? undefined : value;
  };
  const values = entries
    .map((entry) => newest(entry.id))
    .filter((value): value is number => value !== undefined);
  const name = panel.title || panel.id;
  if (values.length === 0) {
    return `${name}: no value yet`;
  }
  const { from, to } = timeWindow.value;
  const range =
    values.length === 1
      ? `${when(entries.find((entry) => newest(entry.id) !== undefined)!, to)} ${formatValue(values[0]!)}`
      : `${values.length} curves, ${formatValue(Math.min(...values))} to ${formatValue(Math.max(...values))}`;
  const bounds = entries.slice(0, mostBounds).flatMap(({ id, label }) => {
    const [lower, upper] = [newest(id, slot?.lower), newest(id, slot?.upper)];
    return lower === undefined || upper === undefined
      ? []
      : [`${label} between ${formatValue(lower)} and ${formatValue(upper)}`.trim()];
  });
  const evidence =
    bounds.length === 0
      ? ""
      : `, with the level ${entries.find((entry) => entry.level !== null)?.level}: ${bounds.join(", ")}`;
  const ours = episodes.value.filter((episode) => panel.triggers.includes(episode.trigger));
  const last = ours.at(-1);
  const many =
    ours.length === 1 ? "1 violation episode" : `${ours.length} violation episodes, the last one`;
  const violations =
    panel.triggers.length === 0
      ? ""
      : last
        ? `, ${many} until ${formatTime(endOf(last, reached.value, triggers.value), startTime.value, to - from)}`
        : ", no violation";
  return `${name}: ${range}${evidence}${violations}${openVerdict(panel, to - from)}${thresholdSince(panel, slot, to - from)}`;
}

/** Curves whose bounds are told one by one. */
const mostBounds = 8;

/** Of when a lone value is. */
function when(entry: Entry, to: number): string {
  if (entry.old !== null) {
    return `as of ${formatTime(entry.old, startTime.value, Math.max(reached.value, 1))}`;
  }
  return to >= reached.value ? "now" : "at the right edge";
}

/** Requirements that nobody can decide yet. */
function openVerdict(panel: PanelInfo, span: number): string {
  const standing = standingOf(judged.value.filter((item) => panel.triggers.includes(item.trigger)));
  const spoken = spokenOfIn(spokenOf.value, panel.triggers, reached.value);
  if (standing?.state === "violated" && spoken) {
    return `, violated by the averages since ${formatTime(spoken.from, startTime.value, span)}`;
  }
  return standing?.state === "undecided"
    ? `, undecided since ${formatTime(standing.from, startTime.value, span)}`
    : "";
}
