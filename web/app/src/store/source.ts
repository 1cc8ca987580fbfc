// Where the data come from: the plugin, its options, the file, the mapping of inputs to columns.
import type {
  OptionInfo,
  OptionValue,
  PreviewAnswer,
  SourceCheck,
  SourceInfo,
} from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { type MappedInput, guessTimeColumn, mapInputs } from "../lib/mapping";
import { load, store } from "../lib/storage";
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
export const source = signal<SourceDraft>({ ...empty, ...load("source", {}) });
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

effect(() => store("source", publicSource.value));

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

/** The column that holds the time: as said, else a guess; null if there is none or none is needed. */
export const timeColumn = computed<{ column: string; suggested: boolean } | null>(() => {
  const said = option("time-column");
  if (said !== "" || !preview.value || option("input-delay") !== "") {
    return said === "" ? null : { column: said, suggested: false };
  }
  return guessTimeColumn(preview.value.columns, preview.value.rows);
});

export const mapping = computed<MappedInput[]>(() =>
  mapInputs(
    check.value?.spec?.inputs ?? [],
    preview.value?.columns ?? [],
    source.value.options.map ?? [],
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
      error instanceof ApiFailure ? error.message : "the file could not be looked at";
  }
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
    const open = mapping.value.find((item) => item.needed && item.column === null);
    if (preview.value && info.name === "csv" && open) {
      return `map input \`${open.input}\``;
    }
  }
  const missing = info.options.find(
    (item) =>
      item.required && !item.environmentSet && item.default === "" && option(item.name) === "",
  );
  return missing ? `fill in \`${missing.name}\`` : null;
});
