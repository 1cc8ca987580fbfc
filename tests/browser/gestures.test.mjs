// The mouse over the plots: panning, zooming, the crosshair; the value axis stays each panel's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnExactly, nothingWrong, runExample, serve, settled, until } from "./kit.mjs";

let opened;
let page;
serve([], async ({ open }) => {
  opened = await open();
  page = opened.page;
  await runExample(page, "Hiring parity");
  await drawnExactly(page);
});

/** The stretch of time each panel shows, in milliseconds. */
const ranges = () =>
  page.locator(".panel .plot").evaluateAll((list) =>
    list.map((plot) => plot._fullLayout.xaxis.range.map((time) => new Date(`${time}Z`).getTime())),
  );

/** Both panels show the same, once nothing moves any more. */
async function shown() {
  await drawnExactly(page);
  const [one, two] = await settled(ranges);
  assert.deepEqual(one, two, "all panels share the time axis");
  return one;
}

/** Presses at one share of the first panel's width and lets go at another. */
async function drag(from, to) {
  const box = await page.locator("#panel-0 .plot").evaluate((plot) => {
    const { left, top } = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    return { x: left + xaxis._offset, y: top + yaxis._offset + 40, width: xaxis._length };
  });
  await page.mouse.move(box.x + box.width * from, box.y);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * (from + to)) / 2, box.y, { steps: 3 });
  await page.mouse.move(box.x + box.width * to, box.y, { steps: 3 });
  await page.mouse.up();
}

const near = (actual, expected, span) =>
  assert.ok(Math.abs(actual - expected) < span * 0.02, `${actual} is not near ${expected}`);

const changed = (before) => until(async () => JSON.stringify((await ranges())[0]) !== JSON.stringify(before));

test("drag pans both panels and ends following; a double click resets", async () => {
  const whole = await shown();
  const span = whole[1] - whole[0];
  await drag(0.7, 0.4);
  await changed(whole);
  const panned = await shown();
  near(panned[0], whole[0] + span * 0.3, span);
  near(panned[1], whole[1] + span * 0.3, span);
  assert.equal(await page.locator(".follow").getAttribute("aria-pressed"), "false");
  assert.match(await page.locator(".follow").textContent(), /not following/i, "and says so");
  await page.locator("#panel-0 .gestures").dblclick({ position: { x: 300, y: 60 } });
  await until(async () => JSON.stringify((await ranges())[0]) === JSON.stringify(whole));
});

test("Shift and drag zooms into what was marked", async () => {
  const whole = await shown();
  const span = whole[1] - whole[0];
  await page.keyboard.down("Shift");
  await drag(0.25, 0.5);
  await page.keyboard.up("Shift");
  await changed(whole);
  const zoomed = await shown();
  near(zoomed[0], whole[0] + span * 0.25, span);
  near(zoomed[1], whole[0] + span * 0.5, span);
  await page.locator("#panel-0 .gestures").dblclick({ position: { x: 300, y: 60 } });
  await until(async () => JSON.stringify((await ranges())[0]) === JSON.stringify(whole));
});

test("the wheel zooms with Ctrl only, about the pointer", async () => {
  const whole = await shown();
  await page.locator("#panel-0 .gestures").hover({ position: { x: 400, y: 60 } });
  await page.mouse.wheel(0, -100);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await changed(whole);
  const zoomed = await shown();
  const factor = (zoomed[1] - zoomed[0]) / (whole[1] - whole[0]);
  assert.ok(Math.abs(factor - 0.8) < 0.01, `one step of the wheel is one step of zoom: ${factor}`);
  await page.locator("#panel-0 .gestures").dblclick({ position: { x: 300, y: 60 } });
  await until(async () => JSON.stringify((await ranges())[0]) === JSON.stringify(whole));
});

test("the crosshair stands in all panels at the same time; value axes are their own", async () => {
  await page.locator("#panel-0 .gestures").hover({ position: { x: 500, y: 60 } });
  await until(async () => (await page.locator(".crosshair").count()) === 2);
  const times = await page.locator(".readout > b").allTextContents();
  assert.equal(times[0], times[1]);
  const values = await page.locator(".panel .plot").evaluateAll((list) =>
    list.map((plot) => plot._fullLayout.yaxis.range.join()),
  );
  assert.notEqual(values[0], values[1]);
  await nothingWrong(opened);
});
