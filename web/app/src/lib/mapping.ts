import type { InputInfo } from "@fairmon/protocol";
import { guessSpelling, readTime } from "./times";

export interface MappedInput {
  input: string;
  type: string;
  needed: boolean;
  column: string | null;
  /** The column was guessed and nobody has confirmed it. */
  suggested: boolean;
  samples: string[];
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Whether a text looks like a value of a type; only for suggestions, the plugin decides. */
export function looksLike(type: string, text: string): boolean {
  if (text === "") {
    return true;
  }
  if (/^U?Int/.test(type)) {
    return /^[+-]?\d+$/.test(text);
  }
  if (/^(Float|Prob|U?Fixed)/.test(type)) {
    return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);
  }
  if (type.startsWith("Bool")) {
    return /^(true|false|0|1|yes|no)$/i.test(text);
  }
  return true;
}

const knownTimes = new Set(["time", "ts", "timestamp"]);

/** The column the plugin takes by itself, else the one that looks most like times; null: none. */
export function guessTimeColumn(
  columns: string[],
  rows: string[][],
): { column: string; suggested: boolean } | null {
  const known = columns.find((column) => knownTimes.has(column.toLowerCase()));
  if (known !== undefined) {
    return { column: known, suggested: false };
  }
  const guesses = new Map(
    columns.map((column, at) => [column, guessSpelling(rows.map((row) => row[at] ?? ""))]),
  );
  const dates = columns.filter((column) => {
    const guess = guesses.get(column);
    return guess && guess.spelling !== "relative";
  });
  // Several dates: one that never goes back is more likely when things happened.
  const ascending = dates.filter((column) => {
    const { spelling } = guesses.get(column)!;
    const times = rows.map((row) => readTime(row[columns.indexOf(column)] ?? "", spelling));
    return times.every((time, i) => i === 0 || (time ?? 0) >= (times[i - 1] ?? 0));
  });
  const column = ascending[0] ?? dates[0];
  return column === undefined ? null : { column, suggested: true };
}

/** Which column feeds which input: as said, else by equal name, else by a likeness and the type. */
export function mapInputs(
  inputs: InputInfo[],
  columns: string[],
  pairs: string[],
  rows: string[][],
  timeColumn: string,
): MappedInput[] {
  const said = new Map(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  const taken = new Set<string>(said.values());
  for (const input of inputs) {
    if (!said.has(input.name) && columns.includes(input.name)) {
      taken.add(input.name);
    }
  }
  const fits = (column: string, type: string): boolean => {
    const cells = rows.map((row) => row[columns.indexOf(column)] ?? "");
    if (type !== "String") {
      return cells.every((cell) => looksLike(type, cell));
    }
    // Everything is a text; but a column of numbers or dates is hardly meant as one.
    const other = (cell: string) => looksLike("Float64", cell) || /^\d{4}-\d{2}-\d{2}/.test(cell);
    return cells.length === 0 || !cells.every(other);
  };
  return inputs.map((input) => {
    const { name, type, needed } = input;
    let column = said.get(name) ?? (columns.includes(name) ? name : null);
    let suggested = false;
    if (column === null) {
      const free = columns.filter((item) => !taken.has(item) && item !== timeColumn);
      const near = free.filter(
        (item) => plain(item).includes(plain(name)) || plain(name).includes(plain(item)),
      );
      const candidates = (near.length > 0 ? near : free).filter((item) => fits(item, type));
      // A guess by type alone is made only where there is nothing to choose.
      if (near.length > 0 || candidates.length === 1) {
        column = candidates[0] ?? null;
        suggested = column !== null;
      }
      if (column !== null) {
        taken.add(column);
      }
    }
    const at = column === null ? -1 : columns.indexOf(column);
    const samples = [...new Set(rows.map((row) => row[at] ?? "").filter((text) => text !== ""))];
    return { input: name, type, needed, column, suggested, samples: samples.slice(0, 3) };
  });
}
