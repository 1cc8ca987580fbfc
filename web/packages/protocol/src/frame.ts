/** Points of one series in a frame; they replace everything at or after `cut`. */
export interface SeriesPart {
  id: number;
  cut: number;
  times: Float64Array;
  values: Float64Array;
}

export interface SeriesFrame {
  slot: number;
  generation: number;
  /** Monitor time in seconds up to which everything is decided. */
  reached: number | null;
  parts: SeriesPart[];
  /** Ends of bands, with the id of the series they belong to. */
  lower: SeriesPart[];
  upper: SeriesPart[];
}

const kindSeries = 1;
const headBytes = 16;
const partBytes = 16;
/** Entry that carries how far the run has got instead of points. */
const reachedId = 0xffff_ffff;
/** Added to the id of a series: the entry is the lower or upper end of its band. */
const lowerBit = 0x4000_0000;
const upperBit = 0x8000_0000;

/** Reads a binary frame; null if it is truncated, too long or of another kind. */
export function decodeFrame(buffer: ArrayBuffer): SeriesFrame | null {
  if (buffer.byteLength < headBytes) {
    return null;
  }
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== kindSeries) {
    return null;
  }
  const frame: SeriesFrame = {
    slot: view.getUint32(4, true),
    generation: view.getUint32(8, true),
    reached: null,
    parts: [],
    lower: [],
    upper: [],
  };
  const count = view.getUint32(12, true);
  let at = headBytes;
  for (let i = 0; i < count; i++) {
    if (at + partBytes > buffer.byteLength) {
      return null;
    }
    const id = view.getUint32(at, true);
    const n = view.getUint32(at + 4, true);
    const cut = view.getFloat64(at + 8, true);
    at += partBytes;
    if (at + n * 16 > buffer.byteLength) {
      return null;
    }
    if (id === reachedId) {
      frame.reached = cut;
      continue;
    }
    // Every entry is a multiple of eight bytes long, so columns can be looked at in place.
    const times = new Float64Array(buffer, at, n);
    const values = new Float64Array(buffer, at + n * 8, n);
    at += n * 16;
    if (id >= upperBit) {
      frame.upper.push({ id: id - upperBit, cut, times, values });
    } else if (id >= lowerBit) {
      frame.lower.push({ id: id - lowerBit, cut, times, values });
    } else {
      frame.parts.push({ id, cut, times, values });
    }
  }
  return at === buffer.byteLength ? frame : null;
}

/** Writes a frame as the server does; for tests and recorded sessions. */
export function encodeFrame(frame: SeriesFrame): ArrayBuffer {
  const parts = [
    ...frame.parts,
    ...frame.lower.map((part) => ({ ...part, id: part.id + lowerBit })),
    ...frame.upper.map((part) => ({ ...part, id: part.id + upperBit })),
  ];
  const points = parts.reduce((sum, part) => sum + part.times.length, 0);
  const entries = parts.length + (frame.reached === null ? 0 : 1);
  const buffer = new ArrayBuffer(headBytes + entries * partBytes + points * 16);
  const view = new DataView(buffer);
  view.setUint32(0, kindSeries, true);
  view.setUint32(4, frame.slot, true);
  view.setUint32(8, frame.generation, true);
  view.setUint32(12, entries, true);
  let at = headBytes;
  const writeHead = (id: number, n: number, cut: number) => {
    view.setUint32(at, id, true);
    view.setUint32(at + 4, n, true);
    view.setFloat64(at + 8, cut, true);
    at += partBytes;
  };
  for (const part of parts) {
    writeHead(part.id, part.times.length, part.cut);
    new Float64Array(buffer, at, part.times.length).set(part.times);
    at += part.times.length * 8;
    new Float64Array(buffer, at, part.values.length).set(part.values);
    at += part.values.length * 8;
  }
  if (frame.reached !== null) {
    writeHead(reachedId, 0, frame.reached);
  }
  return buffer;
}
