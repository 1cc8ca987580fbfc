// Where the way from a table to a specification stands. Kept for the tab, so that a reload loses
// nothing.
import type { IntakeAnswer, IntakeChoices } from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { formatBytes } from "../lib/format";
import { loadHere, storeHere } from "../lib/storage";
import { pageWords } from "../lib/words";
import { ApiFailure, api, upload } from "../net/api";
import { runTable } from "./actions";
import { dialog, meta } from "./app";

export const steps = ["Data", "Columns", "Fairness", "Certainty", "Specification"] as const;

interface Progress {
  open: boolean;
  step: number;
  /** As for a data source: `upload:ID`, or a path below the server's data folder. */
  target: string;
  name: string;
  /** Empty until the server has made its guesses. */
  choices: Partial<IntakeChoices>;
  /** The specification as the reader changed it; null: as it was made. */
  edited: string | null;
}

const fresh: Progress = { open: false, step: 0, target: "", name: "", choices: {}, edited: null };

export const progress = signal<Progress>({ ...fresh, ...loadHere("wizard", {}) });
effect(() => storeHere("wizard", progress.value));

export const table = signal<IntakeAnswer | null>(null);
export const trouble = signal("");
export const sending = signal<number | null>(null);
export const asking = signal(false);
/** The compiler's objections to an edited text. */
export const objections = signal<string[]>([]);

export const specification = computed(() => progress.value.edited ?? table.value?.text ?? "");

const change = (part: Partial<Progress>): void => {
  progress.value = { ...progress.value, ...part };
};

let asked = 0;

/** Asks what the choices lead to; what is missing in them is found out. */
async function ask(choices: Partial<IntakeChoices>): Promise<void> {
  const number = ++asked;
  asking.value = true;
  try {
    const answer = await api.intake(progress.value.target, choices);
    if (number === asked) {
      // Without a draft the columns stay, and the reader's choices too.
      table.value = answer;
      change({ choices: answer.choices ?? choices });
      trouble.value = answer.error === undefined ? "" : inWords(answer.error);
    }
  } catch (error) {
    if (number === asked) {
      trouble.value =
        error instanceof ApiFailure ? pageWords(error.message) : "FairMon does not answer";
      if (error instanceof ApiFailure && error.status === 404) {
        table.value = null;
        change({ step: 0 });
      }
    }
  }
  if (number === asked) {
    asking.value = false;
  }
}

/** Messages name flags of the command line; here they are fields. */
const inWords = (text: string): string =>
  pageWords(text.replace(/; name it with --(\w+) COLUMN/, "; choose the column of the $1 below"));

export function choose(part: Partial<IntakeChoices>): void {
  const choices = { ...progress.value.choices, ...part };
  change({ choices });
  void ask(choices);
}

export async function useTable(target: string, name: string): Promise<void> {
  change({ target, name, choices: {}, edited: null });
  table.value = null;
  await ask({});
  if (table.value !== null) {
    goTo(1);
  }
}

export async function sendTable(file: File): Promise<void> {
  const limit = meta.value?.maxUploadBytes ?? 0;
  if (file.size > limit) {
    trouble.value = `${file.name} is larger than ${formatBytes(limit)}; give its path instead`;
    return;
  }
  trouble.value = "";
  sending.value = 0;
  try {
    const done = await upload(file, (share) => {
      sending.value = share;
    });
    sending.value = null;
    await useTable(`upload:${done.id}`, done.name);
  } catch (error) {
    sending.value = null;
    trouble.value = error instanceof ApiFailure ? error.message : "the upload failed";
  }
}

/** How far one may go: without a table only the first step, without a draft up to the columns. */
export const reachable = computed(() =>
  table.value === null ? 0 : specification.value === "" ? 1 : steps.length - 1,
);

export function goTo(step: number): void {
  change({ step: Math.max(0, Math.min(step, reachable.value)) });
}

export function edit(text: string | null): void {
  change({ edited: text });
}

export function openWizard(): void {
  change({ open: true });
  dialog.value = "wizard";
  if (progress.value.target !== "" && table.value === null) {
    void ask(progress.value.choices);
  }
}

/** A reload in the middle goes on where it was. */
export function resumeWizard(): void {
  if (progress.value.open) {
    openWizard();
  }
}

export function closeWizard(): void {
  change({ open: false });
  dialog.value = null;
}

export function startAnew(): void {
  progress.value = { ...fresh, open: true };
  table.value = null;
  trouble.value = "";
}

let checks = 0;

/** Asks the compiler about a text that the reader changed. */
export async function checkEdited(text: string): Promise<void> {
  const number = ++checks;
  try {
    const answer = await api.check(text, number, "specification");
    if (number === checks) {
      objections.value = answer.diagnostics
        .filter((item) => item.severity === "error")
        .map((item) => `line ${item.line}: ${item.message}`);
    }
  } catch {
    // The banner tells that FairMon does not answer.
  }
}

export async function runWizard(): Promise<void> {
  const { target, name } = progress.value;
  const spec = `${name.replace(/^.*\//, "").replace(/(\.\w{1,6})+$/, "") || "table"}.lola`;
  const data = {
    plugin: table.value?.plugin ?? "csv",
    target,
    dataName: name,
    options: table.value?.options ?? [],
  };
  const text = specification.value;
  closeWizard();
  await runTable(spec, text, data);
}
