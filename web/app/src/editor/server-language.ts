// Completion, hover, definition: the editor's questions, answered by the compiler.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from "@codemirror/autocomplete";
import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import type { CompletionItem, Diagnostic } from "@fairmon/protocol";
import { renderMarkdown } from "../lib/markdown";
import { api } from "../net/api";
import { openMessage } from "../store/help";

const kinds: Record<string, string> = {
  stream: "variable",
  parameter: "variable",
  function: "function",
  method: "method",
  keyword: "keyword",
  type: "type",
  unit: "constant",
  tag: "property",
  snippet: "text",
};

function toCompletion(item: CompletionItem): Completion {
  return {
    label: item.label,
    detail: item.detail,
    type: kinds[item.kind] ?? "text",
    apply: item.insert.includes("${") ? snippet(item.insert) : item.insert || item.label,
    ...(item.documentation === ""
      ? {}
      : {
          info: () => {
            const box = document.createElement("div");
            box.append(renderMarkdown(item.documentation));
            return box;
          },
        }),
  };
}

export async function completeFromServer(
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\w#[.@"]+$/);
  if (!before && !context.explicit) {
    return null;
  }
  // After a bare number Enter must end the line, not add a unit; the first letter of one asks.
  if (!context.explicit && /^[\d.]+$/.test(before?.text ?? "")) {
    return null;
  }
  try {
    const answer = await api.complete(context.state.doc.toString(), context.pos);
    if (context.aborted || answer.items.length === 0) {
      return null;
    }
    return {
      from: Math.min(answer.from, context.pos),
      options: answer.items.map(toCompletion),
      validFor: /^\w*$/,
    };
  } catch {
    return null;
  }
}

export const hoverFromServer = hoverTooltip(async (view, pos) => {
  try {
    const answer = await api.hover(view.state.doc.toString(), pos);
    if (!answer) {
      return null;
    }
    return {
      pos: answer.from,
      end: answer.to,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        dom.append(renderMarkdown(answer.markdown));
        return { dom };
      },
    };
  } catch {
    return null;
  }
});

export function goToDefinition(view: EditorView): boolean {
  const at = view.state.selection.main.head;
  void api.definition(view.state.doc.toString(), at).then((place) => {
    if (place) {
      view.dispatch({ selection: { anchor: place.from, head: place.to }, scrollIntoView: true });
    }
  });
  return true;
}

/** The compiler's messages as the editor underlines them; other labels are named in the text. */
export function toLint(diagnostic: Diagnostic, length: number): LintDiagnostic {
  const others = diagnostic.labels.filter((label) => !label.primary && label.text !== "");
  const lines = [
    diagnostic.message,
    ...others.map((label) => `· ${label.text}`),
    ...diagnostic.helps.map((help) => `help: ${help}`),
  ];
  const from = Math.min(diagnostic.from, length);
  return {
    from,
    to: Math.max(from, Math.min(diagnostic.to, length)),
    severity: diagnostic.severity,
    source: diagnostic.id,
    message: lines.join("\n"),
    actions: [
      ...diagnostic.fixes.map((fix) => ({
        name: fix.title,
        apply: (view: EditorView) => {
          view.dispatch({
            changes: fix.edits.map(({ from, to, insert }) => ({ from, to, insert })),
          });
        },
      })),
      { name: "What does this mean?", apply: () => openMessage(diagnostic.id) },
    ],
  };
}
