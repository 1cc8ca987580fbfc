// @vitest-environment happy-dom
import type { Episode } from "@fairmon/protocol";
import { describe, expect, it } from "vitest";
import { judge } from "./verdict-lines";

const time = (s: number) => ({ s, ns: s * 1e9 });
const episode = (number: number, ended: number | null, value: number): Episode => ({
  number,
  trigger: 1,
  first: time(number * 10),
  last: time(number * 10 + 1),
  instance: "",
  firings: 2,
  open: ended === null,
  ended: ended === null ? null : time(ended),
  text: "",
  worst: { value, time: time(number * 10), text: "" },
});
const distance = (item: Episode) => item.worst!.value;

describe("a requirement", () => {
  it("that never had anything to judge is not called kept", () => {
    expect(judge([], false, distance).standing).toBe("unjudged");
    expect(judge([], true, distance).standing).toBe("kept");
  });

  it("is violated while an episode goes on, and remembers its worst", () => {
    const verdict = judge([episode(1, 15, 0.3), episode(2, null, 0.2)], true, distance);
    expect(verdict.standing).toBe("violated");
    expect(verdict.episode!.number).toBe(2);
    expect(verdict.worst!.number).toBe(1);
  });

  it("with evidence is what it was last judged, not what its estimate says", () => {
    const now = (state: "kept" | "undecided") => ({
      key: 0,
      trigger: 1,
      instance: "",
      state,
      from: 5,
      to: null,
    });
    expect(judge([], true, distance, now("undecided")).standing).toBe("undecided");
    expect(judge([episode(1, 15, 0.3)], true, distance, now("kept")).standing).toBe("kept");
    expect(judge([], true, distance, null).standing).toBe("unjudged");
  });

  it("is kept again once the last one has ended", () => {
    expect(judge([episode(1, 15, 0.3)], true, distance).standing).toBe("kept");
  });
});
