// Answers of the addresses under /api/v1. Positions in texts are UTF-16 units.

export interface ApiError {
  code: string;
  message: string;
  details: string;
}

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

export interface DiagnosticFix {
  title: string;
  safe: boolean;
  edits: TextEdit[];
}

export interface Diagnostic {
  id: string;
  severity: "error" | "warning" | "info";
  message: string;
  from: number;
  to: number;
  line: number;
  column: number;
  labels: { from: number; to: number; text: string; primary: boolean }[];
  notes: string[];
  helps: string[];
  fixes: DiagnosticFix[];
}

export interface StreamTag {
  key: string;
  value: string | null;
  from: number;
  to: number;
}

export interface StreamInfo {
  name: string;
  kind: "input" | "output" | "trigger";
  type: string;
  pacing: string;
  message: string;
  parameters: { name: string; type: string }[];
  tags: StreamTag[];
  from: number;
  to: number;
}

export interface InputInfo {
  name: string;
  type: string;
  needed: boolean;
}

export interface SpecPanel {
  id: string;
  title: string;
  unit: string;
  streams: number[];
  triggers: number[];
  thresholds: number[];
}

export interface SpecInfo {
  streams: StreamInfo[];
  panels: SpecPanel[];
  inputs: InputInfo[];
}

export interface CheckAnswer {
  ok: boolean;
  version: number;
  milliseconds: number;
  diagnostics: Diagnostic[];
  spec: SpecInfo | null;
}

export interface HoverAnswer {
  from: number;
  to: number;
  markdown: string;
}

export interface CompletionItem {
  label: string;
  kind: string;
  detail: string;
  insert: string;
  documentation: string;
}

export interface CompleteAnswer {
  from: number;
  to: number;
  items: CompletionItem[];
}

/** One thing the language offers, or a message, with its documentation. */
export interface CatalogueEntry {
  kind: string;
  name: string;
  spellings: string[];
  signatures: string[];
  summary: string;
  documentation: string;
  example: string;
}

export type OptionKind =
  | "text"
  | "flag"
  | "integer"
  | "number"
  | "choice"
  | "path"
  | "duration"
  | "date"
  | "pair"
  | "secret";

export interface OptionInfo {
  name: string;
  kind: OptionKind;
  summary: string;
  default: string;
  placeholder: string;
  choices: string[];
  /** Values people often choose, besides any other. */
  suggestions: string[];
  required: boolean;
  repeatable: boolean;
  group: string;
  environment: string;
  environmentSet: boolean;
}

export interface SourceInfo {
  name: string;
  summary: string;
  documentation: string;
  suffixes: string[];
  /** A service that can say before a run what it will be asked for. */
  hasPlan: boolean;
  options: OptionInfo[];
}

export interface SourcePlan {
  fields: string[];
  numFields: number;
  condition: string;
  sent: string;
  blockers: { stream: string; reason: string }[];
  notes: string[];
}

export interface SourceEstimate {
  records: number;
  pages: number;
  pageSize: number;
  minutes: number;
  requestsPerMinute: number;
}

export interface PreviewAnswer {
  name: string;
  bytes: number;
  delimiter: string;
  columns: string[];
  rows: string[][];
  complete: boolean;
  estimatedRows: number;
}

export interface SourceCheck {
  ok: boolean;
  failure: string;
  records: number;
  bad: number;
  errors: { line: number; column: number; field: string; value: string; message: string }[];
  /** Calendar times in milliseconds, or null. */
  first: number | null;
  last: number | null;
  complete: boolean;
}

export interface OptionValue {
  name: string;
  value: string;
}

export interface RunSettings {
  name: string;
  spec: string;
  plugin: string;
  options: OptionValue[];
  targets: string[];
  dataName: string;
  /** Seconds of monitor time per second; null: as fast as possible. */
  replaySpeed: number | null;
  /** Calendar time of monitor time 0 for data with relative times, in seconds since 1970. */
  startTime: number | null;
  onBadRecord: "stop" | "skip";
  onLate: "stop" | "skip" | "now";
  onError: "stop" | "report";
  /** Keep the events beside the run. */
  keepCopy: boolean;
}

export interface Meta {
  version: string;
  build: string;
  protocol: number;
  /** A random word that changes when the server is started again. */
  life: string;
  maxUploadBytes: number;
  dataRoot: string;
  runsFolder: string;
  complaints: string[];
  opening: {
    specName: string;
    spec: string;
    /** Where the specification was read and is saved; empty: nowhere. */
    specFile: string;
    /** Id of the gallery's example it is, or empty. */
    example: string;
    plugin: string;
    target: string;
    dataName: string;
    options: OptionValue[];
    startTime: number | null;
    /** Seconds of monitor time per second; null: at full speed. */
    replaySpeed: number | null;
    run: string;
  };
}

export interface ExampleCard {
  id: string;
  title: string;
  summary: string;
  hasData: boolean;
}

export interface Example extends ExampleCard {
  specName: string;
  spec: string;
  plugin: string;
  target: string;
  dataName: string;
  replaySpeed: number;
  startTime: number | null;
  options: OptionValue[];
}

/** What one curve says at a moment. */
export interface Reading {
  id: number;
  value: number | null;
  /** When it got the value, in seconds of monitor time. */
  asOf: number;
  /** Ends of its band; null or absent: it has none. */
  lower?: number | null;
  upper?: number | null;
  trials: number | null;
  hits: number | null;
}

export interface Upload {
  id: string;
  name: string;
  bytes: number;
}
