import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../components/controls";
import { Icon } from "../components/icon";
import {
  asking,
  closeWizard,
  goTo,
  objections,
  progress,
  reachable,
  runWizard,
  specification,
  startAnew,
  steps,
  trouble,
} from "../store/wizard";
import "../styles/wizard.css";
import { ColumnsStep } from "./columns-step";
import { DataStep } from "./data-step";
import { Explained, SpecificationStep, isLast } from "./draft";
import { CertaintyStep, FairnessStep } from "./question-steps";

const headings = [
  "Which table?",
  "What do its columns say?",
  "What does fairness mean here?",
  "How much is tolerated, and how sure must it be?",
  "The specification",
];

const bodies = [DataStep, ColumnsStep, FairnessStep, CertaintyStep, SpecificationStep];

function Steps() {
  return (
    <nav aria-label="Steps">
      <ol class="wizard-steps">
        {steps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              class="quiet"
              aria-current={progress.value.step === index ? "step" : undefined}
              disabled={index > reachable.value}
              onClick={() => goTo(index)}
            >
              <span class="step-number" aria-hidden="true">
                {index + 1}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Buttons() {
  const { step } = progress.value;
  const last = isLast(step);
  const ready = specification.value !== "" && !asking.value;
  const blocked = last ? !ready || objections.value.length > 0 : step + 1 > reachable.value;
  return (
    <footer class="wizard-buttons">
      <button type="button" class="quiet" onClick={startAnew}>
        Start anew
      </button>
      <span class="push" />
      {step > 0 && (
        <button type="button" class="button" onClick={() => goTo(step - 1)}>
          Back
        </button>
      )}
      <button
        type="button"
        class="button primary"
        aria-disabled={blocked}
        onClick={() => !blocked && (last ? void runWizard() : goTo(step + 1))}
      >
        {last ? (
          <>
            <Icon name="play" size={16} /> Run
          </>
        ) : (
          "Next"
        )}
      </button>
    </footer>
  );
}

/** From a table to a first plot: choose, look, answer, read, run. */
export default function Wizard() {
  const { step } = progress.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(step);
  const Body = bodies[step]!;
  useEffect(() => {
    // People who listen hear where they are; the first time the dialog's own title is said.
    if (seen.current !== step) {
      heading.current?.focus();
      heading.current?.scrollIntoView({ block: "nearest" });
    }
    seen.current = step;
  }, [step]);
  const beside = step > 0 && specification.value !== "";
  return (
    <Dialog title="From a table to a report" wide lasting onClose={closeWizard}>
      <div class="wizard">
        <Steps />
        <div class={beside ? "wizard-sides" : "wizard-sides alone"}>
          <section class="wizard-step" aria-labelledby="wizard-heading">
            <h3 id="wizard-heading" tabIndex={-1} ref={heading}>
              <span class="hidden-text">
                Step {step + 1} of {steps.length}:{" "}
              </span>
              {headings[step]}
            </h3>
            <div role="alert">{trouble.value !== "" && <p class="bad">{trouble.value}</p>}</div>
            <Body />
          </section>
          {beside && (
            <aside class="wizard-beside" aria-label="The specification so far" tabIndex={0}>
              <h3>
                {progress.value.edited === null ? "The specification so far" : "Your version"}
              </h3>
              <Explained />
            </aside>
          )}
        </div>
        <Buttons />
      </div>
    </Dialog>
  );
}
