import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { program, root, runExample, serve, settled, until } from "./kit.mjs";

let opened;
serve([], async ({ open }) => {
  opened = await open();
  await runExample(opened.page, "Hiring parity");
  await opened.page.locator("#panel-1 .scatterlayer .trace").first().waitFor();
});

/** Chooses an entry of a menu and returns what is downloaded. */
async function download(menu, entry) {
  const { page } = opened;
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: menu }).first().click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  const file = await arriving;
  return { name: file.suggestedFilename(), body: readFileSync(await file.path()) };
}

const verdicts = (...more) =>
  execFileSync(
    program,
    ["monitor", "examples/hiring_parity/hiring.lola", "examples/hiring_parity/applications.csv",
      "--time-column", "date", ...more],
    { cwd: root, encoding: "utf8" },
  );

test("a panel as PNG and as SVG", async () => {
  const png = await download(/^Download/, "PNG");
  assert.match(png.name, /\.png$/);
  assert.deepEqual([...png.body.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.body.length > 10_000, "there is a picture in it");
  const svg = await download(/^Download/, "SVG");
  const text = svg.body.toString();
  assert.match(text, /^<svg/);
  assert.match(text, /class="js-line"[^>]*d="M/, "with the curves drawn");
  assert.match(text, /Inter, Helvetica/, "and a font others have");
});

test("CSV of what is shown holds the shown stretch only; of everything, every value", async () => {
  const { page } = opened;
  const shown = await download(/^Download/, "CSV of what is shown");
  const lines = shown.body.toString().trim().split("\n");
  assert.equal(lines[0], "time,curve,value");
  assert.match(lines[1], /^\d{4}-\d\d-\d\dT[^,]+,[^,]+,0?\.?\d/);
  await page.locator("#panel-0 .plot-area").focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await settled(() => page.locator("#panel-0 .trace path.js-line").first().getAttribute("d"));
  const zoomed = (await download(/^Download/, "CSV of what is shown")).body.toString();
  const times = zoomed.trim().split("\n").slice(1).map((line) => line.split(",")[0]);
  assert.ok(times.length > 10);
  assert.ok(times[0] > lines[1].split(",")[0], "begins later than the whole run");
  await page.keyboard.press("0");

  const all = (await download("Export", "All values (CSV)")).body.toString().trim().split("\n");
  assert.ok(all.length > 500);
  const json = JSON.parse((await download("Export", "All values (JSON)")).body.toString());
  const points = json.series.reduce((sum, series) => sum + series.times.length, 0);
  assert.equal(points, all.length - 1, "both formats hold the same");
  // A panel offers everything of its own.
  const part = (await download(/^Download/, "CSV of everything")).body.toString();
  const streams = new Set(part.trim().split("\n").slice(1).map((line) => line.split(",")[1]));
  assert.deepEqual([...streams], ["offer_rate"]);
  const own = JSON.parse((await download(/^Download/, "JSON of everything")).body.toString());
  assert.deepEqual(new Set(own.series.map((series) => series.stream)), streams);
});

test("triggers as CSV are the firings the command line prints, at the same times", async () => {
  const csv = (await download("Export", "Triggers (CSV)")).body.toString().trim().split("\n");
  const fired = verdicts("--verbosity", "violations", "-o", "jsonl")
    .split("\n")
    .filter((line) => line.includes("differ by more"))
    .map((line) => Number(JSON.parse(line).time));
  const printed = csv.slice(1).map((line) => Date.parse(line.split(",")[1]) / 1000);
  assert.equal(printed.length, fired.length);
  // The page counts from the calendar, the command line from the start of the run.
  const since = (times) => times.map((time) => time - times[0]);
  assert.deepEqual(since(printed), since(fired));
});

test("the report is one file that needs nothing else", async () => {
  const { name, body } = await download("Export", "Report (HTML)");
  const text = body.toString();
  assert.match(name, /\.html$/);
  assert.ok(body.length < 1_000_000);
  assert.match(text, /<h2>The answer<\/h2>/, "the same document as the command line writes");
  assert.match(text, /<svg/);
  assert.doesNotMatch(text, /(src|href)="https?:/);
});

test("the table shows the panel's numbers and sorts them", async () => {
  const { page } = opened;
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
  const table = page.locator("#panel-0 .table-view table");
  await table.waitFor();
  const names = await page.locator("#panel-0 .legend > button").count();
  assert.equal(await table.locator("tbody tr").count(), names, "a row for every curve");
  const first = () => table.locator("tbody tr").first().textContent();
  const before = await first();
  await table.locator("th button").first().click();
  await until(async () => (await first()) !== before);
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
});

test("legend: a click hides, a double click isolates", async () => {
  const { page } = opened;
  const entries = page.locator("#panel-0 .legend > button");
  const count = await entries.count();
  assert.ok(count >= 2);
  const drawn = () => page.locator("#panel-0 .scatterlayer .trace path.js-line").count();
  const all = await drawn();
  await entries.first().click();
  await until(async () => (await drawn()) < all);
  await entries.first().click();
  await until(async () => (await drawn()) === all);
});

test("a second run is laid over the first, dashed; runs have pictures; a reload keeps them", async () => {
  const { page } = opened;
  await runExample(page, "Hiring parity");
  await page.getByRole("tab", { name: /Runs/ }).click();
  const rows = page.locator(".run");
  await until(async () => (await rows.count()) === 2);
  await until(async () => (await page.locator(".run-picture path").count()) >= 2);
  const drawn = () => page.locator("#panel-0 .scatterlayer .trace path.js-line").count();
  const alone = await drawn();
  await rows.nth(1).getByRole("button", { name: "Lay over the run on screen" }).click();
  await until(async () => (await drawn()) > alone);
  const dashed = await page
    .locator("#panel-0 .scatterlayer .trace path.js-line")
    .evaluateAll((paths) => paths.filter((path) => path.style.strokeDasharray).length);
  assert.ok(dashed >= alone / 2, "the second run is dashed");
  await page.reload();
  await page.getByRole("tab", { name: /Runs/ }).click();
  await until(async () => (await rows.count()) === 2);
});
