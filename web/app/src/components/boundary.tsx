// Keeps a mistake of the page from leaving it blank.
import { Component, type ComponentChildren } from "preact";
import { copyText } from "../lib/copy";

interface State {
  id: string;
  message: string;
}

/** Shows a plain sentence, an identity to quote and a way on, where its children failed. */
export class Boundary extends Component<{ children: ComponentChildren }, State> {
  override state: State = { id: "", message: "" };

  override componentDidCatch(error: unknown): void {
    const id = Math.random().toString(36).slice(2, 10);
    this.setState({ id, message: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { id, message } = this.state;
    if (id === "") {
      return this.props.children;
    }
    return (
      <main class="locked" role="alert">
        <h1>Something in this page went wrong</h1>
        <p>
          The run goes on, and your draft is safe in this browser. Reloading the page shows
          everything again. If it happens once more, tell us <code>{id}</code> and what you did.
        </p>
        <p class="gallery-tools">
          <button type="button" class="button primary" onClick={() => location.reload()}>
            Reload
          </button>
          <button
            type="button"
            class="button"
            onClick={() => copyText(`FairMon page error ${id}: ${message}`)}
          >
            Copy
          </button>
        </p>
      </main>
    );
  }
}
