// The whole run in one strip, with the window on it; violations are tinted.
import { useEffect, useRef, useState } from "preact/hooks";
import { formatSpan, formatTime } from "../lib/format";
import { sparkPaths } from "../lib/sparkline";
import { mergeEpisodes } from "../plots/line/bars";
import { type Slot, acknowledge, closeSlot, openSlot, resizeSlot } from "../store/live";
import { episodes, panels, reached, startTime, triggers } from "../store/run";
import { lookAt, resetView, timeWindow } from "../store/view";

const height = 34;
/** A strip this low needs no more than one point for a few pixels. */
const coarseness = 4;

/** The panel with bars, or the last one: where a glance is worth most. */
function overviewPanel(): number {
  const withBars = panels.value.findIndex((panel) => panel.triggers.length > 0);
  return withBars >= 0 ? withBars : panels.value.length - 1;
}

export function Overview() {
  const host = useRef<HTMLDivElement>(null);
  const slotRef = useRef<Slot | null>(null);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [width, setWidth] = useState(0);
  const panel = overviewPanel();
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(host.current?.clientWidth ?? 0));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width > 0 && panel >= 0) {
      if (slotRef.current?.panel === panel) {
        resizeSlot(slotRef.current, Math.ceil(width / coarseness));
      } else {
        if (slotRef.current) {
          closeSlot(slotRef.current);
        }
        slotRef.current = openSlot(panel, Math.ceil(width / coarseness), true);
        setSlot(slotRef.current);
      }
    }
  }, [width, panel]);
  useEffect(
    () => () => {
      if (slotRef.current) {
        closeSlot(slotRef.current);
        slotRef.current = null;
      }
    },
    [],
  );
  const changed = slot?.changed.value;
  useEffect(() => {
    if (slot) {
      acknowledge(slot, 10);
    }
  }, [slot, changed]);
  const total = Math.max(reached.value, 1e-9);
  const range = timeWindow.value;
  const x = (time: number) => Math.min(width, Math.max(0, (time / total) * width));
  return (
    <section class="overview" aria-label="The whole run">
      <button type="button" class="quiet small" onClick={resetView}>
        All
      </button>
      <div class="overview-strip" ref={host}>
        <svg width={width} height={height} aria-hidden="true">
          {mergeEpisodes(
            episodes.value,
            total / Math.max(1, width),
            reached.value,
            triggers.value,
          ).map((bar) => (
            <rect
              key={bar.first}
              class="overview-violation"
              x={x(bar.from)}
              y="0"
              height={height}
              width={Math.max(1.5, x(bar.to) - x(bar.from))}
            />
          ))}
          {slot &&
            sparkPaths([...slot.curves.values()].slice(0, 6), width, height, total).map((d, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: curves keep their order
              <path key={i} d={d} class="overview-curve" />
            ))}
        </svg>
        <Handles x={x} total={total} />
      </div>
      <span class="muted small overview-text">
        {formatTime(range.from, startTime.value, total)} –{" "}
        {formatTime(range.to, startTime.value, total)}, {formatSpan(range.to - range.from)}
      </span>
    </section>
  );
}

/** The window and its two edges: dragged, or moved with the arrow keys. */
function Handles({ x, total }: { x: (time: number) => number; total: number }) {
  const { from, to } = timeWindow.value;
  const drag = (which: "from" | "to" | "both") => (event: PointerEvent) => {
    const strip = (event.currentTarget as HTMLElement).parentElement!;
    const width = Math.max(1, strip.clientWidth);
    const begun = { x: event.clientX, ...timeWindow.value };
    const move = (now: PointerEvent) => {
      const step = ((now.clientX - begun.x) / width) * total;
      lookAt({
        from: which === "to" ? begun.from : begun.from + step,
        to: which === "from" ? begun.to : begun.to + step,
      });
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    event.preventDefault();
  };
  const keys = (which: "from" | "to") => (event: KeyboardEvent) => {
    const sign = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (sign !== 0) {
      const step = (sign * total) / 50;
      lookAt({ from: which === "from" ? from + step : from, to: which === "to" ? to + step : to });
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const share = (time: number) => Math.round(Math.min(1, Math.max(0, time / total)) * 100);
  return (
    <>
      <div
        class="overview-window"
        style={{ left: `${x(from)}px`, width: `${Math.max(4, x(to) - x(from))}px` }}
        onPointerDown={drag("both")}
      />
      {(["from", "to"] as const).map((which) => (
        <div
          key={which}
          class="overview-handle"
          role="slider"
          tabIndex={0}
          aria-label={which === "from" ? "Begin of the window" : "End of the window"}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share(which === "from" ? from : to)}
          aria-valuetext={`${share(which === "from" ? from : to)} % of the run`}
          style={{ left: `${x(which === "from" ? from : to) - 12}px` }}
          onPointerDown={drag(which)}
          onKeyDown={keys(which)}
        />
      ))}
    </>
  );
}
