import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { axeSource, closeBrowser, openPage, program, root, runExample, startServer, until } from "./kit.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function nothingWrong({ page, problems }) {
  assert.deepEqual(problems, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
}

test("first start: gallery, one click, curves, bars and log agree with the command line", async () => {
  const opened = await openPage(server.address);
  const { page } = opened;
  await page.getByRole("heading", { name: "Start with an example" }).waitFor();
  await runExample(page, "Hiring parity");
  await page.locator("#panel-1 .scatterlayer .trace").first().waitFor();
  assert.equal(new URL(page.url()).hash, "", "the token leaves the address bar");

  const verdicts = execFileSync(
    program,
    ["monitor", "examples/hiring_parity/hiring.lola", "examples/hiring_parity/applications.csv",
      "--time-column", "date", "--verbosity", "violations", "-o", "jsonl"],
    { cwd: root, encoding: "utf8" },
  );
  const fired = verdicts.split("\n").filter((line) => line.includes("differ by more")).length;
  assert.ok(fired > 0);
  const rows = await page.locator(".log tbody tr").evaluateAll((list) =>
    list.map((row) => Number(row.cells[3].textContent.replace(/\D/g, ""))),
  );
  assert.equal(rows.reduce((a, b) => a + b, 0), fired, "the log counts every firing");
  const figures = await page.locator(".figures .alarm dd").textContent();
  assert.match(figures, new RegExp(`^${fired.toLocaleString("en-GB")} firings in ${rows.length} `));
  const bars = await page.locator("#panel-1 .shapelayer path, #panel-1 .layer-below path").count();
  assert.ok(bars > 0, "episodes are tinted");
  await nothingWrong(opened);
  await opened.close();
});

test("typing an error marks it and keeps the plots; mending it clears it", async () => {
  const opened = await openPage(server.address);
  const { page } = opened;
  await runExample(page, "Hiring parity");
  const editor = page.locator(".cm-content");
  await editor.click();
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
  await opened.close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const opened = await openPage(server.address, { colorScheme });
    const { page } = opened;
    await runExample(page, "Hiring parity");
    for (const tab of ["Specification", "Data source", "Runs"]) {
      await page.getByRole("tab", { name: new RegExp(tab) }).click();
      await page.waitForTimeout(300);
      // Evaluated, not added as a script: the page's policy would rightly refuse that.
      await page.evaluate(readFileSync(axeSource, "utf8"));
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }),
      );
      const told = violations.map((item) => [item.id, item.nodes.map((node) => node.html)]);
      assert.deepEqual(told, [], tab);
    }
    await opened.close();
  });
}

test("everything is reachable with the keyboard", async () => {
  const opened = await openPage(server.address);
  const { page } = opened;
  await runExample(page, "Hiring parity");
  await page.keyboard.press("Alt+3");
  await page.locator(".plot-area:focus").waitFor();
  const text = () => page.locator(".overview-text").textContent();
  const whole = await text();
  await page.keyboard.press("+");
  await until(async () => (await text()) !== whole);
  await page.keyboard.press("0");
  await until(async () => (await text()) === whole);
  await page.keyboard.press("]");
  await page.locator(".log tr.selected").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+1");
  await page.locator(".cm-content:focus").waitFor();
  await nothingWrong(opened);
  await opened.close();
});

test("a wrong token shows the locked page, and the server tells nothing", async () => {
  const opened = await openPage(server.address.replace(/#.*/, "#token=wrong"));
  await opened.page.getByRole("heading", { name: "This page is locked" }).waitFor();
  const answer = await fetch(`${server.address.replace(/\/#.*/, "")}/api/v1/runs`);
  assert.equal(answer.status, 401);
  await opened.close();
});
