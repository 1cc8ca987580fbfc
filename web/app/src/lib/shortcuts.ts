// Which key does what. Kept apart from what it does, so that the table can be shown and tested.

export type Command =
  | "start"
  | "stop"
  | "pause"
  | "step"
  | "save"
  | "spec"
  | "source"
  | "plots"
  | "previous"
  | "next"
  | "why"
  | "zoomIn"
  | "zoomOut"
  | "left"
  | "right"
  | "reset"
  | "follow"
  | "filter"
  | "help";

export const shortcutTable: [string, string][] = [
  ["Ctrl Enter", "start or restart"],
  ["Ctrl Shift Enter", "stop"],
  ["Space", "pause, resume"],
  ["N", "next event (while paused)"],
  ["Ctrl S", "save the specification"],
  ["Alt 1 · 2 · 3", "specification, source, plots"],
  ["[ · ]", "previous, next violation"],
  ["W", "why it fired"],
  ["+ · − · ← · → · 0", "zoom, pan, reset (in a plot)"],
  ["L", "follow live"],
  ["/", "filter the log"],
  ["F12", "go to definition (editor)"],
  ["F2", "rename (editor)"],
  ["Shift Alt F", "format (editor)"],
  ["Esc, then Tab", "leave the editor"],
  ["?", "this table"],
];

export interface KeyPress {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  /** The focus is where text is typed. */
  inText: boolean;
  /** The focus is on a button or another control that has its own meaning for keys. */
  inControl: boolean;
  inPlot: boolean;
}

const withAlt: Record<string, Command> = { "1": "spec", "2": "source", "3": "plots" };
const inPlot: Record<string, Command> = {
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  ArrowLeft: "left",
  ArrowRight: "right",
  "0": "reset",
};
const letters: Record<string, Command> = {
  "[": "previous",
  "]": "next",
  w: "why",
  W: "why",
  n: "step",
  N: "step",
  l: "follow",
  L: "follow",
  "/": "filter",
  "?": "help",
};

/** The command of a key, or null: then it stays the browser's. */
export function commandOf(press: KeyPress, letterKeys: boolean): Command | null {
  if (press.ctrl && press.key === "Enter") {
    return press.shift ? "stop" : "start";
  }
  if (press.ctrl && press.key.toLowerCase() === "s" && !press.shift) {
    return "save";
  }
  if (press.alt && !press.ctrl) {
    return withAlt[press.key] ?? null;
  }
  if (press.ctrl || press.inText) {
    return null;
  }
  if (press.inPlot && inPlot[press.key]) {
    return inPlot[press.key]!;
  }
  if (press.key === " ") {
    return press.inControl ? null : "pause";
  }
  return letterKeys ? (letters[press.key] ?? null) : null;
}
