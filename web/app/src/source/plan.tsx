// Before a run over a service: what it will be asked for, and how long that takes.
import type { SourceEstimate, SourcePlan } from "@fairmon/protocol";
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { formatInteger } from "../lib/format";
import { ApiFailure, api } from "../net/api";
import { currentSettings } from "../store/actions";
import { checkedText, specObstacle } from "../store/document";
import { source, sourceObstacle } from "../store/source";

const plan = signal<SourcePlan | null>(null);
const estimate = signal<SourceEstimate | null>(null);
const complaint = signal("");
const asking = signal(false);

async function askPlan(): Promise<void> {
  try {
    plan.value = await api.plan(currentSettings());
  } catch {
    plan.value = null;
  }
}

async function askEstimate(): Promise<void> {
  asking.value = true;
  complaint.value = "";
  estimate.value = null;
  try {
    estimate.value = await api.estimate(currentSettings());
  } catch (error) {
    complaint.value = error instanceof ApiFailure ? error.message : "the service was not reached";
  }
  asking.value = false;
}

function Filter({ value }: { value: SourcePlan }) {
  if (value.condition === "") {
    return <p>All statements of the days you choose can change a verdict.</p>;
  }
  return (
    <>
      <p>Only statements that can change a verdict are asked for:</p>
      <pre class="derived-filter">{value.condition}</pre>
    </>
  );
}

function Estimate() {
  const found = estimate.value;
  if (complaint.value !== "") {
    return <p class="bad pre">{complaint.value}</p>;
  }
  if (!found) {
    return null;
  }
  const waits = found.pages > found.requestsPerMinute;
  return (
    <p>
      <b>{formatInteger(found.records)} records</b> · {formatInteger(found.pages)}{" "}
      {found.pages === 1 ? "page" : "pages"} ·{" "}
      {waits ? `at least ${formatInteger(found.minutes)} min` : "no waiting"} at{" "}
      {formatInteger(found.requestsPerMinute)} requests a minute
    </p>
  );
}

export function Plan() {
  useEffect(
    () =>
      effect(() => {
        // The specification decides the plan; anything that changes makes an estimate stale.
        checkedText.value;
        source.value;
        estimate.value = null;
        complaint.value = "";
        if (specObstacle.value === null) {
          void askPlan();
        }
      }),
    [],
  );
  const obstacle = specObstacle.value ?? sourceObstacle.value;
  const value = plan.value;
  return (
    <fieldset class="options plan">
      <legend>What will be asked for</legend>
      {value && (
        <>
          <p>
            {value.fields.length} of {value.numFields} fields are needed by this specification:{" "}
            <span class="mono small">{value.fields.join(", ")}</span>
          </p>
          <Filter value={value} />
          {value.blockers.length > 0 && (
            <details>
              <summary>Why not fewer</summary>
              <ul>
                {value.blockers.map((item) => (
                  <li key={item.stream + item.reason}>
                    <b class="mono">{item.stream}</b>: {item.reason}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {value.notes.map((note) => (
            <p class="muted small" key={note}>
              {note}
            </p>
          ))}
        </>
      )}
      <div class="try">
        <button
          type="button"
          class="button"
          aria-disabled={obstacle !== null || asking.value}
          title={obstacle ?? "One request to the service"}
          onClick={() => obstacle === null && !asking.value && void askEstimate()}
        >
          {asking.value ? "Asking…" : "Estimate"}
        </button>
        {obstacle && <span class="muted">{obstacle}</span>}
      </div>
      <div role="status">
        <Estimate />
      </div>
    </fieldset>
  );
}
