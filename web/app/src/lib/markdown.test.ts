// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./markdown";

function rendered(text: string, follow?: (target: string) => void): HTMLElement {
  const box = document.createElement("div");
  box.append(renderMarkdown(text, follow));
  return box;
}

describe("documentation", () => {
  it("becomes elements, and markup in it stays text", () => {
    const box = rendered(
      "# Title\ntext `code` **bold** <img src=x>\n\n- one\n- two\n  more\n\n```\na < b\n```",
    );
    expect([...box.children].map((item) => item.tagName)).toEqual(["H3", "P", "UL", "PRE"]);
    expect(box.querySelector("img")).toBeNull();
    expect(box.textContent).toContain("<img src=x>");
    expect([...box.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
      "one",
      "two more",
    ]);
  });

  it("has tables, and links that stay inside", () => {
    let followed = "";
    const box = rendered("| A | B |\n| --- | --- |\n| 1 | [page](other.md) |", (target) => {
      followed = target;
    });
    expect(box.querySelectorAll("th")).toHaveLength(2);
    box.querySelector("button")!.click();
    expect(followed).toBe("other.md");
    expect(rendered("[away](https://x)").querySelector("a")).toBeNull();
  });
});
