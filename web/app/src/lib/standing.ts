// How requirements that are judged with evidence stand: violated, kept, or not decided yet.
import type { JudgementChange, JudgementState, SpokenOf } from "@fairmon/protocol";

/** From when to when a trigger (of an instance) was judged so; `to` null: it still is. */
export interface Stretch {
  key: number;
  trigger: number;
  instance: string;
  state: JudgementState;
  from: number;
  to: number | null;
}

/** Every change holds until the next one of the same trigger and instance. */
export function stretchesOf(changes: readonly JudgementChange[]): Stretch[] {
  const open = new Map<string, Stretch>();
  return changes.map(({ trigger, instance, state, time }, key) => {
    const whose = `${trigger}/${instance}`;
    const before = open.get(whose);
    if (before) {
      before.to = time.s;
    }
    const stretch = { key, trigger, instance, state, from: time.s, to: null };
    open.set(whose, stretch);
    return stretch;
  });
}

/** A sign for each, so that colour never tells alone. */
export const stateSigns: Record<JudgementState, string> = {
  violated: "▲",
  undecided: "?",
  kept: "✓",
};

/** How a requirement stands at the end of these stretches: one instance that violates is enough. */
export function standingOf(stretches: readonly Stretch[]): Stretch | null {
  const open = stretches.filter((item) => item.to === null);
  for (const state of ["violated", "undecided", "kept"] as const) {
    const found = open.filter((item) => item.state === state);
    if (found.length > 0) {
      return found.reduce((first, item) => (item.from < first.from ? item : first));
    }
  }
  return null;
}

/** The stretches up to now that these violated triggers speak of; the longest one covers them all. */
export function spokenOfIn(
  spoken: readonly SpokenOf[],
  triggers: readonly number[],
  reached: number,
): { from: number; to: number } | null {
  const begins = spoken
    .filter((item) => triggers.includes(item.trigger))
    .map((item) => item.from.s);
  return begins.length === 0 ? null : { from: Math.min(...begins), to: reached };
}

/** Where these triggers are undecided, as stretches of time that do not overlap. */
export function undecidedIn(
  stretches: readonly Stretch[],
  triggers: readonly number[],
  reached: number,
): { from: number; to: number }[] {
  const merged: { from: number; to: number }[] = [];
  const ours = stretches
    .filter((item) => item.state === "undecided" && triggers.includes(item.trigger))
    .map(({ from, to }) => ({ from, to: to ?? Math.max(reached, from) }))
    .sort((a, b) => a.from - b.from);
  for (const item of ours) {
    const before = merged.at(-1);
    if (before && item.from <= before.to) {
      before.to = Math.max(before.to, item.to);
    } else {
      merged.push({ ...item });
    }
  }
  return merged;
}
