import type { JudgementChange, JudgementState } from "@fairmon/protocol";
import { describe, expect, it } from "vitest";
import { spokenOfIn, standingOf, stretchesOf, undecidedIn } from "./standing";

const change = (state: JudgementState, s: number, instance = ""): JudgementChange => ({
  trigger: 3,
  instance,
  state,
  time: { s, ns: s * 1e9 },
});

describe("how a requirement stands", () => {
  it("is what holds at the end", () => {
    const list = stretchesOf([change("undecided", 0), change("kept", 10), change("violated", 20)]);
    expect(list.map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [10, 20],
      [20, null],
    ]);
    expect(standingOf(list)?.state).toBe("violated");
    expect(standingOf([])).toBe(null);
  });

  it("is not kept while one instance is undecided", () => {
    const list = stretchesOf([change("kept", 0, "a"), change("undecided", 5, "b")]);
    expect(standingOf(list)?.state).toBe("undecided");
  });

  it("speaks of the longest stretch of its triggers, up to now", () => {
    const spoken = [3, 3, 4].map((trigger, i) => ({
      trigger,
      instance: `${i}`,
      from: { s: 30 - 10 * i, ns: 0 },
    }));
    expect(spokenOfIn(spoken, [3], 50)).toEqual({ from: 20, to: 50 });
    expect(spokenOfIn(spoken, [5], 50)).toBe(null);
  });

  it("is undecided in stretches that do not overlap, up to now", () => {
    const list = stretchesOf([
      change("undecided", 0, "a"),
      change("undecided", 5, "b"),
      change("kept", 10, "a"),
      change("violated", 12, "b"),
      change("undecided", 20, "b"),
    ]);
    expect(undecidedIn(list, [3], 40)).toEqual([
      { from: 0, to: 12 },
      { from: 20, to: 40 },
    ]);
    expect(undecidedIn(list, [4], 40)).toEqual([]);
  });
});
