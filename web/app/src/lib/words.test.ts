import { describe, expect, it } from "vitest";
import { pageWords } from "./words";

describe("messages on the page", () => {
  it("speak of the page, not of a command line", () => {
    expect(pageWords("say --time-format day-first")).toBe("say how times are written day-first");
    expect(pageWords("try --on-bad-record skip")).toContain("“A bad record”");
    expect(pageWords("see --empty-is-missing")).toContain("“Empty is missing” of the data source");
    expect(pageWords("a -- b")).toBe("a -- b");
  });

  it("name no temporary file and no column 0", () => {
    expect(pageWords("/tmp/fairmon-uploads-x/ab12.csv:3: bad")).toBe("ab12.csv:3: bad");
    expect(pageWords("line 3, column 0: bad")).toBe("line 3: bad");
  });
});
