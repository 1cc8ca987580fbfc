import { Banners, Locked, Toasts } from "./components/banners";
import { IconButton } from "./components/controls";
import { ConflictDialog, DraftsDialog } from "./components/documents";
import { DropZone } from "./components/drop";
import { GalleryDialog } from "./components/gallery";
import { Header } from "./components/header";
import { HelpDialog } from "./components/help";
import { Icon, type IconName } from "./components/icon";
import { later } from "./components/later";
import { ShortcutsDialog, useShortcuts } from "./components/shortcuts";
import { Splitter } from "./components/splitter";
import { Editor } from "./editor/editor";
import { RenameDialog, renaming } from "./editor/rename-dialog";
import { Verdict } from "./editor/verdict";
import { Plots } from "./run/plots";
import { TriggerLog } from "./run/trigger-log";
import { RunsPage, runs } from "./runs/runs-page";
import { SourceCard, SourcePage } from "./source/source-page";
import {
  type Tab,
  connection,
  dialog,
  disconnected,
  leftFolded,
  leftWidth,
  narrow,
  rightFolded,
  tab,
} from "./store/app";
import { source } from "./store/source";

const Wizard = later(() => import("./wizard/wizard"));
const WhyDialog = later(() => import("./why/why-dialog"));

const names: Record<Tab, [string, string, IconName]> = {
  spec: ["Specification", "Spec", "code"],
  source: ["Data source", "Source", "data"],
  runs: ["Runs", "Runs", "clock"],
  plots: ["Plots", "Plots", "grid"],
  log: ["Trigger log", "Log", "table"],
};

function Tabs({ items }: { items: Tab[] }) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? items.length - 1 : 0;
    if (step !== 0) {
      const next = items[(items.indexOf(tab.value) + step) % items.length]!;
      tab.value = next;
      requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
    }
  };
  return (
    <div class="tabs" role="tablist" aria-label="Sections" onKeyDown={move}>
      {items.map((item) => (
        <button
          type="button"
          role="tab"
          key={item}
          id={`tab-${item}`}
          aria-selected={tab.value === item}
          aria-controls="tab-content"
          tabIndex={tab.value === item ? 0 : -1}
          onClick={() => (tab.value = item)}
        >
          <Icon name={names[item][2]} size={16} />
          {narrow.value ? names[item][1] : names[item][0]}
          {item === "source" && !narrow.value && (
            <span class="badge green">{source.value.plugin.toUpperCase()}</span>
          )}
          {item === "runs" && !narrow.value && <span class="badge">{runs.value.length}</span>}
        </button>
      ))}
    </div>
  );
}

function Content({ which }: { which: Tab }) {
  return (
    <div
      id="tab-content"
      class={`tab-content page-${which}`}
      role="tabpanel"
      aria-labelledby={`tab-${which}`}
    >
      {/* The editor stays alive behind the other tabs, with its history and its cursor. */}
      <div class="spec-page" hidden={which !== "spec"}>
        <Editor />
        <Verdict />
        <SourceCard onConfigure={() => (tab.value = "source")} />
      </div>
      {which === "source" && <SourcePage />}
      {which === "runs" && <RunsPage />}
      {which === "plots" && <Plots log={false} />}
      {which === "log" && <TriggerLog />}
    </div>
  );
}

/** One side may be folded away, never both. */
function columns(): string {
  if (leftFolded.value) {
    return "2.6rem 1fr";
  }
  return rightFolded.value ? "1fr 2.6rem" : `${leftWidth.value}% 6px 1fr`;
}

function Wide() {
  const shown = tab.value === "plots" || tab.value === "log" ? "spec" : tab.value;
  return (
    <div class="sides" style={{ gridTemplateColumns: columns() }}>
      {leftFolded.value && (
        <aside class="folded" aria-label="Folded side">
          <IconButton
            icon="unfold"
            label="Show the specification"
            onClick={() => (leftFolded.value = false)}
          />
        </aside>
      )}
      {/* Hidden, not taken away: the editor keeps its history. */}
      <aside class="left" aria-label="Specification and data" hidden={leftFolded.value}>
        <div class="tab-line">
          <Tabs items={["spec", "source", "runs"]} />
          <IconButton
            icon="fold"
            label="Fold this side away"
            onClick={() => {
              leftFolded.value = true;
              rightFolded.value = false;
            }}
          />
          {!rightFolded.value && (
            <IconButton
              icon="unfold"
              label="Fold the plots away"
              onClick={() => (rightFolded.value = true)}
            />
          )}
        </div>
        <Content which={shown} />
      </aside>
      {!leftFolded.value && !rightFolded.value && <Splitter />}
      <main class="right" aria-label="What the monitor says" hidden={rightFolded.value}>
        <Plots log />
      </main>
      {rightFolded.value && (
        <aside class="folded" aria-label="Folded side">
          <IconButton
            icon="fold"
            label="Show the plots"
            onClick={() => (rightFolded.value = false)}
          />
        </aside>
      )}
    </div>
  );
}

function Narrow() {
  return (
    <main class="narrow">
      <Tabs items={["spec", "source", "plots", "log", "runs"]} />
      <Content which={tab.value} />
    </main>
  );
}

export function App() {
  useShortcuts();
  if (connection.value === "locked") {
    return <Locked />;
  }
  return (
    <div class={disconnected.value ? "app disconnected" : "app"}>
      <Header />
      <Banners />
      {narrow.value ? <Narrow /> : <Wide />}
      {dialog.value === "gallery" && <GalleryDialog />}
      {dialog.value === "conflict" && <ConflictDialog />}
      {dialog.value === "drafts" && <DraftsDialog />}
      {dialog.value === "help" && <HelpDialog />}
      {dialog.value === "wizard" && <Wizard />}
      {dialog.value === "why" && <WhyDialog />}
      {renaming.value && <RenameDialog />}
      {dialog.value === "shortcuts" && <ShortcutsDialog />}
      <DropZone />
      <Toasts />
    </div>
  );
}
