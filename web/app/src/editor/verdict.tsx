// Under the editor: does it compile, what is there, what is wrong.
import type { Diagnostic } from "@fairmon/protocol";
import { Icon } from "../components/icon";
import { check, specText } from "../store/document";
import { openMessage } from "../store/help";
import { applyEdits, formatText, showInEditor } from "./editor";

const icons = { error: "close", warning: "warning", info: "info" } as const;

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function Summary() {
  const answer = check.value;
  if (!answer || specText.value.trim() === "") {
    return <span class="muted">Nothing to check yet</span>;
  }
  const errors = answer.diagnostics.filter((item) => item.severity === "error").length;
  if (!answer.ok) {
    return (
      <span class="bad">
        <Icon name="close" size={16} /> {counted(Math.max(errors, 1), "error")}
      </span>
    );
  }
  const streams = answer.spec?.streams ?? [];
  const number = (kind: string) => streams.filter((stream) => stream.kind === kind).length;
  return (
    <>
      <span class="good">
        <Icon name="check" size={16} /> Compiles
      </span>
      <span class="muted">
        {counted(number("input"), "input")} · {counted(number("output"), "output")} ·{" "}
        {counted(number("trigger"), "trigger")} · {Math.max(1, Math.round(answer.milliseconds))} ms
      </span>
    </>
  );
}

function Row({ item }: { item: Diagnostic }) {
  return (
    <li>
      <button
        type="button"
        class={`diagnostic ${item.severity}`}
        onClick={() => showInEditor(item.from, item.to)}
      >
        <Icon name={icons[item.severity]} size={16} />
        <span>
          {item.message}
          {item.labels
            .filter((label) => !label.primary && label.text !== "")
            .map((label) => (
              <span class="muted" key={label.from}>
                {" "}
                — {label.text}
              </span>
            ))}
        </span>
        <span class="muted mono">
          {item.line}:{item.column}
        </span>
      </button>
      <button
        type="button"
        class="link small explain"
        aria-label={`What ${item.id} means`}
        onClick={() => openMessage(item.id)}
      >
        What does this mean?
      </button>
      {item.fixes.map((fix) => (
        <button
          type="button"
          class="fix small"
          key={fix.title}
          onClick={() => applyEdits(fix.edits)}
        >
          {fix.title}
        </button>
      ))}
    </li>
  );
}

export function Verdict() {
  const diagnostics = check.value?.diagnostics ?? [];
  return (
    <section class="verdict" aria-label="Result of checking">
      <div class="verdict-line" role="status">
        <Summary />
        <button type="button" class="quiet small push" onClick={formatText}>
          Format
        </button>
      </div>
      {diagnostics.length > 0 && (
        <ul class="diagnostics">
          {diagnostics.map((item) => (
            <Row key={`${item.id}${item.from}${item.message}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
