import { describe, expect, it } from "vitest";
import { isNoLabel } from "./missing";

describe("a label", () => {
  it("that says there is none is recognised", () => {
    for (const label of ['""', "NA", "n/a", "NaN", "null", "?"]) {
      expect(isNoLabel(label), label).toBe(true);
    }
    for (const label of ["Nana", "0", "unknown", "women"]) {
      expect(isNoLabel(label), label).toBe(false);
    }
  });
});
