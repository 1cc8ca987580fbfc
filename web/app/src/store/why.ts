// Which firing is being explained.
import type { Episode, WhyAnswer } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { pageWords } from "../lib/words";
import { ApiFailure, api } from "../net/api";
import { dialog } from "./app";
import { episodes, run } from "./run";
import { selectedEpisode } from "./view";

export const explained = signal<WhyAnswer | null>(null);
export const whyTrouble = signal("");

let asked = 0;

/** Explains an episode at its worst, or where it began. */
export async function openWhy(episode: Episode): Promise<void> {
  const id = run.value?.id;
  if (id === undefined) {
    return;
  }
  selectedEpisode.value = episode.number;
  const number = ++asked;
  explained.value = null;
  whyTrouble.value = "";
  dialog.value = "why";
  const moment = episode.worst?.time ?? episode.first;
  try {
    const answer = await api.why(id, episode.trigger, moment.ns, episode.instance);
    if (number === asked) {
      explained.value = answer;
    }
  } catch (error) {
    if (number === asked) {
      whyTrouble.value =
        error instanceof ApiFailure ? pageWords(error.message) : "FairMon does not answer";
    }
  }
}

/** Explains the violation that is selected, or the last one. */
export function explainSelected(): void {
  const all = episodes.value;
  const episode = all.find((item) => item.number === selectedEpisode.value) ?? all.at(-1);
  if (episode) {
    void openWhy(episode);
  }
}

export function closeWhy(): void {
  asked++;
  dialog.value = null;
}
