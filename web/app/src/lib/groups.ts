// Which place in the palette a group has. A group keeps its colour in every panel and every run.

/** How many groups are told apart by colour; beyond, only those that matter at the moment are. */
export const maxColoured = 12;

/**
 * Gives every label a place of its own: the one it had before if nobody else has it now, else the
 * first that is free.
 */
export function assignPlaces(
  labels: readonly string[],
  before: Readonly<Record<string, number>>,
): Map<string, number> {
  const places = new Map<string, number>();
  const taken = new Set<number>();
  for (const label of labels) {
    const known = Object.hasOwn(before, label) ? before[label] : undefined;
    if (known !== undefined && known < maxColoured && !taken.has(known)) {
      places.set(label, known);
      taken.add(known);
    }
  }
  let next = 0;
  for (const label of labels) {
    if (!places.has(label)) {
      while (taken.has(next)) {
        next++;
      }
      places.set(label, next);
      taken.add(next);
    }
  }
  return new Map(labels.map((label) => [label, places.get(label)!]));
}

/** The smallest and the largest, alternating, as many as there is room for. */
export function extremesOf(
  values: readonly { label: string; value: number }[],
  room: number,
): string[] {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const chosen: string[] = [];
  for (let i = 0; chosen.length < Math.min(room, sorted.length); i++) {
    const item = i % 2 === 0 ? sorted[sorted.length - 1 - i / 2] : sorted[(i - 1) / 2];
    chosen.push(item!.label);
  }
  return chosen;
}
