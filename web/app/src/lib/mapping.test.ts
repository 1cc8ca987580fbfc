import { describe, expect, it } from "vitest";
import { guessTimeColumn, looksLike, mapInputs } from "./mapping";

const rows = [
  ["2013-01-01", "SCORE", "17", "Other", "3"],
  ["2013-01-02", "RECIDIVISM", "4", "Caucasian", ""],
];
const columns = ["date", "event", "id", "race", "decile_score"];
const inputs = [
  { name: "event", type: "String", needed: true },
  { name: "group", type: "String", needed: true },
  { name: "score", type: "Int64", needed: true },
];

describe("mapping of inputs", () => {
  it("takes equal names, then a likeness; a guess is marked", () => {
    const mapped = mapInputs(inputs, columns, [], rows, "date");
    expect(mapped.map((item) => item.column)).toEqual(["event", "race", "decile_score"]);
    expect(mapped.map((item) => item.suggested)).toEqual([false, true, true]);
    expect(mapped[0]!.samples).toEqual(["SCORE", "RECIDIVISM"]);
  });

  it("follows what the user said", () => {
    const mapped = mapInputs(inputs, columns, ["group=race", "score=id"], rows, "date");
    expect(mapped.map((item) => item.column)).toEqual(["event", "race", "id"]);
    expect(mapped.every((item) => !item.suggested)).toBe(true);
  });

  it("leaves open what cannot be guessed", () => {
    const open = mapInputs([{ name: "x", type: "Float64", needed: true }], ["a", "b"], [], [], "");
    expect(open[0]!.column).toBeNull();
  });

  it("knows values by their looks", () => {
    expect(looksLike("Int64", "1.5")).toBe(false);
    expect(looksLike("Float64", "1e-3")).toBe(true);
    expect(looksLike("Bool", "Yes")).toBe(true);
  });
});

describe("the column of the time", () => {
  it("is the one the plugin takes by itself, and then no guess", () => {
    expect(guessTimeColumn(["a", "Timestamp"], [["2013-01-01", "5"]])).toEqual({
      column: "Timestamp",
      suggested: false,
    });
  });

  it("is guessed by its looks; among several, one that never goes back", () => {
    expect(guessTimeColumn(columns, rows)).toEqual({ column: "date", suggested: true });
    const dates = [
      ["1990-05-01", "2013-01-01T10:00:00Z"],
      ["1971-02-11", "2013-01-01T12:30:00+02:00"],
    ];
    expect(guessTimeColumn(["birth", "scored"], dates)?.column).toBe("scored");
  });

  it("is left open where nothing looks like it", () => {
    expect(guessTimeColumn(["id", "score"], [["1", "7"]])).toBeNull();
    expect(guessTimeColumn(["id"], [])).toBeNull();
  });
});
