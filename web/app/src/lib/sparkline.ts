// Step curves as paths of a small picture without axes.
import type { Curve } from "@fairmon/protocol";

/** Curves in a box of the given size; time runs from 0 to `total`, values fill the height. */
export function sparkPaths(
  curves: Curve[],
  width: number,
  height: number,
  total: number,
): string[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const curve of curves) {
    for (const value of curve.values) {
      if (!Number.isNaN(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  const y = (value: number) =>
    high > low ? height - 4 - ((value - low) / (high - low)) * (height - 8) : height / 2;
  return curves.map((curve) => {
    let d = "";
    let penDown = false;
    curve.times.forEach((time, i) => {
      const value = curve.values[i]!;
      const x = ((time / total) * width).toFixed(1);
      if (Number.isNaN(value)) {
        // A gap is a gap: the line stops where it begins.
        d += penDown ? `H${x}` : "";
        penDown = false;
        return;
      }
      d += penDown ? `H${x}V${y(value).toFixed(1)}` : `M${x} ${y(value).toFixed(1)}`;
      penDown = true;
    });
    return penDown ? `${d}H${width}` : d;
  });
}
