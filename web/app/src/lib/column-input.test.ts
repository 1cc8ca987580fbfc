import { describe, expect, it } from "vitest";
import { columnInput } from "./column-input";

describe("an input for a column", () => {
  it("has a name that the language allows, and says which column it reads", () => {
    expect(columnInput("score", ["1", "2"])).toEqual({ name: "score", type: "Int64", tag: "" });
    expect(columnInput("risk score", ["0.5", ""])).toEqual({
      name: "risk_score",
      type: "Float64",
      tag: '#[column="risk score"]',
    });
    expect(columnInput("2nd", ["true", "false"])).toEqual({
      name: "column_2nd",
      type: "Bool",
      tag: '#[column="2nd"]',
    });
    expect(columnInput("race", ["a"]).type).toBe("String");
    expect(columnInput("empty", []).type).toBe("String");
  });
});
