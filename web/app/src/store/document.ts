// The specification being written, and what the compiler says of it.
import type { CheckAnswer } from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { ApiFailure, api } from "../net/api";
import { dialog, meta, say } from "./app";
import {
  type DocumentKind,
  type EditedDocument,
  draftOf,
  keepDraft,
  rememberDocument,
  rememberedDocument,
} from "./drafts";

const checkDelay = 250;
const blank: EditedDocument = { id: "new", kind: "new", name: "untitled.lola", text: "", base: "" };
const remembered = rememberedDocument() ?? blank;

export const specId = signal(remembered.id);
export const specKind = signal<DocumentKind>(remembered.kind);
export const specName = signal(remembered.name);
export const specText = signal(remembered.text);
/** The text as it is in the place it came from. */
export const savedText = signal(remembered.base);
/** The browser was given the text as a file; nobody knows whether it still is one. */
export const downloadedText = signal<string | null>(null);
export const isSaved = computed(() => savedText.value === specText.value);
/** What the file holds that the command line named, if that is not what was opened. */
export const conflict = signal<string | null>(null);
/** The newest answer of the compiler, and the text it is about. */
export const check = signal<CheckAnswer | null>(null);
export const checkedText = signal("");
/** Raised when the text is replaced from outside of the editor. */
export const replaced = signal(0);

const current = (): EditedDocument => ({
  id: specId.value,
  kind: specKind.value,
  name: specName.value,
  text: specText.value,
  base: savedText.value,
});

effect(() => {
  const document = current();
  keepDraft(document);
  rememberDocument(document, meta.value?.life ?? "");
});

/** How the document stands, in a word or two beside its name. */
export const documentState = computed<string>(() => {
  if (specKind.value === "file") {
    return isSaved.value ? "saved" : "edited";
  }
  if (downloadedText.value === specText.value) {
    return "downloaded";
  }
  if (specKind.value === "example") {
    return isSaved.value ? "example" : "example, edited";
  }
  if (specKind.value === "run") {
    return isSaved.value ? "of a run" : "of a run, edited";
  }
  return isSaved.value ? "" : "not saved";
});

let version = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

async function askCompiler(): Promise<void> {
  const text = specText.value;
  const asked = ++version;
  try {
    const answer = await api.check(text, asked, specName.value);
    // An answer about an older text is worth nothing.
    if (answer.version === version) {
      checkedText.value = text;
      check.value = answer;
    }
  } catch {
    // The connection banner tells; the last good answer stays.
  }
}

/** The user typed. */
export function edited(text: string): void {
  if (text === specText.value) {
    return;
  }
  specText.value = text;
  clearTimeout(timer);
  timer = setTimeout(askCompiler, checkDelay);
}

function show(document: EditedDocument): void {
  specId.value = document.id;
  specKind.value = document.kind;
  specName.value = document.name;
  savedText.value = document.base;
  downloadedText.value = null;
  conflict.value = null;
  replaceText(document.text);
}

/** Opens another document; what this tab had typed into it before is there again. */
export function openSpec(kind: DocumentKind, id: string, name: string, text: string): void {
  const known = kind === "file" ? draftOf(id) : null;
  // Everything but the file may be opened twice, and the second time must not wipe out the first.
  const own = kind === "file" ? id : `${id}#${Date.now().toString(36)}`;
  show({ id: own, kind, name, base: text, text: known?.text ?? text });
  if (known && known.text !== text) {
    if (known.base !== text) {
      conflict.value = text;
    }
    say(`Your unsaved changes to ${name} are here again`);
  }
}

/** Takes up a draft; saving goes to where it came from. */
export function openDraft(draft: EditedDocument): void {
  show(draft);
  void lookAtFile();
}

export const newSpec = (text = ""): void => {
  show({ ...blank, id: `new-${Date.now().toString(36)}`, text, base: text });
};

/** Replaces the text but not the document: a format or a fix. */
export function replaceText(text: string): void {
  specText.value = text;
  replaced.value++;
  clearTimeout(timer);
  void askCompiler();
}

export function recheck(): void {
  void askCompiler();
}

/** True while Ctrl S writes a file; elsewhere the browser is given one to keep. */
export const writesFile = computed(
  () =>
    specKind.value === "file" && specId.value === fileId(meta.value?.opening.specFile ?? undefined),
);

export const fileId = (path: string | undefined): string => `file:${path ?? ""}`;

/** Looks whether somebody else has written the file; an untouched text follows it. */
export async function lookAtFile(): Promise<void> {
  if (!writesFile.value) {
    return;
  }
  try {
    const { text } = await api.specFile();
    if (text === savedText.value) {
      conflict.value = null;
    } else if (isSaved.value || text === specText.value) {
      savedText.value = text;
      conflict.value = null;
      if (text !== specText.value) {
        replaceText(text);
        say(`${specName.value} was changed on disk; this is its text now`);
      }
    } else {
      conflict.value = text;
    }
  } catch {
    // A file that is gone is made anew by saving.
  }
}

/** Writes the file that was opened, or gives the browser one and says so. */
export async function saveSpec(): Promise<void> {
  if (!writesFile.value) {
    downloadSpec();
    return;
  }
  await writeFile(savedText.value);
}

/** Writes over `base`, which is what the file is believed to hold. */
export async function writeFile(base: string): Promise<void> {
  const text = specText.value;
  try {
    await api.saveSpec(text, base);
    savedText.value = text;
    conflict.value = null;
    dialog.value = null;
    say(`Saved ${specName.value}`);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 409) {
      conflict.value = (await api.specFile()).text;
      dialog.value = "conflict";
    } else {
      say(error instanceof Error ? error.message : String(error), "error");
    }
  }
}

/** Takes the text on disk; what was typed stays a draft to go back to. */
export function takeFile(): void {
  if (conflict.value !== null) {
    const text = conflict.value;
    keepDraft({ ...current(), id: `${specId.value}#${Date.now().toString(36)}`, kind: "opened" });
    conflict.value = null;
    savedText.value = text;
    replaceText(text);
  }
  dialog.value = null;
}

export function downloadSpec(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([specText.value], { type: "text/plain" }));
  link.download = specName.value;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  downloadedText.value = specText.value;
  say(`${specName.value} was given to the browser as a download; no other file was changed`);
}

/** Why the specification cannot run, if so. */
export const specObstacle = computed<string | null>(() => {
  if (specText.value.trim() === "") {
    return "write a specification or open an example";
  }
  const answer = check.value;
  if (answer === null || checkedText.value !== specText.value) {
    return "checking the specification";
  }
  const error = answer.diagnostics.find((item) => item.severity === "error");
  if (error) {
    return `line ${error.line}: ${error.message}`;
  }
  return answer.ok ? null : "the specification does not compile";
});
