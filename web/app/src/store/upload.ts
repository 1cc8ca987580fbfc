// Giving the server a file of the reader's.
import { signal } from "@preact/signals";
import { formatBytes } from "../lib/format";
import { ApiFailure, upload } from "../net/api";
import { meta, say } from "./app";
import { changeSource, loadPreview, readsFiles, setSource, sourceCheck, sources } from "./source";

/** The share that has gone, while a file goes. */
export const uploadShare = signal<number | null>(null);

/** Uses data that the server can read. */
export function chooseData(target: string, name: string): void {
  sourceCheck.value = null;
  changeSource({ target, dataName: name });
  void loadPreview();
}

/** Sends a file and uses it; a service as the source gives way to the plugin for such files. */
export async function uploadData(file: File): Promise<void> {
  const limit = meta.value?.maxUploadBytes ?? 0;
  if (file.size > limit) {
    say(`${file.name} is larger than ${formatBytes(limit)}; give its path instead`, "error");
    return;
  }
  const reader = sources.value.find((item) =>
    item.suffixes.some((suffix) => file.name.toLowerCase().endsWith(suffix)),
  );
  if (!readsFiles.value) {
    setSource({ plugin: reader?.name ?? "csv" });
  }
  uploadShare.value = 0;
  try {
    const done = await upload(file, (share) => {
      uploadShare.value = share;
    });
    chooseData(`upload:${done.id}`, done.name);
  } catch (error) {
    say(error instanceof ApiFailure ? error.message : "the upload failed", "error");
  }
  uploadShare.value = null;
}
