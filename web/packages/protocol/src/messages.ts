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
  pinned: boolean;
  /** The events are kept, so that the run can be repeated without its service. */
  hasCopy: boolean;
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
}

export interface PanelInfo {
  id: string;
  title: string;
  unit: string;
  streams: DrawnStream[];
  triggers: number[];
  thresholds: number[];
}

export interface TriggerInfo {
  index: number;
  name: string;
  pacing: string;
  message: string;
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
  firings: number;
  open: boolean;
  text: string;
  peak: number | null;
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
    }
  | { type: "instances"; instances: Instance[] }
  | { type: "triggers"; episodes: Episode[]; revision: number; total: number }
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
}

export type ClientMessage =
  | { type: "hello"; protocol: number; run: string; seen?: Seen }
  | ({ type: "view" } & ViewRequest)
  | { type: "ack"; slot: number; generation: number; interval?: number }
  | { type: "close"; slot: number }
  | { type: "visible"; visible: boolean };
