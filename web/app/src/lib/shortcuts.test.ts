import { describe, expect, it } from "vitest";
import { type KeyPress, commandOf } from "./shortcuts";

const press = (change: Partial<KeyPress>): KeyPress => ({
  key: "",
  ctrl: false,
  alt: false,
  shift: false,
  inText: false,
  inControl: false,
  inPlot: false,
  ...change,
});

describe("shortcuts", () => {
  it("work everywhere with Ctrl or Alt", () => {
    expect(commandOf(press({ key: "Enter", ctrl: true, inText: true }), true)).toBe("start");
    expect(commandOf(press({ key: "Enter", ctrl: true, shift: true }), true)).toBe("stop");
    expect(commandOf(press({ key: "2", alt: true, inText: true }), true)).toBe("source");
  });

  it("leave typing alone", () => {
    for (const key of [" ", "l", "/", "?", "[", "0", "-"]) {
      expect(commandOf(press({ key, inText: true }), true)).toBeNull();
    }
  });

  it("leave the browser its keys", () => {
    for (const key of ["F5", "F6", "Tab", "Escape", "F11"]) {
      expect(commandOf(press({ key }), true)).toBeNull();
    }
    expect(commandOf(press({ key: "l", ctrl: true }), true)).toBeNull();
  });

  it("zoom only in a plot, pause only outside of controls", () => {
    expect(commandOf(press({ key: "+" }), true)).toBeNull();
    expect(commandOf(press({ key: "+", inPlot: true }), true)).toBe("zoomIn");
    expect(commandOf(press({ key: " ", inControl: true }), true)).toBeNull();
    expect(commandOf(press({ key: " " }), true)).toBe("pause");
  });

  it("can be switched off where they are single letters", () => {
    expect(commandOf(press({ key: "l" }), false)).toBeNull();
    expect(commandOf(press({ key: "Enter", ctrl: true }), false)).toBe("start");
  });
});
