import { describe, expect, it } from "vitest";
import { dark, dashes, light, traceStyle } from "./colours";
import { assignPlaces, extremesOf, maxColoured } from "./groups";

describe("places of groups", () => {
  it("are kept across runs, and never shared", () => {
    const places = assignPlaces(["men", "women", "other"], { women: 0, men: 0, gone: 1 });
    expect(places.get("men")).toBe(0);
    expect(new Set(places.values()).size).toBe(3);
    expect([...assignPlaces(["b", "a"], { a: 0, b: 1 })]).toEqual([
      ["b", 1],
      ["a", 0],
    ]);
  });

  it("a label like a builtin is a label", () => {
    expect(assignPlaces(["constructor", "__proto__"], {}).size).toBe(2);
  });
});

describe("the extremes of the moment", () => {
  it("come from both ends", () => {
    const values = Array.from({ length: 20 }, (_, i) => ({ label: `g${i}`, value: i }));
    expect(extremesOf(values, 4)).toEqual(["g19", "g0", "g18", "g1"]);
    expect(extremesOf(values.slice(0, 2), 4)).toEqual(["g1", "g0"]);
  });
});

/** How a colour looks to people who lack one kind of cones (Machado et al. 2009, full severity). */
const lacking: Record<string, number[][]> = {
  nothing: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  red: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  green: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  blue: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  colour: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

function seen(colour: string, matrix: number[][]): number[] {
  const linear = [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const mixed = matrix.map((row) => row.reduce((sum, part, i) => sum + part * linear[i]!, 0));
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [r, g, b] = mixed as [number, number, number];
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe("curves", () => {
  it("differ in dash wherever colours could be taken for each other", () => {
    for (const palette of [light, dark]) {
      for (const [missing, matrix] of Object.entries(lacking)) {
        for (let a = 0; a < maxColoured; a++) {
          for (let b = 0; b < a; b++) {
            const [one, two] = [traceStyle(a, palette), traceStyle(b, palette)];
            const [x, y] = [seen(one.colour, matrix), seen(two.colour, matrix)];
            const apart = Math.hypot(...x.map((part, i) => part - y[i]!));
            expect(
              one.dash !== two.dash || apart > 10,
              `${a} and ${b} without ${missing}: ${apart}`,
            ).toBe(true);
          }
        }
      }
    }
  });

  it("the first three differ in both", () => {
    const first = [0, 1, 2].map((n) => traceStyle(n, light));
    expect(new Set(first.map((style) => style.dash)).size).toBe(3);
    expect(new Set(first.map((style) => style.colour)).size).toBe(3);
    expect(new Set(dashes).size).toBe(dashes.length);
  });
});
