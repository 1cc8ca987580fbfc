// Why a trigger fired, as `fairmon why --json` says it.

export interface WhyCount {
  hits: number | null;
  n: number | null;
  rate: number | null;
}

export interface WhyEvent {
  event: number;
  line: number | null;
  time: string;
  values: string;
  /** What it did to the measure; null: not known. */
  moved: number | null;
}

export interface WhyAnswer {
  trigger: string;
  title: string;
  instance: string;
  time: string;
  event: number;
  by_clock: boolean;
  condition: string;
  with_values: string;
  measure: string;
  value: number | null;
  value_before: number | null;
  level: number;
  values: { name: string; now: string; before: string; formula: string }[];
  groups: {
    group: string;
    now: WhyCount;
    before: WhyCount;
    lower: number | null;
    upper: number | null;
    largest: boolean;
    smallest: boolean;
  }[];
  since: string;
  held_before: boolean;
  events_between: number;
  last_events: WhyEvent[];
  moved_most: WhyEvent[];
  would_have_kept_it: string[];
}
