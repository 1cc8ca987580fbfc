// Marks of a time axis without a calendar, in units people count in.
import { day, month, year } from "./format";

/** Steps between marks, each with its unit. */
const steps: [number, number, string][] = [
  ...[0.001, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((n): [number, number, string] => [
    n,
    1,
    "s",
  ]),
  ...[1, 2, 5, 10, 15, 30].map((n): [number, number, string] => [n * 60, 60, "min"]),
  ...[1, 2, 3, 6, 12].map((n): [number, number, string] => [n * 3600, 3600, "h"]),
  ...[1, 2, 5, 7, 14, 20].map((n): [number, number, string] => [n * day, day, "d"]),
  ...[1, 2, 3, 6].map((n): [number, number, string] => [n * month, month, "mo"]),
  ...[1, 2, 5, 10, 20, 50, 100].map((n): [number, number, string] => [n * year, year, "y"]),
];

/** Where marks stand between two times, and what they say; at most `most` of them. */
export function relativeTicks(
  from: number,
  to: number,
  most: number,
): { values: number[]; texts: string[] } {
  const span = Math.max(to - from, 1e-9);
  const [step, unit, name] = steps.find(([size]) => span / size <= most) ?? steps.at(-1)!;
  const values: number[] = [];
  for (let n = Math.ceil(from / step); n * step <= to && values.length <= most + 1; n++) {
    values.push(n * step);
  }
  const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 });
  return { values, texts: values.map((value) => label(value, unit, name, number)) };
}

/** Months beyond a year are told with their year: `1 y 3 mo`. */
function label(value: number, unit: number, name: string, number: Intl.NumberFormat): string {
  const count = value / unit;
  if (name === "mo" && Math.abs(count) >= 12 - 1e-9) {
    const years = Math.floor(count / 12 + 1e-9);
    const rest = Math.round(count - years * 12);
    return rest === 0 ? `${years} y` : `${years} y ${rest} mo`;
  }
  return `${number.format(Math.round(count * 1e6) / 1e6)} ${name}`;
}
