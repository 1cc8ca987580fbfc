// The text that the run on screen was started with, to tell the editor's from it.
import { computed, effect, signal } from "@preact/signals";
import { api } from "../net/api";
import { specText } from "./document";
import { run } from "./run";

const known = signal<{ id: string; text: string } | null>(null);

effect(() => {
  const id = run.value?.id ?? "";
  if (id !== "" && known.peek()?.id !== id) {
    api
      .run(id)
      .then(({ settings }) => {
        known.value = { id, text: settings.spec };
      })
      // The next message about the run asks again.
      .catch(() => undefined);
  }
});

export const runText = computed<string | null>(() =>
  known.value !== null && known.value.id === run.value?.id ? known.value.text : null,
);

/** The plots are of another text than the one in the editor. */
export const draftDiffers = computed(
  () => runText.value !== null && runText.value !== specText.value && specText.value.trim() !== "",
);
