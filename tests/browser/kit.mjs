// Starts the real program and a real browser; nothing is mocked.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.FAIRMON ?? join(root, "build/dev/fairmon");
/** WEB_ROOT: a freshly built page instead of the one inside the program. */
const webRoot = process.env.WEB_ROOT ? ["--web-root", process.env.WEB_ROOT] : [];
export const axeSource = require.resolve("axe-core/axe.min.js");

/**
 * Words before a command that keep it and its children on one core, before all others there if
 * the user may say so (`nice` goes on without).
 */
const onCore = (core) => ["nice", "-n", "-20", "taskset", "-c", String(core)];

/** A server on a free port with a folder of runs of its own. */
export async function startServer(args = [], settings = {}) {
  const runs = settings.runs ?? mkdtempSync(join(tmpdir(), "fairmon-runs-"));
  const port = settings.port ?? 0;
  const asked = ["serve", "--no-open", "--port", String(port), "--runs", runs, ...webRoot, ...args];
  const command = settings.core === undefined ? [program] : [...onCore(settings.core), program];
  const child = spawn(command[0], [...command.slice(1), ...asked], {
    cwd: settings.cwd ?? root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address:\n${output}`)), 20_000);
    const look = (data) => {
      output += data;
      const found = /listens at (\S+)/.exec(output);
      if (found) {
        clearTimeout(timer);
        resolve(found[1]);
      }
    };
    child.stderr.on("data", look);
    child.stdout.on("data", look);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    address,
    runs,
    pid: child.pid,
    port: Number(new URL(address).port),
    token: new URL(address).hash.replace("#token=", ""),
    output: () => output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      if (!settings.keepRuns) {
        rmSync(runs, { recursive: true, force: true });
      }
    },
  };
}

/** A folder with the given files, by name; gone when the tests of the file are done. */
export function scratch(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), "fairmon-test-"));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * One server for all tests of a file, started before the first and stopped after the last;
 * `prepare` runs when it is there (hooks of a file do not wait for each other).
 */
export function serve(args = [], prepare = async () => {}) {
  const own = { server: null };
  before(async () => {
    own.server = await startServer(args);
    await prepare(own);
  });
  after(async () => {
    await closeBrowser();
    await own.server?.stop();
  });
  own.open = (options) => openPage(own.server.address, options);
  return own;
}

/** Asks the server as a program does, with the token. */
export async function ask(server, path) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  return answer.json();
}

let browser = null;

/** The browser of this process, started when first needed. */
export async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/** A page of its own, with everything that went wrong in it collected. */
export async function openPage(address, options = {}) {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1600, height: 1000 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    ...options,
  });
  const page = await context.newPage();
  // Half a minute is short where a compiler runs beside.
  page.setDefaultTimeout(60_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|status of 4/.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !["127.0.0.1", "localhost"].includes(hostname)) {
      problems.push(`left the machine: ${request.url()}`);
    }
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.goto(address);
  return { page, problems, close: () => context.close() };
}

/** Nothing went wrong in the page, and its policy was never broken. */
export async function nothingWrong({ page, problems }) {
  assert.deepEqual(problems, []);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
}

/** Opens the gallery's example and waits until its run has ended. */
export async function runExample(page, title) {
  await openExample(page, title, "Run");
  await page.locator(".phase.finished").first().waitFor({ timeout: 60_000 });
}

/** Presses `button` on an example's card; after "Run", the new run is the one on screen. */
export async function openExample(page, title, button = "Open") {
  const shown = () => page.locator(".status").first().getAttribute("data-run");
  const before = await shown();
  await page.getByRole("button", { name: "Examples" }).click();
  const card = page.locator("dialog li.card", { hasText: title });
  await card.getByRole("button", { name: button }).click();
  if (button === "Run") {
    await until(async () => ![before, null].includes(await shown()));
  }
}

/** Largest x (in pixels of the plot area) the curves of a panel reach, read from the drawn paths. */
export function lastDrawnX(page, panel = 0) {
  return page.evaluate((index) => {
    const paths = document.querySelectorAll(`#panel-${index} .scatterlayer .trace path.js-line`);
    let last = Number.NEGATIVE_INFINITY;
    for (const path of paths) {
      const box = path.getBBox();
      last = Math.max(last, box.x + box.width);
    }
    return last;
  }, panel);
}

/** Waits until something is so. `page.waitForFunction` needs eval, which the page's policy forbids. */
export async function until(isSo, seconds = 15) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`it did not happen within ${seconds} seconds: ${isSo}`);
}

/** Waits until the panels are drawn as exactly as they will be, with nothing asked for any more. */
export async function drawnExactly(page) {
  const states = () =>
    page.locator(".panel .plot").evaluateAll((list) => list.map((plot) => plot.dataset.frame));
  await until(async () => {
    const all = await states();
    return all.length > 0 && all.every((state) => state === "exact");
  });
}

/** Waits until two looks in a row see the same; returns what they see. */
export async function settled(look) {
  let before = await look();
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const now = await look();
    const same = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return same;
  });
  return before;
}
