import { type Curve, type PanelInfo, valueAt } from "@fairmon/protocol";
import { dark, light } from "../lib/colours";
import { formatInteger, formatInterval, formatTime, formatValue } from "../lib/format";
import { isDark } from "../store/app";
import type { Slot } from "../store/live";
import { edgeTime, sizeAtEdge } from "../store/moment";
import { reached, startTime } from "../store/run";
import { hidden, isolateCurve, toggleCurve } from "../store/view";
import { type Entry, entriesOf, fewMembers, search, setSearch } from "./curves";

const dashArray: Record<string, string> = {
  solid: "",
  dot: "2 3",
  dash: "6 4",
  dashdot: "6 3 2 3",
  longdash: "10 4",
  longdashdot: "10 3 2 3",
};
const dashOf = (dash: string): string => dashArray[dash] ?? dash.replaceAll("px", "");

/** How many members stand behind the value shown; where nobody counts them there is none to tell. */
function GroupSize({ id }: { id: number }) {
  const size = sizeAtEdge(id);
  if (size === null) {
    return null;
  }
  const few = size < fewMembers ? `; fewer than ${fewMembers} say little` : "";
  return (
    <span class="muted small" title={`trials behind the value shown${few}`}>
      n = {formatInteger(size)}
    </span>
  );
}

/** The value at the right edge of what is shown. */
function valueShown(curves: Map<number, Curve> | undefined, id: number): number | null {
  const curve = curves?.get(id);
  return curve ? valueAt(curve, edgeTime.value) : null;
}

/** Between which bounds the value shown lies, and how sure that is. */
function Interval({ slot, entry }: { slot: Slot | null; entry: Entry }) {
  const lower = valueShown(slot?.lower, entry.id);
  const upper = valueShown(slot?.upper, entry.id);
  return lower === null || upper === null ? null : (
    <span class="muted small interval" title={`at the level ${entry.level}`}>
      {formatInterval(lower, upper)}
    </span>
  );
}

/** Of when the value is, where it is old news. */
function AsOf({ entry }: { entry: Entry }) {
  return entry.old === null ? null : (
    <span class="muted small">
      as of {formatTime(entry.old, startTime.value, Math.max(reached.value, 1))}
    </span>
  );
}

/** Names of the curves with the size of their group; a click hides, a double click isolates. */
export function Legend({ panel, slot }: { panel: PanelInfo; slot: Slot | null }) {
  const palette = isDark.value ? dark : light;
  const entries = entriesOf(panel, palette);
  slot?.changed.value;
  if (entries.length <= 1 && entries[0]?.label === "") {
    const lone = entries[0];
    const silent = sizeAtEdge(lone.id) === null && lone.old === null && lone.level === null;
    return silent ? null : (
      <div class="legend lone">
        <GroupSize id={lone.id} />
        {lone.level !== null && (
          <b class="small">{formatValue(valueShown(slot?.curves, lone.id))}</b>
        )}
        <Interval slot={slot} entry={lone} />
        <AsOf entry={lone} />
      </div>
    );
  }
  const keys = entries.map((entry) => entry.key);
  const many = entries.some((entry) => entry.rest) || search(panel) !== "";
  const shown = entries.filter((entry) => (search(panel) === "" ? !entry.rest : entry.sought));
  const grey = entries.filter((entry) => entry.rest).length;
  return (
    <div class="legend" role="group" aria-label="Curves">
      {shown.slice(0, 60).map((entry) => (
        <button
          type="button"
          key={entry.key}
          class={entry.faded ? "faded" : ""}
          aria-pressed={!hidden.value.has(entry.key)}
          title="Click hides, double click shows this one alone"
          onClick={() => toggleCurve(entry.key)}
          onDblClick={() => isolateCurve(entry.key, keys)}
        >
          <svg width="22" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="4"
              y2="4"
              stroke={entry.rest ? palette.rest : entry.colour}
              stroke-width="2.4"
              stroke-dasharray={entry.rest ? "" : dashOf(entry.dash)}
            />
          </svg>
          <bdi>{entry.label}</bdi>
          <GroupSize id={entry.id} />
          <span class="legend-value small">{formatValue(valueShown(slot?.curves, entry.id))}</span>
          <Interval slot={slot} entry={entry} />
          <AsOf entry={entry} />
        </button>
      ))}
      {many && (
        <>
          <span class="muted small">
            {grey > 0 && `the highest and lowest now; ${grey} more in grey`}
          </span>
          <input
            type="search"
            placeholder="Find a curve"
            aria-label="Find a curve"
            value={search(panel)}
            onInput={(event) => setSearch(panel, event.currentTarget.value)}
          />
        </>
      )}
    </div>
  );
}
