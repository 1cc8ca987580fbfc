import { choose, progress, table } from "../store/wizard";

/** Questions in plain words; each leads to a metric. */
export function FairnessStep() {
  const { choices } = progress.value;
  const chosen = choices.goals ?? [];
  const hasOutcome = choices.outcome != null;
  const toggle = (id: string, on: boolean) => {
    const goals = on ? [...chosen, id] : chosen.filter((item) => item !== id);
    if (goals.length > 0) {
      choose({ goals });
    }
  };
  const conflicts = table.value?.conflicts ?? [];
  return (
    <>
      <fieldset class="wizard-goals">
        <legend>Choose one question, or several.</legend>
        {table.value?.goals.map((goal) => {
          const out = goal.needsOutcome && !hasOutcome;
          const on = chosen.includes(goal.id);
          return (
            <label key={goal.id} class={out ? "goal out" : on ? "goal on" : "goal"}>
              <input
                type="checkbox"
                checked={on}
                disabled={out || (on && chosen.length === 1)}
                aria-describedby={`goal-${goal.id}`}
                onChange={(event) => toggle(goal.id, event.currentTarget.checked)}
              />
              <span>
                <b>{goal.question}</b>
                <span id={`goal-${goal.id}`}>
                  <span class="goal-demand">{goal.demand}</span>
                  <span class="muted small">
                    {out
                      ? "Needs to know how things turned out: choose an outcome among the columns."
                      : `Fits ${goal.suits}. Metric: ${goal.metric}.`}
                  </span>
                </span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <div aria-live="polite">
        {conflicts.map((text) => (
          <p key={text} class="wizard-conflict">
            <b>These pull apart.</b> {text}
          </p>
        ))}
      </div>
    </>
  );
}

const levels: [number, string, string][] = [
  [0.9, "90 %", "quicker to speak: up to 10 of 100 fair runs give a false alarm"],
  [0.95, "95 %", "usual: up to 5 of 100 fair runs give a false alarm"],
  [0.99, "99 %", "slower to speak: up to 1 of 100 fair runs gives a false alarm"],
  [0, "by the estimates alone", "speaks at once, also about ten cases; false alarms are common"],
];

const percent = (value: number): string => String(Number((value * 100).toPrecision(6)));

function Tolerances() {
  const { choices } = progress.value;
  const goals = table.value?.goals.filter((goal) => choices.goals?.includes(goal.id)) ?? [];
  const limited = (value: number, otherwise: number) =>
    Number.isFinite(value) && value >= 0 && value < 100 ? value / 100 : otherwise;
  const tolerance = choices.tolerance ?? 0.1;
  const ratio = choices.ratio ?? 0.8;
  return (
    <>
      {goals.some((goal) => !goal.ratio) && (
        <div class="wizard-field">
          <label for="wizard-tolerance">Tolerated difference, in percentage points</label>
          <input
            id="wizard-tolerance"
            type="number"
            min="0"
            max="99"
            step="any"
            value={percent(tolerance)}
            onChange={(event) =>
              choose({ tolerance: limited(Number(event.currentTarget.value), tolerance) })
            }
          />
          <span class="muted small">
            If 60 of 100 get the good decision in one group, down to{" "}
            {Number((60 - tolerance * 100).toPrecision(6))} of 100 in another is accepted.
          </span>
        </div>
      )}
      {goals.some((goal) => goal.ratio) && (
        <div class="wizard-field">
          <label for="wizard-ratio">Tolerated ratio, in percent</label>
          <input
            id="wizard-ratio"
            type="number"
            min="1"
            max="99"
            step="any"
            value={percent(ratio)}
            onChange={(event) => {
              const next = limited(Number(event.currentTarget.value), ratio);
              choose({ ratio: next > 0 ? next : ratio });
            }}
          />
          <span class="muted small">
            80 are four fifths: 48 of 100 against 60 of 100 is just accepted.
          </span>
        </div>
      )}
    </>
  );
}

/** How much is tolerated, and how sure an alarm has to be. */
export function CertaintyStep() {
  const { choices } = progress.value;
  const weighted = (choices.weight ?? "") !== "";
  return (
    <>
      <Tolerances />
      <fieldset class="wizard-levels" disabled={weighted}>
        <legend>How certain must an alarm be?</legend>
        {levels.map(([level, name, words]) => (
          <label key={level}>
            <input
              type="radio"
              name="level"
              checked={!weighted && choices.level === level}
              onChange={() => choose({ level })}
            />{" "}
            <b>{name}</b> <span class="muted">{words}</span>
          </label>
        ))}
      </fieldset>
      {weighted && (
        <p class="muted">
          With weights FairMon judges by the estimates; it knows no bounds for them.
        </p>
      )}
      {(choices.time ?? "") !== "" && !weighted && (
        <div class="wizard-field">
          <label for="wizard-over">Look at</label>
          <select
            id="wizard-over"
            value={choices.over ?? ""}
            onChange={(event) => choose({ over: event.currentTarget.value })}
          >
            <option value="">everything so far</option>
            <option value="30d">the last 30 days</option>
            <option value="90d">the last 90 days</option>
            <option value="365d">the last year</option>
          </select>
          <span class="muted small">what was is not what is: a window forgets</span>
        </div>
      )}
    </>
  );
}
