// @vitest-environment happy-dom
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

describe("reconnection", () => {
  it("waits longer each time, up to five seconds, never in step", async () => {
    const { reconnectDelay } = await import("../net/socket");
    const middle = Array.from({ length: 8 }, (_, i) => reconnectDelay(i, () => 0.5));
    expect(middle).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    expect(reconnectDelay(0, () => 0)).toBeLessThan(reconnectDelay(0, () => 1));
  });
});
