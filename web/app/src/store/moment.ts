import type { Instance, Reading, Time } from "@fairmon/protocol";
// What curves say at one moment, exactly: values, and how many trials and hits stand behind them.
import { type Signal, computed, effect, signal } from "@preact/signals";
import { isOld } from "../lib/age";
import { type Pair, findPair } from "../lib/pair";
import { api } from "../net/api";
import { active, groupSizes, instances, panels, reached, run } from "./run";
import { crosshair, timeView, timeWindow } from "./view";

export interface Moment {
  time: number;
  readings: Map<number, Reading>;
}

const patience = 70;
const cached = new Map<string, Promise<Moment>>();
const mostCached = 64;

async function ask(id: string, time: number): Promise<Moment> {
  const { readings } = await api.moment(id, time);
  return { time, readings: new Map(readings.map((item) => [item.id, item])) };
}

/** What a run said at a time; what is past is asked for once. */
export function momentOf(id: string, time: number): Promise<Moment> {
  const key = `${id}/${time}`;
  const known = cached.get(key);
  if (known) {
    return known;
  }
  const asked = ask(id, time);
  if (!active.peek() || time < reached.peek()) {
    cached.set(key, asked);
    asked.catch(() => cached.delete(key));
    if (cached.size > mostCached) {
      cached.delete(cached.keys().next().value!);
    }
  }
  return asked;
}

/** Follows a time that moves; between two times nothing is claimed about either. */
function follow(time: () => number | null, wait: number): Signal<Moment | null> {
  const found = signal<Moment | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  effect(() => {
    const at = time();
    const id = run.value?.id;
    const number = ++asked;
    clearTimeout(timer);
    if (at === null || id === undefined) {
      found.value = null;
      return;
    }
    timer = setTimeout(() => {
      momentOf(id, at)
        .then((moment) => {
          if (number === asked) {
            found.value = moment;
          }
        })
        .catch(() => undefined);
    }, wait);
  });
  return found;
}

/** Where the pointer is. */
export const pointed = follow(() => crosshair.value, patience);

/** The time at the right edge of what is shown; it moves while a run is followed. */
export const edgeTime = computed(() => Math.min(timeWindow.value.to, reached.value));

/** While a run is followed its newest counts come by themselves; a moment of the past is asked. */
export const edge = follow(() => {
  const moving = active.value && timeView.value.live;
  return moving ? Math.floor(reached.value) : edgeTime.value;
}, 150);

/** Members behind a curve's value at the right edge. */
export function sizeAtEdge(id: number): number | null {
  if (active.value && timeView.value.live) {
    return groupSizes.value[id] ?? null;
  }
  const reading = edge.value?.readings.get(id);
  return edge.value ? (reading?.trials ?? null) : (groupSizes.value[id] ?? null);
}

/** When a curve got the value it has at the right edge, if nothing was said for long; else null. */
export function oldAtEdge(id: number, period: Time | null | undefined): number | null {
  const reading = edge.value?.readings.get(id);
  return reading && isOld(period, reading.asOf, edgeTime.value) ? reading.asOf : null;
}

/** The curve of a panel that shows nothing but it. */
function loneOf(panel: number): Instance | null {
  const ours = new Set(panels.peek()[panel]?.streams.map((stream) => stream.index));
  const list = instances.peek().filter((item) => ours.has(item.stream));
  return list.length === 1 ? list[0]! : null;
}

/** The two groups whose values at a moment give `value` as their difference or quotient. */
function pairBehind(value: number, moment: Moment): Pair | null {
  for (const other of panels.peek()) {
    const streams = new Set(other.streams.map((stream) => stream.index));
    const groups = instances.peek().flatMap((item) => {
      const reading = moment.readings.get(item.id);
      return streams.has(item.stream) && item.label !== "" && reading?.value != null
        ? [{ label: item.label, value: reading.value, trials: reading.trials, hits: reading.hits }]
        : [];
    });
    const pair = findPair(value, groups);
    if (pair) {
      return pair;
    }
  }
  return null;
}

/** Less than any two events are apart. */
const instant = 1e-6;

/**
 * Between whom a panel's gap is at a time. The groups may have moved on since the gap was computed,
 * and events of that very instant may have come after it: both moments are looked at.
 */
export async function pairAt(panel: number, time: number): Promise<Pair | null> {
  const id = run.peek()?.id;
  const lone = loneOf(panel);
  if (id === undefined || lone === null) {
    return null;
  }
  const shown = (await momentOf(id, time)).readings.get(lone.id);
  if (!shown || shown.value === null) {
    return null;
  }
  for (const at of [shown.asOf, shown.asOf - instant, time]) {
    const pair = pairBehind(shown.value, await momentOf(id, at));
    if (pair) {
      return pair;
    }
  }
  return null;
}

/** Between whom the gaps are where the pointer is, per panel. */
export const pointedPairs = signal<{ time: number; pairs: Map<number, Pair> } | null>(null);

effect(() => {
  const time = pointed.value?.time ?? null;
  if (time === null) {
    pointedPairs.value = null;
    return;
  }
  void Promise.all(panels.peek().map((_, panel) => pairAt(panel, time).catch(() => null))).then(
    (found) => {
      if (pointed.peek()?.time === time) {
        const pairs = found.flatMap((pair, panel) => (pair ? [[panel, pair] as const] : []));
        pointedPairs.value = { time, pairs: new Map(pairs) };
      }
    },
  );
});
