import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { rtlola } from "@fairmon/lang-rtlola";
import type { TextEdit } from "@fairmon/protocol";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../net/api";
import { say } from "../store/app";
import {
  check,
  checkedText,
  edited,
  replaceText,
  replaced,
  specId,
  specText,
} from "../store/document";
import { annotations, setAnswer } from "./annotations";
import { completeColumns } from "./columns";
import { hangingIndent } from "./hanging-indent";
import { renaming } from "./rename-dialog";
import { completeFromServer, goToDefinition, hoverFromServer, toLint } from "./server-language";
import { editorTheme } from "./theme";

let current: EditorView | null = null;

/** Moves the cursor to a place of the text and shows it. */
export function showInEditor(from: number, to: number): void {
  current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  current?.focus();
}

export async function formatText(): Promise<void> {
  try {
    const answer = await api.format(specText.value);
    replaceText(answer.text);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Renames what stands at the cursor, everywhere. */
export function renameAtCursor(): void {
  const view = current;
  if (!view) {
    return;
  }
  const at = view.state.selection.main.head;
  const word = view.state.wordAt(at);
  if (!word) {
    say("Put the cursor on a name first");
    return;
  }
  renaming.value = {
    oldName: view.state.sliceDoc(word.from, word.to),
    rename: async (newName) => {
      try {
        const { edits } = await api.rename(view.state.doc.toString(), at, newName);
        view.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })) });
        requestAnimationFrame(() => view.focus());
        return "";
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

/** Does what a fix promises. */
export function applyEdits(edits: TextEdit[]): void {
  current?.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })) });
}

/** Puts `#[plot]` before the declaration the cursor is in. */
export function plotAtCursor(): void {
  const view = current;
  if (!view) {
    return;
  }
  const { doc } = view.state;
  let line = doc.lineAt(view.state.selection.main.head);
  while (line.number > 1 && !/^\s*output\b/.test(line.text)) {
    line = doc.line(line.number - 1);
  }
  if (/^\s*output\b/.test(line.text)) {
    view.dispatch({ changes: { from: line.from, insert: "#[plot]\n" } });
  } else {
    say("Put the cursor on an output first");
  }
}

/** A key's command that goes on by itself. */
const started = (work: () => Promise<void>) => () => {
  void work();
  return true;
};

const extensions = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  search({ top: true }),
  autocompletion({ override: [completeColumns, completeFromServer] }),
  hoverFromServer,
  annotations,
  rtlola(),
  editorTheme,
  EditorView.lineWrapping,
  hangingIndent,
  EditorView.contentAttributes.of({
    "aria-label": "Specification",
    "aria-description": "Escape, then Tab leaves the editor",
  }),
  keymap.of([
    { key: "Tab", run: acceptCompletion },
    { key: "F12", run: goToDefinition },
    { key: "Mod-b", run: goToDefinition },
    { key: "Shift-Alt-f", run: started(formatText) },
    {
      key: "F2",
      run: () => {
        renameAtCursor();
        return true;
      },
    },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      edited(update.state.doc.toString());
    }
  }),
];

export function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      state: EditorState.create({ doc: specText.value, extensions }),
      parent: host.current!,
    });
    current = view;
    let shownId = specId.peek();
    const stopReplacing = effect(() => {
      replaced.value;
      const text = specText.peek();
      if (specId.peek() !== shownId) {
        // Another document: undoing must not bring back the one before.
        shownId = specId.peek();
        view.setState(EditorState.create({ doc: text, extensions }));
      } else if (text !== view.state.doc.toString()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      }
    });
    const stopChecking = effect(() => {
      const answer = check.value;
      // Underlines belong to the text they were made for; typing on keeps the old ones mapped.
      if (answer && checkedText.value === view.state.doc.toString()) {
        const { length } = view.state.doc;
        const found = answer.diagnostics.map((item) => toLint(item, length));
        view.dispatch(setDiagnostics(view.state, found), { effects: setAnswer.of(answer) });
      }
    });
    return () => {
      stopReplacing();
      stopChecking();
      view.destroy();
      current = null;
    };
  }, []);
  return (
    <div class="editor-box">
      <div class="editor" ref={host} />
      <p class="leave-hint small muted" aria-hidden="true">
        <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor
      </p>
    </div>
  );
}
