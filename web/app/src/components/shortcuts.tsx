import { useEffect } from "preact/hooks";
import { type Command, commandOf, shortcutTable } from "../lib/shortcuts";
import { stepEpisode } from "../run/trigger-log";
import { pauseOrResume, start, step, stop } from "../store/actions";
import { notify, switchNotify } from "../store/alarm";
import { dialog, leftFolded, letterKeys, narrow, rightFolded, tab } from "../store/app";
import { saveSpec } from "../store/document";
import { active } from "../store/run";
import { panBy, resetView, toggleFollow, zoomBy } from "../store/view";
import { explainSelected } from "../store/why";
import { Dialog } from "./controls";

function focusOn(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

const actions: Record<Command, () => void> = {
  start: () => void start(),
  stop: () => void stop(),
  pause: () => active.value && void pauseOrResume(),
  step: () => active.value && void step(),
  save: () => void saveSpec(),
  spec: () => {
    tab.value = "spec";
    leftFolded.value = false;
    focusOn(".cm-content");
  },
  source: () => {
    tab.value = "source";
    leftFolded.value = false;
    focusOn(".source-page select");
  },
  plots: () => {
    if (narrow.value) {
      tab.value = "plots";
    }
    rightFolded.value = false;
    focusOn(".plot-area");
  },
  previous: () => stepEpisode(-1),
  next: () => stepEpisode(1),
  why: explainSelected,
  zoomIn: () => zoomBy(0.7),
  zoomOut: () => zoomBy(1.4),
  left: () => panBy(-0.2),
  right: () => panBy(0.2),
  reset: resetView,
  follow: toggleFollow,
  filter: () => {
    if (narrow.value) {
      tab.value = "log";
    }
    focusOn("#log-filter");
  },
  help: () => {
    dialog.value = "shortcuts";
  },
};

export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const command = commandOf(
        {
          key: event.key,
          ctrl: event.ctrlKey || event.metaKey,
          alt: event.altKey,
          shift: event.shiftKey,
          inText: target.isContentEditable || target.matches("input, textarea, select"),
          inControl: target.matches("button, a, summary, [role=slider]"),
          inPlot: target.closest(".plot-area") !== null,
        },
        letterKeys.value,
      );
      if (command && dialog.value === null) {
        event.preventDefault();
        actions[command]();
      }
    };
    // Before the editor, which has its own meaning for Ctrl Enter.
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
}

export function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard" onClose={() => (dialog.value = null)}>
      <table class="shortcuts">
        <tbody>
          {shortcutTable.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="option-line">
        <input
          type="checkbox"
          checked={letterKeys.value}
          onChange={(event) => (letterKeys.value = event.currentTarget.checked)}
        />{" "}
        Single-letter keys
      </label>
      <label class="option-line">
        <input
          type="checkbox"
          checked={notify.value}
          onChange={(event) => void switchNotify(event.currentTarget.checked)}
        />{" "}
        Tell me of new violations while this page is in the background
      </label>
    </Dialog>
  );
}
