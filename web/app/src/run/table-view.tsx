import type { PanelInfo } from "@fairmon/protocol";
import { useState } from "preact/hooks";
import { light } from "../lib/colours";
import { formatInteger, formatTime, formatValue } from "../lib/format";
import type { Slot } from "../store/live";
import { counts, groupSizes, startTime } from "../store/run";
import { timeWindow } from "../store/view";
import { entriesOf } from "./curves";

type Column =
  | "label"
  | "size"
  | "count"
  | "last"
  | "lower"
  | "upper"
  | "low"
  | "high"
  | "time"
  | "level";
const columns: [Column, string][] = [
  ["label", "Curve"],
  ["last", "Newest"],
  ["lower", "At least"],
  ["upper", "At most"],
  ["level", "Level"],
  ["low", "Smallest"],
  ["high", "Largest"],
  ["time", "Last change"],
  ["size", "Group size"],
  ["count", "Values"],
];

/** The panel's numbers, for the stretch of time on screen; sortable. */
export function TableView({ panel, slot }: { panel: PanelInfo; slot: Slot }) {
  const [order, setOrder] = useState<{ by: Column; down: boolean }>({ by: "label", down: false });
  slot.changed.value;
  const { from, to } = timeWindow.value;
  const rows = entriesOf(panel, light).map((entry) => {
    const curve = slot.curves.get(entry.id) ?? { times: [], values: [] };
    const seen = curve.values.filter(
      (value, i) => !Number.isNaN(value) && curve.times[i]! >= from && curve.times[i]! <= to,
    );
    return {
      key: entry.key,
      lower: slot.lower.get(entry.id)?.values.at(-1) ?? Number.NaN,
      upper: slot.upper.get(entry.id)?.values.at(-1) ?? Number.NaN,
      level: entry.level ?? Number.NaN,
      label: entry.label || panel.id,
      size: groupSizes.value[entry.id] ?? Number.NaN,
      count: counts.value[entry.id] ?? 0,
      last: curve.values.at(-1) ?? Number.NaN,
      low: seen.length === 0 ? Number.NaN : Math.min(...seen),
      high: seen.length === 0 ? Number.NaN : Math.max(...seen),
      time: curve.times.at(-1) ?? 0,
    };
  });
  rows.sort((a, b) => {
    const [x, y] = [a[order.by], b[order.by]];
    // What is not there stands at the end.
    const number = (value: number) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
    const sign =
      typeof x === "string" ? x.localeCompare(String(y)) : number(x) < number(Number(y)) ? -1 : 1;
    return order.down ? -sign : sign;
  });
  // Bounds have columns where there are any.
  const bounded = rows.some((row) => !Number.isNaN(row.level));
  const shown = columns.filter(
    ([column]) => bounded || !["lower", "upper", "level"].includes(column),
  );
  return (
    <div class="table-view" tabIndex={0} role="region" aria-label={`Table of ${panel.id}`}>
      <table>
        <thead>
          <tr>
            {shown.map(([column, name]) => (
              <th
                key={column}
                aria-sort={order.by === column ? (order.down ? "descending" : "ascending") : "none"}
              >
                <button
                  type="button"
                  onClick={() =>
                    setOrder({ by: column, down: order.by === column ? !order.down : false })
                  }
                >
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 500).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{formatValue(row.last)}</td>
              {bounded && (
                <>
                  <td>{formatValue(row.lower)}</td>
                  <td>{formatValue(row.upper)}</td>
                  <td>{Number.isNaN(row.level) ? "" : row.level}</td>
                </>
              )}
              <td>{formatValue(row.low)}</td>
              <td>{formatValue(row.high)}</td>
              <td>{formatTime(row.time, startTime.value, to - from)}</td>
              <td>{Number.isNaN(row.size) ? "" : formatInteger(row.size)}</td>
              <td>{formatInteger(row.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
