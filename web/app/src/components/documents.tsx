// What happens to texts: a file that somebody else changed, drafts that were never saved.
import { useEffect, useState } from "preact/hooks";
import { diffHunks, diffLines } from "../lib/diff";
import { formatClock } from "../lib/format";
import { dialog } from "../store/app";
import { conflict, openDraft, specName, specText, takeFile, writeFile } from "../store/document";
import { type Draft, dropDraft, freeDrafts } from "../store/drafts";
import { Dialog } from "./controls";

const signs = { same: " ", removed: "−", added: "+" } as const;

/** Two texts, line by line; what they share is left out where it is far from a change. */
export function Differences({ before, after }: { before: string; after: string }) {
  const shown = diffHunks(diffLines(before, after));
  return (
    <pre class="differences" tabIndex={0} aria-label="Differences">
      {shown.map((line, at) =>
        line === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <span key={at} class="muted">
            {"⋯\n"}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <span key={at} class={line.kind}>{`${signs[line.kind]} ${line.text}\n`}</span>
        ),
      )}
    </pre>
  );
}

const close = () => {
  dialog.value = null;
};

/** The file holds something else than what was opened: the reader decides. */
export function ConflictDialog() {
  const theirs = conflict.value;
  if (theirs === null) {
    return null;
  }
  return (
    <Dialog title={`${specName.value} has changed on disk`} wide onClose={close}>
      <p>Somebody wrote the file since you opened it. From the text on disk (−) to yours (+):</p>
      <Differences before={theirs} after={specText.value} />
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={takeFile}>
          Take the text on disk
        </button>
        <button type="button" class="button danger" onClick={() => void writeFile(theirs)}>
          Overwrite it with mine
        </button>
        <button type="button" class="button primary" onClick={close}>
          Decide later
        </button>
      </div>
      <p class="muted small">What you take back stays among the unsaved drafts.</p>
    </Dialog>
  );
}

export function DraftsDialog() {
  const [drafts, setDrafts] = useState<Draft[] | null>(null);
  const look = () => void freeDrafts().then(setDrafts);
  useEffect(look, []);
  return (
    <Dialog title="Unsaved drafts" wide onClose={close}>
      {drafts?.length === 0 && (
        <p class="muted">There are none: every text is as it is in the place it came from.</p>
      )}
      <ul class="drafts">
        {drafts?.map((draft) => (
          <li key={`${draft.tab}${draft.id}`} class="card">
            <b>{draft.name}</b> <span class="muted small">{formatClock(draft.when / 1000)}</span>
            <Differences before={draft.base} after={draft.text} />
            <div class="dialog-buttons">
              <button
                type="button"
                class="button"
                onClick={() => {
                  dropDraft(draft);
                  close();
                  openDraft(draft);
                }}
              >
                Open
              </button>
              <button
                type="button"
                class="button"
                onClick={() => {
                  dropDraft(draft);
                  look();
                }}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
