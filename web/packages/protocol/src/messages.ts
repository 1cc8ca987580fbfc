// What goes over the wire. The server's side is described in docs/internals/wire.md.

/** Raised when an old page and a new server could misunderstand each other. */
export const protocolVersion = 1;

/** A point in time: seconds for computing, nanoseconds (possibly rounded here) for storage. */
export interface Time {
  s: number;
  ns: number;
}

export type Phase = "running" | "paused" | "finished" | "stopped" | "failed" | "interrupted";

export interface RunStatus {
  phase: Phase;
  records: number;
  badRecords: number;
  lateRecords: number;
  /** Share done in [0, 1], if it can be known. */
  share: number | null;
  detail: string;
  events: number;
  deadlines: number;
  triggers: number;
  reached: Time;
  /** Why nothing moves, if so. */
  waiting: string;
  /** Living instances of every stream with parameters, drawn or not. */
  instances: { stream: string; count: number }[];
  rate: number;
  error: string;
  /** Wall clock, seconds since 1970. */
  started: number;
  wallSeconds: number;
}

export interface RunInfo {
  id: string;
  name: string;
  dataName: string;
  /** What the reader calls the run and notes about it; empty: nothing. */
  title?: string;
  note?: string;
  pinned: boolean;
  /** The events are kept, so that the run can be repeated without its service. */
  hasCopy: boolean;
  /** Seconds of monitor time per second; null or absent: as fast as possible. */
  replaySpeed?: number | null;
  /** Calendar time of monitor time 0; null for data with relative times. */
  startTime: Time | null;
  firings: number;
  status: RunStatus;
}

export interface DrawnStream {
  index: number;
  name: string;
  type: string;
  pacing: string;
  parameters: string[];
  /** Of the clock that evaluates it; null or absent without one. */
  period?: Time | null;
  /** How sure its band is; null or absent: it has none. */
  level?: number | null;
}

export interface PanelInfo {
  id: string;
  title: string;
  unit: string;
  streams: DrawnStream[];
  triggers: number[];
  thresholds: number[];
  /** Cases without a group label that no curve here counts; absent where nobody leaves any out. */
  leftOut?: number;
}

export interface TriggerInfo {
  index: number;
  name: string;
  pacing: string;
  message: string;
  period?: Time | null;
  /** How sure its statement is: it is violated, kept or undecided. Null or absent: it makes none. */
  level?: number | null;
}

export type JudgementState = "undecided" | "violated" | "kept";

/** A trigger with a statement is judged anew; holds until its next change. */
export interface JudgementChange {
  trigger: number;
  /** Of which instance; empty without parameters. */
  instance: string;
  state: JudgementState;
  time: Time;
}

/** What an undecided trigger waits for. */
export interface Undecided {
  trigger: number;
  instance: string;
  /** About how many more trials would decide it; null if that cannot be foreseen. */
  needed: number | null;
  /** The group with the fewest trials. */
  fewest: { instance: string; trials: number } | null;
}

/** A violated trigger that speaks of the averages since a moment. */
export interface SpokenOf {
  trigger: number;
  instance: string;
  from: Time;
}

export interface Instance {
  id: number;
  stream: number;
  label: string;
  /** Monitor time in seconds at which the instance was closed. */
  closed: number | null;
}

export interface Episode {
  number: number;
  trigger: number;
  first: Time;
  last: Time;
  /** Of which instance; empty without parameters. */
  instance: string;
  firings: number;
  open: boolean;
  /** When its condition was first seen not to hold any more; null: it held to the end. */
  ended: Time | null;
  /** False where `ended` is only the last firing: runs stored by older versions say no more. */
  endKnown?: boolean;
  text: string;
  /** The value that went farthest beyond the threshold. */
  worst: { value: number; time: Time; text: string } | null;
}

export interface Firing {
  number: number;
  trigger: number;
  episode: number;
  time: Time;
  text: string;
}

export interface Notice {
  number: number;
  kind: string;
  text: string;
  time: Time | null;
  /** Whose evaluation failed. */
  stream: string | null;
}

export type ServerMessage =
  | {
      type: "welcome";
      protocol: number;
      /** A random word that changes when the server is started again. */
      life: string;
      /** Only what is new or changed follows; what the page has stays. */
      continues: boolean;
      run: RunInfo | null;
      panels?: PanelInfo[];
      triggers?: TriggerInfo[];
    }
  | { type: "outdated"; protocol: number }
  | {
      type: "progress";
      run: RunInfo;
      numSeries: number;
      counts: number[];
      /** Per series: trials behind its newest value; null where it is no probability. */
      sizes: (number | null)[];
      /** How many of the trials were hits. */
      hits?: (number | null)[];
      /** The newest ends of its band; null where it has none. */
      lower?: (number | null)[];
      upper?: (number | null)[];
      undecided?: Undecided[];
      /** Of violated triggers those that speak of a stretch, not of the whole run. */
      stretches?: SpokenOf[];
      /** Cases left out so far, by panel. */
      leftOut?: Record<string, number>;
    }
  | { type: "instances"; instances: Instance[] }
  | { type: "triggers"; episodes: Episode[]; revision: number; total: number }
  | { type: "states"; after: number; changes: JudgementChange[]; total: number }
  | { type: "notices"; notices: Notice[]; total: number }
  | { type: "end"; run: RunInfo };

/** What the page wants to see of a panel. */
export interface ViewRequest {
  slot: number;
  panel: number;
  generation: number;
  live: boolean;
  exact: boolean;
  from: number;
  to: number;
  /** Live views: seconds shown, 0 for the whole run. */
  span: number;
  width: number;
}

/** What a page that comes back still has of its run. */
export interface Seen {
  life: string;
  log: number;
  notices: number;
  instances: number;
  /** Changes of judgements; absent: none. */
  states?: number;
}

export type ClientMessage =
  | { type: "hello"; protocol: number; run: string; seen?: Seen }
  | ({ type: "view" } & ViewRequest)
  | { type: "ack"; slot: number; generation: number; interval?: number }
  | { type: "close"; slot: number }
  | { type: "visible"; visible: boolean };
