import { describe, expect, it } from "vitest";
import { diffHunks, diffLines } from "./diff";

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${kind[0]}${text}`);

describe("the comparison of two texts", () => {
  it("keeps what they share and names what they do not", () => {
    expect(told("a\nb\nc", "a\nx\nc")).toEqual(["sa", "rb", "ax", "sc"]);
    expect(told("a\nb", "a\nb")).toEqual(["sa", "sb"]);
    expect(told("", "a")).toEqual(["r", "aa"]);
  });

  it("gives back both texts", () => {
    const pick = (seed: number) =>
      Array.from({ length: 30 }, (_, i) => String((i * seed) % 7)).join("\n");
    for (let seed = 1; seed < 20; seed++) {
      const [a, b] = [pick(seed), pick(seed + 3)];
      const lines = diffLines(a, b);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect(without("added")).toBe(a);
      expect(without("removed")).toBe(b);
    }
  });

  it("leaves out what is far from any change", () => {
    const long = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    const changed = [...long];
    changed[10] = "other";
    const hunks = diffHunks(diffLines(long.join("\n"), changed.join("\n")));
    expect(hunks.filter((line) => line === null)).toHaveLength(2);
    expect(hunks).toHaveLength(2 + 6);
  });
});
