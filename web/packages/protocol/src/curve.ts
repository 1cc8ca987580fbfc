import type { SeriesPart } from "./frame";

/** A curve as the page holds it: the last frames merged. */
export interface Curve {
  times: number[];
  values: number[];
}

/** Index of the first time that is at least `time`. */
export function lowerBound(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Replaces everything at or after the part's cut by its points. */
export function mergePart(curve: Curve, part: SeriesPart): void {
  const keep = part.cut === Number.NEGATIVE_INFINITY ? 0 : lowerBound(curve.times, part.cut);
  curve.times.length = keep;
  curve.values.length = keep;
  for (let i = 0; i < part.times.length; i++) {
    curve.times.push(part.times[i]!);
    curve.values.push(part.values[i]!);
  }
}

/** Forgets points before `from`, but keeps the one that holds there. */
export function trimBefore(curve: Curve, from: number): void {
  const first = lowerBound(curve.times, from);
  if (first > 1) {
    curve.times.splice(0, first - 1);
    curve.values.splice(0, first - 1);
  }
}

/** The value that holds at `time`, or null before the first one and in a gap. */
export function valueAt(curve: Curve, time: number): number | null {
  const after = lowerBound(curve.times, time);
  const index = curve.times[after] === time ? after : after - 1;
  const value = index >= 0 ? curve.values[index]! : Number.NaN;
  return Number.isNaN(value) ? null : value;
}
