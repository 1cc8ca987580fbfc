import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { Boundary } from "./components/boundary";
import { ApiFailure, api } from "./net/api";
import { loadPlotly } from "./plots/plotly";
import { connection, meta, narrow, say, tab } from "./store/app";
import { openSpec, recheck, specText } from "./store/document";
import { attach, connect, runsChanged } from "./store/live";
import { loadPreview, setSource, sources, toOptions } from "./store/source";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import "./styles/plots.css";
import { refreshRuns, runs } from "./runs/runs-page";

/** Trades the token of the address for a cookie and takes it out of the address. */
async function openSession(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token !== "") {
    await api.session(token);
    history.replaceState(null, "", location.pathname);
  }
}

/** What the command line named comes first; else the newest run that is still going on. */
async function restore(): Promise<void> {
  const { opening } = meta.value!;
  if (opening.spec !== "" && sessionStorage.getItem("fairmon.opened") === null) {
    openSpec(opening.specName, opening.spec);
    if (opening.target !== "") {
      const { plugin, target, dataName, startTime, replaySpeed } = opening;
      const options = toOptions(opening.options);
      setSource({ plugin, target, dataName, startTime, replaySpeed, options });
    }
    sessionStorage.setItem("fairmon.opened", "yes");
  } else if (specText.value !== "") {
    recheck();
  }
  const going = runs.value.find((item) => ["running", "paused"].includes(item.status.phase));
  const shown = opening.run || going?.id || sessionStorage.getItem("fairmon.run") || "";
  if (runs.value.some((item) => item.id === shown)) {
    attach(shown);
    if (narrow.value) {
      tab.value = "plots";
    }
  }
}

async function begin(): Promise<void> {
  try {
    await openSession();
    meta.value = await api.meta();
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) {
      connection.value = "locked";
      return;
    }
    connection.value = "lost";
    setTimeout(() => void begin(), 1000);
    return;
  }
  [sources.value] = await Promise.all([api.sources(), refreshRuns()]);
  connect();
  effect(() => {
    runsChanged.value;
    void refreshRuns();
  });
  await restore();
  await loadPreview();
}

addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof ApiFailure)) {
    say("Something in this page went wrong; the run is not affected. Reload if it looks odd.");
  }
});

const root = document.getElementById("app")!;
root.textContent = "";
render(
  <Boundary>
    <App />
  </Boundary>,
  root,
);
void begin();
// The plot library is large: it comes after the first paint, before it is needed.
requestAnimationFrame(() => setTimeout(() => void loadPlotly(), 0));
