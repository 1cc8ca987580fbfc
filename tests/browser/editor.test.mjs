import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { nothingWrong, scratch, serve, until } from "./kit.mjs";

const spec = `input income: Float64
input granted: Bool
output rate := prob(of: granted)
output double_rate := rate + rate
trigger rate > 0.5 "too many"
`;

const folder = scratch({ "loans.lola": spec });
let opened;
let page;
const own = serve([join(folder, "loans.lola")], async ({ open }) => {
  opened = await open();
  page = opened.page;
  await page.locator(".cm-line", { hasText: "output double_rate" }).waitFor();
});

/** The lines as they were written, without what the page adds to them. */
const text = () =>
  page.locator(".cm-content .cm-line").evaluateAll((lines) =>
    lines
      .map((line) => {
        const copy = line.cloneNode(true);
        for (const widget of copy.querySelectorAll(".cm-note, .cm-chip")) widget.remove();
        return copy.textContent;
      })
      .join("\n"),
  );

/** Replaces the whole text and waits for the compiler's word on it. */
async function write(fresh = spec) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.locator(".verdict", { hasText: "Nothing to check" }).waitFor();
  await page.keyboard.insertText(fresh);
  await page.locator(".verdict .good").waitFor();
}

/** Puts the cursor right after the first `needle`. */
async function cursorAfter(needle) {
  const whole = await text();
  const lines = whole.slice(0, whole.indexOf(needle) + needle.length).split("\n");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  for (let i = 1; i < lines.length; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  for (let i = 0; i < lines.at(-1).length; i++) await page.keyboard.press("ArrowRight");
}

/** Moves the pointer onto a word of a line. */
async function hoverOn(lineText, word) {
  const line = page.locator(".cm-line", { hasText: lineText }).first();
  const place = await line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(wanted);
      if (at >= 0) {
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        const box = range.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      }
    }
    return null;
  }, word);
  await page.mouse.move(place[0] - 2, place[1]);
  await page.mouse.move(place[0], place[1]);
}

test("hover tells type and pacing; on an operator its entry", async () => {
  await write();
  await hoverOn("output double_rate", "double_rate");
  const tip = page.locator(".cm-tooltip .hover");
  await tip.waitFor();
  assert.match(await tip.textContent(), /Float64|Prob/);
  await page.mouse.move(900, 700);
  await tip.waitFor({ state: "detached" });
  await hoverOn("output rate", "prob");
  await tip.waitFor();
  assert.match(await tip.textContent(), /prob/i);
  await nothingWrong(opened);
});

test("completion offers names in scope and the catalogue; Enter takes one", async () => {
  await write();
  await cursorAfter('"too many"');
  await page.keyboard.type("\noutput other := doub", { delay: 20 });
  const list = page.locator(".cm-tooltip-autocomplete li");
  await list.first().waitFor();
  assert.match(await list.first().textContent(), /double_rate/);
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await until(async () => /output other := double_rate/.test(await text()));
  await page.keyboard.type(".aggre");
  await list.filter({ hasText: "aggregate" }).first().waitFor();
});

test("behind a dot stands what the type can do", async () => {
  await write();
  await cursorAfter('"too many"');
  await page.keyboard.type("\noutput other := granted.", { delay: 20 });
  const list = page.locator(".cm-tooltip-autocomplete li");
  await list.filter({ hasText: "prob" }).first().waitFor();
  const offered = await list.allTextContents();
  assert.ok(!offered.some((item) => /^(arccos|sqrt|avg)/.test(item)), offered.join(" | "));
  await page.keyboard.press("Escape");
});

test("Enter after a number ends the line; units are offered when asked for", async () => {
  await write();
  await cursorAfter('"too many"');
  await page.keyboard.type("\noutput one @1Hz := 1", { delay: 20 });
  await page.locator(".verdict", { hasText: "3 outputs" }).waitFor();
  assert.equal(await page.locator(".cm-tooltip-autocomplete").count(), 0);
  await page.keyboard.press("Enter");
  await until(async () => /:= 1\n\s*$/.test(await text()));
  await page.keyboard.type("output two @1Hz := 1");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: /^\W*ms/ }).first().waitFor();
  await page.keyboard.press("Escape");
});

test("rename changes every use and refuses a name that is taken", async () => {
  await write();
  await cursorAfter("output rate");
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Rename rate" });
  await dialog.getByLabel("New name").fill("granted");
  await page.keyboard.press("Enter");
  await dialog.locator(".bad").waitFor();
  await dialog.getByLabel("New name").fill("share");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const after = await text();
  assert.match(after, /output share :=/);
  assert.match(after, /:= share \+ share/);
  assert.match(after, /trigger share > 0.5/);
  assert.match(after, /double_rate/, "only whole names");
  await page.locator(".verdict .good").waitFor();
});

test("go to definition selects the declaration", async () => {
  await write();
  await cursorAfter("trigger rat");
  await page.keyboard.press("F12");
  await until(
    async () => (await page.locator(".cm-activeLine").first().textContent()).includes("output rate"),
  );
});

test("a quick fix mends what it promises; Escape and Tab leave the editor", async () => {
  await write();
  await cursorAfter("prob(of: granted");
  await page.keyboard.press("Backspace");
  await page.locator(".diagnostic.error").first().waitFor();
  await page.locator(".cm-lintRange-error").first().hover();
  const fix = page.locator(".cm-diagnosticAction").first();
  await fix.waitFor();
  await fix.click();
  await until(async () => /prob\(of: granted\)/.test(await text()));
  await page.locator(".verdict .good").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(".cm-content:focus").count(), 0);
});

test("format repairs the layout and says so when it cannot", async () => {
  await write();
  await cursorAfter("output rate");
  await page.keyboard.type("     ");
  await page.getByRole("button", { name: "Format" }).click();
  await until(async () => /output rate :=|output rate\s?:=/.test(await text()));
  assert.doesNotMatch(await text(), /rate {3,}/);
});

test("the list of messages offers the same fix", async () => {
  await write();
  await cursorAfter("prob(of: granted");
  await page.keyboard.press("Backspace");
  await page.locator(".diagnostics .fix").first().click();
  await until(async () => /prob\(of: granted\)/.test(await text()));
  await page.locator(".verdict .good").waitFor();
});

test("a specification without a plot offers to draw the output under the cursor", async () => {
  await write();
  await page.getByRole("heading", { name: "Nothing to plot yet" }).waitFor();
  await cursorAfter("output double");
  await page.getByRole("button", { name: "Plot the output under the cursor" }).click();
  await until(async () => /#\[plot\]\noutput double_rate/.test(await text()));
  await page.locator(".cm-chip", { hasText: "panel 1" }).waitFor();
});

test("a line that stands for many streams has one note, not a pile", async () => {
  await write(`input group: String
input offer: Bool
use group_rate(group: group, event: offer) as fair
`);
  const line = page.locator(".cm-line", { hasText: "use group_rate" });
  await line.locator(".cm-note").waitFor();
  assert.equal(await line.locator(".cm-note").count(), 1);
  assert.match(await line.locator(".cm-note").textContent(), /^\d+ streams$/);
  assert.match(await line.locator(".cm-note").getAttribute("title"), /fair_gap: /);
  const chips = await line.locator(".cm-chip").allTextContents();
  assert.equal(new Set(chips).size, chips.length, "each panel once");
});
