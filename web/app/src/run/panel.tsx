import type { Episode, Firing, PanelInfo } from "@fairmon/protocol";
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton, Menu } from "../components/controls";
import { Icon } from "../components/icon";
import { dark, light } from "../lib/colours";
import { copyText } from "../lib/copy";
import { formatInteger, formatValue } from "../lib/format";
import { isNoLabel } from "../lib/missing";
import type { Pair } from "../lib/pair";
import type { Range } from "../lib/ranges";
import { spokenOfIn, undecidedIn } from "../lib/standing";
import { api } from "../net/api";
import { endOf } from "../plots/line/bars";
import { type Figure, buildFigure, margins } from "../plots/line/figure";
import { loadPlotly } from "../plots/plotly";
import { isDark, narrow } from "../store/app";
import { type Slot, acknowledge, closeSlot, openSlot, resizeSlot } from "../store/live";
import { edge, pairAt } from "../store/moment";
import { linkTo } from "../store/permalink";
import {
  episodes,
  failures,
  failuresIn,
  instances,
  judged,
  leftOut,
  reached,
  run,
  spokenOf,
  startTime,
  triggers,
} from "../store/run";
import { resetView, timeWindow } from "../store/view";
import { openWhy } from "../store/why";
import { Crosshair } from "./crosshair";
import { curvesOf, entriesOf } from "./curves";
import { downloadCsv, downloadPicture } from "./downloads";
import { firingsFor } from "./firings";
import { addGestures } from "./gestures";
import { Legend } from "./legend";
import { summarise } from "./summary";
import { TableView } from "./table-view";
import { Waiting } from "./waiting";

interface PanelProps {
  panel: PanelInfo;
  index: number;
}

/** Draws whenever something it depends on changes; tells the server when it is on screen. */
function useDrawing(panel: PanelInfo, index: number, host: { current: HTMLDivElement | null }) {
  const slotRef = useRef<Slot | null>(null);
  const [openedSlot, setOpenedSlot] = useState<Slot | null>(null);
  const figureRef = useRef<Figure | null>(null);
  const firings = useSignal<Firing[]>([]);
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = host.current!;
    const measure = () => {
      setWidth(Math.floor(element.clientWidth));
      setHeight(Math.floor(element.clientHeight));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width <= 0 || height <= 0) {
      return;
    }
    const element = host.current!;
    const labels = width >= 560 && !matchMedia("(max-width: 899px)").matches;
    const room = width - margins.l - (labels ? margins.labels : margins.r);
    if (slotRef.current) {
      resizeSlot(slotRef.current, room);
    } else {
      slotRef.current = openSlot(index, room);
      setOpenedSlot(slotRef.current);
    }
    const slot = slotRef.current;
    let frame = 0;
    let acknowledged = -1;
    const draw = async () => {
      const plotly = await loadPlotly();
      const begin = performance.now();
      const palette = isDark.value ? dark : light;
      const figure = buildFigure({
        panel,
        curves: curvesOf(panel, slot, entriesOf(panel, palette)),
        episodes: episodes.value,
        clocks: triggers.value,
        firings: firings.value,
        undecided: undecidedIn(judged.value, panel.triggers, reached.value),
        spokenOf: spokenOfIn(spokenOf.value, panel.triggers, reached.value),
        marks: failuresIn(panel),
        window: timeWindow.value,
        reached: reached.value,
        startTime: startTime.value,
        palette,
        width,
        height,
        endLabels: labels,
      });
      figureRef.current = figure;
      const layout = { ...figure.layout, datarevision: ++revision };
      await plotly.react(element, figure.data, layout, { staticPlot: true });
      element.dataset.frame = slot.awaited ? "awaited" : slot.exact ? "exact" : "quick";
      // Acknowledged once per frame, and only when its points are really drawn.
      if (acknowledged !== slot.changed.value) {
        acknowledged = slot.changed.value;
        acknowledge(slot, performance.now() - begin);
      }
    };
    const stop = effect(() => {
      slot.changed.value;
      timeWindow.value;
      episodes.value;
      judged.value;
      spokenOf.value;
      firings.value;
      startTime.value;
      failures.value;
      isDark.value;
      // Everything that changed since the last picture goes into one drawing.
      curvesOf(panel, slot, entriesOf(panel, light));
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => void draw());
    });
    const stopFirings = firingsFor(panel, room, firings);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      stopFirings();
    };
  }, [width, height, panel, index]);
  useEffect(
    () => () => {
      if (slotRef.current) {
        closeSlot(slotRef.current);
        slotRef.current = null;
      }
    },
    [],
  );
  return { slot: openedSlot, figureRef, width };
}

let revision = 0;

/** The violation drawn at a time; of several the one that began last. */
function episodeAt(panel: PanelInfo, time: number, slack: number): Episode | null {
  const there = episodes.value.filter(
    (item) =>
      panel.triggers.includes(item.trigger) &&
      item.first.s - slack <= time &&
      endOf(item, reached.value, triggers.value) + slack >= time,
  );
  return there.at(-1) ?? null;
}

function heading(panel: PanelInfo): string {
  const [first] = panel.streams;
  if (!first) {
    return panel.id;
  }
  const parameters = first.parameters.length > 0 ? `(${first.parameters.join(", ")})` : "";
  return panel.streams.length === 1 ? first.name + parameters : panel.id;
}

/** A title of its own, not the name of the panel again. */
const ownTitle = (panel: PanelInfo): string => (panel.title === panel.id ? "" : panel.title);

/** Beside a gap: between whom it is, at the right edge of what is shown. */
function ExtremePair({ panel }: { panel: number }) {
  const [pair, setPair] = useState<Pair | null>(null);
  const time = edge.value?.time ?? null;
  useEffect(() => {
    let wanted = true;
    if (time === null) {
      setPair(null);
    } else {
      pairAt(panel, time)
        .then((found) => wanted && setPair(found))
        .catch(() => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [panel, time]);
  const one = ({ label, value, trials, hits }: Pair["high"]) => (
    <>
      <bdi>{label}</bdi> {formatValue(value)}
      {trials !== null &&
        (hits === null
          ? ` (n = ${formatInteger(trials)})`
          : ` (${formatInteger(hits)} of ${formatInteger(trials)})`)}
    </>
  );
  return pair === null ? null : (
    <span class="pair small">
      {one(pair.high)} against {one(pair.low)}
    </span>
  );
}

/** How many cases no curve here speaks of, because their group is not known. */
function LeftOut({ panel }: { panel: PanelInfo }) {
  const cases = leftOut.value[panel.id] ?? 0;
  return cases === 0 ? null : (
    <span class="badge" title="Their group label is missing or empty">
      {formatInteger(cases)} without a group left out
    </span>
  );
}

/** A stream that makes a group of cases without a label: no metric would. */
function NoLabel({ panel }: { panel: PanelInfo }) {
  const streams = new Set(
    panel.streams.filter(({ parameters }) => parameters.length > 0).map(({ index }) => index),
  );
  const found = instances.value.find((item) => streams.has(item.stream) && isNoLabel(item.label));
  return found === undefined ? null : (
    <span class="badge" title="The metrics of the library leave such cases out and count them">
      cases without a label are a group here: <bdi>{found.label || '""'}</bdi>
    </span>
  );
}

export function PanelView({ panel, index }: PanelProps) {
  const host = useRef<HTMLDivElement>(null);
  const gestures = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  const { slot, figureRef, width } = useDrawing(panel, index, host);
  const [table, setTable] = useState(false);
  const [selection, setSelection] = useState<Range | null>(null);
  const labels = width >= 560 && !matchMedia("(max-width: 899px)").matches;
  const room = width - margins.l - (labels ? margins.labels : margins.r);
  useEffect(
    () =>
      addGestures(
        gestures.current!,
        index,
        () => ({ left: margins.l, width: room }),
        setSelection,
        (time) => {
          const perPixel = (timeWindow.value.to - timeWindow.value.from) / Math.max(1, room);
          const episode = episodeAt(panel, time, 3 * perPixel);
          return episode && (() => void openWhy(episode));
        },
      ),
    [room, index, panel],
  );
  const ours = episodes.value.filter((episode) => panel.triggers.includes(episode.trigger));
  const [first] = panel.streams;
  const facts = [
    first?.type,
    first?.pacing,
    ...panel.thresholds.map((value) => `threshold ${value}`),
  ].filter(Boolean);
  const { from, to } = timeWindow.value;
  const savePicture = (format: "png" | "svg") =>
    void downloadPicture(figureRef.current, panel.id, format, (isDark.value ? dark : light).ground);
  const saveEverything = (format: "csv" | "json") =>
    run.value && location.assign(api.exportAddress(run.value.id, "series", format, index));
  const pixel = (time: number) => margins.l + ((time - from) / (to - from)) * room;
  return (
    <article class="panel" id={`panel-${index}`} ref={card} aria-label={panel.title || panel.id}>
      <header class="panel-head">
        <h2 class={ownTitle(panel) ? "" : "mono"}>{ownTitle(panel) || heading(panel)}</h2>
        <span class="muted small facts" title={facts.join(" · ")}>
          {facts.join(" · ")}
        </span>
        {ours.length > 0 && (
          <span class="badge red">
            ▲ {ours.length} violation {ours.length === 1 ? "episode" : "episodes"}
          </span>
        )}
        <span class="push tools">
          <IconButton icon="reset" label="Reset the view (0)" onClick={resetView} />
          <IconButton
            icon="table"
            label="Show as a table"
            pressed={table}
            onClick={() => setTable(!table)}
          />
          <Menu
            name={`Download ${panel.id}`}
            align="right"
            label={<Icon name="down" />}
            items={[
              { text: "PNG", action: () => savePicture("png") },
              { text: "SVG", action: () => savePicture("svg") },
              {
                text: "CSV of what is shown",
                action: () => slot && downloadCsv(panel, slot),
              },
              { text: "CSV of everything", action: () => saveEverything("csv") },
              { text: "JSON of everything", action: () => saveEverything("json") },
              { text: "Copy a link to this view", action: () => copyText(linkTo(index)) },
            ]}
          />
          {!narrow.value && (
            <IconButton
              icon="full"
              label="Full screen"
              onClick={() =>
                void (document.fullscreenElement
                  ? document.exitFullscreen()
                  : card.current?.requestFullscreen())
              }
            />
          )}
        </span>
      </header>
      <div class="panel-facts">
        <Legend panel={panel} slot={slot} />
        <ExtremePair panel={index} />
        <LeftOut panel={panel} />
        <NoLabel panel={panel} />
      </div>
      <div
        class="plot-area"
        role="img"
        aria-label={summarise(panel, slot)}
        tabIndex={0}
        data-panel={index}
      >
        <div class="plot" ref={host} />
        <div class="gestures" ref={gestures} />
        {selection && (
          <div
            class="selection"
            style={{
              left: `${pixel(selection.from)}px`,
              width: `${pixel(selection.to) - pixel(selection.from)}px`,
            }}
          />
        )}
        <Crosshair panel={panel} index={index} slot={slot} room={room} drawn={figureRef} />
        <Waiting panel={panel} slot={slot} />
      </div>
      {table && slot && <TableView panel={panel} slot={slot} />}
    </article>
  );
}
