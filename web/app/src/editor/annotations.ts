import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
// Quiet text at line ends (type, pacing) and chips beside plot tags, all from the server's answer.
import type { CheckAnswer, SpecInfo } from "@fairmon/protocol";

export const setAnswer = StateEffect.define<CheckAnswer>();

class NoteWidget extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: NoteWidget): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const span = document.createElement("span");
    span.className = "cm-note";
    span.textContent = this.text;
    return span;
  }
}

class ChipWidget extends WidgetType {
  constructor(
    readonly text: string,
    readonly panel: number,
    readonly red: boolean,
  ) {
    super();
  }
  override eq(other: ChipWidget): boolean {
    return other.text === this.text && other.panel === this.panel;
  }
  override toDOM(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = this.red ? "cm-chip red" : "cm-chip";
    button.textContent = this.text;
    button.title = "Show the panel";
    button.onclick = () =>
      document.getElementById(`panel-${this.panel}`)?.scrollIntoView({ block: "center" });
    return button;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Panels a stream is drawn in, and whether as bars. */
function panelOf(spec: SpecInfo, stream: number): { panel: number; red: boolean } | null {
  for (const [panel, info] of spec.panels.entries()) {
    if (info.streams.includes(stream)) {
      return { panel, red: false };
    }
    if (info.triggers.includes(stream)) {
      return { panel, red: true };
    }
  }
  return null;
}

function build(spec: SpecInfo, view: { lineEnd(at: number): number; length: number }) {
  const found: { at: number; order: number; widget: WidgetType }[] = [];
  spec.streams.forEach((stream, index) => {
    if (stream.kind === "output" && stream.to <= view.length) {
      const text = `${stream.type} · ${stream.pacing}`;
      found.push({ at: view.lineEnd(stream.from), order: 1, widget: new NoteWidget(text) });
    }
    const tag = stream.tags.find((item) => item.key === "plot");
    const place = panelOf(spec, index);
    if (tag && place && tag.to <= view.length) {
      const text = place.red ? `red bars in panel ${place.panel + 1}` : `panel ${place.panel + 1}`;
      const widget = new ChipWidget(text, place.panel, place.red);
      found.push({ at: view.lineEnd(tag.from), order: 0, widget });
    }
  });
  found.sort((a, b) => a.at - b.at || a.order - b.order);
  return Decoration.set(
    found.map((item) => Decoration.widget({ widget: item.widget, side: 1 }).range(item.at)),
  );
}

export const annotations: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setAnswer) && effect.value.spec) {
        const { doc } = transaction.state;
        return build(effect.value.spec, {
          lineEnd: (at) => doc.lineAt(Math.min(at, doc.length)).to,
          length: doc.length,
        });
      }
    }
    return decorations.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
