import { expect, test } from "vitest";
import {
  type Overview,
  type Requirement,
  curveText,
  missing,
  news,
  sizeOf,
  sparkline,
  summary,
} from "./model";

const requirement = (more: Partial<Requirement> = {}): Requirement => ({
  trigger: "trigger_0",
  title: "rates differ",
  state: "kept",
  since: 1,
  n: 12,
  fewest: "women",
  needed: null,
  level: null,
  alarm: null,
  text: "",
  threshold: 0.3,
  curve: [
    [0, 0.1],
    [10, 0.2],
  ],
  ...more,
});

const overview = (...requirements: Requirement[]): Overview => ({
  version: "1",
  now: 0,
  monitors: [
    {
      name: "hiring",
      state: "running",
      error: "",
      epoch: 1,
      restarts: 0,
      events: 5,
      bad: 0,
      late: 0,
      waiting: 0,
      checkpointAge: 1,
      calendar: false,
      requirements,
    },
  ],
});

test("one sentence says how all of them stand", () => {
  expect(summary(overview(requirement(), requirement({ state: "violated" })))).toBe(
    "1 monitor · 2 requirements: 1 violated, 1 kept",
  );
  const ill = overview();
  ill.monitors[0]!.state = "waiting";
  expect(summary(ill)).toBe("1 monitor, 1 not running · 0 requirements");
});

test("a number that is not known is no zero", () => {
  expect(sizeOf(requirement({ n: null }))).toBe("–");
  expect(sizeOf(requirement())).toBe("12 (women)");
  expect(missing(requirement({ state: "undecided", needed: 41.5 }))).toBe(
    "about 42 more would decide it",
  );
  expect(missing(requirement({ state: "undecided", needed: null }))).toBe("");
});

test("only changes are news", () => {
  const before = overview(requirement());
  expect(news(null, before)).toBe("");
  expect(news(before, before)).toBe("");
  expect(news(before, overview(requirement({ state: "violated" })))).toBe(
    "hiring: rates differ is now violated",
  );
});

test("curves have words and stay in their box", () => {
  expect(curveText(requirement())).toBe("now 0.200, between 0.100 and 0.200, threshold 0.300");
  expect(curveText(requirement({ curve: [] }))).toBe("no values yet");
  expect(sparkline(requirement(), 100, 20)).toEqual({ path: "M0.0 18.0L100.0 10.0", limit: 2 });
  expect(sparkline(requirement({ curve: [[5, 1]], threshold: null }), 100, 20).path).toBe(
    "M100.0 10.0",
  );
});
