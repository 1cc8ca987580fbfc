/** A line of a comparison: in both, only in the first, only in the second. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Above this many pairs of lines the middle is shown as replaced as a whole. */
const mostPairs = 4_000_000;

/** The shortest way from one text to another, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) {
    head++;
  }
  let tail = 0;
  const room = Math.min(a.length, b.length) - head;
  while (tail < room && a[a.length - 1 - tail] === b[b.length - 1 - tail]) {
    tail++;
  }
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ];
}

function middle(a: string[], b: string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const width = b.length + 1;
  // common[i * width + j]: lines that a from i and b from j have in common, in order.
  const common = a.length * b.length > mostPairs ? null : new Uint32Array((a.length + 1) * width);
  if (common) {
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        common[i * width + j] =
          a[i] === b[j]
            ? common[(i + 1) * width + j + 1]! + 1
            : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
      }
    }
  }
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (common && i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i]! });
      i++;
      j++;
    } else if (
      i < a.length &&
      (j === b.length || !common || common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push({ kind: "removed", text: a[i++]! });
    } else {
      lines.push({ kind: "added", text: b[j++]! });
    }
  }
  return lines;
}

/** Changed lines with some around them; `null` stands for lines left out. */
export function diffHunks(lines: DiffLine[], around = 2): (DiffLine | null)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => line.kind !== "same"),
  );
  const shown: (DiffLine | null)[] = [];
  lines.forEach((line, at) => {
    if (near[at]) {
      shown.push(line);
    } else if (shown.at(-1) !== null) {
      shown.push(null);
    }
  });
  return shown;
}
