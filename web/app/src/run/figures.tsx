// The line above the panels: monitor time, throughput, instances, triggers, and the time ranges.
import { formatInteger, formatRate, formatTime } from "../lib/format";
import { spanPresets } from "../lib/ranges";
import {
  active,
  episodes,
  firings,
  instances,
  panels,
  reached,
  run,
  startTime,
} from "../store/run";
import { follow, resetView, timeView, toggleFollow } from "../store/view";

function instanceText(): string {
  const drawn = panels.value.flatMap((panel) => panel.streams);
  const grouped = drawn.filter((item) => item.parameters.length > 0);
  const names = new Map(
    (grouped.length > 0 ? grouped : drawn).map((item) => [item.index, item.name]),
  );
  const counts = new Map<string, number>();
  for (const item of instances.value) {
    const name = names.get(item.stream);
    if (name !== undefined) {
      counts.set(name, (counts.get(name) ?? 0) + (item.closed === null ? 1 : 0));
    }
  }
  return (
    [...counts].map(([name, count]) => `${formatInteger(count)} ${name}`).join(" · ") || "none"
  );
}

function Ranges() {
  const view = timeView.value;
  const presets = spanPresets(reached.value);
  return (
    <div class="ranges" role="group" aria-label="Stretch of time">
      {presets.map(([seconds, name]) => (
        <button
          type="button"
          key={name}
          aria-pressed={view.live && view.span === seconds}
          onClick={() => follow(seconds)}
        >
          {name}
        </button>
      ))}
      <button type="button" aria-pressed={view.live && view.span === 0} onClick={resetView}>
        All
      </button>
    </div>
  );
}

export function Figures() {
  const info = run.value;
  if (!info) {
    return null;
  }
  const { live } = timeView.value;
  return (
    <section class="figures" aria-label="Figures of the run">
      <dl>
        <div>
          <dt>Monitor time</dt>
          <dd>{formatTime(reached.value, startTime.value, Math.max(reached.value, 1))}</dd>
        </div>
        <div>
          <dt>Throughput</dt>
          <dd>
            {formatRate(info.status.rate)} <span class="muted">events/s</span>
          </dd>
        </div>
        <div class="wide-only">
          <dt>Instances</dt>
          <dd>{instanceText()}</dd>
        </div>
        <div class={firings.value > 0 ? "alarm" : ""}>
          <dt>▲ Triggers</dt>
          <dd>
            {formatInteger(firings.value)}{" "}
            <span class="muted">
              firings in {formatInteger(episodes.value.length)}{" "}
              {episodes.value.length === 1 ? "episode" : "episodes"}
            </span>
          </dd>
        </div>
      </dl>
      <div class="figures-tools">
        <Ranges />
        <button
          type="button"
          class="follow"
          aria-pressed={live}
          title="Follow live (L)"
          onClick={toggleFollow}
        >
          <span class={live && active.value ? "dot pulse" : "dot"} aria-hidden="true" />
          {live ? "Follow live" : "Not following"}
        </button>
      </div>
    </section>
  );
}
