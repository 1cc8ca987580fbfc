// Which two groups a gap or a ratio is between: found by doing the sum again, so never by a guess.

export interface Named {
  label: string;
  value: number;
  trials: number | null;
  hits: number | null;
}

export interface Pair {
  high: Named;
  low: Named;
}

const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/** The pair whose difference or quotient is the value; null if there is none. */
export function findPair(value: number, groups: readonly Named[]): Pair | null {
  const sorted = [...groups].sort((a, b) => b.value - a.value);
  // The extremes first: with many equal values they are what is meant.
  for (let i = 0; i < sorted.length; i++) {
    for (let j = sorted.length - 1; j > i; j--) {
      const [high, low] = [sorted[i]!, sorted[j]!];
      const quotient = high.value === 0 ? Number.NaN : low.value / high.value;
      if (near(high.value - low.value, Math.abs(value)) || near(quotient, value)) {
        return { high, low };
      }
    }
  }
  return null;
}
