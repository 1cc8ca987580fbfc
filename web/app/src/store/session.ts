// Coming in and coming back: the sign-in, what the command line named, a server started again.
import type { Meta } from "@fairmon/protocol";
import { effect } from "@preact/signals";
import { ApiFailure, api, letIn } from "../net/api";
import { refreshRuns, runs } from "../runs/runs-page";
import { watchAlarms } from "./alarm";
import { connection, meta, narrow, say, tab } from "./app";
import { fileId, lookAtFile, openSpec, recheck, specText } from "./document";
import { claimTab, rememberedDocument } from "./drafts";
import { attach, attachedRun, connect, restarted, runsChanged, tryAgain } from "./live";
import { type Place, followPlace, readPlace } from "./permalink";
import { loadPreview, setSource, sources, toOptions } from "./source";
import { tryInBackground } from "./trial";
import { lookAt } from "./view";
import { resumeWizard } from "./wizard";

/** The token of the address, or nothing. */
const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get("token") ?? "";

/** Trades a token for a cookie and takes it out of the address. */
async function signIn(token: string): Promise<void> {
  if (token !== "") {
    await api.session(token);
    history.replaceState(null, "", location.pathname + location.search);
  }
}

/** Opens what the command line named. */
function openNamed(): void {
  const { opening } = meta.value!;
  if (opening.example !== "") {
    openSpec("example", `example:${opening.example}`, opening.specName, opening.spec);
  } else {
    openSpec("file", fileId(opening.specFile), opening.specName, opening.spec);
  }
  const { plugin, target, dataName, startTime, replaySpeed } = opening;
  const options = toOptions(opening.options);
  setSource(target === "" ? {} : { plugin, target, dataName, startTime, replaySpeed, options });
}

/** What the tab had open stays, unless this is another start of FairMon that names something. */
function restoreDocument(known: boolean): void {
  if (meta.value!.opening.spec !== "" && !known) {
    openNamed();
  } else if (specText.value !== "") {
    recheck();
    void lookAtFile();
  }
}

/** The run that was on screen; in a start that is new to the tab, the one it begins with. */
function restoreRun(known: boolean, place: Place | null): void {
  const { opening } = meta.value!;
  const going = runs.value.find((item) => ["running", "paused"].includes(item.status.phase));
  const seen = sessionStorage.getItem("fairmon.run") ?? "";
  const begun = opening.run || going?.id || "";
  const linked = runs.value.some((item) => item.id === place?.run) ? place!.run : "";
  if (place && linked === "") {
    say("The run this address names is not kept here any more", "error");
  }
  const shown = linked || (known ? seen || begun : begun || seen);
  if (runs.value.some((item) => item.id === shown)) {
    attach(shown);
    if (linked !== "" && place?.from != null && place.to != null) {
      lookAt({ from: place.from, to: place.to });
    }
    if (linked !== "" && place?.panel != null) {
      showPanel(place.panel);
    }
    if (narrow.value) {
      tab.value = "plots";
    }
  } else if (attachedRun() !== "") {
    attach("");
  }
}

/** Scrolls to a panel once it is there. */
function showPanel(panel: number, patience = 40): void {
  const element = document.getElementById(`panel-${panel}`);
  if (element) {
    element.scrollIntoView({ block: "center" });
  } else if (patience > 0) {
    setTimeout(() => showPanel(panel, patience - 1), 100);
  }
}

/** Takes what the server says of itself; true if the tab has met this start of it before. */
function meet(told: Meta): boolean {
  const known = rememberedDocument()?.life === told.life;
  meta.value = told;
  return known;
}

/** Another FairMon answers at this address: what it was started with is shown. */
async function meetAgain(): Promise<void> {
  const known = meet(await api.meta());
  await refreshRuns();
  restoreDocument(known);
  restoreRun(known, null);
  await loadPreview();
}

export async function begin(): Promise<void> {
  const claimed = claimTab();
  const place = readPlace(location.hash);
  let known = false;
  try {
    await signIn(tokenIn(location.hash));
    letIn();
    const told = await api.meta();
    await claimed;
    known = meet(told);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) {
      connection.value = "locked";
      return;
    }
    connection.value = "lost";
    setTimeout(() => void begin(), 1000);
    return;
  }
  connection.value = "connecting";
  [sources.value] = await Promise.all([api.sources(), refreshRuns()]);
  connect();
  effect(() => {
    runsChanged.value;
    void refreshRuns();
  });
  restoreDocument(known);
  restoreRun(known, place);
  // Where there is room for one thing only, an empty page shows how to begin.
  if (narrow.value && attachedRun() === "" && specText.value === "") {
    tab.value = "plots";
  }
  followPlace();
  await loadPreview();
  effect(() => {
    if (restarted.value > 0) {
      void meetAgain();
    }
  });
  tryInBackground();
  resumeWizard();
  watchAlarms();
  addEventListener("focus", () => void lookAtFile());
}

/** Takes an address that was pasted, into the page or over the old one in the address bar. */
export async function takeAddress(text: string): Promise<string> {
  const token = tokenIn(text.slice(Math.max(0, text.indexOf("#"))));
  if (token === "") {
    return "the address has no token; copy all of it, with what follows #token=";
  }
  try {
    await signIn(token);
  } catch (error) {
    return error instanceof ApiFailure ? error.message : "FairMon does not answer at this address";
  }
  if (connection.value === "locked") {
    await begin();
  } else {
    tryAgain();
  }
  return "";
}

// A browser that is given the same address with another token loads nothing: the page must look.
addEventListener("hashchange", () => {
  if (tokenIn(location.hash) !== "") {
    void takeAddress(location.hash);
    return;
  }
  const place = readPlace(location.hash);
  if (place && meta.value) {
    restoreRun(true, place);
  }
});
