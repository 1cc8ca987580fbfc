// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { readPlace, writePlace } from "./permalink";

describe("the address of what is on screen", () => {
  it("comes back as it was", () => {
    const place = { run: "20240131-ab12", from: 10.5, to: 99, panel: 1 };
    expect(readPlace(writePlace(place))).toEqual(place);
    const whole = { run: "r-1", from: null, to: null, panel: null };
    expect(writePlace(whole)).toBe("#run=r-1");
    expect(readPlace("#run=r-1")).toEqual(whole);
  });

  it("takes nothing that is none", () => {
    for (const hash of ["", "#token=abc", "#run=../x", "#run="]) {
      expect(readPlace(hash)).toBeNull();
    }
    expect(readPlace("#run=a&from=9&to=3")).toMatchObject({ from: null, to: null });
  });
});
