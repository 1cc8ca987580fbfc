import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, closeBrowser, lastDrawnX, openPage, scratch, startServer, until } from "./kit.mjs";

const spec = `input value: Float64
#[plot]
#[threshold="0.9"]
output level := value
#[plot="level"]
trigger level > 0.9 "too high"
`;

/** Ten hours of a wave, ten values a second; at speed 60 it lasts ten minutes. */
function trace() {
  const lines = ["time,value"];
  for (let i = 0; i < 360_000; i++) {
    lines.push(`${(i / 10).toFixed(1)},${(0.5 + 0.49 * Math.sin(i / 200)).toFixed(4)}`);
  }
  return `${lines.join("\n")}\n`;
}

const folder = scratch({ "wave.lola": spec, "wave.csv": trace() });
after(closeBrowser);

const start = (more = [], settings = {}) =>
  startServer(
    [join(folder, "wave.lola"), join(folder, "wave.csv"), "--replay-speed", "60", ...more],
    settings,
  );

const reachedOf = (page) =>
  page.evaluate(() => document.querySelector(".figures dd")?.textContent ?? "");

/** Lines of the panel; a bar is one, too, and has no width, so nobody can wait to see it. */
const drawn = "#panel-0 .scatterlayer .trace path.js-line";

/** A page on a run that is going on, with a curve drawn. */
async function watch(server) {
  const opened = await openPage(server.address);
  await opened.page.locator(drawn).first().waitFor({ state: "attached" });
  return opened;
}

test("while it runs: the curve follows, pausing and zooming never jump, two tabs agree", async (t) => {
  const server = await start();
  const one = await watch(server);
  const { page } = one;
  const speed = page.getByLabel("Replay speed");
  assert.equal(await speed.inputValue(), "60", "a restart would keep the speed");

  await t.test("the drawn curve follows the data", async () => {
    await page.locator(".ranges button", { hasText: "All" }).click();
    const paths = new Set();
    // Up to five a second where there is time for them; a loaded machine draws fewer, but it draws.
    await until(async () => {
      paths.add(
        await page.locator(drawn).evaluateAll((list) =>
          // The curve is the line with the most points.
          list.map((path) => path.getAttribute("d") ?? "").sort((a, b) => b.length - a.length)[0],
        ),
      );
      return paths.size >= 8;
    }).catch(() => assert.fail(`only ${paths.size} different pictures in fifteen seconds`));
    const width = await page.evaluate(
      () => document.querySelector("#panel-0 .plotclip rect, #panel-0 clipPath rect").width.baseVal.value,
    );
    assert.ok((await lastDrawnX(page)) >= width - 3, "the curve reaches the right edge");
    // And the edge is where the monitor is: the last drawn time follows what was decided.
    const behind = () =>
      page.evaluate(async () => {
        const [run] = await (await fetch("/api/v1/runs")).json();
        const drawn = document.querySelector("#panel-0 .plot").data;
        const lines = drawn.filter((item) => item.mode === "lines" && item.name !== "violations");
        // The last point carries the value on to now; the one before it was sent.
        return run.status.reached.s - Math.max(...lines.map((item) => item.x.at(-2) ?? 0));
      });
    // At most a second where there is time for it; a loaded machine may be late, but never much.
    const lags = [];
    await until(async () => {
      lags.push((await behind()) / 60);
      assert.ok(lags.at(-1) < 4, `${lags.at(-1)} seconds behind`);
      return lags.length >= 5 && Math.min(...lags) <= 1;
    }).catch((reason) => assert.fail(`${reason}; behind by ${lags.join(", ")} seconds`));
  });

  await t.test("pause, zoom, resume: nothing jumps", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".phase.paused").first().waitFor();
    await page.locator("#panel-0 .plot-area").focus();
    const text = () => page.locator(".overview-text").textContent();
    const whole = await text();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await until(async () => (await text()) !== whole);
    const looked = await text();
    const before = await reachedOf(page);
    await page.getByRole("button", { name: "Resume" }).click();
    // The run goes on …
    await until(async () => (await reachedOf(page)) !== before);
    assert.equal(await text(), looked, "… and the view stays");
    assert.equal(await page.locator(".follow").getAttribute("aria-pressed"), "false");
    await page.keyboard.press("l");
    // Following again is the reader's choice.
    await until(async () => (await text()) !== looked);
  });

  await t.test("two tabs see the same run, a reload loses nothing", async () => {
    const two = await watch(server);
    await page.getByRole("button", { name: "Stop" }).click();
    await two.page.locator(".phase.stopped").first().waitFor();
    await page.locator(".phase.stopped").first().waitFor();
    const log = (tab) => tab.locator(".log tbody").textContent();
    const seen = await log(page);
    assert.equal(await log(two.page), seen);
    await two.page.reload();
    await two.page.locator(drawn).first().waitFor({ state: "attached" });
    await until(async () => (await log(two.page)) === seen);
    await two.close();
  });

  await one.close();
  await server.stop();
});

/** Keeps every connection of the page where a test can reach it, with what was said on it. */
function keepSockets() {
  window.sockets = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      this.got = [];
      this.frames = 0;
      window.sockets.push(this);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string") this.got.push(JSON.parse(data));
        else this.frames++;
      });
    }
  };
}

test("a connection that breaks: the plots stay, and only what is missing comes again", async () => {
  const server = await start();
  const { page, close } = await openPage("about:blank");
  await page.addInitScript(keepSockets);
  await page.goto(server.address);
  const log = () =>
    page.locator(".log .number").evaluateAll((list) => list.map((item) => Number(item.textContent)));
  await until(async () => (await log()).length >= 3, 60);
  const known = Math.max(...(await log()));
  const blank = await page.evaluate(async (lines) => {
    window.sockets[0].close();
    // From the break to the first word of the new connection a curve is on screen.
    let empty = 0;
    while (!window.sockets[1]?.got.some((message) => message.type === "progress")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      empty += document.querySelectorAll(lines).length === 0 ? 1 : 0;
    }
    return empty;
  }, drawn);
  assert.equal(blank, 0, "the picture was never empty");
  const told = (kind) =>
    page.evaluate((type) => window.sockets[1].got.filter((item) => item.type === type), kind);
  const [welcome] = await told("welcome");
  assert.equal(welcome.continues, true);
  await until(async () => Math.max(...(await log())) > known, 60);
  const numbers = (await told("triggers")).flatMap((item) => item.episodes.map(({ number }) => number));
  assert.ok(numbers.length > 0);
  assert.ok(Math.min(...numbers) >= known, `${Math.min(...numbers)} was known already`);
  assert.deepEqual(await told("instances"), [], "nor are instances told twice");
  // And nothing is missing between the two.
  const all = (await log()).reverse();
  assert.deepEqual(all, all.map((_, i) => i + 1));

  // A hidden tab is told how the run stands and nothing else.
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const frames = () => page.evaluate(() => window.sockets[1].frames);
  const progress = async () => (await told("progress")).length;
  const moreProgress = async (count) => {
    const before = await progress();
    await until(async () => (await progress()) >= before + count);
  };
  await hide(true);
  await moreProgress(2); // what was on its way has come
  const before = await frames();
  await moreProgress(3);
  assert.equal(await frames(), before);
  await hide(false);
  await until(async () => (await frames()) > before + 1);
  await close();
  await server.stop();
});

test("editing while it runs: a bar says so, Restart takes the draft, the old text stays", async () => {
  const server = await start();
  const { page, close } = await watch(server);
  assert.equal(await page.locator(".banner").count(), 0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("#[plot]\noutput never eval when value > 1000.0 with value\n");
  await page.locator(".banner", { hasText: "running version differs" }).waitFor();
  assert.equal(await page.locator(".panel").count(), 1, "the plots are still those of the run");
  await page.locator(".verdict", { hasText: "2 outputs" }).waitFor();
  const [first] = await ask(server, "/runs");
  const restart = page.getByRole("button", { name: "Restart" });
  await until(async () => (await restart.getAttribute("aria-disabled")) !== "true");
  await restart.click();
  // The new run may be over at once: the page replays as fast as possible unless told otherwise.
  await page.locator("#panel-1 .waiting", { hasText: /waiting for the first|evaluated 0 times/ }).waitFor();
  await page.locator(".banner").waitFor({ state: "detached" });
  const runs = await ask(server, "/runs");
  assert.equal(runs.length, 2);
  assert.match((await ask(server, `/runs/${runs[0].id}`)).settings.spec, /output never/);
  assert.equal((await ask(server, `/runs/${first.id}`)).settings.spec, spec);
  await until(async () => (await ask(server, `/runs/${first.id}`)).status.phase === "stopped");
  await close();
  await server.stop();
});

test("kill and restart: the page says so, the draft is safe, the page comes back", async () => {
  const server = await start(["--no-token"], { keepRuns: true });
  const { page, close } = await watch(server);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// my draft");
  const points = async ({ port }) => {
    const [run] = await ask({ port }, "/runs");
    const list = await ask({ port }, `/runs/${run.id}/instances`);
    return list.reduce((sum, item) => sum + item.count, 0);
  };
  await until(async () => (await points(server)) > 1000);
  const shown = await points(server);
  // Curves are written about once a second: what is written from now on holds them.
  const [{ id }] = await ask({ port: server.port }, "/runs");
  const written = () => statSync(join(server.runs, id, "series.log")).mtimeMs;
  for (let times = 0; times < 2; times++) {
    const before = written();
    await until(() => written() !== before);
  }
  await server.stop("SIGKILL");
  await page.locator(".banner", { hasText: "connection" }).waitFor();
  assert.ok(await page.locator("#panel-0 .scatterlayer .trace").count(), "plots stay usable");
  const again = await startServer(["--no-token"], { port: server.port, runs: server.runs });
  await page.locator(".banner", { hasText: "connection" }).waitFor({ state: "detached" });
  assert.match(await page.locator(".cm-content").textContent(), /my draft/);
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.locator(".run", { hasText: "interrupted" }).waitFor();
  // What was on screen two seconds before the end is there again.
  assert.ok((await points(again)) >= shown, "the curves are kept");
  await page.reload();
  await page.locator(".phase.interrupted").first().waitFor();
  await page.locator(drawn).first().waitFor({ state: "attached" });
  await close();
  await again.stop();
});
