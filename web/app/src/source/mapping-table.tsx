import { Icon } from "../components/icon";
import { formatDate, formatRelative } from "../lib/format";
import { looksLike } from "../lib/mapping";
import { type TimeSpelling, readTime, spellings } from "../lib/times";
import { pageWords } from "../lib/words";
import {
  changeSource,
  mapInput,
  mapping,
  option,
  preview,
  setOption,
  source,
  sourceCheck,
  tellRecordError,
  timeColumn,
  timeSpelling,
  timesAreRelative,
} from "../store/source";

/** How many of the rows at hand do not fit the type; the preview shows them in red. */
function Misfits({ column, type }: { column: string | null; type: string }) {
  const table = preview.value;
  const at = column === null ? -1 : (table?.columns.indexOf(column) ?? -1);
  const bad = at < 0 ? 0 : table!.rows.filter((row) => !looksLike(type, row[at] ?? "")).length;
  return bad === 0 ? null : (
    <div class="bad small">
      {bad} of {table!.rows.length} rows: no {type}
    </div>
  );
}

/** How a row with a column stands: chosen, or suggested and waiting for a nod. */
function Mapped({ suggested, confirm }: { suggested: boolean; confirm: () => void }) {
  return suggested ? (
    <button type="button" class="quiet small" onClick={confirm}>
      suggested – confirm
    </button>
  ) : (
    <span class="good">
      <Icon name="check" size={14} /> mapped
    </span>
  );
}

/** The time is no input, but it comes from a column, too. */
function TimeRow({ columns }: { columns: string[] }) {
  const found = timeColumn.value;
  const at = found === null ? -1 : columns.indexOf(found.column);
  const samples = preview.value?.rows.slice(0, 2).map((row) => row[at] ?? "") ?? [];
  const choose = (column: string) => setOption("time-column", [column]);
  return (
    <tr>
      <th scope="row">time</th>
      <td class="muted">when</td>
      <td>
        <select
          aria-label="Column of the time"
          value={found?.column ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="" disabled>
            choose…
          </option>
          {columns.map((column) => (
            <option key={column}>{column}</option>
          ))}
        </select>
      </td>
      <td class="muted sample">{at < 0 ? "" : samples.join(", ")}</td>
      <td>
        {found === null ? (
          option("input-delay") === "" ? (
            <span class="bad">missing</span>
          ) : (
            <span class="muted">not needed</span>
          )
        ) : (
          <Mapped suggested={found.suggested} confirm={() => choose(found.column)} />
        )}
      </td>
    </tr>
  );
}

/** What the first times would mean, so that a wrong reading is seen before a run. */
function meaning(texts: string[], spelling: TimeSpelling): string {
  return texts
    .slice(0, 2)
    .map((text) => {
      const time = readTime(text, spelling);
      if (time === null) {
        return `${text}: not written like this`;
      }
      const calendar = spelling !== "relative";
      return `${text} → ${calendar ? formatDate(time, time % 86_400 === 0 ? "day" : "second") : formatRelative(time)}`;
    })
    .join(", ");
}

/** How times are written, guessed from the rows at hand, with what they would mean. */
function SpellingRow({ columns }: { columns: string[] }) {
  const guess = timeSpelling.value;
  const at = columns.indexOf(timeColumn.value?.column ?? "");
  if (at < 0 || option("input-delay") !== "") {
    return null;
  }
  const texts = preview.value?.rows.map((row) => row[at] ?? "").filter(Boolean) ?? [];
  const choose = (spelling: string) => setOption("time-format", [spelling]);
  return (
    <tr>
      <th scope="row">dates</th>
      <td class="muted">how written</td>
      <td>
        <select
          aria-label="How times are written"
          value={guess?.rival ? "" : (guess?.spelling ?? "")}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="" disabled>
            choose…
          </option>
          {spellings.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          {guess && !spellings.some(([name]) => name === guess.spelling) && (
            <option value={guess.spelling}>{guess.spelling}</option>
          )}
        </select>
      </td>
      <td class="muted sample time-meaning">
        {guess && meaning(texts, guess.spelling)}
        {guess?.rival && <div>or {meaning(texts, guess.rival)}</div>}
      </td>
      <td>
        {guess?.rival ? (
          <span class="bad">two readings fit</span>
        ) : guess === null ? (
          <span class="bad">not recognised</span>
        ) : (
          <Mapped suggested={!guess.said} confirm={() => choose(guess.spelling)} />
        )}
      </td>
    </tr>
  );
}

/** Relative times get a calendar where the reader knows when they began. */
function StartRow() {
  const { startTime } = source.value;
  if (!timesAreRelative.value) {
    return null;
  }
  return (
    <tr>
      <th scope="row">start</th>
      <td class="muted">date of time 0</td>
      <td>
        <input
          type="date"
          aria-label="Start date"
          value={startTime === null ? "" : new Date(startTime * 1000).toISOString().slice(0, 10)}
          onChange={(event) => {
            const time = Date.parse(`${event.currentTarget.value}T00:00:00Z`);
            changeSource({ startTime: Number.isNaN(time) ? null : time / 1000 });
          }}
        />
      </td>
      <td class="muted sample">without one, plots count days from the start</td>
      <td class="muted">optional</td>
    </tr>
  );
}

/** Which column feeds which input. A suggestion is marked until confirmed. */
export function MappingTable() {
  const columns = preview.value?.columns ?? [];
  if (columns.length === 0) {
    return null;
  }
  if (mapping.value.length === 0) {
    return <p class="muted">The inputs are known once the specification compiles.</p>;
  }
  return (
    <table class="mapping">
      <caption>Inputs and their columns</caption>
      <thead>
        <tr>
          <th>Input</th>
          <th>Type</th>
          <th>Column</th>
          <th class="sample">Sample</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        <TimeRow columns={columns} />
        <SpellingRow columns={columns} />
        <StartRow />
        {mapping.value.map((item) => (
          <tr key={item.input}>
            <th scope="row" class="mono">
              {item.input}
            </th>
            <td class="mono muted">{item.type}</td>
            <td>
              <select
                aria-label={`Column of ${item.input}`}
                value={item.column ?? ""}
                onChange={(event) => mapInput(item.input, event.currentTarget.value)}
              >
                <option value="" disabled>
                  choose…
                </option>
                {columns.map((column) => (
                  <option key={column}>{column}</option>
                ))}
              </select>
            </td>
            <td class="muted sample">{item.samples.join(", ")}</td>
            <td>
              {item.column === null ? (
                <span class={item.needed ? "bad" : "muted"}>
                  {item.needed ? "missing" : "not needed"}
                </span>
              ) : (
                <Mapped
                  suggested={item.suggested}
                  confirm={() => mapInput(item.input, item.column!)}
                />
              )}
              <Misfits column={item.column} type={item.type} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first rows; mapped columns are tinted, cells that do not fit are red. */
export function Preview() {
  const table = preview.value;
  if (!table || table.columns.length === 0) {
    return null;
  }
  const used = new Map(mapping.value.map((item) => [item.column, item]));
  const time = timeColumn.value?.column;
  return (
    <div class="preview" tabIndex={0} role="region" aria-label="Preview of the data">
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} class={used.has(column) || column === time ? "used" : ""}>
                <bdi>{column}</bdi>
                {used.has(column) && used.get(column)!.input !== column && (
                  <span class="muted"> → {used.get(column)!.input}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <tr key={line}>
              {table.columns.map((column, at) => {
                const text = row[at] ?? "";
                const item = used.get(column);
                const bad = item !== undefined && !looksLike(item.type, text);
                return (
                  <td
                    key={column}
                    class={`${item ? "used" : ""} ${bad ? "bad-cell" : ""}`}
                    title={bad ? `not a ${item.type}` : undefined}
                  >
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the plugin itself said when it read the data for a trial. */
export function TrialResult() {
  const result = sourceCheck.value;
  if (!result) {
    return null;
  }
  const range =
    result.first !== null && result.last !== null && result.first > 1e11
      ? `${formatDate(result.first / 1000, "day")} to ${formatDate(result.last / 1000, "day")}`
      : "";
  return (
    <div role="status">
      {result.failure !== "" && <p class="bad pre">{pageWords(result.failure)}</p>}
      {result.ok && (
        <p class="good">
          <Icon name="check" size={14} /> {result.records.toLocaleString()} records read without a
          complaint{result.complete ? "" : " (so far)"}
          {range && ` · ${range}`}
        </p>
      )}
      {result.bad > 0 && (
        <>
          <p class="bad">{result.bad.toLocaleString()} bad records; the first ones:</p>
          <ul class="record-errors">
            {result.errors.slice(0, 8).map((error) => (
              <li key={`${error.line}:${error.column}`}>
                <bdi>{tellRecordError(error)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
