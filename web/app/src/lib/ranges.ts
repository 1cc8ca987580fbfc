export interface Range {
  from: number;
  to: number;
}

/** Rounds a range outwards to steps that look right on an axis, so that it rarely changes. */
export function niceRange(low: number, high: number): [number, number] {
  if (!(high > low)) {
    const pad = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 0.5;
    return [low - pad, high + pad];
  }
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough)!;
  const pad = (high - low) * 0.04;
  const half = step / 2;
  const round = (value: number) => Number(value.toPrecision(12));
  return [
    round(Math.floor((low - pad) / half) * half),
    round(Math.ceil((high + pad) / half) * half),
  ];
}

/** The value axis: probabilities start at [0, 1] unless that wastes more than half of the height. */
export function valueRange(low: number, high: number, isProb: boolean): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    return [0, 1];
  }
  if (isProb && low >= 0 && high <= 1) {
    if (high - low >= 0.5) {
      return [0, 1];
    }
    const [a, b] = niceRange(low, high);
    return [Math.max(0, a), Math.min(1, b)];
  }
  const [a, b] = niceRange(low, high);
  return [low >= 0 ? Math.max(0, a) : a, b];
}

/** Shrinks or stretches a range around a fixed point. */
export function zoom(range: Range, at: number, factor: number): Range {
  return { from: at - (at - range.from) * factor, to: at + (range.to - at) * factor };
}

const presets: [number, string][] = [
  [1, "1 s"],
  [10, "10 s"],
  [60, "1 min"],
  [600, "10 min"],
  [3600, "1 h"],
  [21600, "6 h"],
  [86400, "1 d"],
  [7 * 86400, "7 d"],
  [30 * 86400, "30 d"],
  [182 * 86400, "6 m"],
  [365 * 86400, "1 y"],
];

/** The three largest stretches that are shorter than the run. */
export function spanPresets(total: number): [number, string][] {
  return presets.filter(([seconds]) => seconds < total).slice(-3);
}
