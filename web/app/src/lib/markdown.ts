// Markdown of the documentation as elements, never as HTML: what it holds is text in any case.

/** What to do with a link to another page; without it links are plain text. */
export type Follow = (target: string) => void;

/** Inline marks: `code`, **bold**, [links](page.md); everything else as it is. */
function inline(text: string, into: HTMLElement, follow?: Follow): void {
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|!?\[[^\]]*\]\([^)]*\))/)) {
    const link = /^(!?)\[([^\]]*)\]\(([^)]*)\)$/.exec(part);
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) {
      const code = document.createElement("code");
      code.textContent = part.slice(1, -1);
      into.append(code);
    } else if (part.startsWith("**") && part.endsWith("**") && part.length > 4) {
      const bold = document.createElement("b");
      bold.textContent = part.slice(2, -2);
      into.append(bold);
    } else if (link?.[1] === "!") {
      // Pictures are not brought along; their words are.
      into.append(`(${link[2]})`);
    } else if (link && follow && /\.md(#|$)/.test(link[3]!)) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "link";
      button.textContent = link[2]!;
      button.onclick = () => follow(link[3]!);
      into.append(button);
    } else {
      into.append(link ? link[2]! : part);
    }
  }
}

function element(tag: string, text: string, follow?: Follow): HTMLElement {
  const made = document.createElement(tag);
  inline(text.trim(), made, follow);
  return made;
}

function table(lines: string[], follow?: Follow): HTMLElement {
  const made = document.createElement("table");
  lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line.trim()))
    .forEach((line, at) => {
      const row = document.createElement("tr");
      const cells = line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/);
      row.append(
        ...cells.map((cell) =>
          element(at === 0 ? "th" : "td", cell.replaceAll("\\|", "|"), follow),
        ),
      );
      made.append(row);
    });
  return made;
}

function list(lines: string[], follow?: Follow): HTMLElement {
  const made = document.createElement(/^\s*\d/.test(lines[0]!) ? "ol" : "ul");
  const items: string[] = [];
  for (const line of lines) {
    const begun = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (begun) {
      items.push(begun[1]!);
    } else {
      items[items.length - 1] += ` ${line.trim()}`;
    }
  }
  made.append(...items.map((item) => element("li", item, follow)));
  return made;
}

function paragraph(text: string, follow?: Follow): HTMLElement {
  const lines = text.split("\n");
  const heading = /^(#{1,4})\s+(.*)$/.exec(lines[0]!);
  if (heading && lines.length === 1) {
    return element(`h${Math.min(heading[1]!.length + 2, 6)}`, heading[2]!, follow);
  }
  if (/^\s*(?:[-*]|\d+\.)\s/.test(lines[0]!)) {
    return list(lines, follow);
  }
  if (lines[0]!.startsWith("|")) {
    return table(lines, follow);
  }
  return element("p", text, follow);
}

export function renderMarkdown(text: string, follow?: Follow): DocumentFragment {
  const out = document.createDocumentFragment();
  const plain = text.replace(/<!--[\s\S]*?-->\n?/g, "");
  for (const block of plain.split(/(```[\s\S]*?```)/)) {
    if (block.startsWith("```")) {
      const pre = document.createElement("pre");
      pre.textContent = block.replace(/^```[^\n]*\n?/, "").replace(/\n?```$/, "");
      out.append(pre);
      continue;
    }
    // A heading ends where its line does.
    const parts = block.replace(/^(#{1,4} .*)$/gm, "\n$1\n").split(/\n{2,}/);
    for (const part of parts.filter((item) => item.trim() !== "")) {
      out.append(paragraph(part.replace(/^\n+|\n+$/g, ""), follow));
    }
  }
  return out;
}
