// The specification being written, and what the compiler says of it.
import type { CheckAnswer } from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { load, store } from "../lib/storage";
import { api } from "../net/api";

const checkDelay = 250;

export const specName = signal(load("specName", "untitled.lola"));
export const specText = signal(load("specText", ""));
/** The text as it was last saved or opened. */
export const savedText = signal(load("savedText", ""));
export const isSaved = computed(() => savedText.value === specText.value);
/** The newest answer of the compiler, and the text it is about. */
export const check = signal<CheckAnswer | null>(null);
export const checkedText = signal("");
/** Raised when the text is replaced from outside of the editor. */
export const replaced = signal(0);

effect(() => {
  store("specName", specName.value);
  store("specText", specText.value);
  store("savedText", savedText.value);
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

/** Replaces the whole document. */
export function openSpec(name: string, text: string): void {
  specName.value = name;
  specText.value = text;
  savedText.value = text;
  replaced.value++;
  clearTimeout(timer);
  void askCompiler();
}

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

/** Offers the text as a file: the browser keeps no folder for us. */
export function saveSpec(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([specText.value], { type: "text/plain" }));
  link.download = specName.value;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  savedText.value = specText.value;
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
