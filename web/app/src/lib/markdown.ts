// The little Markdown the server sends (documentation of the language), as elements, never as HTML.

/** Inline marks: `code`, **bold**, everything else as it is. */
function inline(text: string, into: HTMLElement): void {
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) {
      const code = document.createElement("code");
      code.textContent = part.slice(1, -1);
      into.append(code);
    } else if (part.startsWith("**") && part.endsWith("**") && part.length > 4) {
      const bold = document.createElement("b");
      bold.textContent = part.slice(2, -2);
      into.append(bold);
    } else {
      into.append(part);
    }
  }
}

export function renderMarkdown(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  const blocks = text.split(/(```[\s\S]*?```)/);
  for (const block of blocks) {
    if (block.startsWith("```")) {
      const pre = document.createElement("pre");
      pre.textContent = block.replace(/^```\w*\n?/, "").replace(/\n?```$/, "");
      out.append(pre);
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/).filter((item) => item.trim() !== "")) {
      const element = document.createElement("p");
      inline(paragraph.trim(), element);
      out.append(element);
    }
  }
  return out;
}
