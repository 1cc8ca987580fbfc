import { useEffect } from "preact/hooks";
import { blocksOf } from "../lib/blocks";
import {
  checkEdited,
  edit,
  objections,
  progress,
  specification,
  steps,
  table,
} from "../store/wizard";

/** The specification beside the questions, line by line explained. */
export function Explained() {
  const { edited } = progress.value;
  const blocks = blocksOf(specification.value, edited === null ? (table.value?.notes ?? []) : []);
  return (
    <ol class="explained" aria-label="The specification, explained">
      {blocks.map(({ first, lines, words }) => (
        <li key={`${first} ${lines[0]}`} class={words === "" ? "" : "noted"}>
          <pre>
            {lines.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <code key={first + i} data-line={first + i}>
                {line}
                {"\n"}
              </code>
            ))}
          </pre>
          {words !== "" && <p>{words}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The text to be changed, with what the compiler says about it. */
export function SpecificationStep() {
  const { edited } = progress.value;
  const text = specification.value;
  useEffect(() => {
    const timer = setTimeout(() => void checkEdited(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <p>
        All of it is in this text; nothing else decides what the run does. Change it here, or later
        in the editor.
      </p>
      <label class="hidden-text" for="wizard-text">
        Specification
      </label>
      <textarea
        id="wizard-text"
        class="wizard-text"
        spellcheck={false}
        rows={Math.min(26, Math.max(10, text.split("\n").length + 1))}
        value={text}
        aria-describedby="wizard-objections"
        onInput={(event) => edit(event.currentTarget.value)}
      />
      <div id="wizard-objections" role="status">
        {objections.value.length === 0 ? (
          <p class="good">Compiles.</p>
        ) : (
          objections.value.slice(0, 6).map((item) => (
            <p key={item} class="bad">
              {item}
            </p>
          ))
        )}
      </div>
      {edited !== null && (
        <p>
          This is your own version; answers to the other steps do not change it.{" "}
          <button type="button" class="link" onClick={() => edit(null)}>
            Write it anew from the answers
          </button>
        </p>
      )}
    </>
  );
}

export const isLast = (step: number): boolean => step === steps.length - 1;
