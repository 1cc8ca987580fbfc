import { describe, expect, it } from "vitest";
import { isOld } from "./age";

const day = { s: 86_400, ns: 86_400e9 };

describe("a value", () => {
  it("of a clock is old when the latest tick brought no other", () => {
    expect(isOld(day, 86_400, 100_000)).toBe(false);
    expect(isOld(day, 86_400, 172_800)).toBe(true);
  });

  it("of events is old when nothing came for a tenth of the run", () => {
    expect(isOld(null, 95, 100)).toBe(false);
    expect(isOld(undefined, 85, 100)).toBe(true);
  });
});
