// Builds what Plotly draws from what the server sent: pure, so that it can be tested.
import type { Curve, Episode, Firing, PanelInfo } from "@fairmon/protocol";
import { lowerBound } from "@fairmon/protocol";
import type { Palette } from "../../lib/colours";
import { formatTime, formatValue } from "../../lib/format";
import { placeLabels } from "../../lib/labels";
import { type Range, valueRange } from "../../lib/ranges";
import { relativeTicks } from "../../lib/ticks";
import { type Band, bandExtent, bandTraces } from "./band";
import { type Clocks, bars } from "./bars";

export interface DrawnCurve {
  key: string;
  /** Number of its series. */
  id?: number;
  label: string;
  colour: string;
  dash: string;
  /** Beyond the coloured ones: drawn in grey, in one trace. */
  rest: boolean;
  closed: number | null;
  curve: Curve;
  /** Between which bounds the truth lies, where there is evidence. */
  band?: Band;
  /** When it got the value it still has, if that is old news. */
  old?: number | null;
  /** Too few members for its value to say much. */
  faded?: boolean;
  /** The reader looks for this one. */
  sought?: boolean;
  /** The reader looks for another one. */
  muted?: boolean;
  /** Of a second run laid over this one. */
  compared?: boolean;
}

export interface FigureInput {
  panel: PanelInfo;
  curves: DrawnCurve[];
  episodes: Episode[];
  clocks: Clocks;
  firings: Firing[];
  /** Where nobody can say yet whether the requirement is kept. */
  undecided: Range[];
  /** The stretch that a violated requirement speaks of, where that is not the whole run. */
  spokenOf: Range | null;
  /** When evaluations failed. */
  marks: number[];
  window: Range;
  reached: number;
  startTime: number | null;
  palette: Palette;
  width: number;
  height: number;
  endLabels: boolean;
}

export interface Figure {
  data: Record<string, unknown>[];
  layout: Record<string, unknown>;
  valueRange: [number, number];
}

/** Plotly sets a font of its own unless it is named one. */
export const plotFont = '"Inter Variable", system-ui, sans-serif';

export const margins = { l: 52, r: 12, t: 10, b: 36, labels: 168 };

/** x for Plotly: milliseconds since 1970 on a date axis, else seconds. */
export const toAxis = (seconds: number, start: number | null): number =>
  start === null ? seconds : (start + seconds) * 1000;

/** Columns of a step line, carried on to where the run has got (or the instance was closed). */
export function stepLine(drawn: DrawnCurve, input: FigureInput): { x: number[]; y: number[] } {
  const { curve } = drawn;
  const { window, startTime, reached } = input;
  // One point before the window holds into it; one after it leads out.
  const begin = Math.max(0, lowerBound(curve.times, window.from) - 1);
  const end = Math.min(curve.times.length, lowerBound(curve.times, window.to) + 1);
  const x = curve.times.slice(begin, end).map((time) => toAxis(time, startTime));
  const y = curve.values.slice(begin, end);
  const last = curve.values.length - 1;
  if (end === curve.values.length && last >= 0 && !drawn.compared && !isHeld(drawn)) {
    const until = drawn.closed ?? Math.max(reached, curve.times[last]!);
    x.push(toAxis(until, startTime));
    y.push(curve.values[last]!);
  }
  return { x, y };
}

/** Nothing was said since: the line goes on only as what was once so. */
const isHeld = (drawn: DrawnCurve): boolean =>
  drawn.old != null && drawn.closed === null && !drawn.compared;

/** From the last value said to where the run has got, thin: what is old is not drawn as news. */
function held(input: FigureInput): Record<string, unknown>[] {
  return input.curves
    .filter((drawn) => isHeld(drawn) && !drawn.rest && drawn.curve.times.length > 0)
    .map((drawn) => {
      const value = lastValue(drawn.curve);
      const from = drawn.curve.times.at(-1)!;
      return {
        type: "scatter",
        mode: "lines",
        name: `held ${drawn.key}`,
        x: [from, Math.max(input.reached, from)].map((time) => toAxis(time, input.startTime)),
        y: [value, value],
        opacity: 0.5,
        line: { color: drawn.colour, width: 1, dash: "dot" },
      };
    });
}

/** Smallest and largest value on screen, thresholds included. */
function extent(lines: { y: number[] }[], thresholds: number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const offer = (value: number) => {
    if (Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  };
  for (const line of lines) {
    line.y.forEach(offer);
  }
  thresholds.forEach(offer);
  return [low, high];
}

function lastValue(curve: Curve): number | null {
  const value = curve.values.at(-1) ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** Beside the last value: whose it is, and of when where it is old. */
function endName(drawn: DrawnCurve, input: FigureInput, lone: string): string {
  if (drawn.old == null) {
    return escapeText(shorten(drawn.label || lone, 18));
  }
  const when = formatTime(drawn.old, input.startTime, Math.max(input.reached, 1));
  return drawn.label === "" ? `as of ${when}` : `${escapeText(shorten(drawn.label, 9))}, ${when}`;
}

/** Labels at the right end of the lines, moved apart where they would overlap. */
function endLabels(input: FigureInput, range: [number, number]): Record<string, unknown>[] {
  const height = input.height - margins.t - margins.b;
  const pixel = (value: number) =>
    margins.t + (1 - (value - range[0]) / (range[1] - range[0])) * height;
  // A curve without a name is told by its time; away from the newest value there is none to tell.
  const lone = input.window.to >= input.reached ? "now" : "";
  const items = [
    ...input.curves
      .filter((drawn) => !drawn.rest && !drawn.compared && lastValue(drawn.curve) !== null)
      .map((drawn) => ({
        y: pixel(lastValue(drawn.curve)!),
        colour: drawn.colour,
        text: `<b>${formatValue(lastValue(drawn.curve))}</b> ${endName(drawn, input, lone)}`,
      })),
    ...input.panel.thresholds.map((value) => ({
      y: pixel(value),
      colour: input.palette.red,
      text: `threshold <b>${value}</b>`,
    })),
  ];
  const placed = placeLabels(
    items.map((item) => item.y - 8),
    15,
    0,
    input.height - 20,
  );
  return items.map((item, i) => ({
    text: item.text,
    font: { color: item.colour, size: 12 },
    xref: "paper",
    yref: "paper",
    x: 1,
    y: 1 - (placed[i]! + 8 - margins.t) / height,
    xanchor: "left",
    yanchor: "middle",
    xshift: 10,
    showarrow: false,
  }));
}

/** Plotly reads a little markup in texts; a group called `<b>` must stay a text. */
export const escapeText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Marks of the time axis: days before months, as everywhere else in the page. */
function timeTicks(input: FigureInput): Record<string, unknown> {
  const { window, startTime } = input;
  const most = Math.max(4, Math.floor(input.width / 95));
  if (startTime === null) {
    const { values, texts } = relativeTicks(window.from, window.to, most);
    return { tickmode: "array", tickvals: values, ticktext: texts };
  }
  const day = 86_400_000;
  return {
    nticks: most,
    tickformatstops: [
      { dtickrange: [null, 1000], value: "%H:%M:%S.%L\n%d %b %Y" },
      { dtickrange: [1000, 60_000], value: "%H:%M:%S\n%d %b %Y" },
      { dtickrange: [60_000, day], value: "%H:%M\n%d %b %Y" },
      { dtickrange: [day, "M1"], value: "%d %b\n%Y" },
      { dtickrange: ["M1", "M12"], value: "%b\n%Y" },
      { dtickrange: ["M12", null], value: "%Y" },
    ],
  };
}

function axes(input: FigureInput, range: [number, number]): Record<string, unknown> {
  const { palette, window, startTime, panel } = input;
  const common = { color: palette.muted, gridcolor: palette.grid, zeroline: false };
  return {
    xaxis: {
      ...common,
      type: startTime === null ? "linear" : "date",
      range: [toAxis(window.from, startTime), toAxis(window.to, startTime)],
      showgrid: false,
      linecolor: palette.axis,
      ticks: "outside",
      tickcolor: palette.axis,
      ticklen: 4,
      ...timeTicks(input),
    },
    yaxis: {
      ...common,
      range,
      nticks: 6,
      ticksuffix: panel.unit === "" ? "" : ` ${panel.unit}`,
    },
    yaxis2: { range: [0, 1], overlaying: "y", visible: false },
  };
}

/** What counts less stands back: a run laid over, a small group, what nobody looks for. */
function opacityOf(drawn: DrawnCurve): number {
  return (drawn.compared ? 0.55 : 1) * (drawn.faded ? 0.4 : 1) * (drawn.muted ? 0.3 : 1);
}

function traces(input: FigureInput): Record<string, unknown>[] {
  const data: Record<string, unknown>[] = [];
  const rest = { x: [] as (number | null)[], y: [] as (number | null)[] };
  for (const drawn of input.curves) {
    const line = stepLine(drawn, input);
    if (drawn.rest) {
      rest.x.push(...line.x, null);
      rest.y.push(...line.y, null);
      continue;
    }
    data.push({
      type: "scatter",
      mode: "lines",
      x: line.x,
      y: line.y,
      name: drawn.key,
      opacity: opacityOf(drawn),
      line: {
        shape: "hv",
        color: drawn.colour,
        width: drawn.compared ? 1.2 : drawn.sought ? 3.5 : 2,
        dash: drawn.dash,
      },
    });
  }
  if (rest.x.length > 0) {
    const line = { shape: "hv", color: input.palette.rest, width: 1 };
    data.unshift({ type: "scatter", mode: "lines", ...rest, name: "others", line });
  }
  return [...held(input), ...data, ends(input)];
}

/** A dot where a line has got to now; a ring where its instance was closed. */
function ends(input: FigureInput): Record<string, unknown> {
  const { from, to } = input.window;
  const end = (drawn: DrawnCurve) =>
    drawn.closed ??
    (isHeld(drawn)
      ? drawn.curve.times.at(-1)!
      : Math.max(input.reached, drawn.curve.times.at(-1)!));
  const shown = input.curves.filter(
    (drawn) =>
      !drawn.rest &&
      !drawn.compared &&
      lastValue(drawn.curve) !== null &&
      end(drawn) >= from &&
      end(drawn) <= to,
  );
  return {
    type: "scatter",
    mode: "markers",
    name: "ends",
    x: shown.map((drawn) => toAxis(end(drawn), input.startTime)),
    y: shown.map((drawn) => lastValue(drawn.curve)),
    cliponaxis: false,
    marker: {
      size: 6,
      symbol: shown.map((drawn) => (drawn.closed === null ? "circle" : "circle-open")),
      color: shown.map((drawn) => drawn.colour),
    },
  };
}

/** A cross at the lower edge where an evaluation failed; the log names stream and instance. */
function failed(input: FigureInput): Record<string, unknown> {
  const { from, to } = input.window;
  const times = [...new Set(input.marks)].filter((time) => time >= from && time <= to);
  return {
    type: "scatter",
    mode: "markers",
    name: "failed evaluations",
    yaxis: "y2",
    x: times.slice(0, 500).map((time) => toAxis(time, input.startTime)),
    y: times.slice(0, 500).map(() => 0.03),
    marker: { size: 8, symbol: "x", color: input.palette.red },
  };
}

/** Hatched: what is known so far allows both verdicts. */
function undecided(input: FigureInput): Record<string, unknown>[] {
  const { window, startTime, palette } = input;
  const shown = input.undecided.filter(({ from, to }) => to >= window.from && from <= window.to);
  if (shown.length === 0) {
    return [];
  }
  const trace = {
    type: "scatter",
    mode: "none",
    name: "undecided",
    yaxis: "y2",
    x: shown.flatMap(({ from, to }) =>
      [from, from, to, to].map((time) => toAxis(time, startTime)).concat([Number.NaN]),
    ),
    y: shown.flatMap(() => [0, 1, 1, 0, Number.NaN]),
    fill: "toself",
    fillcolor: "rgba(0,0,0,0)",
    fillpattern: { shape: "/", size: 9, solidity: 0.12, fgcolor: palette.muted, fgopacity: 0.5 },
  };
  return [trace];
}

/** A bracket at the upper edge: the averages of this stretch are what violates the requirement. */
function spokenOf(input: FigureInput): Record<string, unknown>[] {
  const { window, startTime, palette } = input;
  const shown = input.spokenOf;
  if (shown === null || shown.to < window.from || shown.from > window.to) {
    return [];
  }
  const x = [shown.from, shown.from, shown.to, shown.to].map((time) => toAxis(time, startTime));
  const trace = {
    type: "scatter",
    mode: "lines",
    name: "spoken of",
    yaxis: "y2",
    x,
    y: [0.93, 0.985, 0.985, 0.93],
    line: { color: palette.red, width: 2 },
  };
  return [trace];
}

export function buildFigure(input: FigureInput): Figure {
  const { palette, panel } = input;
  const visible = input.curves.map((drawn) => stepLine(drawn, input));
  const isProb = panel.streams.every((stream) => stream.type.startsWith("Prob"));
  const isBool = panel.streams.every((stream) => stream.type.startsWith("Bool"));
  const bounds = input.curves.flatMap((drawn) => bandExtent(drawn, input));
  const [low, high] = extent([...visible, { y: bounds }], panel.thresholds);
  const range: [number, number] = isBool ? [-0.05, 1.05] : valueRange(low, high, isProb);
  const bar = bars(input);
  const thresholds = panel.thresholds.map((value) => ({
    type: "line",
    xref: "paper",
    x0: 0,
    x1: 1,
    y0: value,
    y1: value,
    line: { color: palette.red, width: 1.5, dash: "dash" },
  }));
  return {
    data: [
      ...undecided(input),
      ...bar.traces,
      ...bandTraces(input),
      ...traces(input),
      ...spokenOf(input),
      failed(input),
    ],
    valueRange: range,
    layout: {
      width: input.width,
      height: input.height,
      margin: { ...margins, r: input.endLabels ? margins.labels : margins.r },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: plotFont, size: 12, color: palette.muted },
      showlegend: false,
      hovermode: false,
      dragmode: false,
      uirevision: "constant",
      shapes: thresholds,
      annotations: [...(input.endLabels ? endLabels(input, range) : []), ...bar.annotations],
      ...axes(input, range),
    },
  };
}
