import type { Episode } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { Icon } from "../components/icon";
import { formatInteger, formatTime, formatValue } from "../lib/format";
import { api } from "../net/api";
import { narrow, tab } from "../store/app";
import { episodes, notices, panels, reached, run, startTime, totalNotices } from "../store/run";
import { lookAt, selectedEpisode } from "../store/view";

export const logFilter = signal("");
const shownRows = signal(100);

/** Looks at an episode with some room around it. */
export function showEpisode(episode: Episode): void {
  selectedEpisode.value = episode.number;
  const length = episode.last.s - episode.first.s;
  const margin = Math.max(length * 0.6, reached.value / 40);
  lookAt({ from: episode.first.s - margin, to: episode.last.s + margin });
  const panel = panels.value.findIndex((item) => item.triggers.includes(episode.trigger));
  if (narrow.value) {
    tab.value = "plots";
  }
  requestAnimationFrame(() => {
    const element = document.getElementById(`panel-${Math.max(0, panel)}`);
    element?.scrollIntoView({ block: "nearest" });
  });
}

/** Moves to the violation before (-1) or after (1) the selected one. */
export function stepEpisode(step: -1 | 1): void {
  const all = episodes.value;
  if (all.length === 0) {
    return;
  }
  const at = all.findIndex((item) => item.number === selectedEpisode.value);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
  const episode = all[Math.min(all.length - 1, Math.max(0, next))];
  if (episode) {
    showEpisode(episode);
  }
}

function Row({ episode }: { episode: Episode }) {
  const total = Math.max(reached.value, 1);
  const time = (s: number) => formatTime(s, startTime.value, total);
  return (
    <tr class={selectedEpisode.value === episode.number ? "selected" : episode.open ? "open" : ""}>
      <td>
        <span class="number">{episode.number}</span>
      </td>
      <td>{time(episode.first.s)}</td>
      <td>{episode.open ? "going on" : time(episode.last.s)}</td>
      <td class="right">{formatInteger(episode.firings)}</td>
      <td class="text">{episode.text}</td>
      <td class="right">{formatValue(episode.peak)}</td>
      <td class="right">
        <button type="button" class="link" onClick={() => showEpisode(episode)}>
          Show in plot
        </button>
      </td>
    </tr>
  );
}

function Problems() {
  if (notices.value.length === 0) {
    return null;
  }
  return (
    <details class="problems" open>
      <summary>
        <Icon name="warning" size={16} /> {formatInteger(totalNotices.value)}{" "}
        {totalNotices.value === 1 ? "problem" : "problems"}
      </summary>
      <ul>
        {notices.value.slice(-50).map((notice) => (
          <li key={notice.number} class="pre">
            {notice.time && `${formatTime(notice.time.s, startTime.value, reached.value)} · `}
            {notice.text}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function TriggerLog() {
  const wanted = logFilter.value.trim().toLowerCase();
  const rows = [...episodes.value]
    .reverse()
    .filter((episode) => wanted === "" || episode.text.toLowerCase().includes(wanted));
  const bad = run.value?.status.badRecords ?? 0;
  return (
    <section class="log card" aria-label="Trigger log">
      <header class="panel-head">
        <h2>Trigger log</h2>
        <span class="muted small">newest first · grouped into episodes</span>
        <span class="push tools">
          <label class="search">
            <Icon name="search" size={16} />
            <input
              type="search"
              id="log-filter"
              placeholder="Filter"
              aria-label="Filter the log"
              value={logFilter.value}
              onInput={(event) => (logFilter.value = event.currentTarget.value)}
            />
          </label>
          {run.value && (
            <a class="button" href={api.exportAddress(run.value.id, "triggers", "csv")} download>
              <Icon name="down" size={16} /> CSV
            </a>
          )}
        </span>
      </header>
      <Problems />
      {bad > 0 && run.value && (
        <p class="bad small">
          {formatInteger(bad)} {bad === 1 ? "bad record was" : "bad records were"} kept aside.{" "}
          <a class="link" href={api.exportAddress(run.value.id, "quarantine", "txt")} download>
            Download what was kept aside
          </a>
        </p>
      )}
      {rows.length === 0 ? (
        <p class="muted">{wanted === "" ? "No trigger has fired." : "Nothing matches."}</p>
      ) : (
        <div class="log-scroll" tabIndex={0} role="region" aria-label="Episodes">
          <table>
            <thead>
              <tr>
                <th>
                  <span class="hidden-text">Number</span>
                </th>
                <th>First fired</th>
                <th>Last fired</th>
                <th class="right">Firings</th>
                <th>Trigger</th>
                <th class="right">Peak</th>
                <th>
                  <span class="hidden-text">Show</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownRows.value).map((episode) => (
                <Row key={episode.number} episode={episode} />
              ))}
            </tbody>
          </table>
          {rows.length > shownRows.value && (
            <button type="button" class="quiet" onClick={() => (shownRows.value += 200)}>
              Show {Math.min(200, rows.length - shownRows.value)} more of {rows.length}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
