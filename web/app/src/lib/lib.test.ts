import { describe, expect, it } from "vitest";
import { contrast, dark, light, traceStyle } from "./colours";
import { formatBytes, formatTime, formatValue } from "./format";
import { placeLabels } from "./labels";
import { niceRange, spanPresets, valueRange, zoom } from "./ranges";

describe("colours", () => {
  it.each([
    ["light", light],
    ["dark", dark],
  ])("of text reach 4.5 : 1 in the %s theme", (_, palette) => {
    for (const colour of [...palette.series, palette.red, palette.text, palette.muted]) {
      expect(contrast(colour, palette.ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const ink of [palette.rest, palette.red]) {
      expect(contrast(ink, palette.ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it("come with a dash that no other curve has", () => {
    const styles = Array.from({ length: 12 }, (_, i) => traceStyle(i, light));
    expect(new Set(styles.map((style) => style.dash)).size).toBe(12);
  });
});

describe("labels", () => {
  it("do not overlap and stay inside", () => {
    const placed = placeLabels([100, 102, 101, 5, 395], 16, 0, 384);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++) {
      expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(16);
    }
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
    expect(sorted.at(-1)).toBeLessThanOrEqual(384);
    expect(placed[3]).toBe(5);
    expect(placed[0]! < placed[2]! && placed[2]! < placed[1]!).toBe(true);
  });
});

describe("ranges", () => {
  it("of probabilities are whole only if that wastes less than half", () => {
    expect(valueRange(0.1, 0.9, true)).toEqual([0, 1]);
    const [low, high] = valueRange(0.3, 0.55, true);
    expect(low).toBeGreaterThan(0.2);
    expect(high).toBeLessThan(0.7);
    expect(valueRange(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false)).toEqual([0, 1]);
  });

  it("contain what they are made of", () => {
    for (const [low, high] of [
      [0, 0],
      [-3, 7.1],
      [1e-9, 3e-9],
      [5, 5],
    ] as const) {
      const [a, b] = niceRange(low, high);
      expect(a).toBeLessThanOrEqual(low);
      expect(b).toBeGreaterThanOrEqual(high);
      expect(b).toBeGreaterThan(a);
    }
  });

  it("zoom around a point", () => {
    expect(zoom({ from: 0, to: 10 }, 5, 0.5)).toEqual({ from: 2.5, to: 7.5 });
    expect(spanPresets(800 * 86400).map(([, name]) => name)).toEqual(["30 d", "6 m", "1 y"]);
    expect(spanPresets(0.5)).toEqual([]);
  });
});

describe("formats", () => {
  it("are short and say what they mean", () => {
    expect(formatValue(0.51634)).toBe("0.516");
    expect(formatValue(null)).toBe("–");
    expect(formatBytes(411_900)).toBe("412 kB");
    expect(formatTime(86400, 1356998400, 900 * 86400)).toBe("02 Jan 2013");
    expect(formatTime(2.5, null, 10)).toBe("2.5 s");
  });
});
