// What a reader concludes: kept or violated, since when, how badly, between whom, of how many.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, closeBrowser, openPage, scratch, settled, startServer, until } from "./kit.mjs";

const spec = `input group: String
input offered: Bool
#[plot]
output rate(g)
  spawn with group
  eval when group == g with prob(of: offered)
#[plot, threshold="0.25"]
output gap @1d := rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)
#[plot="gap"]
trigger gap > 0.25 "offers differ"
`;

/** Men are always offered something; women never from day 10 to day 20, and always else. */
function rows() {
  const lines = ["date,group,offered"];
  for (let day = 0; day < 60; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    lines.push(`${date},men,true`, `${date},women,${day < 10 || day >= 25}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Days without an application have no gap; after forty days only one man applies, much later. */
const heldSpec = spec
  .replace("output gap @1d :=", "output gap\n  eval @1d when group.aggregate(over: 1d, using: count) > 0\n  with")
  .replace("trigger gap > 0.25", "trigger\n  eval @1d when group.aggregate(over: 1d, using: count) > 0 && gap > 0.25\n  with");
const heldRows = Array.from({ length: 39 }, (_, day) => {
  const date = new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString();
  return `${date},men,true\n${date},women,false`;
});

const folder = scratch({
  "held.lola": heldSpec,
  "held.csv": `date,group,offered\n2024-01-01,men,true\n${heldRows.join("\n")}\n2024-08-01T12:00:00Z,men,true\n`,
  "offers.lola": spec,
  "offers.csv": rows(),
  "bad.csv": "date,group,offered\n2024-01-01,men,true\n2024-01-02,women,maybe\n2024-01-03,men,true\n",
  "dates.csv": "when,group,offered\n01/02/2024,men,true\n02/02/2024,women,false\n03/02/2024,men,true\n",
  "blank.csv": "date,group,offered\n2024-01-01,men,true\n2024-01-02,,false\n2024-01-03,men,true\n",
  "hopeless.csv": "date,group,Offer made\n2024-01-01,men,perhaps\n2024-01-02,women,maybe\n",
  "relative.csv": "time,group,offered\n0,men,true\n20000000,women,false\n140889600,men,true\n",
});
const file = (name) => join(folder, name);
after(closeBrowser);

/** A run that has ended, on screen. */
async function finished(data, more = []) {
  const server = await startServer([file("offers.lola"), file(data), ...more]);
  const opened = await openPage(server.address);
  await opened.page.locator(".phase.finished, .phase.failed").first().waitFor();
  return { server, ...opened, end: () => opened.close().then(() => server.stop()) };
}

const drawn = (page, panel, name) =>
  page.evaluate(
    ([index, wanted]) =>
      document.querySelector(`#panel-${index} .plot`)?.data?.find((trace) => trace.name === wanted),
    [panel, name],
  );

test("shading lasts while the value violates, with a line on top that says so", async () => {
  const { server, page, end } = await finished("offers.csv", ["--time-column", "date"]);
  const [{ id }] = await ask(server, "/runs");
  const { panels } = await ask(server, `/runs/${id}`);
  const gaps = [];
  // The curve itself, day by day, from the server.
  for (let day = 1; day < 60; day++) {
    const { readings } = await ask(server, `/runs/${id}/moment?time=${day * 86400}`);
    const index = (await ask(server, `/runs/${id}/instances`)).findIndex(
      (item) => item.stream === panels[1].streams[0].index,
    );
    gaps.push([day * 86400, readings.find((item) => item.id === index)?.value ?? 0]);
  }
  const begin = gaps.find(([, value]) => value > 0.25)[0];
  const until_ = gaps.find(([time, value]) => time > begin && value <= 0.25)?.[0] ?? 59 * 86400;
  const start = Date.UTC(2024, 0, 1);
  const { x } = await settled(() => drawn(page, 1, "violated"));
  const shaded = x.filter((item) => item !== null).map((ms) => (ms - start) / 1000);
  assert.equal(shaded[0], begin);
  assert.equal(shaded.at(-1), until_, "to the first value that keeps the requirement");
  const line = await page.locator(".requirement").first().textContent();
  assert.match(line, /(Kept now|Violated)/);
  assert.match(line, /worst 0\.\d+ \(men against women\)/);
  assert.match(line, /\d\d (Jan|Feb) 2024/);
  await end();
});

test("what nobody said again for long is called old, in words and in the picture", async () => {
  const server = await startServer([file("held.lola"), file("held.csv"), "--time-column", "date"]);
  const { page, close } = await openPage(server.address);
  await page.locator(".phase.finished").first().waitFor();
  await until(async () => (await drawn(page, 1, "held gap/"))?.line !== undefined);
  const held = await settled(() => drawn(page, 1, "held gap/"));
  assert.equal(held.line.dash, "dot");
  const line = page.locator(".requirement").first();
  const wanted = /^Violated when last judged, 09 Feb 2024, since 02 Jan 2024, worst 1 \(men against women\)/;
  await until(async () => wanted.test(await line.textContent()));
  await page.locator("#panel-1 .annotation-text", { hasText: "as of 09 Feb 2024" }).waitFor();
  await page.locator("#panel-1 .panel-facts", { hasText: "as of 09 Feb 2024" }).waitFor();
  const sentence = await page.locator("#panel-1 .plot-area").getAttribute("aria-label");
  assert.match(sentence, /as of 09 Feb 2024 1,/);
  const { x } = await drawn(page, 1, "violated");
  const last = Math.max(...x.filter((item) => item !== null));
  assert.equal(last, Date.UTC(2024, 1, 9), "nothing is tinted that nobody judged");
  await page.locator(".log td", { hasText: "last judged 09 Feb 2024" }).waitFor();
  await close();
  await server.stop();
});

test("n and the pair are those of the moment shown", async () => {
  const { page, end } = await finished("offers.csv", ["--time-column", "date"]);
  await page.locator("#panel-1 .pair", { hasText: /men 1 .* against women 0\.\d+/ }).waitFor();
  await page.locator("#panel-0 .legend", { hasText: "n = 60" }).waitFor();
  // The pointer on day 20: twenty-one women had been judged, ten of them with an offer.
  const [x, y] = await page.evaluate(() => {
    const plot = document.querySelector("#panel-0 .plot");
    const { left, top } = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    const at = Date.UTC(2024, 0, 21, 12);
    return [left + xaxis._offset + xaxis.d2p(at), top + yaxis._offset + 40];
  });
  await page.mouse.move(x, y);
  const readout = page.locator("#panel-0 .readout");
  await until(async () => /women.*(10 of 21|n = 21)/.test(await readout.textContent()));
  // Zoomed into the past the legend speaks of the past.
  await page.locator("#panel-0 .plot-area").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await until(async () => !(await page.locator("#panel-0 .legend").textContent()).includes("n = 60"));
  await end();
});

test("a group has one colour in all panels, and a small one stands back", async () => {
  const { page, end } = await finished("bad.csv", ["--time-column", "date"]);
  assert.equal(await page.locator(".phase.failed").count(), 1);
  const { opacity } = await settled(() => drawn(page, 0, "rate/men"));
  assert.ok(opacity < 0.5, "one man is no evidence");
  assert.equal(await page.locator(".status b").count(), 0, "a failure is no 100 %");
  const said = await page.locator(".failure pre").textContent();
  assert.match(said, /bad\.csv/);
  assert.doesNotMatch(said, /--on-bad|column 0/);
  await end();
});

test("a group of cases without a label is called that", async () => {
  const { page, end } = await finished("blank.csv", ["--time-column", "date"]);
  await page
    .locator("#panel-0 .badge", { hasText: 'cases without a label are a group here: ""' })
    .waitFor();
  await end();
});

test("dates with the day first are asked about, chosen with a preview, and drawn", async () => {
  const server = await startServer([file("offers.lola")]);
  const { page, close } = await openPage(server.address);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(file("dates.csv"));
  const row = page.locator(".mapping tr", { hasText: "how written" });
  await row.locator(".bad", { hasText: "two readings fit" }).waitFor();
  assert.match(await row.textContent(), /01\/02\/2024 → 01 Feb 2024.*or 01\/02\/2024 → 02 Jan 2024/);
  const start = page.getByRole("button", { name: "Start" });
  assert.equal(await start.getAttribute("aria-disabled"), "true");
  await page.locator(".status", { hasText: "the day or the month first" }).waitFor();
  await page.getByLabel("How times are written").selectOption("day-first");
  await until(async () => (await start.getAttribute("aria-disabled")) === "false");
  await start.click();
  await page.locator(".phase.finished").waitFor();
  assert.match(await page.locator(".figures dd").first().textContent(), /03 Feb 2024/);
  await close();
  await server.stop();
});

test("where no row can be used Start is off, and the reason is in sight", async () => {
  const server = await startServer([file("offers.lola")]);
  const { page, close } = await openPage(server.address);
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Data file").setInputFiles(file("hopeless.csv"));
  await page.locator(".mapping tbody tr").first().waitFor();
  await page.getByLabel("Column of offered").selectOption("Offer made");
  const start = page.getByRole("button", { name: "Start" });
  await until(async () => (await start.getAttribute("aria-disabled")) === "true", 30);
  await page
    .locator(".status", { hasText: /no row can be used: row 1 \(line 2\), column “Offer made”, “perhaps”/ })
    .waitFor();
  assert.doesNotMatch(await page.locator(".source-page").textContent(), /--[a-z]|\/tmp\/|column 0/);
  await close();
  await server.stop();
});

test("times without a calendar are told in days and years; a start date makes dates of them", async () => {
  const { server, page, end } = await finished("relative.csv");
  assert.match(await page.locator(".figures dd").first().textContent(), /^4 y 17\d d$/);
  const ticks = await settled(() => page.locator("#panel-0 .xtick text").allTextContents());
  assert.ok(ticks.includes("1 y"), ticks.join());
  assert.ok(ticks.every((tick) => !/M|\ds$| s$/.test(tick)), ticks.join());
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("Start date").fill("2013-01-01");
  await page.getByRole("button", { name: "Start" }).click();
  await until(async () => (await ask(server, "/runs")).length === 2);
  await until(async () => /2017/.test(await page.locator(".figures dd").first().textContent()));
  await end();
});

test("an address leads back to the run, the stretch and the panel", async () => {
  const { server, page, end } = await finished("offers.csv", ["--time-column", "date"]);
  await page.locator("#panel-1 .plot-area").focus();
  await page.keyboard.press("+");
  await until(() => /from=/.test(page.url()));
  const shown = await settled(() => page.locator(".overview-text").textContent());
  const other = await page.context().newPage();
  await other.goto(page.url());
  await until(async () => (await other.locator(".overview-text").textContent().catch(() => "")) === shown);
  await other.close();
  await end();
  assert.ok(server);
});

test("a violation that goes on is seen in the title and the icon", async () => {
  const server = await startServer([
    file("offers.lola"), file("offers.csv"), "--time-column", "date", "--replay-speed", "400000",
  ]);
  const { page, close } = await openPage(server.address);
  await until(async () => /^▲ 1 violated/.test(await page.title()), 40);
  assert.match(await page.locator('link[rel="icon"]').getAttribute("href"), /^data:/);
  // And what is decided counts, not what is read: the file was read at once.
  const share = Number((await page.locator(".status b").textContent()).replace(/\D/g, ""));
  assert.ok(share < 90, `${share} %`);
  await page.getByRole("button", { name: "Stop" }).click();
  await until(async () => !/violated/.test(await page.title()));
  await close();
  await server.stop();
});

for (const width of [1280, 1180]) {
  test(`all tabs are there at ${width}`, async () => {
    const server = await startServer([file("offers.lola"), file("offers.csv"), "--time-column", "date"]);
    const { page, close } = await openPage(server.address, { viewport: { width, height: 900 } });
    await page.locator(".phase.finished").waitFor();
    for (const name of [/Specification/, /Data source/, /Runs/]) {
      const tab = page.getByRole("tab", { name });
      const inside = await tab.evaluate((element) => {
        const own = element.getBoundingClientRect();
        const line = element.closest(".tab-line").getBoundingClientRect();
        const hit = document.elementFromPoint(own.right - 4, own.top + own.height / 2);
        return own.right <= line.right + 0.5 && element.contains(hit);
      });
      assert.ok(inside, `${name} at ${width}`);
    }
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
    );
    await close();
    await server.stop();
  });
}
