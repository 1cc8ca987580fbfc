import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeBrowser, openPage, runExample, startServer, until } from "./kit.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

test("a card of the gallery runs on the built-in simulator", async () => {
  const { page, problems, close } = await openPage(server.address);
  await runExample(page, "DSA: automation per language");
  await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await page.locator(".log tbody tr").first().waitFor();
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.locator(".derived-filter", { hasText: "platform_name" }).waitFor();
  await page.getByRole("button", { name: "Estimate" }).click();
  const said = page.locator(".plan [role=status]", { hasText: "records" });
  await said.waitFor();
  assert.match(await said.textContent(), /[\d,]+ records · [\d,]+ pages? · at least [\d,]+ min/);
  assert.deepEqual(problems, []);
  await close();
});

test("a waiting service is named, and its token stays out of what is kept", async () => {
  const { page, close } = await openPage(server.address);
  await page.getByRole("button", { name: "Examples" }).click();
  const card = page.locator("dialog li.card", { hasText: "DSA: delay" });
  await card.getByRole("button", { name: "Open" }).click();
  await page.getByRole("tab", { name: /Data source/ }).click();
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
  await close();
});

test("a wrong token and a dead service are said in place", async () => {
  const { page, close } = await openPage(server.address);
  await page.getByRole("button", { name: "Examples" }).click();
  const card = page.locator("dialog li.card", { hasText: "DSA: delay" });
  await card.getByRole("button", { name: "Open" }).click();
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.locator("#option-url").fill("http://127.0.0.1:9");
  await page.locator("#option-token").fill("nonsense");
  await page.locator("#option-token").blur();
  const estimate = page.getByRole("button", { name: "Estimate" });
  await until(async () => (await estimate.getAttribute("aria-disabled")) !== "true");
  await estimate.click();
  await page.locator(".plan .bad").waitFor();
  await close();
});
