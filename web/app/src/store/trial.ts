// Data are tried before they run: read by the plugin itself, and what it says decides about Start.
import { effect } from "@preact/signals";
import { pageWords } from "../lib/words";
import { ApiFailure, api } from "../net/api";
import { currentSettings } from "./actions";
import { say } from "./app";
import { checkedText, specObstacle } from "./document";
import { active } from "./run";
import {
  checking,
  option,
  preview,
  readsFiles,
  source,
  sourceCheck,
  sourceObstacle,
} from "./source";

const patience = 700;
let lastTry = 0;
let triedFor = "";

/** Reads the data for up to five seconds; what changed meanwhile makes the answer worthless. */
export async function tryIt(): Promise<void> {
  const asked = ++lastTry;
  checking.value = true;
  try {
    const answer = await api.checkSource(currentSettings(), 5);
    if (asked === lastTry) {
      sourceCheck.value = answer;
    }
  } catch (error) {
    if (asked === lastTry) {
      say(
        error instanceof ApiFailure ? pageWords(error.message) : "the data could not be tried",
        "error",
      );
    }
  }
  checking.value = asked !== lastTry && checking.value;
}

/** Tries what could run after every change, once. */
export function tryInBackground(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const key = JSON.stringify([checkedText.value, source.value, preview.value?.name]);
    if (key !== triedFor) {
      // What was found about other data says nothing about these.
      triedFor = "";
      sourceCheck.value = null;
    }
    const ready = specObstacle.value === null && sourceObstacle.value === null;
    const wanted = ready && readsFiles.value && preview.value && !active.value;
    clearTimeout(timer);
    if (wanted && key !== triedFor && option("follow") === "") {
      timer = setTimeout(() => {
        triedFor = key;
        void tryIt();
      }, patience);
    }
  });
}
