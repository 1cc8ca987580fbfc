// The first thing anybody sees, in browsers that have never been here before.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { nothingWrong, openBrowser, openPage, runExample, serve, startServer } from "./kit.mjs";

/** How many fresh browsers look; a loaded machine or one in a hurry may ask for fewer or more. */
const contexts = Number(process.env.FIRST_LOADS ?? 12);

const own = serve();

/** Cards of examples that bring a specification, once the page has settled. */
async function cardsOf(page) {
  await page.locator(".gallery .card").nth(1).waitFor({ timeout: 20_000 });
  return page.locator(".gallery .card").count();
}

test("the gallery waits for the sign-in, however long that takes", async () => {
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  const refused = [];
  page.on("response", (answer) => answer.status() === 401 && refused.push(answer.url()));
  await page.route("**/api/v1/session", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto(own.server.address);
  assert.ok((await cardsOf(page)) > 5);
  assert.deepEqual(refused, [], "nothing was asked before the sign-in had answered");
  await context.close();
});

test(`${contexts} fresh browsers, some of them slow: none meets an empty gallery`, async () => {
  const browser = await openBrowser();
  const seen = [];
  for (let i = 0; i < contexts; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (i % 3 === 1) {
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.goto(own.server.address);
    seen.push(await cardsOf(page).catch(() => 0));
    await context.close();
  }
  assert.equal(seen.filter((count) => count < 5).length, 0, `cards: ${seen.join(" ")}`);
});

test("a gallery that could not be read says so and is asked for again", async () => {
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  let asked = 0;
  await page.route("**/api/v1/examples", (route) =>
    asked++ < 3 ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
  );
  await page.goto(own.server.address);
  await page.locator(".gallery .bad", { hasText: "No examples" }).waitFor();
  for (let i = 0; i < 3; i++) {
    const again = page.getByRole("button", { name: "Try again" });
    if ((await again.count()) > 0) await again.click().catch(() => undefined);
    await page.waitForTimeout(100);
  }
  assert.ok((await cardsOf(page)) > 5);
  await context.close();
});

test("examples are inside the program: they run wherever it is started", async () => {
  const server = await startServer([], { cwd: tmpdir() });
  const opened = await openPage(server.address);
  await runExample(opened.page, "Lending: loan windows");
  await nothingWrong(opened);
  await opened.close();
  await server.stop();
});
