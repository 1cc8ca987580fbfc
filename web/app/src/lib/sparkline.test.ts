import { expect, test } from "vitest";
import { sparkPaths } from "./sparkline";

test("a small picture keeps the extremes and stops where a gap begins", () => {
  const curve = { times: [0, 5, 7, 10], values: [1, 3, Number.NaN, 2] };
  const [d] = sparkPaths([curve], 100, 40, 10);
  expect(d).toBe("M0.0 36.0H50.0V4.0H70.0M100.0 20.0H100");
});

test("a level curve stands in the middle, no curve is no path", () => {
  expect(sparkPaths([{ times: [0], values: [5] }], 50, 40, 1)).toEqual(["M0.0 20.0H50"]);
  expect(sparkPaths([{ times: [], values: [] }], 50, 40, 1)).toEqual([""]);
});
