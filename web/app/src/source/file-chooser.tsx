import { useState } from "preact/hooks";
import { formatBytes, formatInteger } from "../lib/format";
import { meta } from "../store/app";
import { preview, previewError, source } from "../store/source";
import { chooseData, uploadData, uploadShare } from "../store/upload";

/** Chooses the data: a file of the reader's, or one below the server's data folder. */
export function FileChooser() {
  const { target, dataName } = source.value;
  const isPath = target !== "" && !target.includes(":");
  const [byPath, setByPath] = useState(isPath);
  const [path, setPath] = useState(isPath ? target : "");
  return (
    <fieldset class="options">
      <legend>File</legend>
      <div class="choices">
        <label>
          <input type="radio" checked={!byPath} onChange={() => setByPath(false)} /> Upload a file
        </label>
        <label>
          <input
            type="radio"
            checked={byPath}
            disabled={!meta.value?.dataRoot}
            onChange={() => setByPath(true)}
          />{" "}
          File on this computer
        </label>
      </div>
      {byPath ? (
        <form
          class="path"
          onSubmit={(event) => {
            event.preventDefault();
            chooseData(path, path.split("/").at(-1) ?? path);
          }}
        >
          <input
            aria-label={`Path below ${meta.value?.dataRoot}`}
            value={path}
            placeholder="data/decisions.csv"
            onInput={(event) => setPath(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            Use
          </button>
        </form>
      ) : (
        <input
          type="file"
          aria-label="Data file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) {
              void uploadData(file);
            }
          }}
        />
      )}
      {uploadShare.value !== null && <progress value={uploadShare.value} aria-label="Upload" />}
      {previewError.value !== "" && <p class="bad">{previewError.value}</p>}
      {preview.value && (
        <p>
          <b>{dataName || preview.value.name}</b>{" "}
          <span class="muted">
            {preview.value.complete ? "" : "about "}
            {formatInteger(preview.value.estimatedRows)} rows · {formatBytes(preview.value.bytes)}
          </span>
        </p>
      )}
    </fieldset>
  );
}
