import { useState } from "preact/hooks";
import { copyText } from "../lib/copy";
import { reuse } from "../runs/runs-page";
import { announcement, connection, dialog, dismiss, meta, toasts } from "../store/app";
import { conflict, specName } from "../store/document";
import { active, run } from "../store/run";
import { draftDiffers } from "../store/run-text";
import { takeAddress } from "../store/session";
import { Icon } from "./icon";

const texts = {
  lost: "The connection to FairMon is lost; trying again. Your draft is safe in this browser.",
  gone: "FairMon has stopped. Start it again at the same address and this page comes back by itself; your draft is safe.",
  outdated: "This page is older than the server. Reload it.",
} as const;

export function Banners() {
  const state = connection.value;
  const text = texts[state as keyof typeof texts];
  return (
    <>
      {text && (
        <div class="banner" role="alert">
          <Icon name="warning" size={16} /> {text}
        </div>
      )}
      {state === "moved" && (
        <div class="banner" role="alert">
          <Icon name="warning" size={16} /> FairMon was started again and has a new address. Open
          the one it printed, here or in another tab, and this page goes on; your draft is safe.
          <AddressForm />
        </div>
      )}
      {conflict.value !== null && dialog.value !== "conflict" && (
        <div class="banner" role="status">
          {specName.value} was changed on disk while you were editing it.{" "}
          <button type="button" class="link" onClick={() => (dialog.value = "conflict")}>
            Compare and decide
          </button>
        </div>
      )}
      {active.value && draftDiffers.value && (
        <div class="banner calm" role="status">
          The running version differs from the text in the editor. Restart uses the text.
        </div>
      )}
      {!active.value && run.value && draftDiffers.value && (
        <div class="banner calm" role="status">
          The plots are of a run of {run.value.name}, the editor holds another text. Start runs the
          text in the editor;{" "}
          <button type="button" class="link" onClick={() => void reuse(run.value!)}>
            open the text of the run
          </button>
        </div>
      )}
      {meta.value?.complaints.map((complaint) => (
        <div class="banner calm" key={complaint}>
          {complaint}
        </div>
      ))}
    </>
  );
}

/** Where an address that FairMon printed is pasted. */
function AddressForm() {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState("");
  const use = async (event: Event) => {
    event.preventDefault();
    setFailure(await takeAddress(text.trim()));
  };
  return (
    <form class="address" onSubmit={(event) => void use(event)}>
      <input
        aria-label="Address printed by FairMon"
        placeholder="http://127.0.0.1:8787/#token=…"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        Go on
      </button>
      {failure !== "" && (
        <span class="bad small" role="alert">
          {failure}
        </span>
      )}
    </form>
  );
}

export function Toasts() {
  return (
    <>
      <div class="toasts" role="status">
        {toasts.value.map((toast) => (
          <div key={toast.id} class={`toast ${toast.kind}`}>
            <span class="pre">{toast.text}</span>
            {toast.kind === "error" && (
              <button type="button" aria-label="Copy" onClick={() => copyText(toast.text)}>
                Copy
              </button>
            )}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
              ×
            </button>
          </div>
        ))}
      </div>
      <div class="hidden-text" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

/** Shown instead of everything when there is no token. */
export function Locked() {
  return (
    <main class="locked">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <h1>This page is locked</h1>
      <p>
        FairMon prints an address with a token when it starts. Open that one: other people of this
        computer could reach the bare address too.
      </p>
      <pre>fairmon serve</pre>
      <AddressForm />
    </main>
  );
}
