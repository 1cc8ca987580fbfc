// What the service tells of its monitors, and how that is said.
import { formatDate, formatInteger, formatRelative, formatValue } from "../lib/format";

export type State = "violated" | "kept" | "undecided" | "not enough data";

export interface Requirement {
  trigger: string;
  title: string;
  state: State;
  since: number | null;
  n: number | null;
  fewest: string;
  needed: number | null;
  level: number | null;
  alarm: number | null;
  text: string;
  threshold: number | null;
  curve: [number, number][];
}

export interface Monitor {
  name: string;
  state: string;
  error: string;
  epoch: number;
  restarts: number;
  events: number;
  bad: number;
  late: number;
  waiting: number | null;
  checkpointAge: number | null;
  /** Whether times are those of a calendar; else they count seconds from the start. */
  calendar: boolean;
  requirements: Requirement[];
}

export interface Overview {
  version: string;
  now: number;
  monitors: Monitor[];
}

export const words: Record<State, string> = {
  violated: "Violated",
  kept: "Kept",
  undecided: "Undecided",
  "not enough data": "Not enough data",
};

export const marks: Record<State, string> = {
  violated: "✕",
  kept: "✓",
  undecided: "?",
  "not enough data": "…",
};

export const moment = (seconds: number, calendar: boolean): string =>
  calendar ? formatDate(seconds, "second") : formatRelative(seconds);

/** `12 in the group women`, or that nobody knows. */
export function sizeOf({ n, fewest }: Requirement): string {
  if (n === null) {
    return "–";
  }
  return fewest === "" ? formatInteger(n) : `${formatInteger(n)} (${fewest})`;
}

/** What is missing for a decision, if that can be foreseen. */
export const missing = ({ state, needed }: Requirement): string =>
  state === "undecided" && needed !== null && Number.isFinite(needed)
    ? `about ${formatInteger(Math.max(1, needed))} more would decide it`
    : "";

const plural = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

/** The one sentence above everything. */
export function summary({ monitors }: Overview): string {
  const all = monitors.flatMap((monitor) => monitor.requirements);
  const count = (state: State) => all.filter((one) => one.state === state).length;
  const ill = monitors.filter((one) => one.state !== "running" && one.state !== "finished").length;
  const parts = (Object.keys(words) as State[])
    .filter((state) => count(state) > 0)
    .map((state) => `${formatInteger(count(state))} ${state}`);
  return [
    `${plural(monitors.length, "monitor", "monitors")}${ill > 0 ? `, ${formatInteger(ill)} not running` : ""}`,
    `${plural(all.length, "requirement", "requirements")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`,
  ].join(" · ");
}

/** What changed from one look to the next, for those who listen. */
export function news(before: Overview | null, after: Overview): string {
  const known = new Map<string, State>();
  for (const monitor of before?.monitors ?? []) {
    for (const one of monitor.requirements) {
      known.set(`${monitor.name}/${one.trigger}`, one.state);
    }
  }
  return after.monitors
    .flatMap((monitor) =>
      monitor.requirements
        .filter((one) => {
          const old = known.get(`${monitor.name}/${one.trigger}`);
          return old !== undefined && old !== one.state;
        })
        .map((one) => `${monitor.name}: ${one.title} is now ${one.state}`),
    )
    .join(". ");
}

/** A curve in words. */
export function curveText({ curve, threshold }: Requirement): string {
  const values = curve.map(([, value]) => value);
  const limit = threshold === null ? "" : `, threshold ${formatValue(threshold)}`;
  return values.length === 0
    ? "no values yet"
    : `now ${formatValue(values.at(-1)!)}, between ${formatValue(Math.min(...values))} and ${formatValue(Math.max(...values))}${limit}`;
}

/** The path of a curve in a box, and the height of its threshold. */
export function sparkline(
  { curve, threshold }: Requirement,
  width: number,
  height: number,
): { path: string; limit: number | null } {
  const values = curve.map(([, value]) => value).concat(threshold === null ? [] : [threshold]);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const first = curve[0]?.[0] ?? 0;
  const span = (curve.at(-1)?.[0] ?? 0) - first;
  const x = (time: number) => (span > 0 ? ((time - first) / span) * width : width);
  const y = (value: number) =>
    high > low ? height - 2 - ((value - low) / (high - low)) * (height - 4) : height / 2;
  const path = curve
    .map(([time, value], i) => `${i === 0 ? "M" : "L"}${x(time).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");
  return { path, limit: threshold === null ? null : y(threshold) };
}
