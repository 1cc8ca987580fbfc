// Red bars: single firings while there is room for them, episodes where there is not.
import type { Episode } from "@fairmon/protocol";
import { type FigureInput, margins, toAxis } from "./figure";

const maxShapes = 40;

export interface Bar {
  from: number;
  to: number;
  /** Numbers of the first and the last episode it stands for. */
  first: number;
  last: number;
  firings: number;
}

/** Merges episodes that would lie closer than a few pixels; nothing is left out. */
export function mergeEpisodes(episodes: Episode[], secondsPerPixel: number): Bar[] {
  const merged: Bar[] = [];
  for (const episode of [...episodes].sort((a, b) => a.first.s - b.first.s)) {
    const before = merged.at(-1);
    if (before && episode.first.s - before.to < secondsPerPixel) {
      before.to = Math.max(before.to, episode.last.s);
      before.first = Math.min(before.first, episode.number);
      before.last = Math.max(before.last, episode.number);
      before.firings += episode.firings;
    } else {
      merged.push({
        from: episode.first.s,
        to: episode.last.s,
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
  trace: Record<string, unknown>;
  shapes: Record<string, unknown>[];
  annotations: Record<string, unknown>[];
} {
  const { window, startTime, palette, panel } = input;
  const room = input.width - margins.l - (input.endLabels ? margins.labels : margins.r);
  const perPixel = (window.to - window.from) / Math.max(1, room);
  const inView = input.episodes.filter(
    (episode) =>
      panel.triggers.includes(episode.trigger) &&
      episode.last.s >= window.from &&
      episode.first.s <= window.to,
  );
  let list = mergeEpisodes(inView, perPixel);
  for (let gap = perPixel * 2; list.length > maxShapes * 4; gap *= 2) {
    list = mergeEpisodes(inView, gap);
  }
  const pixel = (time: number) => (time - window.from) / perPixel;
  const wide = list.filter((bar) => bar.to - bar.from >= perPixel * 2);
  const edges = edgeTimes(list, input, perPixel);
  return {
    trace: {
      type: "scatter",
      mode: "lines",
      name: "violations",
      yaxis: "y2",
      x: edges.flatMap((time) => [toAxis(time, startTime), toAxis(time, startTime), null]),
      y: edges.flatMap(() => [0, 1, null]),
      line: { color: palette.red, width: 1.5 },
    },
    shapes: wide
      .sort((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, maxShapes)
      .map((bar) => ({
        type: "rect",
        layer: "below",
        yref: "paper",
        y0: 0,
        y1: 1,
        x0: toAxis(bar.from, startTime),
        x1: toAxis(bar.to, startTime),
        fillcolor: palette.tint,
        line: { width: 0 },
      })),
    annotations: barLabels(list, pixel, room - 20).map((label) => ({
      text: `<b>${label.text}</b>`,
      font: { color: palette.red, size: 12 },
      bgcolor: palette.ground,
      opacity: 0.92,
      borderpad: 1,
      xref: "x",
      yref: "paper",
      x: toAxis(window.from + label.at * perPixel, startTime),
      y: 1,
      xanchor: "left",
      yanchor: "top",
      xshift: 3,
      showarrow: false,
    })),
  };
}

/** Left edges of all bars, and every firing where firings are known and far enough apart. */
function edgeTimes(list: Bar[], input: FigureInput, perPixel: number): number[] {
  const times = list.map((bar) => bar.from);
  let last = Number.NEGATIVE_INFINITY;
  const firings = input.firings.filter((item) => input.panel.triggers.includes(item.trigger));
  const apart =
    firings.length < 2 ||
    mostApart(
      firings.map((item) => item.time.s),
      perPixel * 3,
    );
  if (apart) {
    for (const firing of firings) {
      if (firing.time.s - last >= perPixel) {
        last = firing.time.s;
        times.push(last);
      }
    }
  }
  return [...new Set(times)].sort((a, b) => a - b);
}

function mostApart(times: number[], gap: number): boolean {
  let near = 0;
  for (let i = 1; i < times.length; i++) {
    near += times[i]! - times[i - 1]! < gap ? 1 : 0;
  }
  return near < times.length / 2;
}
