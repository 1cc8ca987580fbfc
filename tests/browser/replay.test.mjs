// A replay that is steered while it goes on: its speed, and one event at a time.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, closeBrowser, nothingWrong, openPage, scratch, startServer, until } from "./kit.mjs";

const spec = "input x: Int64\n#[plot]\noutput y := x\n";
const rows = Array.from({ length: 300 }, (_, i) => `${i * 3600},${i % 7}`);
const folder = scratch({ "a.lola": spec, "a.csv": `time,x\n${rows.join("\n")}\n` });
after(closeBrowser);

test("the speed changes while it runs, and a paused run goes on event by event", async () => {
  const server = await startServer([
    join(folder, "a.lola"), join(folder, "a.csv"), "--replay-speed", "3600",
  ]);
  const opened = await openPage(server.address);
  const { page } = opened;
  const events = async () => (await ask(server, "/runs"))[0].status.events;
  await until(async () => (await events()) >= 2);
  await page.getByRole("button", { name: "Pause" }).click();
  const step = page.getByRole("button", { name: "Step" });
  await step.waitFor();
  // What was on its way when the pause came has arrived.
  let before = -1;
  await until(async () => {
    const now = await events();
    const still = now === before;
    before = now;
    await page.waitForTimeout(400);
    return still;
  });
  for (let i = 1; i <= 3; i++) {
    await step.click();
    await until(async () => (await events()) === before + i);
  }
  await page.keyboard.press("n");
  await until(async () => (await events()) === before + 4);
  await page.waitForTimeout(500);
  assert.equal(await events(), before + 4, "and no further by itself");
  assert.equal((await ask(server, "/runs"))[0].status.phase, "paused");
  // Ten times as fast from here on, then without waiting at all.
  const speed = page.getByLabel("Replay speed");
  assert.equal(await speed.isEnabled(), true);
  await speed.selectOption({ label: "1 d / s" });
  await until(async () => (await ask(server, "/runs"))[0].replaySpeed === 86400);
  await page.getByRole("button", { name: "Resume" }).click();
  await until(async () => (await events()) > before + 8);
  assert.ok((await events()) < 300, "it still takes its time");
  await speed.selectOption({ label: "as fast as possible" });
  await page.locator(".phase.finished").waitFor();
  assert.equal(await events(), 300);
  await nothingWrong(opened);
  await opened.close();
  await server.stop();
});

test("a speed that is none is refused", async () => {
  const server = await startServer([join(folder, "a.lola"), join(folder, "a.csv")]);
  const [{ id }] = await ask(server, "/runs");
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/runs/${id}/speed`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      origin: `http://127.0.0.1:${server.port}`,
    },
    body: JSON.stringify({ speed: -1 }),
  });
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).message, /above 0/);
  await server.stop();
});
