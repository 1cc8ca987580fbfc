// Files dropped anywhere on the page: specifications are opened, everything else is data.
import { useEffect, useState } from "preact/hooks";
import { dialog, say, tab } from "../store/app";
import { specText } from "../store/document";
import { openFile } from "../store/source-file";
import { uploadData } from "../store/upload";
import { openWizard, sendTable } from "../store/wizard";

const isSpec = (name: string): boolean => /\.(lola|spec|source\.json)$/i.test(name);

async function take(files: File[]): Promise<void> {
  for (const file of files.filter(({ name }) => isSpec(name))) {
    await openFile(file);
  }
  const [data, ...more] = files.filter(({ name }) => !isSpec(name));
  // A table on an empty page, or on the wizard, is the beginning of one.
  if (data && (dialog.value === "wizard" || (specText.value.trim() === "" && files.length === 1))) {
    openWizard();
    await sendTable(data);
  } else if (data) {
    tab.value = "source";
    await uploadData(data);
  }
  if (more.length > 0) {
    say(`One file of data at a time: ${data!.name} was taken`);
  }
}

export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const move = (event: DragEvent) => {
      if (carries(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (carries(event)) {
        event.preventDefault();
        setOver(false);
        void take([...(event.dataTransfer?.files ?? [])]);
      }
    };
    // Before the editor, which would take a file for text.
    addEventListener("dragover", move, true);
    addEventListener("dragleave", leave, true);
    addEventListener("drop", drop, true);
    return () => {
      removeEventListener("dragover", move, true);
      removeEventListener("dragleave", leave, true);
      removeEventListener("drop", drop, true);
    };
  }, []);
  return over ? (
    <div class="drop-zone" aria-hidden="true">
      Drop a specification to open it, or data to use them
    </div>
  ) : null;
}
