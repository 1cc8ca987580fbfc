import { describe, expect, it } from "vitest";
import { findPair } from "./pair";

const group = (label: string, value: number) => ({ label, value, trials: 40, hits: null });

describe("the pair behind a gap", () => {
  const groups = [group("women", 0.31), group("men", 0.44), group("others", 0.35)];

  it("is the one whose difference or quotient it is", () => {
    const gap = findPair(0.44 - 0.31, groups)!;
    expect([gap.high.label, gap.low.label]).toEqual(["men", "women"]);
    const ratio = findPair(0.35 / 0.44, groups)!;
    expect([ratio.high.label, ratio.low.label]).toEqual(["men", "others"]);
  });

  it("is nobody where the sum does not come out", () => {
    expect(findPair(0.2, groups)).toBeNull();
    expect(findPair(0, [group("a", 0)])).toBeNull();
  });
});
