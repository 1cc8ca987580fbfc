// State of the page itself: what is open, how it looks, whether the server is there.
import type { Meta } from "@fairmon/protocol";
import { computed, effect, signal } from "@preact/signals";
import { load, store } from "../lib/storage";

/** `moved`: FairMon was started again and wants the token of its new address. */
export type Connection = "connecting" | "open" | "lost" | "gone" | "moved" | "locked" | "outdated";
export type Theme = "light" | "dark" | "system";
export type Tab = "spec" | "source" | "runs" | "plots" | "log";
export type DialogName =
  | "gallery"
  | "shortcuts"
  | "conflict"
  | "drafts"
  | "help"
  | "wizard"
  | "why";

export const meta = signal<Meta | null>(null);
export const connection = signal<Connection>("connecting");
export const dialog = signal<DialogName | null>(null);
/** The server does not answer: nothing on screen is known to be so any more. */
export const disconnected = computed(() => ["lost", "gone", "moved"].includes(connection.value));

/** The tab of the left side; on narrow screens plots and log are tabs as well. */
export const tab = signal<Tab>("spec");
export const narrow = signal(matchMedia("(max-width: 1179px)").matches);
matchMedia("(max-width: 1179px)").addEventListener("change", (event) => {
  narrow.value = event.matches;
});

export const leftWidth = signal(load("leftWidth", 34));
export const leftFolded = signal(load("leftFolded", false));
export const rightFolded = signal(load("rightFolded", false));
effect(() => {
  store("leftWidth", leftWidth.value);
  store("leftFolded", leftFolded.value);
  store("rightFolded", rightFolded.value);
});

export const theme = signal<Theme>(load<Theme>("theme", "system"));
const systemDark = signal(matchMedia("(prefers-color-scheme: dark)").matches);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
  systemDark.value = event.matches;
});
export const isDark = computed(
  () => theme.value === "dark" || (theme.value === "system" && systemDark.value),
);
effect(() => {
  store("theme", theme.value);
  document.documentElement.dataset.theme = isDark.value ? "dark" : "light";
});

/** Single-letter keys can be switched off for people whose tools send them by accident. */
export const letterKeys = signal(load("letterKeys", true));
effect(() => store("letterKeys", letterKeys.value));

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}
export const toasts = signal<Toast[]>([]);
let lastToast = 0;

/** Says something in a corner; errors stay until dismissed. */
export function say(text: string, kind: Toast["kind"] = "info"): void {
  const id = ++lastToast;
  toasts.value = [...toasts.value.slice(-3), { id, text, kind }];
  if (kind === "info") {
    setTimeout(() => dismiss(id), 5000);
  }
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** What a screen reader hears, politely and not too often. */
export const announcement = signal("");
const announcePause = 5000;
let lastAnnounced = Number.NEGATIVE_INFINITY;
let announceTimer: ReturnType<typeof setTimeout> | undefined;

/** Says something to people who listen: at most once in five seconds, then the newest of all. */
export function announce(text: string): void {
  clearTimeout(announceTimer);
  const wait = lastAnnounced + announcePause - Date.now();
  const say = () => {
    lastAnnounced = Date.now();
    announcement.value = text;
  };
  if (wait <= 0) {
    say();
  } else {
    announceTimer = setTimeout(say, wait);
  }
}
