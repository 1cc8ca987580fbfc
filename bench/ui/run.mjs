// Measures the web interface with the real program and a real browser:
//   node bench/ui/run.mjs        (FAIRMON names the program, CHROMIUM the browser)
// Ends with 1 if a figure misses its limit.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { closeBrowser, openPage, program, root, startServer } from "../../tests/browser/kit.mjs";
import { writeLong, writeWaves } from "./traces.mjs";

const folder = mkdtempSync(join(tmpdir(), "fairmon-ui-"));
const long = Number(process.env.LONG_POINTS ?? 10_000_000);
let missed = false;

function tell(what, figure, unit, limit, atLeast = false) {
  const good = atLeast ? figure >= limit : figure <= limit;
  missed ||= !good;
  const bound = `${atLeast ? "at least" : "limit"} ${limit}`;
  console.log(`${good ? "ok  " : "MISS"} ${what}: ${figure.toFixed(2)} ${unit} (${bound})`);
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
      const last = Math.max(...drawn.filter((t) => t.mode === "lines").map((t) => t.x.at(-1) ?? 0));
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

const wallOf = async (server) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/runs`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  return (await answer.json())[0].status;
};

/** Wall time of one run over the long trace, with the page open or without. */
async function longRun(files, watched) {
  const server = await startServer(files);
  const opened = watched ? await openPage(server.address) : null;
  let status = await wallOf(server);
  while (status.phase === "running") {
    await new Promise((resolve) => setTimeout(resolve, 200));
    status = await wallOf(server);
  }
  return { server, opened, seconds: status.wallSeconds };
}

async function zoom({ server }) {
  const [run] = await (
    await fetch(`http://127.0.0.1:${server.port}/api/v1/runs`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
  ).json();
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

/** The same run on the command line, which keeps no history, for orientation. */
function headless(files) {
  const begun = performance.now();
  execFileSync(program, ["monitor", ...files, "--verbosity", "silent"], { stdio: "ignore" });
  return (performance.now() - begun) / 1000;
}

async function throughput() {
  const files = writeLong(folder, long);
  const turns = { alone: [], watched: [] };
  let last = null;
  for (let turn = 0; turn < 3; turn++) {
    for (const watched of [false, true]) {
      const run = await longRun(files, watched);
      turns[watched ? "watched" : "alone"].push(run.seconds);
      if (turn === 2 && watched) {
        last = run;
      } else {
        await run.opened?.close();
        await run.server.stop();
      }
    }
  }
  const best = (list) => Math.min(...list);
  const share = (best(turns.alone) / best(turns.watched)) * 100;
  tell("throughput with the page open, of that without", share, "%", 95, true);
  const rate = (seconds) => `${(long / seconds / 1e6).toFixed(2)} M events/s`;
  console.log(
    `     without a page ${rate(best(turns.alone))}, with one ${rate(best(turns.watched))},` +
      ` command line ${rate(headless(files))}`,
  );
  await zoom(last);
  await last.opened.close();
  await last.server.stop();
}

try {
  assets();
  await live();
  await throughput();
} finally {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
