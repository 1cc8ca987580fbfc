import { describe, expect, it } from "vitest";
import { guessSpelling, readTime } from "./times";

const at = (text: string) => Date.parse(text) / 1000;

describe("dates as people write them", () => {
  it.each([
    ["31/01/2024", "day-first", "2024-01-31T00:00:00Z"],
    ["31.1.2024 14:30", "day-first", "2024-01-31T14:30:00Z"],
    ["31-Jan-2024", "day-first", "2024-01-31T00:00:00Z"],
    ["1/31/2024 2:30:15 PM", "month-first", "2024-01-31T14:30:15Z"],
    ["Jan 31, 2024", "month-first", "2024-01-31T00:00:00Z"],
    ["2024/01/31", "year-first", "2024-01-31T00:00:00Z"],
    ["2024-01-31", "rfc3339", "2024-01-31T00:00:00Z"],
    ["2024-01-31 12:00", "rfc3339", "2024-01-31T12:00:00Z"],
    ["2024-01-31T12:00:00+02:00", "rfc3339", "2024-01-31T10:00:00Z"],
    ["1706702400000", "unix-ms", "2024-01-31T12:00:00Z"],
  ] as const)("%s is %s", (text, spelling, meant) => {
    expect(readTime(text, spelling)).toBe(at(meant));
  });

  it.each(["30/02/2024", "31/01/24", "31/01-2024", "hello", ""])("%s is none", (text) => {
    expect(readTime(text, "day-first")).toBeNull();
  });
});

describe("the guess", () => {
  it("takes what every row fits", () => {
    expect(guessSpelling(["01/02/2024", "13/02/2024"])).toEqual({
      spelling: "day-first",
      rival: null,
    });
    expect(guessSpelling(["01/02/2024", "02/13/2024"])?.spelling).toBe("month-first");
    expect(guessSpelling(["2024-01-31", ""])?.spelling).toBe("rfc3339");
    expect(guessSpelling(["1700000000"])?.spelling).toBe("unix");
    expect(guessSpelling(["0", "86400"])?.spelling).toBe("relative");
    expect(guessSpelling(["soon"])).toBeNull();
  });

  it("says where two readings are possible, the ordered one first", () => {
    expect(guessSpelling(["01/02/2024", "02/02/2024"])).toEqual({
      spelling: "day-first",
      rival: "month-first",
    });
    expect(guessSpelling(["01/02/2024", "01/03/2024", "02/01/2024"])).toEqual({
      spelling: "month-first",
      rival: "day-first",
    });
    expect(guessSpelling(["05/05/2024"])).toEqual({ spelling: "day-first", rival: null });
  });
});
