// The conversation with the server: which run, which views, what has come.
import {
  type Curve,
  type SeriesFrame,
  type SeriesPart,
  mergePart,
  trimBefore,
} from "@fairmon/protocol";
import { type Signal, effect, signal } from "@preact/signals";
import { ApiFailure, api } from "../net/api";
import { LiveSocket } from "../net/socket";
import { connection, disconnected, meta } from "./app";
import { recheck } from "./document";
import { active, reached, run, seenOf, takeMessage } from "./run";
import { type TimeView, timeView } from "./view";

/** One subscription: a panel, or the overview. */
export interface Slot {
  number: number;
  panel: number;
  curves: Map<number, Curve>;
  /** Ends of the bands of curves that have one. */
  lower: Map<number, Curve>;
  upper: Map<number, Curve>;
  /** Raised at every frame, so that whoever draws it can listen. */
  changed: Signal<number>;
  generation: number;
  width: number;
  /** The overview always shows everything. */
  everything: boolean;
  exact: boolean;
  awaited: boolean;
}

const goneAfter = 30_000;
const slots = new Map<number, Slot>();
let nextSlot = 1;
let wantedRun = "";
let goneTimer: ReturnType<typeof setTimeout> | undefined;

/** Runs that are stored or running, raised when the list may have changed. */
export const runsChanged = signal(0);

/** Raised when the server at this address is another than the one the page was opened with. */
export const restarted = signal(0);

/** A refused connection does not tell its reason; an ordinary question does. */
async function askWhy(): Promise<void> {
  try {
    await api.meta();
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) {
      connection.value = "moved";
    }
  }
}

/** The sign-in has changed: what was refused may be allowed now. */
export const tryAgain = (): void => socket.hurry();

const socket = new LiveSocket({
  opened: () => {
    clearTimeout(goneTimer);
    socket.hello(wantedRun, seenOf(wantedRun));
  },
  closed: (wasOpen) => {
    if (connection.value === "open" || connection.value === "connecting") {
      connection.value = "lost";
      goneTimer = setTimeout(() => {
        if (connection.value === "lost") {
          connection.value = "gone";
        }
      }, goneAfter);
    }
    if (!wasOpen) {
      void askWhy();
    }
  },
  message: (message) => {
    if (message.type === "outdated") {
      connection.value = "outdated";
      return;
    }
    takeMessage(message);
    if (message.type === "welcome") {
      // Only now what is on screen is known to be so.
      if (disconnected.value) {
        recheck();
      }
      connection.value = "open";
      if (message.life !== meta.peek()?.life) {
        restarted.value++;
      }
      for (const slot of slots.values()) {
        if (!message.continues) {
          clear(slot);
        }
        request(slot);
      }
    }
    if (message.type === "welcome" || message.type === "end") {
      runsChanged.value++;
    }
  },
  frame: takeFrame,
});

export function connect(): void {
  socket.connect();
  document.addEventListener("visibilitychange", () =>
    socket.send({ type: "visible", visible: !document.hidden }),
  );
  // A change of the window, of the phase or of nothing at all: views are asked for anew.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasActive: boolean | null = null;
  let lastView: TimeView | null = null;
  effect(() => {
    const view = timeView.value;
    const isPaused = run.value?.status.phase === "paused";
    const moving = active.value && !isPaused;
    if (view === lastView && moving === wasActive) {
      return;
    }
    wasActive = moving;
    lastView = view;
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const slot of slots.values()) {
        request(slot);
      }
    }, 40);
  });
}

/** Shows another run (or none). */
export function attach(id: string): void {
  wantedRun = id;
  sessionStorage.setItem("fairmon.run", id);
  socket.hello(id);
}

export const attachedRun = (): string => wantedRun;

function request(slot: Slot): void {
  const view = timeView.value;
  const moving = run.value?.status.phase === "running";
  const live = slot.everything || view.live;
  slot.generation++;
  slot.exact = !live || !moving;
  slot.awaited = true;
  socket.send({
    type: "view",
    slot: slot.number,
    panel: slot.panel,
    generation: slot.generation,
    live,
    exact: slot.exact,
    from: view.live ? 0 : view.from,
    to: view.live ? 0 : view.to,
    span: slot.everything || !view.live ? 0 : view.span,
    width: slot.width,
  });
}

export const openSlots = (): Slot[] => [...slots.values()];

export function openSlot(panel: number, width: number, everything = false): Slot {
  const slot: Slot = {
    number: nextSlot++,
    panel,
    curves: new Map(),
    lower: new Map(),
    upper: new Map(),
    changed: signal(0),
    generation: 0,
    width,
    everything,
    exact: false,
    awaited: true,
  };
  slots.set(slot.number, slot);
  request(slot);
  return slot;
}

export function resizeSlot(slot: Slot, width: number): void {
  if (Math.abs(slot.width - width) >= 2) {
    slot.width = width;
    request(slot);
  }
}

export function closeSlot(slot: Slot): void {
  slots.delete(slot.number);
  drawing.delete(slot.number);
  socket.send({ type: "close", slot: slot.number });
}

function clear(slot: Slot): void {
  slot.curves = new Map();
  slot.lower = new Map();
  slot.upper = new Map();
}

function merge(curves: Map<number, Curve>, parts: SeriesPart[]): void {
  for (const part of parts) {
    const curve = curves.get(part.id) ?? { times: [], values: [] };
    mergePart(curve, part);
    curves.set(part.id, curve);
  }
}

function takeFrame(frame: SeriesFrame): void {
  const slot = slots.get(frame.slot);
  if (!slot || frame.generation !== slot.generation) {
    return;
  }
  if (slot.awaited) {
    // First frame of a new view: what belongs to the old one goes now, not before.
    clear(slot);
    slot.awaited = false;
  }
  merge(slot.curves, frame.parts);
  merge(slot.lower, frame.lower);
  merge(slot.upper, frame.upper);
  if (frame.reached !== null) {
    reached.value = Math.max(reached.value, frame.reached);
    const view = timeView.value;
    if (view.live && view.span > 0 && !slot.everything) {
      for (const curves of [slot.curves, slot.lower, slot.upper]) {
        for (const curve of curves.values()) {
          trimBefore(curve, reached.value - view.span * 1.2);
        }
      }
    }
  }
  slot.changed.value++;
}

/** What drawing each panel took the last time, in milliseconds. */
const drawing = new Map<number, number>();
/** Drawing may take one part in so many of the time; the rest is the monitor's and the reader's. */
const restraint = 6;

/** The last frame is on screen; the longer drawing all panels takes, the fewer frames are asked. */
export function acknowledge(slot: Slot, drawMilliseconds: number): void {
  drawing.set(slot.number, drawMilliseconds);
  const together = [...drawing.values()].reduce((sum, one) => sum + one, 0);
  const least = slot.everything ? 1000 : 200;
  const interval = Math.min(2000, Math.max(least, Math.round(together * restraint)));
  socket.send({ type: "ack", slot: slot.number, generation: slot.generation, interval });
}
