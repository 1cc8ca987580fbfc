import type { RunInfo } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { IconButton } from "../components/controls";
import { formatDuration, formatInteger } from "../lib/format";
import { api } from "../net/api";
import { say } from "../store/app";
import { compareWith, compared } from "../store/compare";
import { openSpec } from "../store/document";
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

async function reuse(id: string): Promise<void> {
  const { settings } = await api.run(id);
  openSpec(settings.name, settings.spec);
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
  openSpec(settings.name, settings.spec);
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

function RunRow({ info }: { info: RunInfo }) {
  const { status } = info;
  const current = info.id === run.value?.id;
  const when = new Date(status.started * 1000).toLocaleString();
  const steer = async (verb: "pin" | "unpin") => {
    await api.steer(info.id, verb);
    void refreshRuns();
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
          <b>{info.name}</b>
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
      <span class="run-tools">
        <IconButton
          icon="code"
          label="Open its specification"
          onClick={() => void reuse(info.id)}
        />
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
