// A violation that is clicked explains itself, as `fairmon why` does.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ask, drawnExactly, nothingWrong, openPage, program, scratch, serve, startServer } from "./kit.mjs";

const spec = `input group: String
input hired: Bool
use demographic_parity(group: group, decision: hired, min_support: 20, threshold: 0.1)
`;
const rows = ["time,group,hired"];
for (let i = 0; i < 400; i++) {
  const women = i % 2 === 0;
  const unfair = i > 150 && i < 300;
  rows.push(`${i},${women ? "women" : "men"},${women && unfair ? i % 10 === 0 : i % 4 < 2}`);
}
const folder = scratch({ "hiring.lola": spec, "hiring.csv": `${rows.join("\n")}\n` });
const own = serve([join(folder, "hiring.lola"), join(folder, "hiring.csv")]);

const dialog = (page) => page.getByRole("dialog", { name: "Why did it fire?" });

/** The explanation on screen is the one the command line gives for the same moment. */
async function sameAsTheCommandLine(page) {
  await dialog(page).getByRole("heading", { name: "The groups behind it" }).waitFor();
  const shown = await dialog(page).textContent();
  const at = /fired at ([\d.]+)/.exec(shown)?.[1];
  const told = JSON.parse(
    execFileSync(program, ["why", join(folder, "hiring.lola"), join(folder, "hiring.csv"), "--json", "--at", at], { encoding: "utf8" }),
  );
  assert.ok(shown.includes(told.with_values), told.with_values);
  for (const line of told.would_have_kept_it) assert.ok(shown.includes(line), line);
  for (const { line, values } of told.last_events) {
    assert.ok(shown.includes(`line ${line}`) && shown.includes(values), `line ${line}`);
  }
  for (const { group, now } of told.groups) assert.ok(shown.includes(`${now.hits} of ${now.n}`), group);
  return told;
}

const finished = async () => {
  const opened = await own.open();
  await opened.page.locator(".phase.finished").first().waitFor();
  await drawnExactly(opened.page);
  return opened;
};

test("from the log, from the line of the requirement, by the key", async () => {
  const opened = await finished();
  const { page } = opened;
  await page.locator(".log").getByRole("button", { name: /^Why violation/ }).first().click();
  const told = await sameAsTheCommandLine(page);
  assert.ok(told.would_have_kept_it.length > 0);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.locator(".requirements").getByRole("button", { name: /^Why:/ }).click();
  await sameAsTheCommandLine(page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.locator("#panel-1 .plot-area").focus();
  await page.keyboard.press("w");
  await sameAsTheCommandLine(page);
  await nothingWrong(opened);
  await opened.close();
});

test("a click on the shading; beside it nothing, twice resets the view", async () => {
  const opened = await finished();
  const { page } = opened;
  const area = page.locator("#panel-1 .gestures");
  const { x, y, width, height } = await area.boundingBox();
  const middle = y + height / 2;
  // The shading reaches from where the gap begins to where it ends, in the middle of the run.
  const shaded = await page.evaluate(() => {
    const path = document.querySelector("#panel-1 .scatterlayer .trace .js-fill");
    const box = path.getBoundingClientRect();
    return box.x + box.width / 2;
  });
  await page.mouse.move(shaded, middle);
  assert.equal(await area.evaluate((element) => element.style.cursor), "pointer");
  await page.mouse.click(shaded, middle);
  await sameAsTheCommandLine(page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.mouse.click(x + width * 0.12, middle);
  await page.waitForTimeout(600);
  assert.equal(await dialog(page).count(), 0);
  await page.mouse.dblclick(shaded, middle);
  await page.waitForTimeout(600);
  assert.equal(await dialog(page).count(), 0);
  await nothingWrong(opened);
  await opened.close();
});

test("after a restart the report is the same and the data are judged again; gone, they are said to be", async () => {
  const other = scratch({ "h.lola": spec, "h.csv": `${rows.join("\n")}\n` });
  const names = [join(other, "h.lola"), join(other, "h.csv")];
  const first = await startServer(names, { keepRuns: true });
  const opened = await openPage(first.address);
  await opened.page.locator(".phase.finished").first().waitFor();
  const download = opened.page.waitForEvent("download");
  await opened.page.getByRole("button", { name: "Export" }).click();
  await opened.page.getByRole("menuitem", { name: "Report (HTML)" }).click();
  const report = readFileSync(await (await download).path(), "utf8");
  assert.match(report, /The answer/);
  assert.match(report, /demographic_parity/);
  await opened.close();
  const [run] = await ask(first, "/runs");
  await first.stop();

  const second = await startServer(["--data-root", other], { runs: first.runs });
  const again = await fetch(`http://127.0.0.1:${second.port}/api/v1/runs/${run.id}/export?what=report&format=html`, {
    headers: { authorization: `Bearer ${second.token}` },
  });
  assert.equal(await again.text(), report);
  const { triggers } = await ask(second, `/runs/${run.id}`);
  const why = () => ask(second, `/runs/${run.id}/why?trigger=${triggers[0].index}&ns=300000000000`);
  assert.ok((await why()).would_have_kept_it.length > 0);
  assert.equal((await ask(second, `/runs/${run.id}/why?trigger=${triggers[0].index}&ns=0`)).code, "no-firing");
  rmSync(join(other, "h.csv"));
  assert.match((await why()).message, /h\.csv, are not there any more/);
  await second.stop();
});
