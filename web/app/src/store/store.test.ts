// @vitest-environment happy-dom
import type { Episode, PanelInfo, RunInfo, ServerMessage } from "@fairmon/protocol";
import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});

describe("the view", () => {
  it("follows the newest value until the reader looks elsewhere, and never jumps back", async () => {
    const { reached } = await import("./run");
    const view = await import("./view");
    reached.value = 100;
    expect(view.timeWindow.value).toEqual({ from: 0, to: 100 });
    view.follow(30);
    expect(view.timeWindow.value).toEqual({ from: 70, to: 100 });
    view.panBy(-0.5);
    expect(view.timeWindow.value).toEqual({ from: 55, to: 85 });
    reached.value = 500;
    expect(view.timeWindow.value).toEqual({ from: 55, to: 85 });
    view.toggleFollow();
    expect(view.timeWindow.value).toEqual({ from: 0, to: 500 });
  });

  it("isolates a curve and brings the others back", async () => {
    const view = await import("./view");
    view.isolateCurve("a", ["a", "b", "c"]);
    expect([...view.hidden.value]).toEqual(["b", "c"]);
    view.isolateCurve("a", ["a", "b", "c"]);
    expect(view.hidden.value.size).toBe(0);
  });
});

describe("the run", () => {
  it("lays changed episodes over known ones", async () => {
    const { overlay } = await import("./run");
    const key = (item: { n: number }) => item.n;
    const merged = overlay(
      [
        { n: 1, x: "a" },
        { n: 2, x: "b" },
      ],
      [
        { n: 3, x: "c" },
        { n: 2, x: "B" },
      ],
      key,
    );
    expect(merged.map((item) => item.x)).toEqual(["a", "B", "c"]);
  });
});

describe("failed evaluations", () => {
  it("are marked where their stream is drawn, and everywhere if it is drawn nowhere", async () => {
    const { failuresIn, notices, panels } = await import("./run");
    const panel = (name: string) => ({ id: name, streams: [{ name }] }) as PanelInfo;
    panels.value = [panel("ratio"), panel("other")];
    const time = (s: number) => ({ s, ns: s * 1e9 });
    notices.value = [
      { number: 1, kind: "evaluation", text: "a", time: time(3), stream: "ratio" },
      { number: 2, kind: "evaluation", text: "b", time: time(5), stream: "helper" },
      { number: 3, kind: "record", text: "c", time: time(7), stream: null },
    ];
    expect(failuresIn(panels.value[0]!)).toEqual([3, 5]);
    expect(failuresIn(panels.value[1]!)).toEqual([5]);
  });
});

describe("coming back", () => {
  const status = { phase: "running", reached: { s: 5, ns: 5e9 } };
  const info = { id: "r", status } as unknown as RunInfo;
  const episode = (number: number, firings: number) => ({ number, firings }) as Episode;
  const welcome = (life: string, continues: boolean): ServerMessage => ({
    type: "welcome",
    protocol: 1,
    life,
    continues,
    run: info,
    panels: [],
    triggers: [],
  });

  it("tells what is known of the run, and of that run only", async () => {
    const { seenOf, takeMessage } = await import("./run");
    expect(seenOf("r")).toBeUndefined();
    takeMessage(welcome("one", false));
    takeMessage({ type: "triggers", episodes: [episode(1, 2)], revision: 7, total: 2 });
    takeMessage({
      type: "instances",
      instances: [{ id: 0, stream: 1, label: "a", closed: null }],
    });
    expect(seenOf("r")).toEqual({ life: "one", log: 7, notices: 0, instances: 1, states: 0 });
    expect(seenOf("another")).toBeUndefined();
  });

  it("keeps what it has where the server goes on, and forgets it where it cannot", async () => {
    const { episodes, instances, takeMessage } = await import("./run");
    takeMessage(welcome("one", false));
    takeMessage({
      type: "triggers",
      episodes: [episode(1, 2), episode(2, 1)],
      revision: 7,
      total: 3,
    });
    takeMessage(welcome("one", true));
    takeMessage({
      type: "triggers",
      episodes: [episode(2, 4), episode(3, 1)],
      revision: 9,
      total: 7,
    });
    expect(episodes.value.map((item) => item.firings)).toEqual([2, 4, 1]);
    takeMessage(welcome("two", false));
    expect(episodes.value).toEqual([]);
    expect(instances.value).toEqual([]);
  });
});

describe("announcements", () => {
  it("come at most once in five seconds, and the newest is never lost", async () => {
    vi.useFakeTimers();
    const { announce, announcement } = await import("./app");
    announce("one");
    expect(announcement.value).toBe("one");
    vi.advanceTimersByTime(1000);
    announce("two");
    announce("three");
    expect(announcement.value).toBe("one");
    vi.advanceTimersByTime(3900);
    expect(announcement.value).toBe("one");
    vi.advanceTimersByTime(200);
    expect(announcement.value).toBe("three");
    vi.useRealTimers();
  });
});

describe("reconnection", () => {
  it("waits longer each time, up to five seconds, never in step", async () => {
    const { reconnectDelay } = await import("../net/socket");
    const middle = Array.from({ length: 8 }, (_, i) => reconnectDelay(i, () => 0.5));
    expect(middle).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    expect(reconnectDelay(0, () => 0)).toBeLessThan(reconnectDelay(0, () => 1));
  });
});
