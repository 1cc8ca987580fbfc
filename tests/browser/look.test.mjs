import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { drawnExactly, root, runExample, scratch, serve, settled } from "./kit.mjs";
import { compareLook } from "./look.mjs";

const own = serve();
const empty = scratch();
const update = Boolean(process.env.UPDATE_LOOKS);

/** What differs from run to run (speeds) and from machine to machine (the typewriter font). */
const hide = `.cm-editor, .mono, .verdict-line .muted { visibility: hidden }
  .status-line .muted, .tabs .badge, .figures dl > div:nth-child(2) { display: none }`;

const shots = [
  ["light", { colorScheme: "light", width: 1600, height: 1000 }],
  ["dark", { colorScheme: "dark", width: 1600, height: 1000 }],
  ["820", { colorScheme: "light", width: 820, height: 1100 }],
  ["420", { colorScheme: "light", width: 420, height: 900 }],
];

test("the look has not changed, in both themes and on narrow screens", async (t) => {
  const { page, close } = await own.open({ reducedMotion: "reduce" });
  await runExample(page, "Hiring parity");
  await page.addStyleTag({ content: hide });
  await page.mouse.move(1, 1);
  for (const [name, { colorScheme, width, height }] of shots) {
    await t.test(name, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      if (width < 1180) {
        await page.getByRole("tab", { name: "Plots" }).click();
        // No focus ring, no pointer.
        await page.evaluate(() => document.activeElement?.blur());
        await page.mouse.move(1, 1);
      }
      await page.locator("#panel-1 .scatterlayer .trace path.js-line").first().waitFor();
      await drawnExactly(page);
      const shot = async () => (await page.screenshot({ animations: "disabled" })).toString("base64");
      const picture = Buffer.from(await settled(shot), "base64");
      const file = join(root, "tests/browser/look", `${name}.png`);
      const different = await compareLook(file, picture, update);
      // A hair's breadth between versions of the browser moves a line over the edge of a few cells.
      assert.ok(different.length <= 4, `cells that changed: ${JSON.stringify(different.slice(0, 20))}`);
    });
  }
  await close();
});

test("a look without a kept picture fails, and none is written", async () => {
  const file = join(empty, "nobody-kept-it.png");
  await assert.rejects(compareLook(file, Buffer.alloc(0)), /no kept picture nobody-kept-it\.png/);
  await assert.rejects(compareLook(file, Buffer.alloc(0)), /no kept picture/, "not even then");
});

test("a badge that vanishes is noticed", async () => {
  const { page, close } = await own.open({ reducedMotion: "reduce", viewport: { width: 800, height: 300 } });
  await page.setContent('<body style="margin:0"><b style="background:#c00;padding:4px">3</b></body>');
  const file = join(empty, "badge.png");
  await compareLook(file, await page.screenshot(), true);
  assert.deepEqual(await compareLook(file, await page.screenshot()), []);
  await page.setContent('<body style="margin:0"></body>');
  assert.notDeepEqual(await compareLook(file, await page.screenshot()), []);
  await close();
});

/** Controls and cells that lie beyond the right edge, where nothing scrolls to them. */
const cutOff = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, td, th, h2, p, small")]
      .filter((item) => !item.closest(".preview, .cm-editor, .table-view, .hidden-text"))
      .filter((item) => item.getBoundingClientRect().right > innerWidth + 1)
      .map((item) => `${item.tagName} ${item.textContent.slice(0, 40)}`),
  );

test("nothing moves for people who asked for that, and nothing is cut off at 200 %", async () => {
  const { page, close } = await own.open({
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
  for (const width of [640, 420]) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ["Spec", "Source", "Plots", "Log", "Runs"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator(".tab-content:not(:empty)").waitFor();
      assert.deepEqual(await settled(() => cutOff(page)), [], `${tab}, ${width} pixels wide`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${tab}: the page is ${wide} pixels wide`);
    }
  }
  await close();
});
