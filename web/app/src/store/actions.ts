// What buttons and keys do.
import type { Example, OptionValue, RunInfo, RunSettings } from "@fairmon/protocol";
import { computed } from "@preact/signals";
import { pageWords } from "../lib/words";
import { ApiFailure, api } from "../net/api";
import { dialog, disconnected, narrow, say, tab } from "./app";
import { openSpec, specName, specObstacle, specText } from "./document";
import { attach } from "./live";
import { active, run } from "./run";
import {
  changeSource,
  loadPreview,
  mapping,
  preview,
  setSource,
  source,
  sourceObstacle,
  timeColumn,
  timeSpelling,
  toOptions,
} from "./source";
import { resetView } from "./view";

/** What a run started now would be. */
export function currentSettings(): RunSettings {
  const draft = source.value;
  const options = Object.entries(draft.options).flatMap(([name, values]) =>
    values.map((value) => ({ name, value })),
  );
  // A suggestion nobody contradicted is what the user sees, so it is what the run does.
  const said = new Set((draft.options.map ?? []).map((pair) => pair.split("=", 1)[0]));
  for (const item of mapping.value) {
    if (preview.value && item.column && item.column !== item.input && !said.has(item.input)) {
      options.push({ name: "map", value: `${item.input}=${item.column}` });
    }
  }
  if (timeColumn.value?.suggested) {
    options.push({ name: "time-column", value: timeColumn.value.column });
  }
  const spelling = timeSpelling.value;
  if (spelling && !spelling.said && /-first$/.test(spelling.spelling)) {
    options.push({ name: "time-format", value: spelling.spelling });
  }
  return {
    name: specName.value,
    spec: specText.value,
    plugin: draft.plugin,
    options,
    targets: draft.target === "" ? [] : [draft.target],
    dataName: draft.dataName || (draft.target === "" ? draft.plugin : ""),
    replaySpeed: draft.replaySpeed,
    startTime: draft.startTime,
    onBadRecord: draft.onBadRecord,
    onLate: draft.onLate,
    onError: draft.onError,
    keepCopy: draft.keepCopy,
  };
}

/** Why Start is not possible, if so. */
export const obstacle = computed<string | null>(() =>
  disconnected.value ? "FairMon does not answer" : (specObstacle.value ?? sourceObstacle.value),
);

export async function start(): Promise<void> {
  if (obstacle.value !== null) {
    say(`Cannot start yet: ${obstacle.value}`, "error");
    return;
  }
  try {
    if (active.value && run.value) {
      await api.steer(run.value.id, "stop");
    }
    const started = await api.start(currentSettings());
    resetView();
    attach(started.id);
    if (narrow.value) {
      tab.value = "plots";
    }
  } catch (error) {
    say(
      error instanceof ApiFailure ? pageWords(error.message) : "the run could not be started",
      "error",
    );
  }
}

async function change(ask: (id: string) => Promise<RunInfo>): Promise<void> {
  if (!run.value) {
    return;
  }
  try {
    run.value = await ask(run.value.id);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
}

const steer = (verb: "pause" | "resume" | "step" | "stop") => change((id) => api.steer(id, verb));

export const stop = () => steer("stop");
export const pauseOrResume = () => steer(run.value?.status.phase === "paused" ? "resume" : "pause");
/** One more event of a run that is paused. */
export const step = () =>
  run.value?.status.phase === "paused" ? steer("step") : Promise.resolve();

/** Of the run that goes on, and of the next one. */
export function setReplaySpeed(replaySpeed: number | null): void {
  changeSource({ replaySpeed });
  if (active.value) {
    void change((id) => api.setSpeed(id, replaySpeed));
  }
}

/** Opens an example; `andStart` runs it at once. */
export async function openExample(id: string, andStart: boolean): Promise<void> {
  dialog.value = null;
  let example: Example;
  try {
    example = await api.example(id);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
    return;
  }
  openSpec("example", `example:${id}`, example.specName, example.spec);
  setSource({
    plugin: example.plugin,
    target: example.target,
    dataName: example.dataName,
    options: toOptions(example.options),
    replaySpeed: example.replaySpeed > 0 ? example.replaySpeed : null,
    startTime: example.startTime,
  });
  await loadPreview();
  if (andStart && example.hasData) {
    await untilChecked();
    await start();
  } else if (!example.hasData) {
    tab.value = "source";
  }
}

/** A table and the specification that was made for it: both become what the page works on. */
export async function runTable(
  name: string,
  text: string,
  data: { plugin: string; target: string; dataName: string; options: OptionValue[] },
): Promise<void> {
  openSpec("opened", `table:${data.target}`, name, text);
  setSource({ ...data, options: toOptions(data.options) });
  await loadPreview();
  await untilChecked();
  await start();
}

/** Waits until the compiler has spoken about the text on screen, but not for ever. */
async function untilChecked(): Promise<void> {
  for (let i = 0; i < 50 && specObstacle.value === "checking the specification"; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
