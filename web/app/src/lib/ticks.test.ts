import { describe, expect, it } from "vitest";
import { day, formatRelative, formatTime, year } from "./format";
import { relativeTicks } from "./ticks";

describe("times without a calendar", () => {
  it("are told in the units people count in", () => {
    expect(formatRelative(140_889_600)).toBe("4 y 171 d");
    expect(formatRelative(12 * day + 6 * 3600)).toBe("12 d 6 h");
    expect(formatRelative(12 * day + 6 * 3600, 200 * day)).toBe("12 d");
    expect(formatRelative(200)).toBe("3 min 20 s");
    expect(formatRelative(3599.9)).toBe("60 min");
    expect(formatRelative(-90)).toBe("−1 min 30 s");
    expect(formatTime(2.5, null, 10)).toBe("2.5 s");
    expect(formatTime(140_889_600, null, 140_889_600)).not.toMatch(/ s$/);
  });

  it("have axes that never count millions of seconds", () => {
    for (const span of [0.5, 3, 90, 4000, 90_000, 20 * day, 140 * day, 2 * year, 30 * year]) {
      for (const from of [0, span * 3.3]) {
        const { values, texts } = relativeTicks(from, from + span, 10);
        expect(values.length).toBeGreaterThanOrEqual(2);
        expect(values.length).toBeLessThanOrEqual(12);
        expect(new Set(texts).size).toBe(texts.length);
        for (const text of texts) {
          expect(text).not.toMatch(/[\d,]{6,}|M/);
        }
      }
    }
    expect(relativeTicks(0, 140_889_600, 8).texts).toEqual(["0 y", "1 y", "2 y", "3 y", "4 y"]);
    expect(relativeTicks(0, 400 * day, 8).texts).toContain("1 y");
  });
});
