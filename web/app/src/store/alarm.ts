// A violation that goes on is seen from other tabs: in the title, in the icon, and told if wanted.
import { computed, effect, signal } from "@preact/signals";
import { load, store } from "../lib/storage";
import { specName } from "./document";
import { active, episodes, run } from "./run";

/** Episodes that go on in a run that does, too. */
export const alarms = computed(() =>
  active.value ? episodes.value.filter((item) => item.ended === null).length : 0,
);

/** The reader wants to be told by the system; asked for once, and only when switched on. */
export const notify = signal(load("notify", false));
effect(() => store("notify", notify.value));

export async function switchNotify(on: boolean): Promise<void> {
  const allowed = on && typeof Notification !== "undefined";
  notify.value = allowed && (await Notification.requestPermission()) === "granted";
}

function icon(alarm: boolean): string {
  const mark = alarm
    ? '<circle cx="24" cy="8" r="7.5" fill="%23b3152a" stroke="white" stroke-width="1.5"/>'
    : "";
  const body =
    '<rect width="32" height="32" rx="7" fill="%233346c9"/><path d="M6 22l6-7 5 4 8-10" fill="none" stroke="white" stroke-width="3"/>';
  return `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}${mark}</svg>`;
}

let told = 0;
let toldRun = "";

export function watchAlarms(): void {
  const plain = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "";
  effect(() => {
    const count = alarms.value;
    document.title = `${count > 0 ? `▲ ${count} violated · ` : ""}${run.value?.name ?? specName.value} · FairMon`;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link) {
      link.href = count > 0 ? icon(true) : plain;
    }
  });
  effect(() => {
    const id = run.value?.id ?? "";
    const newest = episodes.value.at(-1);
    if (id !== toldRun) {
      toldRun = id;
      told = newest?.number ?? 0;
      return;
    }
    if (newest && newest.number > told) {
      told = newest.number;
      if (notify.value && active.value && document.hidden) {
        new Notification("FairMon: a requirement is violated", { body: newest.text, tag: id });
      }
    }
  });
}
