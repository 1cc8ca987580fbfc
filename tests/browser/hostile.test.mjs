import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { ask, openPage, scratch, serve, startServer, until } from "./kit.mjs";
import { openSocket } from "./socket.mjs";

const spec = `input value: Float64
#[plot]
output level := value
`;

/** Noise with one single peak and one single pit in the middle. */
function noise() {
  const lines = ["time,value"];
  for (let i = 0; i < 200_000; i++) {
    const value = i === 77_777 ? 9 : i === 133_333 ? -9 : Math.sin(i);
    lines.push(`${(i / 100).toFixed(2)},${value.toFixed(4)}`);
  }
  return `${lines.join("\n")}\n`;
}

const folder = scratch({ "level.lola": spec, "level.csv": noise() });
const own = serve([join(folder, "level.lola"), "--max-upload", "1", "--data-root", folder]);

test("an upload that is too large is refused in words, before it is sent and while", async () => {
  const { page, close } = await own.open();
  await page.getByRole("tab", { name: /Data source/ }).click();
  const large = { name: "large.csv", mimeType: "text/csv", buffer: Buffer.alloc(1_100_000, "a") };
  await page.getByLabel("Data file").setInputFiles(large);
  await page.locator(".toast.error", { hasText: /large\.csv is larger than/ }).waitFor();
  const answer = await fetch(`http://127.0.0.1:${own.server.port}/api/v1/uploads?name=x`, {
    method: "POST",
    body: Buffer.alloc(1_100_000, "a"),
    headers: {
      authorization: `Bearer ${own.server.token}`,
      origin: `http://127.0.0.1:${own.server.port}`,
      "content-type": "application/octet-stream",
    },
  });
  assert.equal(answer.status, 413);
  await close();
});

test("a file that vanishes between choosing and starting is named", async () => {
  const { page, close } = await own.open();
  writeFileSync(join(folder, "short.csv"), "time,value\n1,2\n2,3\n");
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("File on this computer").check();
  await page.getByLabel(/Path below/).fill("short.csv");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".mapping tbody tr").first().waitFor();
  rmSync(join(folder, "short.csv"));
  await page.keyboard.press("Control+Enter");
  await page.locator(".toast.error", { hasText: "short.csv" }).waitFor();
  await close();
});

test("a hostile page in another tab gets nowhere", async () => {
  const evil = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end("<!doctype html><title>evil</title>");
  });
  await new Promise((resolve) => evil.listen(0, "127.0.0.1", resolve));
  const { page, close } = await own.open();
  await page.locator(".verdict .good").waitFor();
  // The same browser, so the cookie is there; only the origin differs.
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${evil.address().port}/`);
  const base = `127.0.0.1:${own.server.port}`;
  const outcome = await other.evaluate(async (host) => {
    const read = await fetch(`http://${host}/api/v1/runs`, { credentials: "include" })
      .then(() => "read")
      .catch(() => "refused");
    const started = await fetch(`http://${host}/api/v1/runs`, {
      method: "POST",
      mode: "no-cors",
      credentials: "include",
      body: "{}",
    })
      .then((answer) => answer.type)
      .catch(() => "refused");
    const socket = await new Promise((resolve) => {
      const live = new WebSocket(`ws://${host}/api/v1/live`);
      live.onopen = () => resolve("open");
      live.onerror = () => resolve("refused");
    });
    return { read, started, socket };
  }, base);
  assert.equal(outcome.read, "refused");
  assert.equal(outcome.socket, "refused");
  const runs = await page.evaluate(async () => (await fetch("/api/v1/runs")).json());
  assert.equal(runs.length, 0, "nothing was started");
  assert.equal((await openSocket(own.server, { Origin: "http://evil.example" })).status, 403);
  assert.equal((await openSocket(own.server, { Host: "evil.example" })).status, 421);
  assert.equal((await openSocket(own.server, { Authorization: "Bearer wrong" })).status, 401);
  evil.close();
  await close();
});

test("a page that never listens slows nothing, and no extreme is lost", async () => {
  const busy = await startServer([join(folder, "level.lola"), join(folder, "level.csv")]);
  const [{ id }] = await ask(busy, "/runs");
  const deaf = await openSocket(busy);
  assert.equal(deaf.status, 101);
  deaf.say({ type: "hello", protocol: 1, run: id });
  for (let slot = 1; slot <= 20; slot++) {
    const view = { slot, panel: 0, generation: 1, live: true, exact: false };
    deaf.say({ type: "view", ...view, from: 0, to: 0, span: 0, width: 8000 });
  }
  const { page, close } = await openPage(busy.address);
  await page.locator(".phase.finished").first().waitFor({ timeout: 20_000 });
  const [run] = await ask(busy, "/runs");
  assert.equal(run.status.events, 200_000);
  const extremes = () =>
    page.evaluate(() => {
      const { data } = document.querySelector("#panel-0 .plot");
      const values = data.filter((trace) => trace.mode === "lines" && trace.name !== "violations")
        .flatMap((trace) => trace.y);
      return [Math.min(...values), Math.max(...values)];
    });
  await until(async () => {
    const [low, high] = await extremes();
    return low === -9 && high === 9;
  });
  deaf.end();
  await close();
  await busy.stop();
});
