// Where the data come from: the plugin, its options, the file, the mapping of inputs to columns.
import type {
  OptionInfo,
  OptionValue,
  PreviewAnswer,
  SourceCheck,
  SourceInfo,
  StreamInfo,
} from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { type MappedInput, guessTimeColumn, mapInputs } from "../lib/mapping";
import { loadHere, storeHere } from "../lib/storage";
import { type SpellingGuess, type TimeSpelling, guessSpelling } from "../lib/times";
import { pageWords } from "../lib/words";
import { ApiFailure, api } from "../net/api";
import { check } from "./document";

export interface SourceDraft {
  plugin: string;
  /** `upload:ID`, `example:ID`, or a path below the server's data folder; empty: none. */
  target: string;
  dataName: string;
  options: Record<string, string[]>;
  replaySpeed: number | null;
  startTime: number | null;
  onBadRecord: "stop" | "skip";
  onLate: "stop" | "skip" | "now";
  onError: "stop" | "report";
  keepCopy: boolean;
}

const empty: SourceDraft = {
  plugin: "csv",
  target: "",
  dataName: "",
  options: {},
  replaySpeed: null,
  startTime: null,
  onBadRecord: "stop",
  onLate: "stop",
  onError: "stop",
  keepCopy: false,
};

export const sources = signal<SourceInfo[]>([]);
export const source = signal<SourceDraft>({ ...empty, ...loadHere("source", {}) });
export const preview = signal<PreviewAnswer | null>(null);
export const previewError = signal("");
export const sourceCheck = signal<SourceCheck | null>(null);
export const checking = signal(false);

/** Names of options whose values are secret, for the plugin in use. */
const secretNames = computed(
  () =>
    new Set(
      (pluginInfo.value?.options ?? [])
        .filter((option) => option.kind === "secret")
        .map((option) => option.name),
    ),
);

export const pluginInfo = computed<SourceInfo | undefined>(() =>
  sources.value.find((item) => item.name === source.value.plugin),
);

/** The settings that may leave the page's memory: all but the secrets. */
export const publicSource = computed<SourceDraft>(() => ({
  ...source.value,
  options: Object.fromEntries(
    Object.entries(source.value.options).filter(([name]) => !secretNames.value.has(name)),
  ),
}));

effect(() => storeHere("source", publicSource.value));

/** A list of named values as the form holds them. */
export function toOptions(list: OptionValue[]): Record<string, string[]> {
  const options: Record<string, string[]> = {};
  for (const { name, value } of list) {
    options[name] = [...(options[name] ?? []), value];
  }
  return options;
}

export function changeSource(change: Partial<SourceDraft>): void {
  source.value = { ...source.value, ...change };
}

export function setSource(draft: Partial<SourceDraft>): void {
  preview.value = null;
  sourceCheck.value = null;
  source.value = { ...empty, ...draft };
}

export function setOption(name: string, values: string[]): void {
  const options = { ...source.value.options };
  const kept = values.filter((value) => value !== "");
  if (kept.length === 0) {
    delete options[name];
  } else {
    options[name] = kept;
  }
  changeSource({ options });
}

export const option = (name: string): string => source.value.options[name]?.[0] ?? "";

/** True for plugins that read a file: they have suffixes by which they are chosen. */
export const readsFiles = computed(() => (pluginInfo.value?.suffixes.length ?? 0) > 0);

/** Options the general form shows; the mapping table and the file chooser show the others. */
export const formOptions = computed<OptionInfo[]>(() =>
  (pluginInfo.value?.options ?? []).filter((item) => item.name !== "map"),
);

/** What the specification itself says about its file: `#[column="…"]` and `#[time]` of inputs. */
const tagged = computed(() => {
  const inputs = (check.value?.spec?.streams ?? []).filter((item) => item.kind === "input");
  const tag = (item: StreamInfo, key: string) => item.tags.find((one) => one.key === key);
  const columnOf = (item: StreamInfo) => tag(item, "column")?.value ?? item.name;
  const timed = inputs.find((item) => tag(item, "time"));
  return {
    pairs: inputs
      .filter((item) => tag(item, "column"))
      .map((item) => `${item.name}=${columnOf(item)}`),
    time: timed ? columnOf(timed) : "",
    timeFormat: (timed && tag(timed, "time")?.value) ?? "",
  };
});

/** The column that holds the time: as said, else a guess; null if there is none or none is needed. */
export const timeColumn = computed<{ column: string; suggested: boolean } | null>(() => {
  const said = option("time-column") || tagged.value.time;
  if (said !== "" || !preview.value || option("input-delay") !== "") {
    return said === "" ? null : { column: said, suggested: false };
  }
  return guessTimeColumn(preview.value.columns, preview.value.rows);
});

const timeCells = computed<string[]>(() => {
  const at = preview.value?.columns.indexOf(timeColumn.value?.column ?? "") ?? -1;
  return at < 0 ? [] : preview.value!.rows.map((row) => row[at] ?? "");
});

/** How times are written: as said, else a guess; `rival`: another reading fits as well. */
export const timeSpelling = computed<(SpellingGuess & { said: boolean }) | null>(() => {
  const said = option("time-format") || tagged.value.timeFormat;
  if (said !== "" && said !== "auto") {
    return { spelling: said as TimeSpelling, rival: null, said: true };
  }
  const guess = guessSpelling(timeCells.value);
  return guess && { ...guess, said: false };
});

/** Times count from an unknown start: a date for it makes a calendar of them. */
export const timesAreRelative = computed(
  () =>
    /^(relative|offset)/.test(timeSpelling.value?.spelling ?? "") || option("input-delay") !== "",
);

export const mapping = computed<MappedInput[]>(() =>
  mapInputs(
    check.value?.spec?.inputs ?? [],
    preview.value?.columns ?? [],
    [...tagged.value.pairs, ...(source.value.options.map ?? [])],
    preview.value?.rows ?? [],
    timeColumn.value?.column ?? "",
  ),
);

export function mapInput(input: string, column: string): void {
  const others = (source.value.options.map ?? []).filter((pair) => !pair.startsWith(`${input}=`));
  setOption("map", [...others, `${input}=${column}`]);
}

export async function loadPreview(): Promise<void> {
  const { target } = source.value;
  previewError.value = "";
  if (target === "" || !readsFiles.value) {
    preview.value = null;
    return;
  }
  try {
    const names = option("columns")
      .split(",")
      .filter((name) => name !== "");
    const answer = await api.preview(target, option("delimiter"), names);
    if (source.value.target === target) {
      preview.value = answer;
    }
  } catch (error) {
    preview.value = null;
    previewError.value =
      error instanceof ApiFailure ? pageWords(error.message) : "the file could not be looked at";
  }
}

type RecordTrouble = SourceCheck["errors"][number];

/** A bad record in the words of the page: which row, which column, what is wrong. */
export function tellRecordError(error: RecordTrouble): string {
  const header = option("columns") === "" ? 1 : 0;
  const row = `row ${Math.max(1, error.line - header)} (line ${error.line})`;
  const name =
    mapping.value.find((item) => item.input === error.field)?.column ||
    error.field ||
    (error.column > 0 ? preview.value?.columns[error.column - 1] : "");
  const column = name ? `, column “${name}”` : "";
  const value = error.value === "" ? "" : `, “${error.value}”`;
  return `${row}${column}${value}: ${pageWords(error.message)}`;
}

/** Why the source is not ready, if so. */
export const sourceObstacle = computed<string | null>(() => {
  const info = pluginInfo.value;
  if (!info) {
    return "choose a data source";
  }
  if (readsFiles.value) {
    if (source.value.target === "") {
      return "choose a file";
    }
    if (previewError.value !== "") {
      return previewError.value;
    }
    const timeless = timeColumn.value === null && option("input-delay") === "";
    if (preview.value && info.name === "csv" && timeless) {
      return "choose the column that holds the time";
    }
    if (timeSpelling.value?.rival) {
      return "choose how dates are written: the day or the month first";
    }
    const open = mapping.value.find((item) => item.needed && item.column === null);
    if (preview.value && info.name === "csv" && open) {
      return `map input \`${open.input}\``;
    }
  }
  const tried = sourceCheck.value;
  if (tried && tried.records === 0 && tried.failure !== "") {
    return pageWords(tried.failure);
  }
  if (tried && tried.records === 0 && tried.bad > 0) {
    return `no row can be used: ${tellRecordError(tried.errors[0]!)}`;
  }
  const missing = info.options.find(
    (item) =>
      item.required && !item.environmentSet && item.default === "" && option(item.name) === "",
  );
  return missing ? `fill in \`${missing.name}\`` : null;
});
