// After `input`: the columns of the chosen data that no input reads yet.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { columnInput } from "../lib/column-input";
import { preview, timeColumn } from "../store/source";

export function completeColumns(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/^\s*input\s+\w*$/);
  const table = preview.value;
  if (!before || !table) {
    return null;
  }
  // Read from the text itself: the compiler's answer is of a moment ago.
  const { doc } = context.state;
  const here = doc.lineAt(context.pos).number;
  const known = new Set<string>();
  for (let line = 1; line <= doc.lines; line++) {
    const declared = /^\s*input\s+(\w+)/.exec(doc.line(line).text)?.[1];
    if (declared && line !== here) {
      known.add(declared);
    }
  }
  const options = table.columns.flatMap((column, at): Completion[] => {
    const cells = table.rows.map((row) => row[at] ?? "");
    const { name, type, tag } = columnInput(column, cells);
    if (known.has(name) || column === timeColumn.value?.column) {
      return [];
    }
    return [
      {
        label: column,
        detail: `${type} · ${[...new Set(cells.filter(Boolean))].slice(0, 3).join(", ")}`,
        type: "variable",
        apply: (view, _, from, to) => {
          const line = view.state.doc.lineAt(from);
          view.dispatch({
            changes: [
              ...(tag === "" ? [] : [{ from: line.from, insert: `${tag}\n` }]),
              { from, to, insert: `${name}: ${type}` },
            ],
          });
        },
      },
    ];
  });
  const word = /\w*$/.exec(before.text)![0];
  return options.length === 0
    ? null
    : { from: context.pos - word.length, options, validFor: /^[\w ]*$/ };
}
