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
    text: "too far",
    peak: null,
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
    firings: [],
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

describe("the figure", () => {
  it("carries a line on to where the run has got", () => {
    const [line] = buildFigure(input()).data;
    expect(line!.x).toEqual([0, 10, 20, 40]);
    expect(line!.y).toEqual([0.1, 0.3, 0.2, 0.2]);
    expect((line!.line as { shape: string }).shape).toBe("hv");
  });

  it("ends a closed instance where it was closed", () => {
    const curves = [{ ...input().curves[0]!, closed: 25 }];
    expect(buildFigure(input({ curves })).data[0]!.x).toEqual([0, 10, 20, 25]);
  });

  it("keeps the value that holds into the window", () => {
    const [line] = buildFigure(input({ window: { from: 12, to: 15 } })).data;
    expect(line!.x).toEqual([10, 20, 40]);
  });

  it("draws bars as one trace and a tint, a threshold as a dashed line", () => {
    const { data, layout } = buildFigure(input());
    expect(data.find((trace) => trace.name === "violations")!.x).toEqual([10, 10, null]);
    const shapes = layout.shapes as { type: string; line: { dash?: string } }[];
    expect(shapes.map((shape) => shape.type)).toEqual(["rect", "line"]);
    expect(shapes[1]!.line.dash).toBe("dash");
  });

  it("puts curves beyond the coloured ones into one grey trace with breaks", () => {
    const drawn = { ...input().curves[0]!, rest: true };
    const { data } = buildFigure(input({ curves: [drawn, { ...drawn, key: "rate/B" }] }));
    expect(data.filter((trace) => trace.name === "others")).toHaveLength(1);
    expect((data[0]!.x as (number | null)[]).filter((x) => x === null)).toHaveLength(2);
  });

  it("uses calendar time if there is one", () => {
    const { data, layout } = buildFigure(input({ startTime: 1000 }));
    expect((data[0]!.x as number[])[1]).toBe(1_010_000);
    expect((layout.xaxis as { type: string }).type).toBe("date");
  });

  it("shows markup in names as text", () => {
    expect(escapeText('<b onclick="x">')).toBe('&lt;b onclick="x"&gt;');
  });
});

describe("bars", () => {
  it("merge only what is closer than a pixel, and count everything", () => {
    const many = Array.from({ length: 100 }, (_, i) => episode(i + 1, i * 2, i * 2 + 0.5, 2));
    const merged = mergeEpisodes(many, 5);
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ first: 1, last: 100, firings: 200 });
    expect(mergeEpisodes(many, 0.1)).toHaveLength(100);
  });

  it("share a label where two would touch", () => {
    const list = mergeEpisodes([episode(2, 10, 11), episode(3, 12, 13), episode(4, 90, 99)], 0.1);
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
    const edges = (
      data.find((trace) => trace.name === "violations")!.x as (number | null)[]
    ).filter((x) => x !== null);
    expect(new Set(edges)).toEqual(new Set([10, 11, 14, 19]));
  });
});
