import type { Episode } from "@fairmon/protocol";
import { describe, expect, it } from "vitest";
import { light } from "../../lib/colours";
import { barLabels, mergeEpisodes } from "./bars";
import { type FigureInput, buildFigure, escapeText } from "./figure";

const time = (s: number) => ({ s, ns: s * 1e9 });

function episode(number: number, first: number, last: number, firings = 1): Episode {
  return {
    number,
    trigger: 2,
    first: time(first),
    last: time(last),
    firings,
    open: false,
    ended: time(last),
    text: "too far",
    worst: null,
    instance: "",
  };
}

function input(change: Partial<FigureInput> = {}): FigureInput {
  return {
    panel: {
      id: "p",
      title: "",
      unit: "",
      streams: [{ index: 1, name: "rate", type: "Prob", pacing: "event", parameters: ["g"] }],
      triggers: [2],
      thresholds: [0.2],
    },
    curves: [
      {
        key: "rate/A",
        label: "A",
        colour: "#0069b4",
        dash: "solid",
        rest: false,
        closed: null,
        curve: { times: [0, 10, 20], values: [0.1, 0.3, 0.2] },
      },
    ],
    episodes: [episode(1, 10, 20, 3)],
    clocks: [],
    firings: [],
    undecided: [],
    spokenOf: null,
    marks: [],
    window: { from: 0, to: 40 },
    reached: 40,
    startTime: null,
    palette: light,
    width: 800,
    height: 300,
    endLabels: true,
    ...change,
  };
}

const curve = (data: Record<string, unknown>[]) =>
  data.find((trace) => !["violated", "violations"].includes(String(trace.name)))!;
const named = (data: Record<string, unknown>[], name: string) =>
  data.find((trace) => trace.name === name)!;

describe("evidence in the figure", () => {
  const lower = { times: [0, 10, 20], values: [0, 0.2, 0.15] };
  const upper = { times: [0, 10], values: [0.9, 0.4] };
  const [line] = input().curves;

  it("is a strip of steps between the bounds, up to now", () => {
    const { data } = buildFigure(input({ curves: [{ ...line!, band: { lower, upper } }] }));
    const band = named(data, "band rate/A");
    expect(band.x).toEqual([0, 10, 10, 20, 20, 40, 40, 20, 20, 10, 10, 0, null]);
    expect(band.y).toEqual([0.9, 0.9, 0.4, 0.4, 0.4, 0.4, 0.15, 0.15, 0.2, 0.2, 0, 0, null]);
    expect(data.indexOf(band)).toBeLessThan(data.indexOf(named(data, "rate/A")));
  });

  it("has a gap where a bound has one, and none in grey", () => {
    const open = { times: [0, 10, 20], values: [0.9, Number.NaN, 0.4] };
    const band = { lower, upper: open };
    const { data } = buildFigure(input({ curves: [{ ...line!, band }] }));
    expect(named(data, "band rate/A").x).toEqual([0, 10, 10, 0, null, 20, 40, 40, 20, null]);
    const grey = buildFigure(input({ curves: [{ ...line!, band, rest: true }] }));
    expect(named(grey.data, "band rate/A")).toBe(undefined);
  });

  it("brackets the stretch that a violated requirement speaks of", () => {
    const bracket = named(buildFigure(input({ spokenOf: { from: 4, to: 10 } })).data, "spoken of");
    expect(bracket!.x).toEqual([4, 4, 10, 10]);
    expect(bracket!.yaxis).toBe("y2");
    expect(named(buildFigure(input()).data, "spoken of")).toBe(undefined);
  });

  it("hatches what is undecided", () => {
    const { data } = buildFigure(input({ undecided: [{ from: 0, to: 10 }] }));
    const hatched = named(data, "undecided");
    expect((hatched.x as number[]).slice(0, 4)).toEqual([0, 0, 10, 10]);
    expect((hatched.fillpattern as { shape: string }).shape).toBe("/");
    expect(named(buildFigure(input()).data, "undecided")).toBe(undefined);
  });

  it("draws what nobody repeated for long as held, and says of when it is", () => {
    const { data, layout } = buildFigure(input({ curves: [{ ...line!, old: 20 }] }));
    expect(named(data, "rate/A").x).toEqual([0, 10, 20]);
    expect(named(data, "held rate/A").x).toEqual([20, 40]);
    const texts = (layout.annotations as { text: string }[]).map((item) => item.text);
    expect(texts).toContain("<b>0.200</b> A, 20 s");
  });
});

describe("the figure", () => {
  it("carries a line on to where the run has got", () => {
    const line = curve(buildFigure(input()).data);
    expect(line!.x).toEqual([0, 10, 20, 40]);
    expect(line!.y).toEqual([0.1, 0.3, 0.2, 0.2]);
    expect((line!.line as { shape: string }).shape).toBe("hv");
  });

  it("ends a closed instance where it was closed", () => {
    const curves = [{ ...input().curves[0]!, closed: 25 }];
    expect(curve(buildFigure(input({ curves })).data)!.x).toEqual([0, 10, 20, 25]);
  });

  it("keeps the value that holds into the window", () => {
    const line = curve(buildFigure(input({ window: { from: 12, to: 15 } })).data);
    expect(line!.x).toEqual([10, 20, 40]);
  });

  it("draws bars as one trace and a tint, a threshold as a dashed line", () => {
    const { data, layout } = buildFigure(input());
    expect(named(data, "violations").x).toEqual([10, 10, null]);
    expect(named(data, "violated").x).toEqual([10, 10, 20, 20, null]);
    const shapes = layout.shapes as { type: string; line: { dash?: string } }[];
    expect(shapes.map((shape) => shape.line.dash)).toEqual(["dash"]);
  });

  it("puts curves beyond the coloured ones into one grey trace with breaks", () => {
    const drawn = { ...input().curves[0]!, rest: true };
    const { data } = buildFigure(input({ curves: [drawn, { ...drawn, key: "rate/B" }] }));
    expect(data.filter((trace) => trace.name === "others")).toHaveLength(1);
    const { x } = named(data, "others") as { x: (number | null)[] };
    expect(x.filter((item) => item === null)).toHaveLength(2);
  });

  it("uses calendar time if there is one", () => {
    const { data, layout } = buildFigure(input({ startTime: 1000 }));
    expect((curve(data).x as number[])[1]).toBe(1_010_000);
    expect((layout.xaxis as { type: string }).type).toBe("date");
  });

  it("shows markup in names as text", () => {
    expect(escapeText('<b onclick="x">')).toBe('&lt;b onclick="x"&gt;');
  });
});

describe("bars", () => {
  it("merge only what is closer than a pixel, and count everything", () => {
    const many = Array.from({ length: 100 }, (_, i) => episode(i + 1, i * 2, i * 2 + 0.5, 2));
    const merged = mergeEpisodes(many, 5, 300, []);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ first: 1, last: 100, firings: 200 });
    expect(mergeEpisodes(many, 0.1, 300, [])).toHaveLength(100);
  });

  it("end where they were last judged, if that is long ago", () => {
    const open = { ...episode(1, 10, 20), ended: null };
    const clock = (s: number) => [{ index: 2, period: { s, ns: s * 1e9 } }];
    expect(mergeEpisodes([open], 1, 100, clock(50))[0]!.to).toBe(20);
    expect(mergeEpisodes([open], 1, 60, clock(50))[0]!.to).toBe(60);
  });

  it("share a label where two would touch", () => {
    const list = mergeEpisodes(
      [episode(2, 10, 11), episode(3, 12, 13), episode(4, 90, 99)],
      0.1,
      100,
      [],
    );
    const labels = barLabels(list, (t) => t * 4, 1000);
    expect(labels.map((label) => label.text)).toEqual(["▲2–3", "▲4"]);
  });

  it("become single firings when zoomed in", () => {
    const firings = [11, 14, 19].map((s, i) => ({
      number: i + 1,
      trigger: 2,
      episode: 1,
      time: time(s),
      text: "",
    }));
    const { data } = buildFigure(input({ window: { from: 8, to: 22 }, firings }));
    const edges = (named(data, "violations").x as (number | null)[]).filter((x) => x !== null);
    expect(new Set(edges)).toEqual(new Set([10, 11, 14, 19]));
  });

  it("last until the value violates no more, and until now while it does", () => {
    const closed = { ...episode(1, 10, 20), ended: time(31) };
    expect(named(buildFigure(input({ episodes: [closed] })).data, "violated").x).toEqual([
      10,
      10,
      31,
      31,
      null,
    ]);
    const open = { ...episode(1, 10, 38), ended: null, open: true };
    const { x } = named(buildFigure(input({ episodes: [open] })).data, "violated");
    expect(x).toEqual([10, 10, 40, 40, null]);
  });

  it("draw no comb, however many there are", () => {
    const many = Array.from({ length: 400 }, (_, i) => episode(i + 1, i * 2, i * 2 + 1));
    const firings = many.map((item) => ({
      number: item.number,
      trigger: 2,
      episode: item.number,
      time: item.first,
      text: "",
    }));
    const window = { from: 0, to: 800 };
    const { data, layout } = buildFigure(input({ episodes: many, firings, window, reached: 800 }));
    const edges = (named(data, "violations").x as (number | null)[]).filter((x) => x === null);
    expect(edges.length).toBeLessThanOrEqual(800 / 24);
    expect((layout.shapes as unknown[]).length).toBe(1);
    expect((layout.annotations as unknown[]).length).toBeLessThan(30);
  });
});
