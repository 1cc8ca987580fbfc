import { Gallery } from "../components/gallery";
import { plotAtCursor } from "../editor/editor";
import { copyText } from "../lib/copy";
import { pageWords } from "../lib/words";
import { tab } from "../store/app";
import { compared } from "../store/compare";
import { check, specText } from "../store/document";
import { panels, run } from "../store/run";
import { Figures } from "./figures";
import { Overview } from "./overview";
import { PanelView } from "./panel";
import { TriggerLog } from "./trigger-log";
import { VerdictLines } from "./verdict-lines";

function NothingToPlot() {
  return (
    <div class="empty card">
      <h2>Nothing to plot yet</h2>
      <p>
        Put <code>#[plot]</code> before an output, and it is drawn here; triggers stand in the log.
      </p>
      <button
        type="button"
        class="button"
        onClick={() => {
          tab.value = "spec";
          plotAtCursor();
        }}
      >
        Plot the output under the cursor
      </button>
    </div>
  );
}

/** Panels as the specification promises them, before any run. */
function Promised() {
  const spec = check.value?.spec;
  if (!spec || specText.value.trim() === "" || spec.streams.length === 0) {
    return <Gallery />;
  }
  if (spec.panels.length === 0) {
    return (
      <>
        {spec.streams.some((stream) => stream.kind === "output") && <NothingToPlot />}
        <Gallery />
      </>
    );
  }
  return (
    <div class="empty card">
      <h2>Ready</h2>
      <p>
        Start draws {spec.panels.length === 1 ? "one panel" : `${spec.panels.length} panels`}:{" "}
        {spec.panels.map((panel) => panel.title || panel.id).join(", ")}.
      </p>
    </div>
  );
}

export function Plots({ log }: { log: boolean }) {
  if (!run.value) {
    return (
      <div class="plots">
        <Promised />
      </div>
    );
  }
  return (
    <div class="plots">
      <VerdictLines />
      <Figures />
      {run.value.status.error !== "" && (
        <div class="card failure" role="alert">
          <b>The run ended early.</b>{" "}
          <button
            type="button"
            class="link"
            onClick={() => copyText(run.value?.status.error ?? "")}
          >
            Copy
          </button>
          <pre>{pageWords(run.value.status.error)}</pre>
        </div>
      )}
      {compared.value && (
        <p class="muted small">Dashed: the run {compared.value.name} laid over this one.</p>
      )}
      {panels.value.length === 0 && <NothingToPlot />}
      {panels.value.map((panel, index) => (
        <PanelView key={`${run.value?.id}/${panel.id}`} panel={panel} index={index} />
      ))}
      {panels.value.length > 0 && <Overview key={run.value.id} />}
      {log && <TriggerLog />}
    </div>
  );
}
