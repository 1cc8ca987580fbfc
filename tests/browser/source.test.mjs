import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch, serve, until } from "./kit.mjs";

const spec = `input group: String
input score: Int64
#[plot]
output total := score.aggregate(over_discrete: 5, using: sum)
trigger score > 9 "very high"
`;
const csv = `when;race;decile_score
2024-01-01;A;3
2024-01-02;B;10
2024-01-03;A;7
`;

const folder = scratch({
  "map.lola": spec,
  "people.csv": csv,
  "bad.csv": csv.replace("10", "ten"),
});
const own = serve([join(folder, "map.lola")]);

/** The page of the data source with a file chosen. */
async function choose(file) {
  const opened = await own.open();
  const { page } = opened;
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(join(folder, file));
  await page.locator(".mapping tbody tr").first().waitFor();
  return opened;
}

test("a CSV with other names: upload, suggestions, time column, run", async () => {
  const { page, problems, close } = await choose("people.csv");
  assert.equal(await page.getByLabel("Column of score").inputValue(), "decile_score");
  assert.equal(await page.getByLabel("Column of group").inputValue(), "race");
  assert.equal(await page.getByLabel("Column of the time").inputValue(), "when", "found by its looks");
  const open = page.getByRole("button", { name: /suggested/ });
  const before = await open.count();
  await open.first().click();
  await until(async () => (await open.count()) === before - 1);
  // The whole file is tried without being asked.
  await page.locator(".source-page .good", { hasText: "3 records" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase.finished").first().waitFor();
  await page.locator(".log tbody tr", { hasText: "very high" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a bad cell is shown before and named when it stops the run", async () => {
  const { page, close } = await choose("bad.csv");
  await page.getByLabel("Column of score").selectOption("decile_score");
  await page.locator(".bad-cell", { hasText: "ten" }).waitFor();
  const row = page.locator(".mapping tr", { hasText: "score" });
  assert.match(await row.locator(".bad").textContent(), /^1 of 3 rows: no Int64$/);
  await page.locator(".record-errors", { hasText: "line 3" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase.failed").first().waitFor();
  assert.match(await page.locator(".failure").textContent(), /ten/);
  await close();
});

test("a bad record that is kept aside is counted, named, and can be fetched", async () => {
  const { page, close } = await choose("bad.csv");
  await page.getByLabel("Column of score").selectOption("decile_score");
  await page.locator("summary", { hasText: "When something is wrong" }).click();
  await page.getByLabel("A bad record").selectOption("skip");
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase.finished").first().waitFor();
  await page.locator(".log", { hasText: "1 bad record was kept aside" }).waitFor();
  // The log names file, line, field and value.
  const line = await page.locator(".problems li").first().textContent();
  assert.match(line, /bad\.csv:3.*ten/);
  await page.getByRole("tab", { name: /Specification/ }).click();
  await page.locator(".source-card", { hasText: "1 bad record" }).waitFor();
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download what was kept aside" }).click();
  const kept = readFileSync(await (await arriving).path(), "utf8");
  assert.match(kept, /2024-01-02;B;ten/, "the record as it stood in the file");
  await close();
});

test("settings of a source are saved beside the specification and opened again", async () => {
  const { page, close } = await choose("people.csv");
  await page.getByLabel("Column of score").selectOption("decile_score");
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Specification map/ }).click();
  await page.getByRole("menuitem", { name: "Save the source settings" }).click();
  const file = await arriving;
  assert.equal(file.suggestedFilename(), "map.source.json");
  const path = await file.path();
  const text = readFileSync(path, "utf8");
  assert.match(text, /"score=decile_score"/);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Kind of source").selectOption("jsonl");
  await page.getByLabel("Open a specification").setInputFiles({
    name: "map.source.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await until(async () => (await page.getByLabel("Kind of source").inputValue()) === "csv");
  await until(async () => (await page.getByLabel("Column of score").inputValue()) === "decile_score");
  await close();
});

test("a file that is gone is said in place", async () => {
  const { page, close } = await own.open();
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("File on this computer").check();
  await page.getByLabel(/Path below/).fill("nowhere.csv");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".source-page .bad", { hasText: "nowhere.csv" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start" }).getAttribute("aria-disabled"), "true");
  await close();
});
