import type { PanelInfo } from "@fairmon/protocol";
import { useState } from "preact/hooks";
import { dark, light } from "../lib/colours";
import { formatInteger, formatValue } from "../lib/format";
import { isDark } from "../store/app";
import type { Slot } from "../store/live";
import { counts, groupSizes } from "../store/run";
import { hidden, isolateCurve, toggleCurve } from "../store/view";
import { entriesOf, maxColoured } from "./curves";

const dashArray: Record<string, string> = {
  solid: "",
  dot: "2 3",
  dash: "6 4",
  dashdot: "6 3 2 3",
  longdash: "10 4",
  longdashdot: "10 3 2 3",
};

/** The size of the group where the curve is a probability; elsewhere there is none to tell. */
function GroupSize({ id }: { id: number }) {
  const size = groupSizes.value[id];
  if (size === undefined || size === null) {
    return null;
  }
  const values = formatInteger(counts.value[id] ?? 0);
  return (
    <span class="muted small" title={`trials behind the newest value; ${values} values so far`}>
      n = {formatInteger(size)}
    </span>
  );
}

/** Names of the curves with the size of their group; a click hides, a double click isolates. */
export function Legend({ panel, slot }: { panel: PanelInfo; slot: Slot | null }) {
  const [search, setSearch] = useState("");
  const palette = isDark.value ? dark : light;
  const entries = entriesOf(panel, palette);
  if (entries.length <= 1 && entries[0]?.label === "") {
    return null;
  }
  slot?.changed.value;
  const keys = entries.map((entry) => entry.key);
  const many = entries.length > maxColoured;
  const wanted = search.trim().toLowerCase();
  const shown = entries.filter((entry, order) =>
    wanted === "" ? order < maxColoured : entry.label.toLowerCase().includes(wanted),
  );
  return (
    <div class="legend" role="group" aria-label="Curves">
      {shown.slice(0, 60).map((entry) => (
        <button
          type="button"
          key={entry.key}
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
              stroke-dasharray={dashArray[entry.dash]}
            />
          </svg>
          <span>{entry.label}</span>
          <GroupSize id={entry.id} />
          <span class="legend-value small">
            {formatValue(slot?.curves.get(entry.id)?.values.at(-1) ?? null)}
          </span>
        </button>
      ))}
      {many && (
        <>
          <span class="muted small">and {entries.length - maxColoured} more in grey</span>
          <input
            type="search"
            placeholder="Find a curve"
            aria-label="Find a curve"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </>
      )}
    </div>
  );
}
