export interface Block {
  first: number;
  lines: string[];
  words: string;
}

/** The lines of the specification in blocks, each with what is to be said about it. */
export function blocksOf(
  text: string,
  notes: { line: number; count: number; words: string }[],
): Block[] {
  const lines = text.replace(/\n$/, "").split("\n");
  const blocks: Block[] = [];
  const add = (from: number, to: number, words: string) => {
    if (to > from) {
      blocks.push({ first: from, lines: lines.slice(from - 1, to - 1), words });
    }
  };
  let next = 1;
  for (const { line, count, words } of notes) {
    add(next, line, "");
    add(line, line + count, words);
    next = line + count;
  }
  add(next, lines.length + 1, "");
  return blocks;
}
