import { useRef } from "preact/hooks";
import { formatDuration, formatInteger, formatSpan } from "../lib/format";
import { api } from "../net/api";
import { obstacle, pauseOrResume, setReplaySpeed, start, step, stop } from "../store/actions";
import { type Theme, dialog, disconnected, isDark, theme } from "../store/app";
import {
  documentState,
  downloadSpec,
  newSpec,
  saveSpec,
  specName,
  writesFile,
} from "../store/document";
import { openHelp } from "../store/help";
import { active, run } from "../store/run";
import { draftDiffers } from "../store/run-text";
import { source } from "../store/source";
import { openFile, saveSource } from "../store/source-file";
import { openWizard } from "../store/wizard";
import { IconButton, Menu } from "./controls";
import { Icon } from "./icon";

const speeds: [string, number | null][] = [
  ["as fast as possible", null],
  ["real time", 1],
  ["1 min / s", 60],
  ["1 h / s", 3600],
  ["1 d / s", 86400],
  ["7 d / s", 7 * 86400],
  ["30 d / s", 30 * 86400],
];

/** The usual speeds, and the one in use if it is none of them. */
function knownSpeeds(current: number | null): [string, number | null][] {
  return speeds.some(([, value]) => value === current)
    ? speeds
    : [...speeds, [`${formatSpan(current!)} / s`, current]];
}

const themes: [string, Theme][] = [
  ["Light", "light"],
  ["Dark", "dark"],
  ["As the system", "system"],
];

function FileMenu() {
  const chooser = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (file) {
      await openFile(file);
    }
  };
  return (
    <>
      <Menu
        name={`Specification ${specName.value}`}
        label={
          <>
            <Icon name="file" />
            <span class="file-name">{specName.value}</span>
            <span class="muted small">{documentState.value}</span>
          </>
        }
        items={[
          { text: "New", action: () => newSpec() },
          { text: "From a table…", action: openWizard },
          { text: "Open…", action: () => chooser.current?.click() },
          writesFile.value
            ? { text: `Save ${specName.value} (Ctrl S)`, action: () => void saveSpec() }
            : { text: "Download (Ctrl S)", action: downloadSpec },
          ...(writesFile.value ? [{ text: "Download a copy", action: downloadSpec }] : []),
          { text: "Unsaved drafts…", action: () => (dialog.value = "drafts") },
          { text: "Save the source settings", action: saveSource },
        ]}
      />
      <input
        ref={chooser}
        type="file"
        accept=".lola,.spec,.txt,.json"
        hidden
        aria-label="Open a specification"
        onChange={(event) => void open(event.currentTarget.files?.[0])}
      />
    </>
  );
}

function RunButtons() {
  const phase = run.value?.status.phase;
  const differs = active.value && draftDiffers.value;
  if (active.value) {
    return (
      <>
        <button type="button" class="button" disabled={disconnected.value} onClick={pauseOrResume}>
          <Icon name={phase === "paused" ? "play" : "pause"} size={16} />
          {phase === "paused" ? "Resume" : "Pause"}
        </button>
        {phase === "paused" && (
          <button
            type="button"
            class="button"
            title="One more event (N)"
            disabled={disconnected.value}
            onClick={step}
          >
            Step
          </button>
        )}
        <button type="button" class="button" disabled={disconnected.value} onClick={stop}>
          <Icon name="stop" size={16} />
          Stop
        </button>
        {differs && (
          <button type="button" class="button primary" onClick={start}>
            Restart
          </button>
        )}
      </>
    );
  }
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={obstacle.value !== null}
      aria-describedby="start-obstacle"
      title={obstacle.value ?? "Ctrl Enter"}
      onClick={start}
    >
      <Icon name="play" size={16} />
      Start
    </button>
  );
}

function Status() {
  const info = run.value;
  if (info === null) {
    return (
      <p class="status muted" id="start-obstacle">
        {obstacle.value ? `To start: ${obstacle.value}` : "Ready to start"}
      </p>
    );
  }
  const { status } = info;
  const share = status.share;
  const words = {
    running: status.waiting || "Running",
    paused: "Paused",
    finished: "Finished",
    stopped: "Stopped",
    failed: "Failed",
    interrupted: "Interrupted",
  };
  // What went on when the connection broke may have ended since.
  const unknown = disconnected.value && active.value;
  return (
    <div class="status" role="status" data-run={info.id}>
      <div class="status-line">
        <span class={unknown ? "phase unknown" : `phase ${status.phase}`}>
          <span class="dot" aria-hidden="true" />
          {unknown ? "No connection" : words[status.phase]}
        </span>
        <span class="muted">
          {formatInteger(status.events)} events
          {!active.value && ` in ${formatDuration(status.wallSeconds)}`}
        </span>
        {share !== null && status.phase !== "failed" && <b>{Math.floor(share * 100)} %</b>}
      </div>
      {!active.value && obstacle.value !== null && (
        <p class="obstacle small" id="start-obstacle">
          To start: {obstacle.value}
        </p>
      )}
      <progress
        class={status.phase}
        aria-label="Share of the data read"
        {...(share === null && active.value ? {} : { value: share ?? 1 })}
      />
    </div>
  );
}

export function Header() {
  const id = run.value?.id;
  const download = (what: string, format: string) => () => {
    if (id) {
      location.assign(api.exportAddress(id, what, format));
    }
  };
  const none = id === undefined;
  const speed = (active.value ? run.value?.replaySpeed : source.value.replaySpeed) ?? null;
  return (
    <header class="top">
      <div class="brand">
        <img src="/icon.svg" alt="" width="26" height="26" />
        <h1>FairMon</h1>
      </div>
      <FileMenu />
      <button
        type="button"
        class="quiet"
        aria-label="Examples"
        onClick={() => (dialog.value = "gallery")}
      >
        <Icon name="grid" />
        <span class="wide-only">Examples</span>
      </button>
      <div class="run-bar">
        <RunButtons />
        <label class="replay">
          <span class="muted wide-only">Replay</span>
          <select
            aria-label="Replay speed"
            value={String(speed ?? "")}
            disabled={active.value && disconnected.value}
            onChange={(event) => setReplaySpeed(Number(event.currentTarget.value) || null)}
          >
            {knownSpeeds(speed).map(([name, value]) => (
              <option key={name} value={String(value ?? "")}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Status />
      </div>
      <Menu
        name="Export"
        align="right"
        label={
          <>
            <Icon name="down" />
            <span class="wide-only">Export</span>
          </>
        }
        items={[
          { text: "Report (HTML)", action: download("report", "html"), disabled: none },
          { text: "All values (CSV)", action: download("series", "csv"), disabled: none },
          { text: "All values (JSON)", action: download("series", "json"), disabled: none },
          { text: "Triggers (CSV)", action: download("triggers", "csv"), disabled: none },
          { text: "Triggers (JSON)", action: download("triggers", "json"), disabled: none },
        ]}
      />
      <Menu
        name="Theme"
        align="right"
        bare
        label={<Icon name={isDark.value ? "moon" : "sun"} />}
        items={themes.map(([text, value]) => ({
          text: theme.value === value ? `${text} ✓` : text,
          action: () => (theme.value = value),
        }))}
      />
      <IconButton icon="info" label="Help" onClick={() => openHelp()} />
      <span class="keyboard-help">
        <IconButton
          icon="keyboard"
          label="Keyboard shortcuts"
          onClick={() => (dialog.value = "shortcuts")}
        />
      </span>
    </header>
  );
}
