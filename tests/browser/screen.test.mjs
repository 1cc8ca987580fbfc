// The main screen over one run: what is drawn, what the log says, what typing does to it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  axeSource,
  nothingWrong,
  openPage,
  program,
  root,
  runExample,
  serve,
  settled,
  until,
} from "./kit.mjs";

let opened;
let page;
const own = serve([], async ({ open }) => {
  opened = await open();
  page = opened.page;
});

const firings = () =>
  execFileSync(
    program,
    ["monitor", "examples/hiring_parity/hiring.lola", "examples/hiring_parity/applications.csv",
      "--time-column", "date", "--verbosity", "violations", "-o", "jsonl"],
    { cwd: root, encoding: "utf8" },
  )
    .split("\n")
    .filter((line) => line.includes("differ by more")).length;

test("first start: gallery, one click, curves, bars and log agree with the command line", async () => {
  await page.getByRole("heading", { name: "Start with an example" }).waitFor();
  await runExample(page, "Hiring parity");
  await page.locator("#panel-1 .scatterlayer .trace").first().waitFor();
  assert.doesNotMatch(page.url(), /token/, "the token leaves the address bar");

  const fired = firings();
  assert.ok(fired > 0);
  const rows = await settled(() =>
    page.locator(".log tbody tr").evaluateAll((list) =>
      list.map((row) => Number(row.cells[3].textContent.replace(/\D/g, ""))),
    ),
  );
  assert.equal(rows.reduce((a, b) => a + b, 0), fired, "the log counts every firing");
  const figures = await page.locator(".figures .alarm dd").textContent();
  assert.match(figures, new RegExp(`^${fired.toLocaleString("en-GB")} firings in ${rows.length} `));
  const tinted = await page.evaluate(
    () => document.querySelector("#panel-1 .plot").data.find((trace) => trace.name === "violated").x,
  );
  assert.equal(tinted.filter((x) => x === null).length, rows.length, "episodes are tinted");
  assert.ok(await page.locator("#panel-1 .scatterlayer .fills path").count(), "really drawn");
  await nothingWrong(opened);
});

test("the legend tells the size of every group, the figures count the instances", async () => {
  // The rate is a share of a group's applications, so a group's size is how many it sent.
  const [head, ...lines] = readFileSync(`${root}/examples/hiring_parity/applications.csv`, "utf8")
    .trim()
    .split("\n");
  const at = head.split(",").indexOf("group");
  const sizes = new Map();
  for (const line of lines) {
    const group = line.split(",")[at];
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  const shown = await page.locator("#panel-0 .legend > button").evaluateAll((list) =>
    list.map((entry) => entry.textContent),
  );
  assert.equal(shown.length, sizes.size);
  for (const [group, size] of sizes) {
    const text = `n = ${size.toLocaleString("en-GB")}`;
    assert.ok(shown.some((entry) => entry.includes(group) && entry.includes(text)), `${group} ${text}`);
  }
  const counted = await page.locator(".figures dd [title]").getAttribute("title");
  assert.match(counted, new RegExp(`^${sizes.size} \\w+`));
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
  const cells = await page.locator("#panel-0 .table-view tbody").textContent();
  for (const size of sizes.values()) {
    assert.ok(cells.includes(size.toLocaleString("en-GB")), "the table tells it, too");
  }
  await page.locator("#panel-0").getByRole("button", { name: "Show as a table" }).click();
});

test("the overview shows the whole run; its window follows keys and mouse", async () => {
  const text = () => page.locator(".overview-text").textContent();
  const whole = await settled(text);
  assert.ok((await page.locator(".overview-strip rect").count()) > 0, "violations are tinted");
  assert.ok((await page.locator(".overview-strip path").count()) > 0, "with a small curve");
  const begin = page.getByRole("slider", { name: "Begin of the window" });
  assert.equal(await begin.getAttribute("aria-valuenow"), "0");
  await begin.focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
  assert.equal(await begin.getAttribute("aria-valuenow"), "20");
  const zoomed = await settled(text);
  assert.notEqual(zoomed, whole);
  // Dragging the window moves both ends.
  const end = page.getByRole("slider", { name: "End of the window" });
  await end.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowLeft");
  const box = await page.locator(".overview-window").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await until(async () => Number(await begin.getAttribute("aria-valuenow")) > 20);
  assert.ok(Number(await end.getAttribute("aria-valuenow")) > 60);
  await page.locator(".overview").getByRole("button", { name: "All" }).click();
  await until(async () => (await text()) === whole);
});

test("a chip beside a tag names its panel and goes there", async () => {
  const chips = page.locator(".cm-chip");
  assert.deepEqual(await chips.allTextContents(), ["panel 1", "panel 2", "red bars in panel 2"]);
  await page.setViewportSize({ width: 1400, height: 420 });
  const visible = (panel) =>
    page.locator(panel).evaluate((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return top < innerHeight && bottom > 60;
    });
  await chips.nth(1).click();
  await until(() => visible("#panel-1"));
  await chips.nth(0).click();
  await until(() => visible("#panel-0"));
  await page.setViewportSize({ width: 1600, height: 1000 });
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    await page.emulateMedia({ colorScheme });
    for (const tab of ["Specification", "Data source", "Runs"]) {
      await page.getByRole("tab", { name: new RegExp(tab) }).click();
      await page.locator(`.tab-content:not(:empty)`).waitFor();
      // Evaluated, not added as a script: the page's policy would rightly refuse that.
      await page.evaluate(readFileSync(axeSource, "utf8"));
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }),
      );
      const told = violations.map((item) => [item.id, item.nodes.map((node) => node.html)]);
      assert.deepEqual(told, [], tab);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("tab", { name: /Specification/ }).click();
  });
}

test("everything is reachable with the keyboard", async () => {
  await page.keyboard.press("Alt+3");
  await page.locator(".plot-area:focus").waitFor();
  const text = () => page.locator(".overview-text").textContent();
  const whole = await settled(text);
  await page.keyboard.press("+");
  await until(async () => (await text()) !== whole);
  await page.keyboard.press("0");
  await until(async () => (await text()) === whole);
  await page.keyboard.press("]");
  await page.locator(".log tr.selected").waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await keys.waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  // The focus goes back to where it was, a moment after the dialog has gone.
  await page.locator(".plot-area:focus").waitFor();
  await page.keyboard.press("Alt+1");
  await page.locator(".cm-content:focus").waitFor();
  await nothingWrong(opened);
});

test("typing an error marks it and keeps the plots; mending it clears it", async () => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\noutput broken := nonsense_name + 1");
  await page.locator(".diagnostic.error", { hasText: "nonsense_name" }).waitFor();
  assert.ok(await page.locator("#panel-0 .scatterlayer .trace").count(), "plots stay");
  const start = page.getByRole("button", { name: "Start" });
  assert.equal(await start.getAttribute("aria-disabled"), "true");
  assert.match(await start.getAttribute("title"), /line \d+/);
  await page.keyboard.press("Escape");
  for (const key of ["End", "Shift+Home", "Shift+Home", "Backspace"]) {
    await page.keyboard.press(key);
  }
  await page.locator(".verdict .good").waitFor();
  await nothingWrong(opened);
});

test("the theme is light, dark, or the system's", async () => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const choose = async (name) => {
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
  };
  await choose("Dark");
  assert.equal(await theme(), "dark");
  await choose("As the system");
  assert.equal(await theme(), "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await until(async () => (await theme()) === "dark");
  await page.emulateMedia({ colorScheme: "light" });
});

test("a mistake of the page is said in words, and a reload brings everything back", async () => {
  // In one go: whatever is drawn next meets the mistake, asked for or not.
  const table = page.locator("#panel-0").getByRole("button", { name: "Show as a table" });
  await table.evaluate((button) => {
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      get: () => () => {
        throw new Error("broken on purpose");
      },
    });
    button.click();
  });
  await page.getByRole("heading", { name: "Something in this page went wrong" }).waitFor();
  assert.match(await page.locator("main code").textContent(), /^\w+$/, "an identity to quote");
  assert.doesNotMatch(await page.locator("body").textContent(), /\.js:|at \w+ \(/, "no trace of the code");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("#panel-0 .scatterlayer .trace path.js-line").first().waitFor();
});

test("a wrong token shows the locked page, and the server tells nothing", async () => {
  await opened.close();
  const locked = await openPage(own.server.address.replace(/#.*/, "#token=wrong"));
  await locked.page.getByRole("heading", { name: "This page is locked" }).waitFor();
  const answer = await fetch(`${own.server.address.replace(/\/#.*/, "")}/api/v1/runs`);
  assert.equal(answer.status, 401);
  await locked.close();
});
