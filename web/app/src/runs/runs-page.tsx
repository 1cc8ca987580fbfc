import type { RunInfo } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { IconButton } from "../components/controls";
import { Differences } from "../components/documents";
import { formatClock, formatDuration, formatInteger } from "../lib/format";
import { api } from "../net/api";
import { say } from "../store/app";
import { compareWith, compared } from "../store/compare";
import { openSpec, specText } from "../store/document";
import { attach, attachedRun } from "../store/live";
import { run } from "../store/run";
import { loadPreview, setSource, toOptions } from "../store/source";
import { resetView } from "../store/view";
import { RunPicture } from "./run-picture";

export const runs = signal<RunInfo[]>([]);

export async function refreshRuns(): Promise<void> {
  try {
    runs.value = await api.runs();
  } catch {
    // The connection banner tells.
  }
}

export async function reuse(info: { id: string }): Promise<void> {
  const { settings } = await api.run(info.id);
  openSpec("run", `run:${info.id}`, settings.name, settings.spec);
  setSource({
    plugin: settings.plugin,
    target: settings.targets[0] ?? "",
    dataName: settings.dataName,
    options: toOptions(settings.options),
    replaySpeed: settings.replaySpeed,
    startTime: settings.startTime,
    onBadRecord: settings.onBadRecord,
    onLate: settings.onLate,
    onError: settings.onError,
    keepCopy: settings.keepCopy,
  });
  await loadPreview();
  say("Specification and source of the run are in the editor");
}

/** The same specification over the events that were kept. */
async function useCopy(info: RunInfo): Promise<void> {
  const { settings, startTime } = await api.run(info.id);
  openSpec("run", `run:${info.id}`, settings.name, settings.spec);
  setSource({
    plugin: "jsonl",
    target: `copy:${info.id}`,
    dataName: `copy of ${info.dataName || settings.plugin}`,
    options: { "time-column": ["monitor_time"], "time-format": ["relative"] },
    startTime: startTime?.s ?? null,
  });
  await loadPreview();
  say("The run's local copy is the data source now");
}

/** What the reader calls a run, and what is to be remembered about it. */
function LabelForm({ info, done }: { info: RunInfo; done: () => void }) {
  const [title, setTitle] = useState(info.title ?? "");
  const [note, setNote] = useState(info.note ?? "");
  const save = async (event: Event) => {
    event.preventDefault();
    try {
      await api.labelRun(info.id, title.trim(), note.trim());
      await refreshRuns();
      done();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), "error");
    }
  };
  return (
    <form class="run-label" onSubmit={(event) => void save(event)}>
      <input
        aria-label="Name of the run"
        placeholder={info.name}
        maxLength={120}
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <textarea
        aria-label="Note about the run"
        placeholder="What was tried, what came out"
        maxLength={4000}
        rows={2}
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Keep
      </button>
    </form>
  );
}

function RunRow({ info }: { info: RunInfo }) {
  const { status } = info;
  const current = info.id === run.value?.id;
  const [editing, setEditing] = useState(false);
  const [differences, setDifferences] = useState<string | null>(null);
  const when = formatClock(status.started);
  const steer = async (verb: "pin" | "unpin") => {
    await api.steer(info.id, verb);
    void refreshRuns();
  };
  const compareText = async () => {
    setDifferences(differences === null ? (await api.run(info.id)).settings.spec : null);
  };
  const remove = async () => {
    if (confirm(`Remove the run of ${when}?`)) {
      await api.removeRun(info.id);
      if (attachedRun() === info.id) {
        attach("");
      }
      void refreshRuns();
    }
  };
  return (
    <li class={current ? "run current" : "run"}>
      <button
        type="button"
        class="run-main"
        aria-current={current}
        onClick={() => {
          resetView();
          attach(info.id);
        }}
      >
        <RunPicture info={info} />
        <span class="run-text">
          <b>
            <bdi>{info.title || info.name}</bdi>
          </b>
          {info.title && <span class="muted small">{info.name}</span>}
          <span class={`phase ${status.phase}`}>
            <span class="dot" aria-hidden="true" />
            {status.phase}
          </span>
          <span class="muted small">
            {when} · {info.dataName || "no file"} · {formatInteger(status.events)} events ·{" "}
            {formatDuration(status.wallSeconds)}
          </span>
          <span class={info.firings > 0 ? "bad small" : "muted small"}>
            ▲ {formatInteger(info.firings)} firings
          </span>
          {status.error !== "" && <span class="bad small pre">{status.error}</span>}
        </span>
      </button>
      {info.note && <p class="run-note small pre">{info.note}</p>}
      {editing && <LabelForm info={info} done={() => setEditing(false)} />}
      {differences !== null && <Differences before={differences} after={specText.value} />}
      <span class="run-tools">
        <IconButton
          icon="file"
          label="Name and note"
          pressed={editing}
          onClick={() => setEditing(!editing)}
        />
        <IconButton
          icon="table"
          label="What differs from the text in the editor"
          pressed={differences !== null}
          onClick={() => void compareText()}
        />
        <IconButton icon="code" label="Open its specification" onClick={() => void reuse(info)} />
        {info.hasCopy && (
          <IconButton
            icon="data"
            label="Use its local copy as the source"
            onClick={() => void useCopy(info)}
          />
        )}
        <IconButton
          icon="layers"
          label="Lay over the run on screen"
          pressed={compared.value?.id === info.id}
          onClick={() => void compareWith(info.id)}
        />
        <IconButton
          icon="pin"
          label={info.pinned ? "Unpin" : "Pin: never pruned"}
          pressed={info.pinned}
          onClick={() => void steer(info.pinned ? "unpin" : "pin")}
        />
        <IconButton icon="bin" label="Remove" onClick={() => void remove()} />
      </span>
    </li>
  );
}

export function RunsPage() {
  if (runs.value.length === 0) {
    return <p class="empty">No run yet. What you start is kept here.</p>;
  }
  return (
    <ul class="runs">
      {runs.value.map((info) => (
        <RunRow key={info.id} info={info} />
      ))}
    </ul>
  );
}
