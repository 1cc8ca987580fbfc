// Starts the real program and a real browser; nothing is mocked.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.FAIRMON ?? join(root, "build/dev/fairmon");
/** WEB_ROOT: a freshly built page instead of the one inside the program. */
const webRoot = process.env.WEB_ROOT ? ["--web-root", process.env.WEB_ROOT] : [];
export const axeSource = require.resolve("axe-core/axe.min.js");

/** A server on a free port with a folder of runs of its own. */
export async function startServer(args = [], settings = {}) {
  const runs = settings.runs ?? mkdtempSync(join(tmpdir(), "fairmon-runs-"));
  const port = settings.port ?? 0;
  const child = spawn(
    program,
    ["serve", "--no-open", "--port", String(port), "--runs", runs, ...webRoot, ...args],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
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

let browser = null;

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

/** Opens the gallery's example and waits until its run has ended. */
export async function runExample(page, title) {
  await page.getByRole("button", { name: "Examples" }).click();
  const card = page.locator("dialog li.card", { hasText: title });
  await card.getByRole("button", { name: "Run" }).click();
  await page.locator(".phase.finished").first().waitFor({ timeout: 60_000 });
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
export async function until(isSo) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("it did not happen within ten seconds");
}
