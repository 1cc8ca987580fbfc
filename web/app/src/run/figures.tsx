// The line above the panels: monitor time, throughput, instances, triggers, and the time ranges.
import type { RunStatus } from "@fairmon/protocol";
import { formatInteger, formatRate, formatTime } from "../lib/format";
import { spanPresets } from "../lib/ranges";
import { active, episodes, firings, panels, reached, run, startTime } from "../store/run";
import { follow, resetView, timeView, toggleFollow } from "../store/view";

/** How many living instances every stream with parameters has; drawn streams come first. */
function Instances({ counts }: { counts: RunStatus["instances"] }) {
  const drawn = new Set(panels.value.flatMap((panel) => panel.streams.map((item) => item.name)));
  const sorted = [...counts].sort(
    (a, b) => Number(drawn.has(b.stream)) - Number(drawn.has(a.stream)),
  );
  if (sorted.length === 0) {
    return <span class="muted">no parameters</span>;
  }
  const texts = sorted.map((item) => `${formatInteger(item.count)} ${item.stream}`);
  return (
    <span title={texts.join(", ")}>
      {sorted.slice(0, 2).map((item, i) => (
        <span key={item.stream}>
          {i > 0 && " · "}
          {formatInteger(item.count)} <span class="muted">{item.stream}</span>
        </span>
      ))}
      {sorted.length > 2 && <span class="muted"> · {sorted.length - 2} more</span>}
    </span>
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
          <dd>
            <Instances counts={info.status.instances} />
          </dd>
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
