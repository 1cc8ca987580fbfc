import type { IntakeColumn, VerdictChoice } from "@fairmon/protocol";
import { formatInteger, formatValue } from "../lib/format";
import { choose, progress, table } from "../store/wizard";

const none = "—";

function Select(props: {
  id: string;
  label: string;
  hint: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
}) {
  return (
    <div class="wizard-field">
      <label for={props.id}>{props.label}</label>
      <select
        id={props.id}
        value={props.value}
        aria-describedby={`${props.id}-hint`}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <span class="muted small" id={`${props.id}-hint`}>
        {props.hint}
      </span>
    </div>
  );
}

const names = (list: IntakeColumn[]): [string, string][] =>
  list.map((column) => [column.name, column.name]);

/** When the column is good for the person: values to tick, or a number to cut at. */
function Good({ what, verdict }: { what: "decision" | "outcome"; verdict: VerdictChoice }) {
  const column = table.value!.columns.find((item) => item.name === verdict.column);
  const { good } = verdict;
  if (!column || !good) {
    return null;
  }
  const set = (part: Partial<typeof good>) =>
    choose({ [what]: { column: verdict.column, good: { ...good, ...part } } });
  if (good.cut !== null) {
    return (
      <fieldset class="wizard-good">
        <legend>The {what} is good for the person when it is</legend>
        <select
          aria-label="Which side"
          value={String(good.above)}
          onChange={(event) => set({ above: event.currentTarget.value === "true" })}
        >
          <option value="true">above</option>
          <option value="false">at most</option>
        </select>{" "}
        <input
          type="number"
          step="any"
          aria-label="The number"
          value={good.cut}
          onChange={(event) => set({ cut: Number(event.currentTarget.value) })}
        />{" "}
        <span class="muted small">
          from {formatValue(column.smallest)} to {formatValue(column.largest)} in these rows
        </span>
      </fieldset>
    );
  }
  return (
    <fieldset class="wizard-good">
      <legend>The {what} is good for the person when it is</legend>
      {column.values.slice(0, 20).map(({ value, count }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={good.values.includes(value)}
            onChange={(event) => {
              const others = good.values.filter((item) => item !== value);
              const ticked = event.currentTarget.checked ? [...others, value] : others;
              // At least one is good, and not all are: of two, the other one follows.
              const rest = column.values.map((item) => item.value).filter((item) => item !== value);
              const two = column.values.length === 2;
              set({ values: two ? (event.currentTarget.checked ? [value] : rest) : ticked });
            }}
          />{" "}
          <bdi>{value}</bdi> <span class="muted small">{formatInteger(count)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Where numbers are cut into groups. */
function Cuts({ index }: { index: number }) {
  const group = progress.value.choices.groups![index]!;
  const id = `wizard-cuts-${index}`;
  return (
    <div class="wizard-field">
      <label for={id}>“{group.column}” is cut at</label>
      <input
        id={id}
        value={(group.cuts ?? []).join(", ")}
        onChange={(event) => {
          const cuts = event.currentTarget.value
            .split(/[,;\s]+/)
            .filter((text) => text !== "")
            .map(Number)
            .filter((cut) => Number.isFinite(cut));
          const groups = progress.value.choices.groups!.map((item, i) =>
            i === index ? { column: item.column, cuts } : item,
          );
          choose({ groups });
        }}
      />
      <span class="muted small">numbers, with commas; empty: at quartiles, or usual ages</span>
    </div>
  );
}

function TimeField() {
  const { choices } = progress.value;
  const { columns } = table.value!;
  const timed = columns.filter((item) => item.kind === "date" || item.kind === "number");
  const column = columns.find((item) => item.name === choices.time);
  return (
    <>
      <Select
        id="wizard-time"
        label="When"
        hint="the order of events; without it rows are one second apart"
        value={choices.time ?? ""}
        options={[["", `${none} (in the order of the file)`], ...names(timed)]}
        onChange={(time) => choose({ time, timeFormat: "" })}
      />
      {column?.eitherOrder && (
        <Select
          id="wizard-order"
          label="Dates begin with"
          hint="both would be dates here; only you can say"
          value={choices.timeFormat || column.timeFormat}
          options={[
            ["day-first", "the day (31/01/2024)"],
            ["month-first", "the month (01/31/2024)"],
          ]}
          onChange={(timeFormat) => choose({ timeFormat })}
        />
      )}
    </>
  );
}

function Roles() {
  const { choices } = progress.value;
  const { columns } = table.value!;
  const groups = choices.groups ?? [];
  const filled = columns.filter((item) => item.kind !== "empty");
  const setGroup = (index: number, column: string) => {
    const others = groups.filter((_, i) => i !== index);
    choose({ groups: column === "" ? others : [...groups.slice(0, index), { column }] });
  };
  const setVerdict = (what: "decision" | "outcome") => (column: string) =>
    choose({ [what]: column === "" ? null : { column } });
  const nothing: [string, string] = ["", none];
  return (
    <div class="wizard-roles">
      <Select
        id="wizard-group"
        label="Group"
        hint="who is compared with whom"
        value={groups[0]?.column ?? ""}
        options={[...(groups.length === 0 ? [nothing] : []), ...names(filled)]}
        onChange={(column) => setGroup(0, column)}
      />
      {groups.length > 0 && (
        <Select
          id="wizard-group-2"
          label="and"
          hint="a second one: every combination is a group"
          value={groups[1]?.column ?? ""}
          options={[nothing, ...names(filled.filter((item) => item.name !== groups[0]?.column))]}
          onChange={(column) => setGroup(1, column)}
        />
      )}
      {groups.map(
        (group, index) =>
          (group.cuts?.length ?? 0) > 0 && <Cuts key={group.column} index={index} />,
      )}
      <Select
        id="wizard-decision"
        label="Decision"
        hint="what was decided or predicted"
        value={choices.decision?.column ?? ""}
        options={[...(choices.decision ? [] : [nothing]), ...names(filled)]}
        onChange={setVerdict("decision")}
      />
      {choices.decision && <Good what="decision" verdict={choices.decision} />}
      <Select
        id="wizard-outcome"
        label="Outcome"
        hint="what turned out to be true, if anybody knows"
        value={choices.outcome?.column ?? ""}
        options={[nothing, ...names(filled)]}
        onChange={setVerdict("outcome")}
      />
      {choices.outcome && <Good what="outcome" verdict={choices.outcome} />}
      <TimeField />
      <Select
        id="wizard-weight"
        label="Weight"
        hint="how much a row counts, if not as one"
        value={choices.weight ?? ""}
        options={[nothing, ...names(filled.filter((item) => item.kind === "number"))]}
        onChange={(weight) => choose({ weight })}
      />
    </div>
  );
}

function roleOf(name: string): string {
  const { choices } = progress.value;
  const found: [boolean, string][] = [
    [(choices.groups ?? []).some((item) => item.column === name), "group"],
    [choices.decision?.column === name, "decision"],
    [choices.outcome?.column === name, "outcome"],
    [choices.time === name, "time"],
    [choices.weight === name, "weight"],
  ];
  return found
    .filter(([is]) => is)
    .map(([, role]) => role)
    .join(", ");
}

function Values({ column }: { column: IntakeColumn }) {
  if (column.kind === "number" && column.values.length > 6) {
    return (
      <>
        {formatValue(column.smallest)} to {formatValue(column.largest)}
      </>
    );
  }
  const shown = [...column.values].sort((a, b) => b.count - a.count).slice(0, 4);
  return (
    <>
      {shown.map(({ value, count }, i) => (
        <span key={value}>
          {i > 0 && ", "}
          <bdi>{value}</bdi> <span class="muted">{formatInteger(count)}</span>
        </span>
      ))}
      {(column.values.length > 4 || column.manyValues) && ", …"}
    </>
  );
}

function Preview() {
  const { columns, numRows, complete } = table.value!;
  return (
    <div class="wizard-scroll" tabIndex={0} role="region" aria-label="Columns of the table">
      <table class="wizard-table">
        <caption>
          {complete ? "" : "The first "}
          {formatInteger(numRows)} rows, {columns.length} columns
        </caption>
        <thead>
          <tr>
            <th>Column</th>
            <th>Role</th>
            <th>Holds</th>
            <th class="right">Missing</th>
            <th>Values and how often</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => {
            const role = roleOf(column.name);
            return (
              <tr key={column.number} class={role === "" ? "" : "used"}>
                <th scope="row">
                  <bdi>{column.name}</bdi>
                </th>
                <td>{role !== "" && <span class="badge green">{role}</span>}</td>
                <td>{column.kind}</td>
                <td class={column.missing > 0 ? "right warn" : "right"}>
                  {formatInteger(column.missing)}
                </td>
                <td>
                  <Values column={column} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Groups() {
  const facts = table.value?.facts;
  if (!facts || facts.groups.length === 0) {
    return null;
  }
  return (
    <p>
      <b>Good decisions in these rows:</b>{" "}
      {facts.groups.slice(0, 12).map(({ label, decided, good }, i) => (
        <span key={label}>
          {i > 0 && "; "}
          <bdi>{label}</bdi> {formatInteger(good)} of {formatInteger(decided)}
        </span>
      ))}
      {facts.groups.length > 12 && `; and ${facts.groups.length - 12} more groups`}
    </p>
  );
}

/** What the columns are for, as guessed; every guess can be changed. */
export function ColumnsStep() {
  if (!table.value) {
    return null;
  }
  return (
    <>
      <p>This is what the columns seem to be for. Change what is wrong.</p>
      <Roles />
      <Groups />
      <Warnings />
      <Preview />
    </>
  );
}

export function Warnings() {
  const list = table.value?.warnings ?? [];
  return (
    <ul class="wizard-warnings" aria-live="polite" aria-label="What to know about these data">
      {list.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
