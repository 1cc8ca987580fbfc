// Five shapes of data, from the bare file to what is on screen, as somebody new does it: `init`, then
// `serve` without a flag. On a fast machine and on a slow one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeBrowser, nothingWrong, openPage, program, root, scratch, startServer, until } from "./kit.mjs";

const folder = scratch();
execFileSync("python3", [join(root, "tests/cli/shapes.py"), folder]);
after(closeBrowser);

/** What the page says of the first requirement, and which groups it draws. */
const shapes = {
  census: { groups: ["White", "Black", "Asian-Pac-Islander"], unlike: ["?", '""'] },
  scores: { groups: ["Male", "Female"], unlike: ['""'] },
  credit: { groups: ["under 25", "25 to 44", "45 to 64", "65 and over"], unlike: [] },
  loans: { groups: ["Hispanic", "Not Hispanic"], unlike: ["NA", '""'], leftOut: "100 without a group left out" },
  hiring: { groups: ["men", "women"], unlike: [] },
};

for (const [name, { groups, unlike, leftOut }] of Object.entries(shapes)) {
  test(`${name}: init, serve, and the page tells what happened`, async () => {
    const data = join(folder, `${name}.csv`);
    const spec = join(folder, `${name}.lola`);
    execFileSync(program, ["init", data, "-o", spec], { stdio: "pipe" });
    const server = await startServer([spec, data]);
    const opened = await openPage(server.address, { viewport: { width: 1280, height: 900 } });
    const { page } = opened;
    if (name === "loans") {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.locator(".phase.finished").first().waitFor();
    const standing = page.locator(".requirement .standing").first();
    await until(async () => /^(Violated|Kept|Undecided)/.test(await standing.textContent()));
    const legend = page.locator("#panel-0 .legend");
    for (const group of groups) await legend.locator("bdi", { hasText: group }).first().waitFor();
    const drawn = await legend.locator("bdi").allTextContents();
    assert.deepEqual(drawn.filter((label) => unlike.includes(label)), [], "what is unknown is no group");
    await until(async () => /n = \d/.test(await legend.textContent()));
    if (leftOut) await page.locator("#panel-0 .badge", { hasText: leftOut }).waitFor();
    await page.locator("#panel-1 .pair", { hasText: / \([\d,]+ of [\d,]+\) against .* \([\d,]+ of [\d,]+\)/ }).waitFor();
    const ticks = await page.locator("#panel-0 .xtick text").allTextContents();
    assert.ok(ticks.every((tick) => !/\d{5,}|\dM/.test(tick)), ticks.join());
    await nothingWrong(opened);
    await opened.close();
    await server.stop();
  });
}
