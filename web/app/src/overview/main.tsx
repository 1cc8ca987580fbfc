// All monitors of a service at a glance, kept up to date.
import { signal } from "@preact/signals";
import { render } from "preact";
import { formatClock, formatDuration, formatInteger } from "../lib/format";
import "../styles/base.css";
import {
  type Monitor,
  type Overview,
  type Requirement,
  curveText,
  marks,
  missing,
  moment,
  news,
  sizeOf,
  sparkline,
  summary,
  words,
} from "./model";
import "./overview.css";

const period = 2000;
const overview = signal<Overview | null>(null);
const announcement = signal("");
/** Why what is shown is old; empty while it is not. */
const trouble = signal("");
const stranger = signal(false);

async function look(): Promise<void> {
  try {
    const answer = await fetch("/v1/overview", { credentials: "same-origin" });
    stranger.value = answer.status === 401;
    if (!answer.ok) {
      const said = (await answer.json().catch(() => null)) as { message?: string } | null;
      trouble.value = said?.message ?? `the service answered ${answer.status}`;
      return;
    }
    const next = (await answer.json()) as Overview;
    announcement.value = news(overview.value, next) || announcement.value;
    overview.value = next;
    trouble.value = "";
  } catch {
    trouble.value = "the service does not answer";
  }
}

async function keepLooking(): Promise<void> {
  if (!document.hidden) {
    await look();
  }
  setTimeout(() => void keepLooking(), period);
}

function Curve({ of }: { of: Requirement }) {
  const [width, height] = [120, 28];
  const { path, limit } = sparkline(of, width, height);
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={curveText(of)}>
      <title>{curveText(of)}</title>
      {limit !== null && <line class="limit" x1="0" x2={width} y1={limit} y2={limit} />}
      <path d={path} />
    </svg>
  );
}

function Row({ of, calendar }: { of: Requirement; calendar: boolean }) {
  return (
    <tr>
      <th scope="row">
        <span class="title">{of.title}</span>
        {of.level !== null && <span class="more">at level {of.level}</span>}
      </th>
      <td data-label="State">
        <span class={`verdict ${of.state.replaceAll(" ", "-")}`}>
          <span aria-hidden="true">{marks[of.state]}</span> {words[of.state]}
        </span>
        {missing(of) !== "" && <span class="more">{missing(of)}</span>}
      </td>
      <td data-label="Since">{of.since === null ? "–" : moment(of.since, calendar)}</td>
      <td data-label="n, smallest group judged">{sizeOf(of)}</td>
      <td data-label="Course">{of.curve.length > 1 ? <Curve of={of} /> : "–"}</td>
      <td data-label="Last alarm">
        {of.alarm === null ? (
          "none"
        ) : (
          <>
            {moment(of.alarm, calendar)}
            <span class="more">{of.text}</span>
          </>
        )}
      </td>
    </tr>
  );
}

function Health({ of }: { of: Monitor }) {
  const facts: [string, string, boolean][] = [
    ["events judged", formatInteger(of.events), false],
    ["waiting", of.waiting === null ? "–" : formatInteger(of.waiting), false],
    ["bad records", formatInteger(of.bad), of.bad > 0],
    ["late", formatInteger(of.late), of.late > 0],
    ["restarts", formatInteger(of.restarts), of.restarts > 0],
    [
      "last checkpoint",
      of.checkpointAge === null
        ? "none yet"
        : `${formatDuration(Math.round(of.checkpointAge))} ago`,
      false,
    ],
    ["epoch", formatInteger(of.epoch), false],
  ];
  return (
    <dl class="health">
      {facts.map(([name, value, odd]) => (
        <div key={name} class={odd ? "odd" : ""}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Card({ of }: { of: Monitor }) {
  const well = of.state === "running" || of.state === "finished";
  return (
    <section class="monitor" aria-labelledby={`monitor-${of.name}`}>
      <h2 id={`monitor-${of.name}`}>
        {of.name} <span class={`verdict ${well ? "kept" : "violated"}`}>{of.state}</span>
      </h2>
      {of.error !== "" && <p class="bad">{of.error}</p>}
      <Health of={of} />
      {of.requirements.length === 0 ? (
        <p class="more">The specification has no trigger, so there is nothing to judge.</p>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Alarm when</th>
                <th scope="col">State</th>
                <th scope="col">Since</th>
                <th scope="col">n, smallest group judged</th>
                <th scope="col">Course</th>
                <th scope="col">Last alarm</th>
              </tr>
            </thead>
            <tbody>
              {of.requirements.map((one) => (
                <Row key={one.trigger} of={one} calendar={of.calendar} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Page() {
  const shown = overview.value;
  return (
    <>
      <header class="overview-head">
        <h1>FairMon monitors</h1>
        <nav aria-label="Further views">
          <a href="/metrics">Metrics</a>
          <a href="/v1/monitors">Numbers as JSON</a>
        </nav>
      </header>
      <main>
        {trouble.value !== "" && (
          <p class="bad" role="alert">
            {trouble.value}
            {shown !== null && `; what is shown is from ${formatClock(shown.now)}`}
            {stranger.value && (
              <>
                {" "}
                <a href="/login">Log in</a>
              </>
            )}
          </p>
        )}
        {shown !== null && <p class="summary">{summary(shown)}</p>}
        {shown?.monitors.map((one) => (
          <Card key={one.name} of={one} />
        ))}
        {shown === null && trouble.value === "" && <p class="loading">Asking the service…</p>}
      </main>
      <div class="unseen" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
};
dark.addEventListener("change", dress);
dress();
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    void look();
  }
});

const root = document.getElementById("app")!;
root.textContent = "";
render(<Page />, root);
void keepLooking();
