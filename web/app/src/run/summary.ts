import type { PanelInfo } from "@fairmon/protocol";
import { light } from "../lib/colours";
import { formatTime, formatValue } from "../lib/format";
import type { Slot } from "../store/live";
import { episodes, reached, startTime } from "../store/run";
import { timeWindow } from "../store/view";
import { entriesOf } from "./curves";

/** For one curve with one threshold: on which side of it, and since when. */
export function thresholdSince(panel: PanelInfo, slot: Slot | null, span: number): string {
  const [threshold] = panel.thresholds;
  const curves = [...(slot?.curves.values() ?? [])];
  const [curve] = curves;
  if (threshold === undefined || curves.length !== 1 || !curve || curve.values.length === 0) {
    return "";
  }
  const above = curve.values.at(-1)! > threshold;
  let first = curve.values.length - 1;
  while (first > 0 && curve.values[first - 1]! > threshold === above) {
    first -= 1;
  }
  const since = formatTime(curve.times[first]!, startTime.value, span);
  return `, ${above ? "above" : "not above"} the threshold ${threshold} since ${since}`;
}

/** A panel in one sentence, for people who do not see it. */
export function summarise(panel: PanelInfo, slot: Slot | null): string {
  slot?.changed.value;
  const entries = entriesOf(panel, light);
  const values = entries
    .map((entry) => slot?.curves.get(entry.id)?.values.at(-1))
    .filter((value): value is number => value !== undefined && !Number.isNaN(value));
  const name = panel.title || panel.id;
  if (values.length === 0) {
    return `${name}: no value yet`;
  }
  const { from, to } = timeWindow.value;
  const range =
    values.length === 1
      ? `${to >= reached.value ? "now" : "at the right edge"} ${formatValue(values[0]!)}`
      : `${values.length} curves, ${formatValue(Math.min(...values))} to ${formatValue(Math.max(...values))}`;
  const ours = episodes.value.filter((episode) => panel.triggers.includes(episode.trigger));
  const last = ours.at(-1);
  const violations =
    panel.triggers.length === 0
      ? ""
      : last
        ? `, ${ours.length} violation episodes, the last one until ${formatTime(last.last.s, startTime.value, to - from)}`
        : ", no violation";
  return `${name}: ${range}${violations}${thresholdSince(panel, slot, to - from)}`;
}
