// What is known inside of the program: the guide, the language, every message. Nothing is fetched
// from elsewhere, so that it is there without a network.
import type { CatalogueEntry } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { api } from "../net/api";
import { dialog } from "./app";

/** The page of the guide, or the entry of the language, that is open. */
export const helpPage = signal("guide:index");
export const entries = signal<CatalogueEntry[]>([]);

const guides = import.meta.glob("../../../../docs/guide/**/*.md", {
  query: "?raw",
  import: "default",
}) as Record<string, () => Promise<string>>;

export const guidePages = Object.keys(guides)
  .map((path) => path.replace(/^.*\/guide\/|\.md$/g, ""))
  .sort((a, b) => Number(b === "index") - Number(a === "index") || a.localeCompare(b));

export const readGuide = (name: string): Promise<string> =>
  Object.entries(guides).find(([path]) => path.endsWith(`/guide/${name}.md`))?.[1]() ??
  Promise.resolve("This page is not part of the program.");

export async function loadEntries(): Promise<void> {
  if (entries.value.length === 0) {
    entries.value = await api.catalogue().catch(() => []);
  }
}

export function openHelp(page = helpPage.value): void {
  helpPage.value = page;
  dialog.value = "help";
}

/** The page of a message. */
export const openMessage = (id: string): void => openHelp(`entry:${id}`);
