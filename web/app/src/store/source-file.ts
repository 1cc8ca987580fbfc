// Where the data come from, as a file beside the specification. Secrets are not in it.
import { say } from "./app";
import { openSpec, specName } from "./document";
import { type SourceDraft, loadPreview, publicSource, setSource } from "./source";

const kind = "fairmon source 1";

export function saveSource(): void {
  const text = JSON.stringify({ kind, ...publicSource.value }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  link.download = `${specName.value.replace(/\.\w+$/, "")}.source.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The settings in a file, or null if it holds something else. */
export function readSource(text: string): Partial<SourceDraft> | null {
  try {
    const { kind: said, ...draft } = JSON.parse(text) as { kind?: string } & Partial<SourceDraft>;
    return said === kind && typeof draft.plugin === "string" ? draft : null;
  } catch {
    return null;
  }
}

/** A specification, or settings saved beside one. */
export async function openFile(file: File): Promise<void> {
  const text = await file.text();
  if (!file.name.endsWith(".json")) {
    openSpec("opened", `opened:${file.name}`, file.name, text);
    return;
  }
  const draft = readSource(text);
  if (draft === null) {
    say(`${file.name} holds no settings of a data source`, "error");
    return;
  }
  setSource(draft);
  await loadPreview();
  say("The data source is set as it was saved");
}
