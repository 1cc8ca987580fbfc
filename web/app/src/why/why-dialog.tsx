import type { WhyAnswer, WhyCount, WhyEvent } from "@fairmon/protocol";
import { Dialog } from "../components/controls";
import { formatInteger, formatInterval, formatValue } from "../lib/format";
import { closeWhy, explained, whyTrouble } from "../store/why";
import "../styles/wizard.css";

const share = ({ rate, hits, n }: WhyCount): string => {
  if (rate === null) {
    return "–";
  }
  const of =
    n === null
      ? ""
      : hits === null
        ? ` (n = ${formatInteger(n)})`
        : ` (${formatInteger(hits)} of ${formatInteger(n)})`;
  return formatValue(rate) + of;
};

/** A value in words, its numbers with as many digits as people read. */
const shortened = (text: string): string =>
  text.replace(/\d+\.\d{5,}(?:e[+-]?\d+)?/g, (number) => formatValue(Number(number)));

function Formula({ why }: { why: WhyAnswer }) {
  return (
    <section aria-label="The condition">
      <h3>The condition, and its values then</h3>
      <pre>
        {why.condition}
        {why.with_values !== why.condition && `\n${why.with_values}`}
      </pre>
      {why.values.length > 0 && (
        <table class="wizard-table">
          <thead>
            <tr>
              <th>Value</th>
              <th class="right">Then</th>
              {why.held_before && <th class="right">Before {why.since}</th>}
            </tr>
          </thead>
          <tbody>
            {why.values.map((value) => (
              <tr key={value.name}>
                <th scope="row">
                  <code>{value.name}</code>
                  <code class="formula">{value.formula}</code>
                </th>
                <td class="right">{shortened(value.now)}</td>
                {why.held_before && <td class="right">{shortened(value.before) || "–"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Groups({ why }: { why: WhyAnswer }) {
  const most = 30;
  const ends = why.groups.filter((item) => item.largest || item.smallest);
  const others = why.groups.filter((item) => !item.largest && !item.smallest);
  const shown = [...ends, ...others].slice(0, most);
  return why.groups.length === 0 ? null : (
    <section aria-label="The groups">
      <h3>The groups behind it</h3>
      <table class="wizard-table">
        <thead>
          <tr>
            <th>Group</th>
            <th class="right">Rate then</th>
            <th class="right">Interval at {why.level}</th>
            {why.held_before && <th class="right">Before {why.since}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={item.group} class={item.largest || item.smallest ? "used" : ""}>
              <th scope="row">
                <bdi>{item.group}</bdi>
                {item.largest && " (largest)"}
                {item.smallest && " (smallest)"}
              </th>
              <td class="right">{share(item.now)}</td>
              <td class="right">
                {item.lower !== null && item.upper !== null
                  ? formatInterval(item.lower, item.upper)
                  : "–"}
              </td>
              {why.held_before && <td class="right">{share(item.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {why.groups.length > most && (
        <p class="muted">and {formatInteger(why.groups.length - most)} more groups</p>
      )}
    </section>
  );
}

function Events({ title, events }: { title: string; events: WhyEvent[] }) {
  const moved = events.some((event) => event.moved !== null);
  return events.length === 0 ? null : (
    <section aria-label={title}>
      <h3>{title}</h3>
      <table class="wizard-table">
        <thead>
          <tr>
            <th>Where</th>
            <th>When</th>
            <th>What</th>
            {moved && <th class="right">What it did</th>}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.event}>
              <th scope="row">
                {event.line === null
                  ? `event ${formatInteger(event.event)}`
                  : `line ${formatInteger(event.line)}`}
              </th>
              <td>{event.time}</td>
              <td>
                <bdi>{event.values}</bdi>
              </td>
              {moved && (
                <td class="right">
                  {event.moved === null
                    ? ""
                    : `${event.moved >= 0 ? "+" : "−"}${formatValue(Math.abs(event.moved))}`}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Answer({ why }: { why: WhyAnswer }) {
  return (
    <div class="why">
      <p>
        <b>
          <bdi>{why.title || why.trigger}</bdi>
        </b>
        {why.instance !== "" && (
          <>
            {" "}
            for <bdi>{why.instance}</bdi>
          </>
        )}{" "}
        fired at <b>{why.time}</b>
        {why.by_clock ? ", by its clock." : `, event ${formatInteger(why.event)}.`}{" "}
        {why.held_before
          ? `It holds since ${why.since}; ${formatInteger(why.events_between)} ${
              why.events_between === 1 ? "event lies" : "events lie"
            } in between.`
          : `It has held since it was judged for the first time, at ${why.since}.`}
      </p>
      {why.would_have_kept_it.length > 0 && (
        <section aria-label="What would have kept it">
          <h3>What would have kept it</h3>
          <ul class="kept-by">
            {why.would_have_kept_it.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      <Formula why={why} />
      <Groups why={why} />
      <Events title="The last events that counted" events={why.last_events} />
      <Events title="The events that moved it most" events={why.moved_most} />
    </div>
  );
}

/** Why a violation fired, from its data judged again. */
export default function WhyDialog() {
  const why = explained.value;
  return (
    <Dialog title="Why did it fire?" wide onClose={closeWhy}>
      <div role="status">
        {whyTrouble.value !== "" ? (
          <p class="bad">{whyTrouble.value}</p>
        ) : (
          why === null && <p class="muted">Judging the data again, up to there…</p>
        )}
      </div>
      {why && <Answer why={why} />}
    </Dialog>
  );
}
