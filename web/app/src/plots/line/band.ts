// Between which bounds a curve may lie: a filled strip of steps behind it.
import { type Curve, lowerBound } from "@fairmon/protocol";
import { type DrawnCurve, type FigureInput, toAxis } from "./figure";

/** The two curves a value lies between. */
export interface Band {
  lower: Curve;
  upper: Curve;
}

interface Step {
  from: number;
  to: number;
  low: number;
  high: number;
}

const at = (curve: Curve, time: number): number => {
  const after = lowerBound(curve.times, time);
  const index = curve.times[after] === time ? after : after - 1;
  return index >= 0 ? curve.values[index]! : Number.NaN;
};

/** The strip as steps, in pieces where it has gaps, up to `until`. */
export function steps(band: Band, from: number, to: number, until: number): Step[][] {
  const inside = (time: number) => time > from && time < Math.min(to, until);
  const times = [
    ...new Set([from, ...[...band.lower.times, ...band.upper.times].filter(inside)]),
  ].sort((a, b) => a - b);
  const pieces: Step[][] = [];
  let piece: Step[] | null = null;
  times.forEach((time, i) => {
    const [low, high] = [at(band.lower, time), at(band.upper, time)];
    if (Number.isNaN(low) || Number.isNaN(high)) {
      piece = null;
      return;
    }
    if (piece === null) {
      piece = [];
      pieces.push(piece);
    }
    piece.push({ from: time, to: times[i + 1] ?? Math.min(to, until), low, high });
  });
  return pieces;
}

/** Smallest and largest bound at the right edge: early strips are as wide as can be. */
export function bandExtent(drawn: DrawnCurve, input: FigureInput): number[] {
  if (!drawn.band || drawn.rest) {
    return [];
  }
  const edge = Math.min(input.window.to, drawn.closed ?? input.reached);
  return [at(drawn.band.lower, edge), at(drawn.band.upper, edge)];
}

/** `#rrggbb` as a colour that lets through what is behind it. */
export const sheer = (colour: string, opacity: number): string => {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  return `rgba(${part(1)},${part(3)},${part(5)},${opacity})`;
};

/** One filled trace per curve with evidence; grey curves have none, they would hide each other. */
export function bandTraces(input: FigureInput): Record<string, unknown>[] {
  const having = input.curves.filter((drawn) => drawn.band && !drawn.rest);
  const strength = having.length > 4 ? 0.1 : 0.16;
  return having.map((drawn) => {
    const x: (number | null)[] = [];
    const y: (number | null)[] = [];
    const until = drawn.closed ?? input.reached;
    for (const piece of steps(drawn.band!, input.window.from, input.window.to, until)) {
      for (const { from, to, high } of piece) {
        x.push(toAxis(from, input.startTime), toAxis(to, input.startTime));
        y.push(high, high);
      }
      for (const { from, to, low } of [...piece].reverse()) {
        x.push(toAxis(to, input.startTime), toAxis(from, input.startTime));
        y.push(low, low);
      }
      x.push(null);
      y.push(null);
    }
    return {
      type: "scatter",
      mode: "none",
      name: `band ${drawn.key}`,
      x,
      y,
      fill: "toself",
      fillcolor: sheer(drawn.colour, strength * (drawn.muted ? 0.3 : 1)),
    };
  });
}
