import { describe, expect, it } from "vitest";
import { type Curve, mergePart, trimBefore, valueAt } from "./curve";
import { type SeriesFrame, decodeFrame, encodeFrame } from "./frame";
import { parseServerMessage } from "./guards";

/** A small random source with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const frame: SeriesFrame = {
  slot: 3,
  generation: 9,
  reached: 12.5,
  parts: [
    {
      id: 0,
      cut: Number.NEGATIVE_INFINITY,
      times: Float64Array.of(1, 2),
      values: Float64Array.of(0.5, Number.NaN),
    },
    { id: 7, cut: 4, times: Float64Array.of(), values: Float64Array.of() },
  ],
  lower: [{ id: 0, cut: 1, times: Float64Array.of(1), values: Float64Array.of(0.25) }],
  upper: [{ id: 0, cut: 1, times: Float64Array.of(2), values: Float64Array.of(0.75) }],
};

describe("frames", () => {
  it("survive the wire", () => {
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it("are refused when truncated, prolonged or of another kind", () => {
    const bytes = encodeFrame(frame);
    for (let n = 0; n < bytes.byteLength; n++) {
      expect(decodeFrame(bytes.slice(0, n))).toBeNull();
    }
    const longer = new Uint8Array(bytes.byteLength + 8);
    longer.set(new Uint8Array(bytes));
    expect(decodeFrame(longer.buffer)).toBeNull();
    new DataView(bytes).setUint32(0, 2, true);
    expect(decodeFrame(bytes)).toBeNull();
  });
});

describe("curves", () => {
  it("built from deltas equal the whole, however it is cut", () => {
    const next = random(5);
    for (let round = 0; round < 200; round++) {
      const n = 1 + Math.floor(next() * 60);
      const times = Array.from({ length: n }, (_, i) => i + Math.floor(next() * 2) / 2).sort(
        (a, b) => a - b,
      );
      const values = times.map(() => next());
      const curve: Curve = { times: [], values: [] };
      let sent = 0;
      while (sent < n) {
        // Resend a little of what is there already, as the server does with its last bucket.
        const cutIndex = Math.max(0, sent - Math.floor(next() * 4));
        const cut = cutIndex === 0 ? Number.NEGATIVE_INFINITY : times[cutIndex]!;
        const begin = times.findIndex((time) => time >= cut);
        sent = Math.min(n, sent + 1 + Math.floor(next() * 9));
        mergePart(curve, {
          id: 0,
          cut,
          times: Float64Array.from(times.slice(begin, sent)),
          values: Float64Array.from(values.slice(begin, sent)),
        });
      }
      expect(curve).toEqual({ times, values });
    }
  });

  it("hold their values", () => {
    const curve: Curve = { times: [1, 2, 4], values: [10, Number.NaN, 30] };
    expect(valueAt(curve, 0)).toBeNull();
    expect(valueAt(curve, 1.5)).toBe(10);
    expect(valueAt(curve, 3)).toBeNull();
    expect(valueAt(curve, 9)).toBe(30);
    trimBefore(curve, 4);
    expect(curve.times).toEqual([2, 4]);
  });
});

describe("messages", () => {
  it("of unknown or broken shape are not taken", () => {
    for (const text of [
      "",
      "[]",
      "{}",
      '{"type":"constructor"}',
      '{"type":"welcome"}',
      '{"type":"welcome","protocol":1,"run":{"id":"x","status":{}}}',
      '{"type":"triggers","episodes":{}}',
    ]) {
      expect(parseServerMessage(text)).toBeNull();
    }
    expect(
      parseServerMessage('{"type":"welcome","protocol":1,"life":"a","continues":false,"run":null}'),
    ).not.toBeNull();
  });
});
