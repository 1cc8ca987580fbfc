import { copyText } from "../lib/copy";
import { announcement, connection, dismiss, meta, toasts } from "../store/app";
import { active } from "../store/run";
import { draftDiffers } from "./header";
import { Icon } from "./icon";

const texts = {
  lost: "The connection to FairMon is lost; trying again. Your draft is safe in this browser.",
  gone: "FairMon has stopped. Start it again and this page comes back; your draft is safe.",
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
      {active.value && draftDiffers() && (
        <div class="banner calm" role="status">
          The running version differs from the text in the editor. Restart uses the text.
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
    </main>
  );
}
