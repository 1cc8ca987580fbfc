// What panels say besides drawing curves: names of grey lines, failures, reasons, sentences.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ask, nothingWrong, program, scratch, serve, settled, until } from "./kit.mjs";

const spec = `input group: Int64
input value: Float64
input divisor: Int64
#[plot]
output level(g)
  spawn with group
  eval when group == g with value
#[plot, threshold="8.5"]
output newest := value
#[plot]
output quotient := 100 / divisor
#[plot]
output seldom eval when value > 1000.0 with value
#[plot]
output nobody(g)
  spawn when value > 1000.0 with group
  eval when group == g with value
`;

const groups = 15;
/** Each group stays at its own number; the divisor is nothing once in a while. */
const rows = Array.from({ length: groups * 4 }, (_, i) => ({
  time: i + 1,
  group: i % groups,
  divisor: i % 20 === 13 ? 0 : 4,
}));
const failing = rows.filter((row) => row.divisor === 0).map((row) => row.time);
const csv = ["time,group,value,divisor"]
  .concat(rows.map(({ time, group, divisor }) => `${time},${group},${group}.0,${divisor}`))
  .join("\n");

const folder = scratch({ "panels.lola": spec, "panels.csv": `${csv}\n` });
let opened;
let page;
const own = serve([join(folder, "panels.lola")], async ({ open }) => {
  opened = await open();
  page = opened.page;
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(join(folder, "panels.csv"));
  await page.locator(".mapping tbody tr").first().waitFor();
  await page.locator("summary", { hasText: "When something is wrong" }).click();
  await page.getByLabel("An evaluation that fails").selectOption("report");
  await page.getByRole("tab", { name: /Specification/ }).click();
  const start = page.getByRole("button", { name: "Start" });
  await until(async () => (await start.getAttribute("aria-disabled")) === "false");
  await start.click();
  await page.locator(".phase.finished").first().waitFor();
  await page.locator("#panel-2 .scatterlayer .trace path.js-line").first().waitFor({ state: "attached" });
});

/** Where a value lies on the screen, in the middle of a panel's plot. */
const placeOf = (panel, value) =>
  page.evaluate(
    ([index, wanted]) => {
      const plot = document.querySelector(`#panel-${index} .plot`);
      const { left, top } = plot.getBoundingClientRect();
      const { xaxis, yaxis } = plot._fullLayout;
      return [left + xaxis._offset + xaxis._length / 2, top + yaxis._offset + yaxis.l2p(wanted)];
    },
    [panel, value],
  );

test("of many curves the extremes are coloured; the grey ones name themselves under the pointer", async () => {
  const entries = page.locator("#panel-0 .legend > button");
  assert.equal(await entries.count(), 12);
  assert.match(await page.locator("#panel-0 .legend").textContent(), /the highest and lowest now; 3 more in grey/);
  const named = await entries.locator("bdi").allTextContents();
  assert.deepEqual(
    named.map(Number).sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14],
    "six from either end",
  );
  await page.locator("#panel-0").scrollIntoViewIfNeeded();
  for (const grey of [6, 7, 8]) {
    const [x, y] = await placeOf(0, grey);
    await page.mouse.move(x, y);
    const named = page.locator("#panel-0 .readout .grey");
    await until(async () => new RegExp(`\\b${grey}\\b.*\\b${grey}\\b`).test((await named.allTextContents()).join()));
    assert.equal(await named.count(), 1);
  }
  const [x, y] = await placeOf(0, 2);
  await page.mouse.move(x, y);
  await page.locator("#panel-0 .readout .grey").waitFor({ state: "detached" });
  await page.mouse.move(1, 1);
});

test("a grey curve is found by its name", async () => {
  const find = page.locator("#panel-0").getByLabel("Find a curve");
  await find.fill("7");
  const entries = page.locator("#panel-0 .legend > button");
  await until(async () => (await entries.count()) === 1);
  assert.match(await entries.first().textContent(), /^7/);
  // Its curve stands out, the others stand back.
  const drawn = () =>
    page.evaluate(() =>
      document
        .querySelector("#panel-0 .plot")
        .data.filter((trace) => trace.name.startsWith("level/"))
        .map((trace) => [trace.name, trace.line.width, trace.opacity]),
    );
  await until(async () => (await drawn()).some(([name, width]) => name === "level/7" && width > 3));
  assert.ok((await drawn()).every(([name, , opacity]) => name === "level/7" || opacity < 0.5));
  await find.fill("");
  await until(async () => (await entries.count()) === 12);
});

test("failed evaluations are marked at their times; the log names stream and reason", async () => {
  const marks = (panel) =>
    page.evaluate((index) => {
      const { data } = document.querySelector(`#panel-${index} .plot`);
      return data.find((trace) => trace.name === "failed evaluations").x;
    }, panel);
  assert.deepEqual(await settled(() => marks(2)), failing);
  assert.deepEqual(await marks(1), [], "not in the panel of another stream");
  const drawn = await page.locator("#panel-2 .scatterlayer .trace .points path").count();
  assert.ok(drawn >= failing.length, "the marks are really drawn");
  const lines = await page.locator(".problems li").allTextContents();
  assert.equal(lines.length, failing.length);
  for (const line of lines) assert.match(line, /quotient: division by zero \(line 11, column \d+\)/);
  // The command line says the same.
  const printed = execFileSync(
    program,
    ["monitor", join(folder, "panels.lola"), join(folder, "panels.csv"), "--on-error", "report"],
    { encoding: "utf8" },
  );
  assert.equal(printed.match(/division by zero/g).length, failing.length);
});

test("a stream that never had a value says so, with the reason", async () => {
  const seldom = page.locator("#panel-3 .waiting");
  await seldom.waitFor();
  assert.match(await seldom.textContent(), /evaluated 0 times.*it is evaluated at value.*condition never held/s);
  const nobody = await page.locator("#panel-4 .waiting").textContent();
  assert.match(nobody, /evaluated 0 times.*no instance was spawned/s);
  assert.equal(await page.locator("#panel-0 .waiting").count(), 0);
});

test("the sentence of a panel tells on which side of its threshold it is, and since when", async () => {
  const said = await page.locator("#panel-1 .plot-area").getAttribute("aria-label");
  // The last round climbs from 0 to 14: the tenth of its rows is the first above 8.5.
  const since = rows.length - groups + 10;
  assert.match(said, new RegExp(`^newest: now 14.*above the threshold 8\\.5 since ${since}(\\.0+)? s$`));
});

test("away from the newest value nothing is called now", async () => {
  const words = () => page.locator("#panel-1 .annotation-text").allTextContents();
  assert.ok((await settled(words)).some((text) => /now/.test(text)));
  await page.locator("#panel-1 .plot-area").focus();
  await page.keyboard.press("+");
  await until(async () => !(await words()).some((text) => /now/.test(text)));
  const said = await page.locator("#panel-1 .plot-area").getAttribute("aria-label");
  assert.doesNotMatch(said, /\bnow\b/);
  await page.keyboard.press("0");
});

test("what is kept of a run names the build that made it", async () => {
  const [{ id }] = await ask(own.server, "/runs");
  const { version } = await ask(own.server, "/meta");
  const file = join(own.server.runs, id, "run.json");
  let kept = null;
  await until(async () => {
    try {
      kept = JSON.parse(readFileSync(file, "utf8"));
    } catch {} // not there yet
    return kept?.status.phase === "finished";
  });
  assert.equal(kept.build, version);
  assert.equal(kept.settings.spec, spec);
  await nothingWrong(opened);
});
