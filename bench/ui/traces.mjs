// Traces and specifications the interface is measured with.
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const spec = `input curve: Int64
input value: Float64
#[plot]
output level(c)
  spawn with curve
  eval when curve == c with value
`;

/** A file of rows `time,curve,value`, a piece at a time. */
function writeRows(file, count, row) {
  const out = openSync(file, "w");
  let lines = ["time,curve,value"];
  for (let i = 0; i < count; i++) {
    lines.push(row(i));
    if (lines.length === 200_000) {
      writeSync(out, `${lines.join("\n")}\n`);
      lines = [];
    }
  }
  writeSync(out, lines.length > 0 ? `${lines.join("\n")}\n` : "");
  closeSync(out);
}

/** Twenty waves, `rate` values a second together. */
export function writeWaves(folder, rate, seconds) {
  writeFileSync(join(folder, "ui.lola"), spec);
  writeRows(join(folder, "ui.csv"), rate * seconds, (i) => {
    const value = Math.sin(i / 5000 + (i % 20));
    return `${(i / rate).toFixed(5)},${i % 20},${value.toFixed(4)}`;
  });
  return [join(folder, "ui.lola"), join(folder, "ui.csv")];
}

/** One long noisy curve. */
export function writeLong(folder, count) {
  writeFileSync(join(folder, "long.lola"), spec);
  writeRows(join(folder, "long.csv"), count, (i) => {
    const value = Math.sin(i / 90_000) + ((i * 7919) % 1000) / 4000;
    return `${(i / 1000).toFixed(3)},0,${value.toFixed(4)}`;
  });
  return [join(folder, "long.lola"), join(folder, "long.csv")];
}
