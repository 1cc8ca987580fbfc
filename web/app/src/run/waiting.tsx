import type { PanelInfo, RunInfo } from "@fairmon/protocol";
import type { Slot } from "../store/live";
import { instances, run } from "../store/run";

/** Why a run that is over never gave these streams a value. */
export function whyEmpty(panel: PanelInfo, info: RunInfo, spawned: boolean): string {
  if (info.status.events === 0) {
    return "the source brought no record";
  }
  const [first] = panel.streams;
  if (first && first.parameters.length > 0 && !spawned) {
    return "no instance was spawned, so there was nothing to evaluate";
  }
  return first
    ? `it is evaluated at ${first.pacing}, and either that never came or its condition never held`
    : "no stream is drawn here";
}

/** Says why there is no curve yet, or why there never was one. */
export function Waiting({ panel, slot }: { panel: PanelInfo; slot: Slot | null }) {
  slot?.changed.value;
  const info = run.value;
  if (!slot || !info || [...slot.curves.values()].some((curve) => curve.times.length > 0)) {
    return null;
  }
  const { phase } = info.status;
  if (phase === "running" || phase === "paused") {
    return <p class="waiting muted">waiting for the first event</p>;
  }
  const indices = new Set(panel.streams.map((stream) => stream.index));
  const spawned = instances.value.some((item) => indices.has(item.stream));
  return (
    <p class="waiting muted">
      <b>evaluated 0 times in this run</b>
      <br />
      {whyEmpty(panel, info, spawned)}
    </p>
  );
}
