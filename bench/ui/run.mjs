// Measures the web interface with the real program and a real browser:
//   node bench/ui/run.mjs        (FAIRMON names the program, CHROMIUM the browser)
// 20 curves, 100,000 values a second together, replayed in real time.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { closeBrowser, openPage, root, startServer } from "../../tests/browser/kit.mjs";

const rate = 100_000;
const seconds = 45;
const settle = 8;
const looks = 20;

function writeTrace(folder) {
  const parts = [];
  let lines = ["time,curve,value"];
  for (let i = 0; i < rate * seconds; i++) {
    lines.push(`${(i / rate).toFixed(5)},${i % 20},${Math.sin(i / 5000 + (i % 20)).toFixed(4)}`);
    if (lines.length === 200_000) {
      parts.push(lines.join("\n"));
      lines = [];
    }
  }
  parts.push(lines.join("\n"), "");
  writeFileSync(join(folder, "ui.csv"), parts.join("\n"));
  writeFileSync(
    join(folder, "ui.lola"),
    `input curve: Int64
input value: Float64
#[plot]
output level(c)
  spawn with curve
  eval when curve == c with value
`,
  );
}

/** Seconds of processor time of one thread of the server; the first one does all the talking. */
function threadSeconds(pid, thread) {
  const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const folder = mkdtempSync(join(tmpdir(), "fairmon-ui-"));
writeTrace(folder);
const server = await startServer([
  join(folder, "ui.lola"),
  join(folder, "ui.csv"),
  "--replay-speed",
  "1",
]);
const { page, close } = await openPage("about:blank");
const network = await page.context().newCDPSession(page);
await network.send("Network.enable");
let bytes = 0;
network.on("Network.webSocketFrameReceived", ({ response }) => {
  bytes += response.payloadData.length * (response.opcode === 2 ? 0.75 : 1);
});
const begun = Date.now();
await page.goto(server.address);
await page.locator(".run-bar").waitFor();
const usable = Date.now() - begun;
await page.locator("#panel-0 .scatterlayer .trace").first().waitFor();
await page.waitForTimeout(settle * 1000);

bytes = 0;
const cpu = threadSeconds(server.pid, server.pid);
const from = Date.now();
let behind = 0;
for (let i = 0; i < looks; i++) {
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
const share = (threadSeconds(server.pid, server.pid) - cpu) / elapsed;
const dist = join(root, "web/app/dist");
const assets = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile())
  .reduce((sum, item) => {
    const path = join(item.parentPath ?? item.path, item.name);
    return sum + gzipSync(readFileSync(path), { level: 9 }).length;
  }, 0);
console.log(`page usable after ${usable} ms (limit 2000)`);
console.log(`drawn curve at most ${behind.toFixed(2)} s behind (limit 1)`);
console.log(`server thread ${(share * 100).toFixed(1)} % of a core (limit 5)`);
console.log(`wire ${(bytes / elapsed / 1000).toFixed(1)} kB/s (limit 100)`);
console.log(`assets ${Math.round(assets / 1000)} kB gzip (limit 600)`);
await close();
await closeBrowser();
await server.stop();
rmSync(folder, { recursive: true, force: true });
