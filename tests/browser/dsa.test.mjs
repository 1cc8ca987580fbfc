import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, openExample, runExample, serve, until } from "./kit.mjs";

let opened;
let page;
const own = serve([], async ({ open }) => {
  opened = await open();
  page = opened.page;
});

const sourceTab = () => page.getByRole("tab", { name: /Data source/ }).click();

// Every card of the gallery that asks the service, with what its panels draw.
const cards = [
  ["DSA: delay of reports", "delay"],
  ["DSA: who decides, given who found it", "automat"],
  ["DSA: automation per language", "automation"],
];
for (const [title, stream] of cards) {
  test(`a card of the gallery runs on the built-in simulator: ${title}`, async () => {
    await runExample(page, title);
    await page.locator("#panel-0 .scatterlayer .trace path.js-line").first().waitFor();
    const panels = await page.locator(".panel").evaluateAll((list) =>
      list.map((panel) => panel.getAttribute("aria-label")),
    );
    assert.ok(panels.some((name) => name.toLowerCase().includes(stream)), panels.join(", "));
    const [run] = await ask(own.server, "/runs");
    assert.equal(run.status.phase, "finished");
    assert.ok(run.status.events > 0);
    const curves = await ask(own.server, `/runs/${run.id}/instances`);
    assert.ok(curves.some((curve) => curve.count > 1), "with values in its curves");
    assert.deepEqual(opened.problems, []);
  });
}

test("the estimate says records, pages and minutes; the derived filter is shown", async () => {
  await page.locator(".log tbody tr").first().waitFor();
  await sourceTab();
  await page.locator(".derived-filter", { hasText: "platform_name" }).waitFor();
  const said = page.locator(".plan [role=status]", { hasText: "records" });
  const estimate = async (answer) => {
    await page.getByRole("button", { name: "Estimate" }).click();
    await said.waitFor();
    assert.match(await said.textContent(), answer);
  };
  await estimate(/^[\d,]+ records · \d+ pages? · no waiting at 50 requests a minute$/);
  // With fewer requests than pages it has to wait, and says how long.
  await page.locator("#option-page-size").fill("100");
  await page.locator("#option-quota").fill("3");
  await page.locator("#option-quota").blur();
  await said.waitFor({ state: "detached" });
  await estimate(/^[\d,]+ records · [\d,]+ pages · at least [\d,]+ min at 3 requests a minute$/);
  for (const option of ["page-size", "quota"]) {
    await page.locator(`#option-${option}`).fill("");
    await page.locator(`#option-${option}`).blur();
  }
});

test("a local copy gives the same run again, without the service", async () => {
  await sourceTab();
  await page.getByLabel(/Keep a local copy/).check();
  const before = await page.locator(".status").first().getAttribute("data-run");
  const next = async (old) => {
    await page.keyboard.press("Control+Enter");
    const id = () => page.locator(".status").first().getAttribute("data-run");
    await until(async () => (await id()) !== old);
    await page.locator(".phase.finished").first().waitFor({ timeout: 30_000 });
    return id();
  };
  const first = await next(before);
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.getByRole("button", { name: "Use its local copy as the source" }).first().click();
  await page.locator(".toast", { hasText: "local copy" }).waitFor();
  await page.locator(".cm-content").waitFor({ state: "attached" });
  const again = await next(first);
  const facts = async (id) => ({
    settings: (await ask(own.server, `/runs/${id}`)).settings.plugin,
    curves: await ask(own.server, `/runs/${id}/instances`),
    firings: (await ask(own.server, `/runs/${id}/triggers`)).firings,
  });
  const [a, b] = [await facts(first), await facts(again)];
  assert.equal(a.settings, "dsa");
  assert.equal(b.settings, "jsonl");
  assert.deepEqual(b.curves, a.curves, "the same curves, group sizes included");
  assert.deepEqual(b.firings, a.firings, "and the same firings at the same times");
});

test("a waiting service is named, and its token stays out of what is kept", async () => {
  await openExample(page, "DSA: delay");
  await sourceTab();
  await page.locator("#option-token").fill("my-own-secret");
  await page.locator("#option-quota").fill("3");
  await page.locator("#option-quota").blur();
  await page.keyboard.press("Control+Enter");
  await page.locator(".phase", { hasText: /quota/ }).waitFor();
  assert.match(await page.locator(".phase").first().textContent(), /resumes in \d+ s/);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".phase.stopped").first().waitFor();
  const kept = await page.evaluate(async () => {
    const [run] = await (await fetch("/api/v1/runs")).json();
    const details = await (await fetch(`/api/v1/runs/${run.id}`)).text();
    return details + JSON.stringify(localStorage);
  });
  assert.doesNotMatch(kept, /my-own-secret/);
  assert.match(kept, /simulator/, "what is kept is what was asked for, not where it was found");
});

test("a wrong token and a dead service are said in place", async () => {
  await openExample(page, "DSA: delay");
  await sourceTab();
  await page.locator("#option-url").fill("http://127.0.0.1:9");
  await page.locator("#option-token").fill("nonsense");
  await page.locator("#option-token").blur();
  const estimate = page.getByRole("button", { name: "Estimate" });
  await until(async () => (await estimate.getAttribute("aria-disabled")) !== "true");
  await estimate.click();
  await page.locator(".plan .bad").waitFor();
});
