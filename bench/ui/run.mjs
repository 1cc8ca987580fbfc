// Measures the web interface with the real program and a real browser:
//   node bench/ui/run.mjs [--markdown FILE]   (FAIRMON names the program, CHROMIUM the browser)
// Ends with 1 if a figure misses its limit.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  ask,
  closeBrowser,
  openPage,
  program,
  root,
  startServer,
  until,
} from "../../tests/browser/kit.mjs";
import { writeLong, writeWaves } from "./traces.mjs";

const folder = mkdtempSync(join(tmpdir(), "fairmon-ui-"));
const long = Number(process.env.LONG_POINTS ?? 20_000_000);
let missed = false;

const rows = [];
const remarks = [];

function tell(what, figure, unit, limit, atLeast = false) {
  const good = atLeast ? figure >= limit : figure <= limit;
  missed ||= !good;
  const bound = `${atLeast ? "≥" : "≤"} ${limit}`;
  const found = `${figure.toFixed(2)} ${unit}`;
  rows.push(`| ${what} | ${found} | ${bound} | ${good ? "met" : "**missed**"} |`);
  console.log(`${good ? "ok  " : "MISS"} ${what}: ${found} (${bound})`);
}

/** Something to know that has no limit. */
function remark(text) {
  remarks.push(`- ${text}`);
  console.log(`     ${text}`);
}

/** The figures as a part of docs/performance.md. */
function writeMarkdown(file) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = [
    `Made by \`./dev bench ui\` on ${day}: 20 series at 100,000 points a second in a headless browser;`,
    `throughput over ${(long / 1e6).toFixed(0)} million events at full speed, median of pairs of runs with and without a`,
    "page. On a core of its own the server has the highest priority, and everything else is kept off it.",
    "",
    "| figure | found | wanted | |",
    "|---|---:|---:|---|",
    ...rows,
    "",
    ...remarks,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** Seconds of processor time of the server's first thread, which does all the talking. */
function talkingSeconds(pid) {
  const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** 20 curves, 100,000 values a second together, replayed in real time. */
async function live() {
  const server = await startServer([...writeWaves(folder, 100_000, 40), "--replay-speed", "1"]);
  const { page, close } = await openPage("about:blank");
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.webSocketFrameReceived", ({ response }) => {
    bytes += response.payloadData.length * (response.opcode === 2 ? 0.75 : 1);
  });
  const begun = Date.now();
  await page.goto(server.address);
  await page.locator(".cm-content").waitFor();
  await page.locator(".run-bar button").first().waitFor();
  tell("page usable", (Date.now() - begun) / 1000, "s", 2);
  await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
  await page.waitForTimeout(8000);
  bytes = 0;
  const cpu = talkingSeconds(server.pid);
  const from = Date.now();
  let behind = 0;
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(500);
    // How far the last drawn point is behind what the monitor has decided.
    const lag = await page.evaluate(async () => {
      const drawn = document.querySelector("#panel-0 .plot").data;
      // The last point of a line carries its value on to now; the one before it was sent.
      const last = Math.max(...drawn.filter((t) => t.mode === "lines").map((t) => t.x.at(-2) ?? 0));
      const [run] = await (await fetch("/api/v1/runs")).json();
      return run.status.reached.s - last;
    });
    behind = Math.max(behind, lag);
  }
  const elapsed = (Date.now() - from) / 1000;
  tell("drawn curve behind", behind, "s", 1);
  const share = (talkingSeconds(server.pid) - cpu) / elapsed;
  tell("server's share of a core", share * 100, "%", 5);
  tell("wire", bytes / elapsed / 1000, "kB/s", 100);
  await close();
  await server.stop();
}

function assets() {
  const dist = join(root, "web/app/dist");
  const bytes = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => {
      const path = join(item.parentPath ?? item.path, item.name);
      return sum + gzipSync(readFileSync(path), { level: 9 }).length;
    }, 0);
  tell("assets, gzip", bytes / 1000, "kB", 600);
}

/** A request that changes something, as a program makes it. */
const change = (server, method, path, body) =>
  fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      origin: `http://127.0.0.1:${server.port}`,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  });

/** Wall time of one run over the long trace; `page` starts and watches it, if there is one. */
async function longRun(server, page) {
  // Runs before this one would hold memory, and every run would be measured with less of it.
  for (const { id } of await ask(server, "/runs")) {
    await change(server, "DELETE", `/runs/${id}`);
  }
  if (page) {
    const shown = () => page.locator(".status").first().getAttribute("data-run");
    const before = await shown();
    await page.keyboard.press("Control+Enter");
    await until(async () => ![before, null].includes(await shown()));
  } else {
    const settings = { name: "long", spec: readFileSync(join(folder, "long.lola"), "utf8"), plugin: "csv" };
    await change(server, "POST", "/runs", { ...settings, options: [], targets: ["long.csv"] });
  }
  let status;
  do {
    await new Promise((resolve) => setTimeout(resolve, 250));
    [{ status }] = await ask(server, "/runs");
  } while (status.phase === "running");
  return status.wallSeconds;
}

/** A page with the specification and the data chosen, ready to start. */
async function readyPage(server) {
  const opened = await openPage(server.address);
  const { page } = opened;
  await page.getByRole("tab", { name: /Data source/ }).click();
  await page.getByLabel("File on this computer").check();
  await page.getByLabel(/Path below/).fill("long.csv");
  await page.getByRole("button", { name: "Use" }).click();
  await page.locator(".mapping tbody tr").first().waitFor();
  await page.getByRole("tab", { name: /Specification/ }).click();
  await until(async () => (await page.getByRole("button", { name: "Start" }).getAttribute("aria-disabled")) === "false");
  await page.waitForTimeout(1000); // the page has come to rest
  return opened;
}

/** Zooms of many widths into the last run of a server. */
async function zoom(server) {
  const [run] = await ask(server, "/runs");
  let worst = 0;
  for (let i = 0; i < 30; i++) {
    const span = long / 1000 / 2 ** (i % 10);
    const from = ((long / 1000 - span) * ((i * 37) % 100)) / 100;
    const begun = performance.now();
    const answer = await fetch(
      `http://127.0.0.1:${server.port}/api/v1/runs/${run.id}/series?panel=0&from=${from}&to=${from + span}&width=1400`,
      { headers: { authorization: `Bearer ${server.token}` } },
    );
    await answer.arrayBuffer();
    worst = Math.max(worst, performance.now() - begun);
  }
  tell(`zoom into ${long.toLocaleString("en")} points, worst of 30`, worst, "ms", 100);
}

const rate = (seconds) => `${(long / seconds / 1e6).toFixed(2)} M events/s`;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * Runs without a page and with one that watches, in turns; the two of a turn meet the same machine,
 * so the share is the median of the turns' shares. With `apart` the server has one core and
 * everything else the others (the browser, and this program, which starts it and asks it), so that
 * only what the server itself does for a page can slow the monitor; otherwise they share the
 * machine, and a page costs what it draws.
 */
async function throughput(files, apart) {
  keepOffCore(apart ? 0 : null);
  const settings = apart ? { core: 0 } : {};
  const server = await startServer([files[0], "--data-root", folder], settings);
  const turns = [];
  for (let turn = 0; turn < (apart ? 7 : 3); turn++) {
    const alone = await longRun(server, null);
    const opened = await readyPage(server);
    const before = talkingSeconds(server.pid);
    const watched = await longRun(server, opened.page);
    turns.push({ alone, watched, talking: (talkingSeconds(server.pid) - before) / watched });
    await opened.close();
    await closeBrowser();
  }
  if (!apart) {
    await zoom(server);
  }
  await server.stop();
  const share = median(turns.map(({ alone, watched }) => alone / watched)) * 100;
  const [alone, watched] = ["alone", "watched"].map((kind) => rate(median(turns.map((t) => t[kind]))));
  const figures = `without a page ${alone}, with one ${watched}`;
  if (apart) {
    tell("throughput with the page open, the browser on a core of its own", share, "%", 95, true);
    remark(`on one core: ${figures}`);
    const talking = (median(turns.map((turn) => turn.talking)) * 100).toFixed(2);
    remark(`processor time of the thread that talks to the page: ${talking} % of the run`);
  } else {
    const shared = `browser and monitor sharing ${cpus().length} cores`;
    tell(`throughput with the page open, ${shared}`, share, "%", 95, true);
    remark(`sharing ${cpus().length} cores: ${figures}`);
  }
}

/** Leaves one core to others; all threads of this program and what it starts later stay off it. */
function keepOffCore(core) {
  const cores = cpus().map((_, number) => number).filter((number) => number !== core);
  execFileSync("taskset", ["-a", "-p", "-c", cores.join(","), String(process.pid)]);
}

/** The same run on the command line, which keeps no history, for orientation. */
function headless(files) {
  const begun = performance.now();
  execFileSync(program, ["monitor", ...files, "--verbosity", "silent"], { stdio: "ignore" });
  remark(`command line, nothing kept: ${rate((performance.now() - begun) / 1000)}`);
}

try {
  assets();
  await live();
  const files = writeLong(folder, long);
  if (cpus().length > 1) {
    await throughput(files, true);
  }
  await throughput(files, false);
  headless(files);
  const option = process.argv.indexOf("--markdown");
  if (option > 0) {
    writeMarkdown(process.argv[option + 1]);
  }
} finally {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
