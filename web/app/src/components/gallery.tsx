import type { ExampleCard } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiFailure, api } from "../net/api";
import { openExample } from "../store/actions";
import { connection, dialog } from "../store/app";
import { newSpec } from "../store/document";
import { openWizard } from "../store/wizard";
import { Dialog } from "./controls";
import { Icon } from "./icon";

const cards = signal<ExampleCard[]>([]);
const failure = signal("");

async function loadCards(): Promise<void> {
  if (cards.value.length > 0) {
    return;
  }
  try {
    cards.value = await api.examples();
    failure.value = "";
  } catch (error) {
    failure.value = error instanceof ApiFailure ? error.message : "FairMon does not answer";
  }
}

export function Gallery() {
  // Asked again when the connection is back: an empty gallery must never stay one.
  const state = connection.value;
  useEffect(() => void loadCards(), [state]);
  return (
    <section class="gallery" aria-label="Examples">
      <div class="own-table">
        <h2>Start with a table of your own</h2>
        <p class="muted">
          A few questions in plain words lead from a file of decisions to a specification, its plots
          and a report.
        </p>
        <div class="gallery-tools">
          <button type="button" class="button primary" onClick={openWizard}>
            <Icon name="table" size={16} /> Start with a table
          </button>
        </div>
      </div>
      <h2>Start with an example</h2>
      <p class="muted">One click opens the specification, its data, and runs it.</p>
      {cards.value.length === 0 && (
        <p class={failure.value === "" ? "muted" : "bad"} role="status">
          {failure.value === "" ? "Loading the examples…" : `No examples: ${failure.value}. `}
          {failure.value !== "" && (
            <button type="button" class="link" onClick={() => void loadCards()}>
              Try again
            </button>
          )}
        </p>
      )}
      <ul>
        {cards.value.map((card) => (
          <li key={card.id} class="card">
            <h3>{card.title}</h3>
            <p class="muted">{card.summary}</p>
            <div class="gallery-tools">
              {card.hasData && (
                <button
                  type="button"
                  class="button primary"
                  onClick={() => void openExample(card.id, true)}
                >
                  <Icon name="play" size={14} /> Run
                </button>
              )}
              <button type="button" class="button" onClick={() => void openExample(card.id, false)}>
                Open
              </button>
            </div>
          </li>
        ))}
        <li class="card">
          <h3>Blank</h3>
          <p class="muted">An empty specification for your own data.</p>
          <div class="gallery-tools">
            <button
              type="button"
              class="button"
              onClick={() => {
                dialog.value = null;
                newSpec("input decision: Bool\n");
              }}
            >
              Begin
            </button>
          </div>
        </li>
      </ul>
    </section>
  );
}

export function GalleryDialog() {
  return (
    <Dialog title="Examples" wide onClose={() => (dialog.value = null)}>
      <Gallery />
    </Dialog>
  );
}
