// One line per requirement, above everything: kept, violated or undecided, since when, how badly,
// between whom.
import type { Episode, TriggerInfo, Undecided } from "@fairmon/protocol";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../components/icon";
import { formatInteger, formatTime, formatValue } from "../lib/format";
import type { Pair } from "../lib/pair";
import { type Stretch, spokenOfIn, standingOf } from "../lib/standing";
import { lastJudged } from "../plots/line/bars";
import { edgeTime, oldAtEdge, pairAt } from "../store/moment";
import {
  active,
  counts,
  episodes,
  holdsOn,
  instances,
  judged,
  panels,
  reached,
  run,
  spokenOf,
  startTime,
  triggers,
  undecided,
} from "../store/run";
import { openWhy } from "../store/why";
import { showEpisode } from "./trigger-log";

export type Standing = "violated" | "kept" | "undecided" | "unjudged";

export interface RequirementVerdict {
  standing: Standing;
  /** The episode that goes on, or the one that was worst. */
  episode: Episode | null;
  worst: Episode | null;
  count: number;
}

/**
 * How a requirement stands, from its episodes; `hadValues`: it has had something to judge. One with
 * evidence stands as it was last judged.
 */
export function judge(
  list: Episode[],
  hadValues: boolean,
  distance: (e: Episode) => number,
  evidence?: Stretch | null,
): RequirementVerdict {
  const open = list.find(holdsOn) ?? null;
  const worst = list.reduce<Episode | null>(
    (best, item) => (best === null || distance(item) > distance(best) ? item : best),
    null,
  );
  const estimated: Standing = hadValues || list.length > 0 ? "kept" : "unjudged";
  const judgement = evidence === undefined ? estimated : (evidence?.state ?? "unjudged");
  const standing: Standing = open ? "violated" : judgement;
  return { standing, episode: open ?? list.at(-1) ?? null, worst, count: list.length };
}

/** How far beyond its threshold an episode went. */
function distanceOf(trigger: number): (episode: Episode) => number {
  const panel = panels.value.find((item) => item.triggers.includes(trigger));
  const [threshold] = panel?.thresholds ?? [];
  return ({ worst }) =>
    worst === null
      ? Number.NEGATIVE_INFINITY
      : threshold === undefined
        ? worst.value
        : Math.abs(worst.value - threshold);
}

/** The groups that were farthest apart when it was worst. */
function usePair(trigger: number, episode: Episode | null): Pair | null {
  const [pair, setPair] = useState<Pair | null>(null);
  const time = episode?.worst?.time.s ?? null;
  const id = run.value?.id;
  const known = instances.value.length;
  useEffect(() => {
    const panel = panels.value.findIndex((item) => item.triggers.includes(trigger));
    let wanted = true;
    setPair(null);
    if (time !== null && panel >= 0) {
      pairAt(panel, time)
        .then((found) => wanted && setPair(found))
        .catch(() => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [trigger, time, id, known > 0]);
  return pair;
}

/** What the requirement's panel draws has had a value. */
function hasValues(trigger: number): boolean {
  const panel = panels.value.find((item) => item.triggers.includes(trigger));
  const streams = new Set(panel?.streams.map((stream) => stream.index));
  return panel === undefined
    ? (run.value?.status.events ?? 0) > 0
    : instances.value.some((item) => streams.has(item.stream) && (counts.value[item.id] ?? 1) > 0);
}

/** When the value that a panel's requirement looks at was last said, if that is long ago. */
function lastSaid(trigger: TriggerInfo, open: Episode | null): number | null {
  if (open) {
    return lastJudged(open, reached.value, triggers.value);
  }
  const panel = panels.value.find((item) => item.triggers.includes(trigger.index));
  const streams = new Map(panel?.streams.map((stream) => [stream.index, stream.period]));
  const drawn = instances.value.filter((item) => streams.has(item.stream));
  const atEnd = edgeTime.value >= reached.value;
  return atEnd && drawn.length === 1
    ? oldAtEdge(drawn[0]!.id, streams.get(drawn[0]!.stream))
    : null;
}

/** What would decide it: how many more cases, and who has fewest. */
function waitsFor({ needed, fewest }: Undecided): string {
  const about = fewest === null ? "" : ` (${fewest.instance} has ${formatInteger(fewest.trials)})`;
  if (needed === null) {
    return fewest === null ? "" : `; ${fewest.instance} has ${formatInteger(fewest.trials)} cases`;
  }
  // Two digits are as many as such a guess has.
  const rounded = Number(needed.toPrecision(2));
  const more = `about ${formatInteger(rounded)} more ${needed === 1 ? "case" : "cases"}`;
  return `; ${more} would decide it if all goes on like this${about}`;
}

/** What is known of a requirement that is not violated. */
function Calm({ verdict, ours, evidence, waiting, time }: CalmProps) {
  const { count, standing } = verdict;
  const before = count === 1 ? "once" : `${count} times`;
  return (
    <>
      {evidence && <> since {time(evidence.from)}</>}
      {standing === "undecided" && waiting && waitsFor(waiting)}
      {count > 0 && (
        <>
          ; violated {before}, until {time(Math.max(...ours.map((item) => item.ended?.s ?? 0)))}
        </>
      )}
    </>
  );
}

interface CalmProps {
  verdict: RequirementVerdict;
  ours: Episode[];
  evidence: Stretch | null;
  waiting: Undecided | undefined;
  time: (s: number) => string;
}

const icons = { violated: "warning", kept: "check", undecided: "info", unjudged: "info" } as const;

/** The first words of a line; what was said long ago is not said of now. */
function opening({ standing, count }: RequirementVerdict, old: boolean, certain: boolean): string {
  switch (standing) {
    case "violated":
      return old ? "Violated when last judged" : active.value ? "Violated since" : "Violated from";
    case "kept":
      return old ? "Kept when last judged" : count === 0 || certain ? "Kept" : "Kept now";
    case "undecided":
      return "Undecided";
    case "unjudged":
      return active.value ? "Not judged yet" : "Not judged";
  }
}

function Line({ trigger }: { trigger: TriggerInfo }) {
  const ours = episodes.value.filter((item) => item.trigger === trigger.index);
  const certain = trigger.level != null;
  const evidence = certain
    ? standingOf(judged.value.filter((item) => item.trigger === trigger.index))
    : null;
  const verdict = judge(
    ours,
    hasValues(trigger.index),
    distanceOf(trigger.index),
    certain ? evidence : undefined,
  );
  const pair = usePair(trigger.index, verdict.worst);
  const spoken = spokenOfIn(spokenOf.value, [trigger.index], reached.value);
  const total = Math.max(reached.value, 1);
  const time = (s: number) => formatTime(s, startTime.value, total);
  const { worst, episode, standing } = verdict;
  const said = lastSaid(trigger, standing === "violated" ? episode : null);
  const howBad = worst?.worst && (
    <>
      , worst <b>{formatValue(worst.worst.value)}</b>
      {pair && (
        <>
          {" "}
          (<bdi>{pair.high.label}</bdi> against <bdi>{pair.low.label}</bdi>)
        </>
      )}
    </>
  );
  return (
    <li class={`requirement ${standing}`}>
      <Icon name={icons[standing]} size={16} />
      <span class="requirement-text">
        <span class="standing">
          <b>{opening(verdict, said !== null, certain)}</b>
          {said !== null && <>, {time(said)}</>}
          {standing === "violated" && (
            <>
              {said !== null && ", since"} <b>{time(episode!.first.s)}</b>
              {!active.value && said === null && " to the end"}
              {spoken && <>, by the averages since {time(spoken.from)}</>}
            </>
          )}
          {(standing === "kept" || standing === "undecided") && (
            <Calm
              verdict={verdict}
              ours={ours}
              evidence={evidence}
              waiting={undecided.value.find(
                (item) =>
                  item.trigger === trigger.index && item.instance === (evidence?.instance ?? ""),
              )}
              time={time}
            />
          )}
          {howBad}
        </span>{" "}
        <bdi class="muted">{trigger.message || trigger.name}</bdi>
        {certain && <span class="muted small"> · at the level {trigger.level}</span>}
      </span>
      {worst && (
        <span class="row-tools">
          <button
            type="button"
            class="link"
            aria-label={`Why: ${trigger.message || trigger.name}`}
            onClick={() => void openWhy(worst)}
          >
            Why?
          </button>
          <button type="button" class="link" onClick={() => showEpisode(worst)}>
            Show the worst
          </button>
        </span>
      )}
    </li>
  );
}

const most = 6;

export function VerdictLines() {
  const [all, setAll] = useState(false);
  if (triggers.value.length === 0) {
    return null;
  }
  const shown = all ? triggers.value : triggers.value.slice(0, most);
  return (
    <ul class="requirements card" aria-label="Requirements">
      {shown.map((trigger) => (
        <Line key={trigger.index} trigger={trigger} />
      ))}
      {triggers.value.length > shown.length && (
        <li>
          <button type="button" class="quiet small" onClick={() => setAll(true)}>
            Show all {triggers.value.length}
          </button>
        </li>
      )}
    </ul>
  );
}
