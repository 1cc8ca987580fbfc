// A click on a violation explains it, drag pans, Shift-drag and pinch zoom, Ctrl-wheel zooms, double click resets.
import { type Range, zoom } from "../lib/ranges";
import { crosshair, lookAt, pointer, resetView, timeWindow, zoomBy } from "../store/view";

interface Geometry {
  /** Left edge and width of the plot area inside the element, in pixels. */
  left: number;
  width: number;
}

/** Listens on an element; returns the function that stops it. `select` hears a zoom in the making. */
export function addGestures(
  element: HTMLElement,
  panel: number,
  geometry: () => Geometry,
  select: (range: Range | null) => void,
  violationAt: (time: number) => (() => void) | null,
): () => void {
  const pointers = new Map<number, number>();
  let begun: { range: Range; at: number; zooming: boolean; distance: number } | null = null;
  let pressedAt = 0;
  let click: ReturnType<typeof setTimeout> | undefined;
  const timeAt = (clientX: number, range: Range): number => {
    const { left, width } = geometry();
    const x = clientX - element.getBoundingClientRect().left - left;
    return range.from + (x / Math.max(1, width)) * (range.to - range.from);
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.abs((a ?? 0) - (b ?? 0));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) {
      return;
    }
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event.clientX);
    pressedAt = event.clientX;
    const range = timeWindow.value;
    begun = {
      range,
      at: timeAt(event.clientX, range),
      zooming: event.shiftKey,
      distance: Math.max(20, spread()),
    };
  };
  const move = (event: PointerEvent) => {
    crosshair.value = timeAt(event.clientX, timeWindow.value);
    pointer.value = { panel, y: event.clientY - element.getBoundingClientRect().top };
    if (!begun || !pointers.has(event.pointerId)) {
      element.style.cursor = violationAt(crosshair.value) === null ? "" : "pointer";
      return;
    }
    pointers.set(event.pointerId, event.clientX);
    if (pointers.size === 2) {
      lookAt(zoom(begun.range, begun.at, begun.distance / Math.max(20, spread())));
    } else if (begun.zooming) {
      const to = timeAt(event.clientX, begun.range);
      select({ from: Math.min(begun.at, to), to: Math.max(begun.at, to) });
    } else {
      const step = begun.at - timeAt(event.clientX, begun.range);
      const { width } = geometry();
      // A click that trembles is not a drag.
      if ((Math.abs(step) / (begun.range.to - begun.range.from)) * width > 3) {
        lookAt({ from: begun.range.from + step, to: begun.range.to + step });
      }
    }
  };
  const up = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    if (begun?.zooming) {
      const to = timeAt(event.clientX, begun.range);
      select(null);
      if (Math.abs(to - begun.at) > (begun.range.to - begun.range.from) * 0.005) {
        lookAt({ from: Math.min(begun.at, to), to: Math.max(begun.at, to) });
      }
    }
    const still = event.type === "pointerup" && Math.abs(event.clientX - pressedAt) <= 3;
    if (begun && !begun.zooming && still && pointers.size === 0) {
      const explain = violationAt(timeAt(event.clientX, timeWindow.value));
      clearTimeout(click);
      // A second click would make it a double click, which resets the view.
      click = explain === null ? undefined : setTimeout(explain, 280);
    }
    begun = null;
  };
  const reset = () => {
    clearTimeout(click);
    resetView();
  };
  const leave = () => {
    crosshair.value = null;
    pointer.value = null;
  };
  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoomBy(event.deltaY > 0 ? 1.25 : 0.8, timeAt(event.clientX, timeWindow.value));
    }
  };
  const handlers: [string, EventListener, AddEventListenerOptions?][] = [
    ["pointerdown", down as EventListener],
    ["pointermove", move as EventListener],
    ["pointerup", up as EventListener],
    ["pointercancel", up as EventListener],
    ["pointerleave", leave],
    ["dblclick", reset],
    ["wheel", wheel as EventListener, { passive: false }],
  ];
  for (const [name, handler, options] of handlers) {
    element.addEventListener(name, handler, options);
  }
  return () => {
    clearTimeout(click);
    for (const [name, handler] of handlers) {
      element.removeEventListener(name, handler);
    }
  };
}
