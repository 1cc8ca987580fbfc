// How sure a verdict is: bands, hatched stretches, three states, in pictures, words and files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  ask, axeSource, nothingWrong, openPage, scratch, serve, settled, startServer, until,
} from "./kit.mjs";

const spec = `input group: String
input offered: Bool
#[plot]
output rate(g)
  spawn with group
  eval when group == g with prob(of: offered)
#[plot, threshold="0.1"]
output gap @group && offered :=
  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)
#[plot="gap"]
trigger certain(gap > 0.1, level: 0.95) "offers differ"
#[plot="gap"]
trigger certain(gap > 0.9, level: 0.95) "offers are worlds apart"
`;

/** Every hour one of each group: of ten men nine have an offer, of ten women three. */
function rows(count) {
  const lines = ["date,group,offered"];
  for (let i = 0; i < count; i++) {
    const date = new Date(Date.UTC(2024, 0, 1, i)).toISOString();
    lines.push(`${date},men,${i % 10 !== 3}`, `${date},women,${i % 10 < 3}`);
  }
  return `${lines.join("\n")}\n`;
}

const folder = scratch({ "offers.lola": spec, "offers.csv": rows(600) });
const file = (name) => join(folder, name);
let opened;
const own = serve([file("offers.lola"), file("offers.csv"), "--time-column", "date"], async ({ open }) => {
  opened = await open();
  await opened.page.locator(".phase.finished").first().waitFor();
});

const drawn = (panel, name) =>
  opened.page.evaluate(
    ([index, wanted]) =>
      document.querySelector(`#panel-${index} .plot`)?.data?.find((trace) => trace.name === wanted),
    [panel, name],
  );

/** What the program says at a moment, per label of a panel's stream. */
async function said(time, panel) {
  const [{ id }] = await ask(own.server, "/runs");
  const { panels } = await ask(own.server, `/runs/${id}`);
  const instances = await ask(own.server, `/runs/${id}/instances`);
  const { readings } = await ask(own.server, `/runs/${id}/moment?time=${time}`);
  const stream = panels[panel].streams[0].index;
  return new Map(
    instances
      .filter((item) => item.stream === stream)
      .map((item) => [item.label, readings.find((reading) => reading.id === item.id)]),
  );
}

const end = 599 * 3600;

test("curves with evidence have a band that narrows, and it is the program's", async () => {
  const band = await settled(() => drawn(0, "band rate/men"));
  // What changes at the very last moment has no width yet.
  const { lower, upper, value } = (await said(end - 60, 0)).get("men");
  assert.ok(lower < value && value < upper);
  assert.ok(band.y.includes(lower) && band.y.includes(upper), "both ends are drawn");
  assert.ok(band.y.includes(1) || band.y.includes(0), "at first nothing was known");
  assert.match(band.fillcolor, /^rgba/);
  assert.ok(await drawn(1, "band gap/"), "a gap of rates has one, too");
});

test("what nobody can decide yet is hatched, until it is decided", async () => {
  const hatched = await settled(() => drawn(1, "undecided"));
  assert.equal(hatched.fillpattern.shape, "/");
  const [{ id }] = await ask(own.server, "/runs");
  const { states } = await (
    await fetch(`http://127.0.0.1:${own.server.port}/api/v1/runs/${id}/export?what=triggers&format=json`, {
      headers: { authorization: `Bearer ${own.server.token}` },
    })
  ).json();
  const violated = states.find((change) => change.state === "violated");
  assert.ok(violated, "the gap of 0.6 is found");
  const last = Math.max(...hatched.x.filter((x) => x !== null && !Number.isNaN(x)));
  const decided = states.filter((change) => change.state !== "undecided").map((change) => change.time.s);
  assert.equal((last - Date.UTC(2024, 0, 1)) / 1000, Math.max(...decided));
  assert.ok(await opened.page.locator("#panel-1 .plot pattern").count(), "drawn as a pattern");
});

test("each requirement says how it stands; the log has the three states", async () => {
  const { page } = opened;
  const lines = page.locator(".requirement");
  assert.match(await lines.nth(0).textContent(), /^Violated from .*men against women.*at the level 0\.95/);
  assert.match(await lines.nth(1).textContent(), /^Kept since .*worlds apart/);
  const states = await page.locator(".log .state").allTextContents();
  for (const state of ["violated", "undecided", "kept"]) {
    assert.ok(states.some((text) => text.includes(state)), state);
  }
  await page.getByLabel("Filter the log").fill("undecided");
  await until(async () => (await page.locator(".log .state").allTextContents()).every((text) => /undecided/.test(text)));
  await page.getByLabel("Filter the log").fill("");
});

test("pointer, legend, table and sentence tell the interval with its n", async () => {
  const { page } = opened;
  const { lower, upper } = (await said(end, 0)).get("women");
  const interval = `[${lower.toFixed(3)}, ${upper.toFixed(3)}]`;
  await page.locator("#panel-0 .legend", { hasText: interval }).waitFor();
  const moment = 300 * 3600;
  const then = (await said(moment + 60, 0)).get("women");
  const [x, y] = await page.evaluate((at) => {
    const plot = document.querySelector("#panel-0 .plot");
    const { left, top } = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    return [left + xaxis._offset + xaxis.d2p(Date.UTC(2024, 0, 1) + at * 1000), top + yaxis._offset + 30];
  }, moment + 1200);
  await page.mouse.move(x, y);
  const readout = page.locator("#panel-0 .readout");
  const text = `[${then.lower.toFixed(3)}, ${then.upper.toFixed(3)}] ${then.hits} of ${then.trials}`;
  await until(async () => (await readout.textContent()).includes(text));
  const sentence = await page.locator("#panel-0 .plot-area").getAttribute("aria-label");
  assert.match(sentence, new RegExp(`level 0\\.95.*women between ${lower.toFixed(3)} and ${upper.toFixed(3)}`));
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
  const table = page.locator("#panel-0 .table-view");
  await table.locator("th", { hasText: "At least" }).waitFor();
  assert.match(await table.textContent(), new RegExp(lower.toFixed(3)));
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
});

test("files and pictures hold the evidence, too", async () => {
  const { page } = opened;
  const download = async (menu, entry) => {
    const arriving = page.waitForEvent("download");
    await page.getByRole("button", { name: menu }).first().click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
    return readFileSync(await (await arriving).path(), "utf8");
  };
  const shown = (await download("Download rate", "CSV of what is shown")).split("\n");
  assert.equal(shown[0], "time,curve,value,lower,upper");
  assert.match(shown.at(-2), /,0\.\d+,0\.\d+,0\.\d+$/);
  assert.match(await download("Download rate", "CSV of everything"), /^time,stream,instance,value,lower,upper,n\n/);
  assert.match(await download("Download gap", "SVG"), /<pattern/);
  assert.match(await download("Export", "Report (HTML)"), /offers differ/);
});

test("an undecided requirement says what it waits for", async () => {
  const few = scratch({ "offers.lola": spec, "few.csv": rows(12) });
  const server = await startServer([join(few, "offers.lola"), join(few, "few.csv"), "--time-column", "date"]);
  const { page, close } = await openPage(server.address);
  await page.locator(".phase.finished").first().waitFor();
  const line = page.locator(".requirement").first();
  await until(async () => /^Undecided since/.test(await line.textContent()));
  assert.match(await line.textContent(), /12/, "who has fewest cases is said");
  assert.match(await page.locator("#panel-1 .plot-area").getAttribute("aria-label"), /undecided since/);
  assert.doesNotMatch(await page.title(), /violated/);
  await close();
  await server.stop();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in evidence, ${colorScheme}`, async () => {
    const other = await own.open({ colorScheme, viewport: { width: 1280, height: 900 } });
    await other.page.locator(".requirement").nth(1).waitFor();
    await other.page.evaluate(readFileSync(axeSource, "utf8"));
    const { violations } = await other.page.evaluate(() =>
      window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }),
    );
    assert.deepEqual(violations.map((item) => [item.id, item.nodes.map((node) => node.html)]), []);
    await other.close();
  });
}

test("nothing went wrong in the page", () => nothingWrong(opened));
