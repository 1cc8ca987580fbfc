// Where a trigger is violated: tinted for as long as it is, with an edge where it begins.
import type { Episode, TriggerInfo } from "@fairmon/protocol";
import { isOld } from "../../lib/age";
import { type FigureInput, margins, toAxis } from "./figure";

/** Edges closer than this would look like a comb; the tint tells as much. */
const edgeRoom = 24;

export interface Bar {
  from: number;
  to: number;
  /** Numbers of the first and the last episode it stands for. */
  first: number;
  last: number;
  firings: number;
}

/** What is known of the triggers that episodes belong to. */
export type Clocks = readonly Pick<TriggerInfo, "index" | "period">[];

/** Nobody has judged it for long: it may be over by now. */
export function lastJudged(episode: Episode, reached: number, clocks: Clocks): number | null {
  const period = clocks.find((item) => item.index === episode.trigger)?.period;
  const old = episode.ended === null && isOld(period, episode.last.s, reached);
  return old ? episode.last.s : null;
}

/** Until when an episode lasts: to the first value that violates no more, or as long as it is known. */
export const endOf = (episode: Episode, reached: number, clocks: Clocks): number =>
  episode.ended?.s ?? lastJudged(episode, reached, clocks) ?? Math.max(reached, episode.last.s);

/** Merges episodes that would lie closer than so many seconds; nothing is left out. */
export function mergeEpisodes(
  episodes: Episode[],
  gap: number,
  reached: number,
  clocks: Clocks,
): Bar[] {
  const merged: Bar[] = [];
  for (const episode of [...episodes].sort((a, b) => a.first.s - b.first.s)) {
    const before = merged.at(-1);
    const to = endOf(episode, reached, clocks);
    if (before && episode.first.s - before.to < gap) {
      before.to = Math.max(before.to, to);
      before.first = Math.min(before.first, episode.number);
      before.last = Math.max(before.last, episode.number);
      before.firings += episode.firings;
    } else {
      merged.push({
        from: episode.first.s,
        to,
        first: episode.number,
        last: episode.number,
        firings: episode.firings,
      });
    }
  }
  return merged;
}

/** Texts over bars, merged where they would touch: `▲2–4`. */
export function barLabels(
  list: Bar[],
  pixel: (time: number) => number,
  room: number,
): { at: number; text: string }[] {
  const labels: { at: number; end: number; first: number; last: number }[] = [];
  const text = (first: number, last: number) =>
    first === last ? `▲${first}` : `▲${first}–${last}`;
  for (const bar of list) {
    const at = pixel(bar.from);
    const before = labels.at(-1);
    if (before && at < before.end) {
      before.last = Math.max(before.last, bar.last);
      before.end = before.at + 10 + 7 * text(before.first, before.last).length;
    } else {
      labels.push({
        at,
        end: at + 10 + 7 * text(bar.first, bar.last).length,
        first: bar.first,
        last: bar.last,
      });
    }
  }
  return labels
    .filter((label) => label.at >= 0 && label.at < room)
    .map((label) => ({ at: label.at, text: text(label.first, label.last) }));
}

export function bars(input: FigureInput): {
  traces: Record<string, unknown>[];
  annotations: Record<string, unknown>[];
} {
  const { window, startTime, palette, panel, reached } = input;
  const room = input.width - margins.l - (input.endLabels ? margins.labels : margins.r);
  const perPixel = (window.to - window.from) / Math.max(1, room);
  const inView = input.episodes.filter(
    (episode) =>
      panel.triggers.includes(episode.trigger) &&
      endOf(episode, reached, input.clocks) >= window.from &&
      episode.first.s <= window.to,
  );
  const list = mergeEpisodes(inView, perPixel, reached, input.clocks);
  const pixel = (time: number) => (time - window.from) / perPixel;
  const x = (time: number) => toAxis(time, startTime);
  // One trace however many there are, and never narrower than can be seen.
  const ends = list.map((bar) => ({ from: bar.from, to: Math.max(bar.to, bar.from + perPixel) }));
  const edges = edgeTimes(list, input, perPixel);
  return {
    traces: [
      {
        type: "scatter",
        mode: "none",
        name: "violated",
        yaxis: "y2",
        x: ends.flatMap(({ from, to }) => [x(from), x(from), x(to), x(to), null]),
        y: ends.flatMap(() => [0, 1, 1, 0, null]),
        fill: "toself",
        fillcolor: palette.tint,
      },
      {
        type: "scatter",
        mode: "lines",
        name: "violations",
        yaxis: "y2",
        x: edges.flatMap((time) => [x(time), x(time), null]),
        y: edges.flatMap(() => [0, 1, null]),
        line: { color: palette.red, width: 1.5 },
      },
    ],
    annotations: barLabels(list, pixel, room - 20).map((label) => ({
      text: `<b>${label.text}</b>`,
      font: { color: palette.red, size: 12 },
      bgcolor: palette.ground,
      opacity: 0.92,
      borderpad: 1,
      xref: "x",
      yref: "paper",
      x: x(window.from + label.at * perPixel),
      y: 1,
      xanchor: "left",
      yanchor: "top",
      xshift: 3,
      showarrow: false,
    })),
  };
}

/** Where bars begin, and single firings where all of them have room; never a comb. */
function edgeTimes(list: Bar[], input: FigureInput, perPixel: number): number[] {
  const begins = list.map((bar) => bar.from);
  const firings = input.firings
    .filter((item) => input.panel.triggers.includes(item.trigger))
    .map((item) => item.time.s);
  const both = [...new Set([...begins, ...firings])].sort((a, b) => a - b);
  const roomy = both.every((time, i) => i === 0 || time - both[i - 1]! >= perPixel * edgeRoom);
  const wanted = roomy ? both : begins.sort((a, b) => a - b);
  const edges: number[] = [];
  for (const time of wanted) {
    if (edges.length === 0 || time - edges.at(-1)! >= perPixel * edgeRoom) {
      edges.push(time);
    }
  }
  return edges;
}
