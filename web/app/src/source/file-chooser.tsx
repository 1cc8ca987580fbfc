import { useState } from "preact/hooks";
import { formatBytes, formatInteger } from "../lib/format";
import { ApiFailure, upload } from "../net/api";
import { meta, say } from "../store/app";
import {
  changeSource,
  loadPreview,
  preview,
  previewError,
  source,
  sourceCheck,
} from "../store/source";

/** Chooses the data: a file of the reader's, or one below the server's data folder. */
export function FileChooser() {
  const [share, setShare] = useState<number | null>(null);
  const { target, dataName } = source.value;
  const isPath = target !== "" && !target.includes(":");
  const [byPath, setByPath] = useState(isPath);
  const [path, setPath] = useState(isPath ? target : "");
  const choose = (chosen: string, name: string) => {
    sourceCheck.value = null;
    changeSource({ target: chosen, dataName: name });
    void loadPreview();
  };
  const send = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    const limit = meta.value?.maxUploadBytes ?? 0;
    if (file.size > limit) {
      say(`${file.name} is larger than ${formatBytes(limit)}; give its path instead`, "error");
      return;
    }
    setShare(0);
    try {
      const done = await upload(file, setShare);
      choose(`upload:${done.id}`, done.name);
    } catch (error) {
      say(error instanceof ApiFailure ? error.message : "the upload failed", "error");
    }
    setShare(null);
  };
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
            choose(path, path.split("/").at(-1) ?? path);
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
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
      )}
      {share !== null && <progress value={share} aria-label="Upload" />}
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
