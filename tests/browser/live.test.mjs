import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, lastDrawnX, openPage, startServer, until } from "./kit.mjs";

const spec = `input value: Float64
#[plot]
#[threshold="0.9"]
output level := value
#[plot="level"]
trigger level > 0.9 "too high"
`;

/** Two hours of a wave, ten values a second; at speed 60 it lasts two minutes. */
function trace() {
  const lines = ["time,value"];
  for (let i = 0; i < 72_000; i++) {
    lines.push(`${(i / 10).toFixed(1)},${(0.5 + 0.49 * Math.sin(i / 200)).toFixed(4)}`);
  }
  return `${lines.join("\n")}\n`;
}

let folder;
let server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "fairmon-live-"));
  writeFileSync(join(folder, "wave.lola"), spec);
  writeFileSync(join(folder, "wave.csv"), trace());
});
after(closeBrowser);

const start = (more = [], settings = {}) =>
  startServer(
    [join(folder, "wave.lola"), join(folder, "wave.csv"), "--replay-speed", "60", ...more],
    settings,
  );

const reachedOf = (page) =>
  page.evaluate(() => document.querySelector(".figures dd")?.textContent ?? "");

test("the drawn curve follows the data", async () => {
  server = await start();
  const { page, close } = await openPage(server.address);
  await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await page.locator(".ranges button", { hasText: "All" }).click();
  const paths = new Set();
  for (let i = 0; i < 15; i++) {
    await page.waitForTimeout(300);
    paths.add(
      await page.evaluate(
        () => document.querySelector("#panel-0 .trace path.js-line")?.getAttribute("d") ?? "",
      ),
    );
  }
  assert.ok(paths.size >= 10, `only ${paths.size} different pictures in 15 looks`);
  const width = await page.evaluate(
    () => document.querySelector("#panel-0 .plotclip rect, #panel-0 clipPath rect").width.baseVal.value,
  );
  assert.ok((await lastDrawnX(page)) >= width - 3, "the curve reaches the right edge");
  await close();
  await server.stop();
});

test("pause, zoom, resume: nothing jumps", async () => {
  server = await start();
  const { page, close } = await openPage(server.address);
  await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await page.waitForTimeout(1500);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".phase.paused").first().waitFor();
  await page.locator("#panel-0 .plot-area").focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  const text = () => page.locator(".overview-text").textContent();
  await page.waitForTimeout(300);
  const looked = await text();
  const before = await reachedOf(page);
  await page.getByRole("button", { name: "Resume" }).click();
  // The run goes on …
  await until(async () => (await reachedOf(page)) !== before);
  assert.equal(await text(), looked, "… and the view stays");
  assert.equal(await page.locator(".follow").getAttribute("aria-pressed"), "false");
  await page.keyboard.press("l");
  await page.waitForTimeout(500);
  assert.notEqual(await text(), looked, "following again is the reader's choice");
  await close();
  await server.stop();
});

test("two tabs see the same run, a reload loses nothing", async () => {
  server = await start();
  const one = await openPage(server.address);
  await one.page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  const two = await openPage(server.address);
  await two.page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await one.page.getByRole("button", { name: "Stop" }).click();
  await two.page.locator(".phase.stopped").first().waitFor();
  const log = (page) => page.locator(".log tbody").textContent();
  await one.page.waitForTimeout(500);
  const seen = await log(one.page);
  assert.equal(await log(two.page), seen);
  await two.page.reload();
  await two.page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  assert.equal(await log(two.page), seen);
  await one.close();
  await two.close();
  await server.stop();
});

test("kill and restart: the page says so, the draft is safe, the page comes back", async () => {
  server = await start(["--no-token"], { keepRuns: true });
  const { page, close } = await openPage(server.address);
  await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// my draft");
  const points = (port) =>
    fetch(`http://127.0.0.1:${port}/api/v1/runs`)
      .then((answer) => answer.json())
      .then(([run]) => fetch(`http://127.0.0.1:${port}/api/v1/runs/${run.id}/instances`))
      .then((answer) => answer.json())
      .then((list) => list.reduce((sum, item) => sum + item.count, 0));
  await page.waitForTimeout(2500);
  const shown = await points(server.port);
  await page.waitForTimeout(2500);
  await server.stop("SIGKILL");
  await page.locator(".banner", { hasText: "connection" }).waitFor();
  assert.ok(await page.locator("#panel-0 .scatterlayer .trace").count(), "plots stay usable");
  const again = await startServer(["--no-token"], { port: server.port, runs: server.runs });
  await page.locator(".banner", { hasText: "connection" }).waitFor({ state: "detached" });
  assert.match(await page.locator(".cm-content").textContent(), /my draft/);
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.locator(".run", { hasText: "interrupted" }).waitFor();
  // What was on screen two seconds before the end is there again.
  assert.ok((await points(again.port)) >= shown, "the curves are kept");
  await page.reload();
  await page.locator(".phase.interrupted").first().waitFor();
  await page.locator("#panel-0 .scatterlayer .trace path.js-line").first().waitFor();
  await close();
  await again.stop();
});
