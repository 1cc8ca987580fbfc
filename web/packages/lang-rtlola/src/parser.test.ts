import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parser } from "./parser";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Every specification shipped with the repository. */
function specifications(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      return specifications(path);
    }
    return name.endsWith(".lola") ? [path] : [];
  });
}

function errors(text: string): string[] {
  const found: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) {
        found.push(text.slice(Math.max(0, node.from - 20), node.to + 20));
      }
    },
  });
  return found;
}

function nodes(text: string, name: string): string[] {
  const found: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.name === name) {
        found.push(text.slice(node.from, node.to));
      }
    },
  });
  return found;
}

describe("the grammar", () => {
  const files = ["examples"]
    .map((folder) => join(root, folder))
    .flatMap((folder) => {
      try {
        return specifications(folder);
      } catch {
        return [];
      }
    });

  it("finds specifications to read", () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)("reads %s without an error node", (file) => {
    expect(errors(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("knows declarations, tags, methods and arguments", () => {
    const text = `#[plot="a", threshold="0.2"]
output tp(r) @Global(1d) := x(r).0.hold(or: 0.5).aggregate(over: 1d, using: Σ) // end
trigger tp > 0.2 ∧ ¬b "text"`;
    expect(errors(text)).toEqual([]);
    expect(nodes(text, "Declaration")).toHaveLength(2);
    expect(nodes(text, "TagName")).toEqual(["plot", "threshold"]);
    expect(nodes(text, "Method")).toEqual(["hold", "aggregate"]);
    expect(nodes(text, "ArgumentName")).toEqual(["or", "over", "using"]);
    expect(nodes(text, "Pacing")).toEqual(["@Global"]);
  });

  it("never gives up", () => {
    for (const text of ["", ")(", "output", '"open', "input a : \n\n trigger", "#[", "/* open"]) {
      expect(parser.parse(text).length).toBe(text.length);
    }
  });
});
