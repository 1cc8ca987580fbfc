import type { Episode, JudgementState } from "@fairmon/protocol";
import { signal } from "@preact/signals";
import { Icon } from "../components/icon";
import { formatInteger, formatTime, formatValue } from "../lib/format";
import { type Stretch, stateSigns } from "../lib/standing";
import { pageWords } from "../lib/words";
import { api } from "../net/api";
import { endOf, lastJudged } from "../plots/line/bars";
import { narrow, tab } from "../store/app";
import {
  active,
  episodes,
  holdsOn,
  judged,
  notices,
  panels,
  reached,
  run,
  startTime,
  totalNotices,
  triggers,
} from "../store/run";
import { lookAt, selectedEpisode } from "../store/view";
import { openWhy } from "../store/why";

export const logFilter = signal("");
const shownRows = signal(100);

/** Looks at an episode with some room around it. */
export function showEpisode(episode: Episode): void {
  selectedEpisode.value = episode.number;
  const end = endOf(episode, reached.value, triggers.value);
  const length = end - episode.first.s;
  const margin = Math.max(length * 0.6, reached.value / 40);
  lookAt({ from: episode.first.s - margin, to: end + margin });
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

/** When it ended; what is still so says whether it may yet end. */
function ending(episode: Episode, time: (s: number) => string): string {
  if (episode.ended && !holdsOn(episode)) {
    return time(episode.ended.s);
  }
  const judgedAt = lastJudged(episode, reached.value, triggers.value);
  if (judgedAt !== null) {
    return `last judged ${time(judgedAt)}`;
  }
  return active.value ? "going on" : "the end";
}

/** What the log tells of: episodes, and of requirements with evidence also the time between. */
type Entry = { at: number; episode: Episode } | { at: number; stretch: Stretch };

function logEntries(): Entry[] {
  const calm = judged.value.filter((item) => item.state !== "violated");
  const all: Entry[] = [
    ...episodes.value.map((episode) => ({ at: episode.first.s, episode })),
    ...calm.map((stretch) => ({ at: stretch.from, stretch })),
  ];
  return all.sort((a, b) => b.at - a.at);
}

const titleOf = (trigger: number): string => {
  const found = triggers.value.find((item) => item.index === trigger);
  return found?.message || found?.name || "";
};

const textOf = (entry: Entry): string =>
  "episode" in entry
    ? entry.episode.worst?.text || entry.episode.text
    : [titleOf(entry.stretch.trigger), entry.stretch.instance].filter(Boolean).join(": ");

const judgementOf = (entry: Entry): JudgementState =>
  "episode" in entry ? "violated" : entry.stretch.state;

function State({ judgement }: { judgement: JudgementState }) {
  return (
    <td>
      <span class={`state ${judgement}`}>
        <span aria-hidden="true">{stateSigns[judgement]}</span> {judgement}
      </span>
    </td>
  );
}

/** A stretch in which a requirement was kept for certain, or in which nobody could say. */
function CalmRow({ stretch, text }: { stretch: Stretch; text: string }) {
  const total = Math.max(reached.value, 1);
  const time = (s: number) => formatTime(s, startTime.value, total);
  const until = stretch.to !== null ? time(stretch.to) : active.value ? "going on" : "the end";
  return (
    <tr class="calm">
      <td />
      <State judgement={stretch.state} />
      <td>{time(stretch.from)}</td>
      <td>{until}</td>
      <td />
      <td class="text">
        <bdi>{text}</bdi>
      </td>
      <td />
      <td />
    </tr>
  );
}

function Row({ episode, text, states }: { episode: Episode; text: string; states: boolean }) {
  const total = Math.max(reached.value, 1);
  const time = (s: number) => formatTime(s, startTime.value, total);
  return (
    <tr class={selectedEpisode.value === episode.number ? "selected" : episode.open ? "open" : ""}>
      <td>
        <span class="number">{episode.number}</span>
      </td>
      {states && <State judgement="violated" />}
      <td>{time(episode.first.s)}</td>
      <td>{ending(episode, time)}</td>
      <td class="right">{formatInteger(episode.firings)}</td>
      <td class="text">
        <bdi>{text}</bdi>
      </td>
      <td class="right">{formatValue(episode.worst?.value ?? null)}</td>
      <td class="right">
        <span class="row-tools">
          <button
            type="button"
            class="link"
            aria-label={`Why violation ${episode.number} fired`}
            onClick={() => void openWhy(episode)}
          >
            Why?
          </button>
          <button type="button" class="link" onClick={() => showEpisode(episode)}>
            Show in plot
          </button>
        </span>
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
            {pageWords(notice.text)}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function TriggerLog() {
  const wanted = logFilter.value.trim().toLowerCase();
  const states = judged.value.length > 0;
  const found = (entry: Entry) =>
    `${textOf(entry)} ${states ? judgementOf(entry) : ""}`.toLowerCase().includes(wanted);
  const rows = logEntries().filter((entry) => wanted === "" || found(entry));
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
                {states && <th>State</th>}
                <th>From</th>
                <th>Until</th>
                <th class="right">Firings</th>
                <th>Trigger, at its worst</th>
                <th class="right">Worst</th>
                <th>
                  <span class="hidden-text">Show</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows
                .slice(0, shownRows.value)
                .map((entry) =>
                  "episode" in entry ? (
                    <Row
                      key={entry.episode.number}
                      episode={entry.episode}
                      text={textOf(entry)}
                      states={states}
                    />
                  ) : (
                    <CalmRow
                      key={`calm ${entry.stretch.key}`}
                      stretch={entry.stretch}
                      text={textOf(entry)}
                    />
                  ),
                )}
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
