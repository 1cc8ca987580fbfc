// The overview of `fairmon watch`: requirements of all monitors, live, and logging in to see them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { axeSource, closeBrowser, nothingWrong, openPage, program, scratch, until } from "./kit.mjs";

const spec = `input gender : String
input hired : Bool
use demographic_parity(group: gender, decision: hired, min_support: 2, threshold: 0.3)
`;
const monitor = (name) => `
[monitor.${name}]
spec = "hiring.lola"
checkpoint_every = "100ms"
[monitor.${name}.input]
kind = "push"
`;

/** The service with two monitors, on a free port. */
async function watch(more = "") {
  const folder = scratch({
    "hiring.lola": spec,
    "watch.toml": `listen = "127.0.0.1:0"\n${monitor("hiring")}${monitor("loans")}${more}`,
  });
  const child = spawn(program, ["watch", "watch.toml"], { cwd: folder });
  let said = "";
  const port = await new Promise((resolve, reject) => {
    child.stderr.on("data", (data) => {
      said += data;
      const found = /listening on http:\/\/127.0.0.1:(\d+)/.exec(said);
      if (found) {
        resolve(found[1]);
      }
    });
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  after(async () => {
    child.kill();
    await ended;
  });
  let time = 0;
  return {
    address: `http://127.0.0.1:${port}/`,
    async push(gender, hired, token = "") {
      time += 1;
      const answer = await fetch(
        `http://127.0.0.1:${port}/v1/monitors/hiring/events?wait=verdict`,
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ time, gender, hired }),
        },
      );
      assert.equal(answer.status, 200);
    },
  };
}

after(closeBrowser);

const card = (page, name) => page.getByRole("region", { name });

test("states, sizes and alarms come by themselves, and are told to those who listen", async () => {
  const service = await watch();
  const opened = await openPage(service.address);
  const { page } = opened;
  const state = (name) => card(page, name).locator("td .verdict");
  await state("hiring").getByText("Not enough data").waitFor();
  await state("loans").getByText("Not enough data").waitFor();
  for (const [gender, hired] of [["women", true], ["men", true], ["women", true], ["men", true]]) {
    await service.push(gender, hired);
  }
  await state("hiring").getByText("Kept").waitFor();
  await card(page, "hiring").getByText(/^2 \((women|men)\)$/).waitFor();
  for (let i = 0; i < 3; i++) {
    await service.push("women", false);
  }
  await state("hiring").getByText("Violated").waitFor();
  await card(page, "hiring").getByText(/rates of the groups differ by more than 0.3: women 0.4/).waitFor();
  assert.match(await page.locator("[aria-live]").textContent(), /hiring: .* is now violated/);
  assert.match(await page.locator(".summary").textContent(),
    /^2 monitors · 2 requirements: 1 violated, 1 not enough data$/);
  const curve = card(page, "hiring").getByRole("img");
  assert.match(await curve.getAttribute("aria-label"), /^now 0\.600, between 0\.?0* and 0\.600, threshold 0\.300$/);
  assert.match(await card(page, "hiring").locator(".health").textContent(), /events judged7waiting0bad records0/);
  await nothingWrong(opened);
  await opened.close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    test(`it can be read by everybody: ${colorScheme}, ${width} pixels`, async () => {
      const service = await watch();
      await service.push("women", true);
      const opened = await openPage(service.address, { colorScheme, viewport: { width, height: 800 } });
      const { page } = opened;
      await card(page, "hiring").waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      await page.evaluate(readFileSync(axeSource, "utf8"));
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] }),
      );
      assert.deepEqual(violations.map((item) => [item.id, item.nodes.map((node) => node.html)]), []);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Metrics");
      await opened.close();
    });
  }
}

test("whoever is not known logs in first", async () => {
  const digest = createHash("sha256").update("for bob").digest("hex");
  const service = await watch(
    `[access.user.bob]\nrole = "viewer"\ntokens = ["sha256:${digest}"]\n`);
  const opened = await openPage(service.address);
  const { page } = opened;
  await page.getByLabel("Your token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("not known here").waitFor();
  await page.evaluate(readFileSync(axeSource, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document));
  assert.deepEqual(violations.map((item) => item.id), []);
  await page.getByLabel("Your token").fill("for bob");
  await page.getByRole("button", { name: "Log in" }).click();
  await card(page, "hiring").waitFor();
  const [cookie] = await page.context().cookies();
  assert.equal(cookie.httpOnly, true);
  assert.equal(cookie.sameSite, "Strict");
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Log in" }).waitFor();
  assert.match(await page.getByRole("alert").textContent(), /what is shown is from/);
  await nothingWrong(opened);
  await opened.close();
});

test("a service that is gone is told, and that the numbers are old", async () => {
  const service = await watch();
  const opened = await openPage(service.address);
  const { page } = opened;
  await card(page, "hiring").waitFor();
  await page.route("**/v1/overview", (route) => route.abort());
  await page.getByRole("alert").getByText("the service does not answer").waitFor();
  await page.unroute("**/v1/overview");
  await until(async () => (await page.getByRole("alert").count()) === 0);
  await opened.close();
});
