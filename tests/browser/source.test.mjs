import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, openPage, startServer } from "./kit.mjs";

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

let folder;
let server;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "fairmon-map-"));
  writeFileSync(join(folder, "map.lola"), spec);
  writeFileSync(join(folder, "people.csv"), csv);
  writeFileSync(join(folder, "bad.csv"), csv.replace("10", "ten"));
  server = await startServer([join(folder, "map.lola")]);
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

test("a CSV with other names: upload, suggestions, time column, run", async () => {
  const { page, problems, close } = await openPage(server.address);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(join(folder, "people.csv"));
  await page.locator(".mapping tbody tr").first().waitFor();
  assert.equal(await page.getByLabel("Column of score").inputValue(), "decile_score");
  assert.equal(await page.getByLabel("Column of group").inputValue(), "race");
  await page.getByRole("button", { name: /suggested/ }).first().click();
  await page.locator("#option-time-column").fill("when");
  await page.locator("#option-time-column").blur();
  await page.getByRole("button", { name: "Try the data" }).click();
  await page.locator(".source-page .good", { hasText: "3 records" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase.finished").first().waitFor();
  await page.locator(".log tbody tr", { hasText: "very high" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a bad cell is shown before and named when it stops the run", async () => {
  const { page, close } = await openPage(server.address);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(join(folder, "bad.csv"));
  await page.locator(".mapping tbody tr").first().waitFor();
  await page.getByLabel("Column of score").selectOption("decile_score");
  await page.locator(".bad-cell", { hasText: "ten" }).waitFor();
  await page.locator("#option-time-column").fill("when");
  await page.locator("#option-time-column").blur();
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase.failed").first().waitFor();
  assert.match(await page.locator(".failure").textContent(), /ten/);
  await close();
});

test("a file that is gone is said in place", async () => {
  const { page, close } = await openPage(server.address);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("File on this computer").check();
  await page.getByLabel(/Path below/).fill("nowhere.csv");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".source-page .bad", { hasText: "nowhere.csv" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start" }).getAttribute("aria-disabled"), "true");
  await close();
});
