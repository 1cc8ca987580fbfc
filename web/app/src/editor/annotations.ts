// Quiet text at line ends (type, pacing) and chips beside plot tags, all from the server's answer.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { CheckAnswer, SpecInfo } from "@fairmon/protocol";
import { factsByLine, noteOf } from "../lib/notes";
import { narrow, tab } from "../store/app";

export const setAnswer = StateEffect.define<CheckAnswer>();

class NoteWidget extends WidgetType {
  constructor(
    readonly text: string,
    readonly title: string,
  ) {
    super();
  }
  override eq(other: NoteWidget): boolean {
    return other.text === this.text && other.title === this.title;
  }
  override toDOM(): HTMLElement {
    const span = document.createElement("span");
    span.className = "cm-note";
    span.textContent = this.text;
    span.title = this.title;
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
    button.onclick = () => {
      if (narrow.value) {
        tab.value = "plots";
      }
      requestAnimationFrame(() =>
        document.getElementById(`panel-${this.panel}`)?.scrollIntoView({ block: "center" }),
      );
    };
    return button;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

function build(spec: SpecInfo, view: { lineEnd(at: number): number; length: number }) {
  const found: { at: number; widget: WidgetType }[] = [];
  for (const [at, { outputs, panels }] of [...factsByLine(spec, view)].sort(
    (a, b) => a[0] - b[0],
  )) {
    for (const [panel, red] of panels) {
      const text = red ? `red bars in panel ${panel + 1}` : `panel ${panel + 1}`;
      found.push({ at, widget: new ChipWidget(text, panel, red) });
    }
    if (outputs.length > 0) {
      const { text, title } = noteOf(outputs);
      found.push({ at, widget: new NoteWidget(text, title) });
    }
  }
  return Decoration.set(
    found.map((item) => Decoration.widget({ widget: item.widget, side: 1 }).range(item.at)),
  );
}

export const annotations: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setAnswer) && !effect.value.ok) {
        // What does not compile has no panels: a chip would lead to those of another text.
        return Decoration.none;
      }
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
