// A line that is too long goes on under its own indentation, not at the left edge.
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** How far a continued line is set in beyond the line it belongs to, in characters. */
const further = 2;
const known = new Map<number, Decoration>();

function decorationFor(columns: number): Decoration {
  let made = known.get(columns);
  if (!made) {
    const style = `text-indent:-${columns}ch;padding-left:calc(${columns}ch + 6px)`;
    made = Decoration.line({ attributes: { style } });
    known.set(columns, made);
  }
  return made;
}

function build(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const indent = /^ */.exec(line.text)![0].length;
      found.add(line.from, line.from, decorationFor(indent + further));
      at = line.to + 1;
    }
  }
  return found.finish();
}

export const hangingIndent: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = build(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) {
        this.decorations = build(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
