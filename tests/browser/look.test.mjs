import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, openPage, root, runExample, startServer } from "./kit.mjs";
import { compareLook } from "./look.mjs";

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

const shots = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["820", { viewport: { width: 820, height: 1100 } }],
  ["420", { viewport: { width: 420, height: 900 } }],
];

/** What differs from run to run (speeds) and from machine to machine (the typewriter font). */
const hide = `.cm-editor, .mono, .verdict-line .muted { visibility: hidden }
  .status-line .muted, .tabs .badge, .figures dl > div:nth-child(2) { display: none }`;

for (const [name, options] of shots) {
  test(`the look has not changed: ${name}`, async () => {
    const { page, close } = await openPage(server.address, { reducedMotion: "reduce", ...options });
    await runExample(page, "Hiring parity");
    await page.locator("#panel-1 .scatterlayer .trace path.js-line").first().waitFor();
    await page.addStyleTag({ content: hide });
    await page.mouse.move(1, 1);
    await page.waitForTimeout(700);
    const picture = await page.screenshot({ animations: "disabled" });
    const file = join(root, "tests/browser/look", `${name}.png`);
    const different = await compareLook(file, picture);
    // A hair's breadth between versions of the browser moves a line over the edge of a few cells.
    assert.ok(different.length <= 4, `cells that changed: ${JSON.stringify(different.slice(0, 20))}`);
    await close();
  });
}

test("nothing moves for people who asked for that, and nothing is cut off at 200 %", async () => {
  const { page, close } = await openPage(server.address, {
    reducedMotion: "reduce",
    // 200 % zoom of a 1280-pixel window is a page of 640 pixels.
    viewport: { width: 640, height: 512 },
    deviceScaleFactor: 2,
  });
  await runExample(page, "Hiring parity");
  const moving = await page.evaluate(
    () => document.getAnimations().filter((item) => item.playState === "running").length,
  );
  assert.equal(moving, 0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 640, `the page is ${wide} pixels wide`);
  await close();
});
