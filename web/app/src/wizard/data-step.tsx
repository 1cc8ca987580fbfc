import { useState } from "preact/hooks";
import { meta } from "../store/app";
import { progress, sendTable, sending, table, useTable } from "../store/wizard";

/** Which table: one of the reader's, or one below the server's data folder. */
export function DataStep() {
  const [path, setPath] = useState("");
  return (
    <>
      <p>
        A file with one decision per row: CSV (also with semicolons or tabs) or JSON lines, packed
        or not. It stays on this machine.
      </p>
      <label class="wizard-file">
        <b>Choose a file</b>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.jsonl,.ndjson,.json,.gz,.zst"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) {
              void sendTable(file);
            }
          }}
        />
        <span class="muted small">or drop it anywhere on the page</span>
      </label>
      {sending.value !== null && <progress value={sending.value} aria-label="Upload" />}
      {meta.value?.dataRoot && (
        <div class="wizard-field">
          <label for="wizard-path">or a path below {meta.value.dataRoot}</label>
          <span class="wizard-line">
            <input
              id="wizard-path"
              value={path}
              placeholder="decisions.csv"
              onInput={(event) => setPath(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && path !== "") {
                  event.preventDefault();
                  void useTable(path, path);
                }
              }}
            />
            <button
              type="button"
              class="button"
              disabled={path === ""}
              onClick={() => void useTable(path, path)}
            >
              Use
            </button>
          </span>
        </div>
      )}
      {table.value && (
        <p role="status">
          In use: <b>{progress.value.name}</b>
        </p>
      )}
    </>
  );
}
