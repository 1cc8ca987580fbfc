// The run on screen, as the server tells it.
import type {
  Episode,
  Instance,
  JudgementChange,
  Notice,
  PanelInfo,
  RunInfo,
  Seen,
  ServerMessage,
  SpokenOf,
  TriggerInfo,
  Undecided,
} from "@fairmon/protocol";
import { computed, signal } from "@preact/signals";
import { stretchesOf } from "../lib/standing";
import { announce } from "./app";

export const run = signal<RunInfo | null>(null);
export const panels = signal<PanelInfo[]>([]);
export const triggers = signal<TriggerInfo[]>([]);
export const instances = signal<Instance[]>([]);
export const episodes = signal<Episode[]>([]);
const changes = signal<JudgementChange[]>([]);
/** How triggers that make a statement were judged, in order of their begin. */
export const judged = computed(() => stretchesOf(changes.value));
/** What undecided triggers wait for. */
export const undecided = signal<Undecided[]>([]);
/** Violated triggers that speak of a stretch up to now, not of the whole run, and since when. */
export const spokenOf = signal<SpokenOf[]>([]);
export const notices = signal<Notice[]>([]);
export const totalNotices = signal(0);
/** Values per series, for the legend. */
export const counts = signal<number[]>([]);
/** Members of the group each curve speaks of, where it is a probability. */
export const groupSizes = signal<(number | null)[]>([]);
export const numSeries = signal(0);
/** Cases without a group label that no curve counts, by panel. */
export const leftOut = signal<Record<string, number>>({});
/** How far the run has got, in seconds of monitor time; from frames, finer than progress. */
export const reached = signal(0);

export const startTime = computed<number | null>(() => run.value?.startTime?.s ?? null);
export const active = computed(
  () => run.value?.status.phase === "running" || run.value?.status.phase === "paused",
);
export const firings = computed(() =>
  episodes.value.reduce((sum, episode) => sum + episode.firings, 0),
);

/** Evaluations that failed: the stream and the monitor time. */
export const failures = computed(() =>
  notices.value.flatMap(({ kind, stream, time }) =>
    kind === "evaluation" && stream && time ? [{ stream, time: time.s }] : [],
  ),
);

/** Failures a panel marks: those of its streams, and those of streams that no panel draws. */
export function failuresIn(panel: PanelInfo): number[] {
  const drawn = new Set(panels.value.flatMap((item) => item.streams.map(({ name }) => name)));
  const ours = new Set(panel.streams.map(({ name }) => name));
  return failures.value
    .filter(({ stream }) => ours.has(stream) || !drawn.has(stream))
    .map(({ time }) => time);
}

/** The server that told all this, and up to which revision the log is known. */
let life = "";
let logRevision = 0;

/** What is here of a run, for the server to go on from after a lost connection. */
export function seenOf(id: string): Seen | undefined {
  if (life === "" || run.value?.id !== id) {
    return undefined;
  }
  const { length } = instances.value;
  return {
    life,
    log: logRevision,
    notices: notices.value.at(-1)?.number ?? 0,
    instances: length,
    states: changes.value.length,
  };
}

export function forgetRun(): void {
  run.value = null;
  panels.value = [];
  triggers.value = [];
  clearRun();
}

function clearRun(): void {
  instances.value = [];
  episodes.value = [];
  changes.value = [];
  undecided.value = [];
  spokenOf.value = [];
  notices.value = [];
  totalNotices.value = 0;
  counts.value = [];
  groupSizes.value = [];
  numSeries.value = 0;
  leftOut.value = {};
  reached.value = 0;
  logRevision = 0;
}

/** Puts changed items over known ones by their number. */
export function overlay<T>(known: T[], changed: T[], key: (item: T) => number): T[] {
  const merged = [...known];
  const places = new Map(merged.map((item, place) => [key(item), place]));
  for (const item of changed) {
    const place = places.get(key(item));
    if (place === undefined) {
      places.set(key(item), merged.push(item) - 1);
    } else {
      merged[place] = item;
    }
  }
  return merged.sort((a, b) => key(a) - key(b));
}

/** Runs stored by older versions do not say when an episode ended: its last firing is known. */
const complete = (episode: Episode): Episode => ({
  ...episode,
  ended: episode.ended === undefined ? (episode.open ? null : episode.last) : episode.ended,
  endKnown: episode.ended !== undefined,
  worst: episode.worst ?? null,
  instance: episode.instance ?? "",
});

/** It goes on, or went on to the end of the run. */
export const holdsOn = (episode: Episode): boolean =>
  episode.ended === null || (episode.endKnown === false && episode.last.s >= reached.value);

function takeEpisodes(told: Episode[]): void {
  const before = episodes.value.length;
  const changed = told.map(complete);
  episodes.value = overlay(episodes.value, changed, (item) => item.number);
  const newest = episodes.value.at(-1);
  if (newest && episodes.value.length > before && run.value?.status.phase === "running") {
    announce(`Violation ${newest.number}: ${newest.text}`);
  }
}

/** Takes a message of the server; false if it belongs to somebody else. */
export function takeMessage(message: ServerMessage): void {
  switch (message.type) {
    case "welcome":
      if (!message.continues) {
        clearRun();
      }
      life = message.life;
      run.value = message.run;
      panels.value = message.panels ?? [];
      leftOut.value = Object.fromEntries(
        panels.value.flatMap((panel) =>
          panel.leftOut === undefined ? [] : [[panel.id, panel.leftOut]],
        ),
      );
      triggers.value = message.triggers ?? [];
      reached.value = Math.max(reached.value, message.run?.status.reached.s ?? 0);
      break;
    case "progress":
      run.value = message.run;
      counts.value = message.counts;
      groupSizes.value = message.sizes;
      numSeries.value = message.numSeries;
      leftOut.value = message.leftOut ?? leftOut.value;
      undecided.value = message.undecided ?? [];
      spokenOf.value = message.stretches ?? [];
      reached.value = Math.max(reached.value, message.run.status.reached.s);
      break;
    case "instances":
      instances.value = overlay(instances.value, message.instances, (item) => item.id);
      break;
    case "triggers":
      takeEpisodes(message.episodes);
      logRevision = message.revision;
      break;
    case "states":
      changes.value = [...changes.value.slice(0, message.after), ...message.changes];
      break;
    case "notices":
      notices.value = overlay(notices.value, message.notices, (item) => item.number);
      totalNotices.value = message.total;
      break;
    case "end":
      run.value = message.run;
      reached.value = Math.max(reached.value, message.run.status.reached.s);
      break;
    case "outdated":
      break;
  }
}
