// What was typed and not saved, kept per tab and per document, so that no tab and no other program
// ever meets the text of another.

export type DocumentKind = "file" | "example" | "opened" | "run" | "new";

/** What the editor holds: where it came from, what it was then, what it is now. */
export interface EditedDocument {
  /** Tells documents apart: the file's path, the example's id, the name of an opened file. */
  id: string;
  kind: DocumentKind;
  name: string;
  text: string;
  /** The text as it is in the place it came from. */
  base: string;
}

export interface Draft extends EditedDocument {
  /** When it was typed, milliseconds since 1970. */
  when: number;
  tab: string;
}

const prefix = "fairmon.draft.";
const keptFor = 30 * 86_400_000;
const mostKept = 60;

/** Two stores that may be full, forbidden or absent: the page works without. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

const random = (): string => Math.random().toString(36).slice(2, 10);

/** This tab's name; a duplicated tab brings the name of the other, and gets one of its own. */
let tab = attempt(() => sessionStorage.getItem("fairmon.tab"), null) ?? random();

function setTab(name: string): void {
  tab = name;
  attempt(() => sessionStorage.setItem("fairmon.tab", name), undefined);
}
setTab(tab);

/** Holds the tab's name for as long as the tab lives. */
export async function claimTab(): Promise<void> {
  if (!navigator.locks) {
    return;
  }
  const claim = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      void navigator.locks
        .request(`fairmon.tab.${name}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<void>(() => undefined);
        })
        .catch(() => resolve(true));
    });
  while (!(await claim(tab))) {
    setTab(random());
  }
}

const keyOf = (id: string, owner = tab): string => `${prefix}${owner}.${id}`;

/** Keeps what differs from where it came from, and forgets what does not. */
export function keepDraft(document: EditedDocument): void {
  attempt(() => {
    if (document.text === document.base) {
      localStorage.removeItem(keyOf(document.id));
    } else {
      const draft: Draft = { ...document, when: Date.now(), tab };
      localStorage.setItem(keyOf(document.id), JSON.stringify(draft));
    }
  }, undefined);
}

function readDraft(key: string): Draft | null {
  const draft = attempt(() => JSON.parse(localStorage.getItem(key) ?? "null") as Draft, null);
  return draft && typeof draft.text === "string" && typeof draft.id === "string" ? draft : null;
}

/** This tab's draft of a document. */
export const draftOf = (id: string): Draft | null => readDraft(keyOf(id));

/** Newest first; the old and the many are forgotten here. */
export function allDrafts(): Draft[] {
  const keys = attempt(() => Object.keys(localStorage), []).filter((key) => key.startsWith(prefix));
  const found = keys
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft ? [{ key, draft }] : [];
    })
    .sort((a, b) => b.draft.when - a.draft.when);
  const stays = ({ draft }: { draft: Draft }, place: number) =>
    place < mostKept && Date.now() - draft.when < keptFor;
  for (const { key } of found.filter((item, place) => !stays(item, place))) {
    attempt(() => localStorage.removeItem(key), undefined);
  }
  return found.filter(stays).map(({ draft }) => draft);
}

/** Drafts this tab may take over: its own, and those of tabs that are closed. */
export async function freeDrafts(): Promise<Draft[]> {
  const held = navigator.locks ? ((await navigator.locks.query()).held ?? []) : [];
  const living = new Set(held.map((lock) => lock.name?.replace("fairmon.tab.", "")));
  return allDrafts().filter((draft) => draft.tab === tab || !living.has(draft.tab));
}

export function dropDraft(draft: Draft): void {
  attempt(() => localStorage.removeItem(keyOf(draft.id, draft.tab)), undefined);
}

/** The document of this tab, for the next load of the page in it. */
export function rememberDocument(document: EditedDocument, life: string): void {
  attempt(
    () => sessionStorage.setItem("fairmon.document", JSON.stringify({ ...document, life })),
    undefined,
  );
}

/** What this tab had open, and of which life of the server it was. */
export function rememberedDocument(): (EditedDocument & { life: string }) | null {
  const found = attempt(
    () => JSON.parse(sessionStorage.getItem("fairmon.document") ?? "null"),
    null,
  );
  return found && typeof found.text === "string" && typeof found.id === "string" ? found : null;
}
