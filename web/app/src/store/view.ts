// What the reader looks at: the stretch of time, hidden curves, the crosshair. Never the server's.
import { computed, signal } from "@preact/signals";
import { type Range, zoom } from "../lib/ranges";
import { announce } from "./app";
import { reached, run } from "./run";

/** Either the newest stretch (`span` seconds, 0: all), or a fixed range that nothing moves. */
export type TimeView = { live: true; span: number } | { live: false; from: number; to: number };

export const timeView = signal<TimeView>({ live: true, span: 0 });
export const crosshair = signal<number | null>(null);
/** Where the pointer is in a panel, in pixels from the top of the plot. */
export const pointer = signal<{ panel: number; y: number } | null>(null);
/** Curves switched off, as `stream/label`, so that they stay off in the next run. */
export const hidden = signal<ReadonlySet<string>>(new Set());
export const selectedEpisode = signal<number | null>(null);

/** The stretch of time on screen, in seconds of monitor time. */
export const timeWindow = computed<Range>(() => {
  const view = timeView.value;
  if (!view.live) {
    return { from: view.from, to: view.to };
  }
  const to = Math.max(reached.value, 1e-9);
  return { from: view.span > 0 ? to - view.span : 0, to };
});

export function follow(span?: number): void {
  const view = timeView.value;
  timeView.value = { live: true, span: span ?? (view.live ? view.span : view.to - view.from) };
}

export function freeze(): void {
  const { from, to } = timeWindow.value;
  timeView.value = { live: false, from, to };
}

export function toggleFollow(): void {
  if (timeView.value.live) {
    freeze();
    announce("Follow live is off");
  } else {
    follow(0);
  }
}

/** Looks at a range; leaving the right edge ends following, and says so. */
export function lookAt(range: Range): void {
  const least = 1e-6;
  const to = Math.max(range.to, range.from + least);
  const wasLive = timeView.value.live;
  timeView.value = { live: false, from: range.from, to };
  if (wasLive && (run.value?.status.phase === "running" || run.value?.status.phase === "paused")) {
    announce("Follow live is off");
  }
}

export function zoomBy(factor: number, at?: number): void {
  const range = timeWindow.value;
  lookAt(zoom(range, at ?? (range.from + range.to) / 2, factor));
}

export function panBy(share: number): void {
  const { from, to } = timeWindow.value;
  const step = (to - from) * share;
  lookAt({ from: from + step, to: to + step });
}

export function resetView(): void {
  timeView.value = { live: true, span: 0 };
}

export function toggleCurve(key: string): void {
  const next = new Set(hidden.value);
  if (!next.delete(key)) {
    next.add(key);
  }
  hidden.value = next;
}

/** Shows one curve alone, or all again if it is alone already. */
export function isolateCurve(key: string, all: string[]): void {
  const others = all.filter((item) => item !== key);
  const alone = !hidden.value.has(key) && others.every((item) => hidden.value.has(item));
  const next = new Set(hidden.value);
  for (const item of all) {
    next.delete(item);
  }
  if (!alone) {
    for (const item of others) {
      next.add(item);
    }
  }
  hidden.value = next;
}
