import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../components/controls";

interface Question {
  oldName: string;
  /** Does it and says why it is not possible; an empty text means done. */
  rename(newName: string): Promise<string>;
}

/** What is to be renamed, while the dialog is open. */
export const renaming = signal<Question | null>(null);

export function RenameDialog() {
  const question = renaming.value!;
  const field = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState("");
  useEffect(() => field.current?.select(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const problem = await question.rename(field.current!.value.trim());
    if (problem === "") {
      renaming.value = null;
    }
    setComplaint(problem);
  };
  return (
    <Dialog title={`Rename ${question.oldName}`} onClose={() => (renaming.value = null)}>
      <form class="path" onSubmit={(event) => void submit(event)}>
        <input
          ref={field}
          class="mono"
          aria-label="New name"
          defaultValue={question.oldName}
          spellcheck={false}
        />
        <button type="submit" class="button primary">
          Rename everywhere
        </button>
      </form>
      {complaint !== "" && <p class="bad">{complaint}</p>}
    </Dialog>
  );
}
