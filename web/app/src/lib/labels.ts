/** Places labels of a given height near wanted positions without overlap, in pixels. */
export function placeLabels(wanted: number[], height: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let floor = low;
  for (const i of order) {
    placed[i] = Math.max(wanted[i]!, floor);
    floor = placed[i]! + height;
  }
  // What was pushed beyond the end comes back, pushing the ones before it.
  let ceiling = high;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i]!, ceiling);
    ceiling = placed[i]! - height;
  }
  return placed;
}
