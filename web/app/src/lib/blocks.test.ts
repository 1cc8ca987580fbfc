import { describe, expect, it } from "vitest";
import { blocksOf } from "./blocks";

describe("blocksOf", () => {
  it("cuts a text into explained and other lines, each once", () => {
    const text = "a\nb\nc\nd\ne\n";
    const blocks = blocksOf(text, [
      { line: 2, count: 2, words: "two" },
      { line: 4, count: 1, words: "one" },
    ]);
    expect(blocks).toEqual([
      { first: 1, lines: ["a"], words: "" },
      { first: 2, lines: ["b", "c"], words: "two" },
      { first: 4, lines: ["d"], words: "one" },
      { first: 5, lines: ["e"], words: "" },
    ]);
  });

  it("shows a text nobody explained as it is", () => {
    expect(blocksOf("x\n\ny", [])).toEqual([{ first: 1, lines: ["x", "", "y"], words: "" }]);
  });
});
