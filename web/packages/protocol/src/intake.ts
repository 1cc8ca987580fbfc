// From a table to a specification: what the wizard asks the server.
import type { OptionValue } from "./api";

export interface IntakeColumn {
  name: string;
  number: number;
  kind: "empty" | "yes/no" | "number" | "date" | "text";
  /** Distinct values with their counts, in order of first occurrence, up to a limit. */
  values: { value: string; count: number }[];
  manyValues: boolean;
  missing: number;
  smallest: number | null;
  largest: number | null;
  timeFormat: string;
  /** Dates whose day or month may come first. */
  eitherOrder: boolean;
}

/** Where a column is good for the person: at some values, or on one side of a number. */
export interface GoodWhen {
  values: string[];
  cut: number | null;
  above: boolean;
}

export interface VerdictChoice {
  column: string;
  /** Absent: the server finds out. */
  good?: GoodWhen;
  expression?: string;
}

export interface IntakeChoices {
  groups: { column: string; cuts?: number[] }[];
  decision: VerdictChoice | null;
  /** Null: none. */
  outcome: VerdictChoice | null;
  /** Empty: rows have no time. */
  time: string;
  timeFormat: string;
  weight: string;
  goals: string[];
  tolerance: number;
  ratio: number;
  /** 0: judge by the estimates alone. */
  level: number;
  over: string;
}

export interface IntakeGoal {
  id: string;
  question: string;
  demand: string;
  suits: string;
  metric: string;
  needsOutcome: boolean;
  ratio: boolean;
}

export interface IntakeFacts {
  groups: { label: string; rows: number; decided: number; good: number }[];
  moreGroups: boolean;
}

export interface IntakeAnswer {
  name: string;
  plugin: string;
  columns: IntakeColumn[];
  rows: string[][];
  numRows: number;
  complete: boolean;
  header: boolean;
  goals: IntakeGoal[];
  /** What is in the way; then the following are absent. */
  error?: string;
  choices?: IntakeChoices;
  facts?: IntakeFacts;
  warnings?: string[];
  conflicts?: string[];
  text?: string;
  notes?: { line: number; count: number; words: string }[];
  options?: OptionValue[];
}
