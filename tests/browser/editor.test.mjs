import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeBrowser, openPage, startServer, until } from "./kit.mjs";

const spec = `input income: Float64
input granted: Bool
output rate := prob(of: granted)
output double_rate := rate + rate
trigger rate > 0.5 "too many"
`;

let server;
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), "fairmon-editor-"));
  writeFileSync(join(folder, "loans.lola"), spec);
  server = await startServer([join(folder, "loans.lola")]);
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function openEditor() {
  const opened = await openPage(server.address);
  const { page } = opened;
  await page.locator(".verdict .good").waitFor();
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
  /** Puts the cursor right after the first `needle` of a line that contains it. */
  const cursorAfter = async (needle) => {
    const whole = await text();
    const before = whole.slice(0, whole.indexOf(needle) + needle.length).split("\n");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    for (let i = 1; i < before.length; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    for (let i = 0; i < before.at(-1).length; i++) await page.keyboard.press("ArrowRight");
  };
  return { ...opened, text, cursorAfter };
}

/** Moves the pointer onto a word of a line. */
async function hoverOn(page, lineText, word) {
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
  const { page, problems, close } = await openEditor();
  await hoverOn(page, "output double_rate", "double_rate");
  const tip = page.locator(".cm-tooltip .hover");
  await tip.waitFor();
  assert.match(await tip.textContent(), /Float64|Prob/);
  await page.mouse.move(900, 700);
  await tip.waitFor({ state: "detached" });
  await hoverOn(page, "output rate", "prob");
  await tip.waitFor();
  assert.match(await tip.textContent(), /prob/i);
  assert.deepEqual(problems, []);
  await close();
});

test("completion offers names in scope and the catalogue; Enter takes one", async () => {
  const { page, text, cursorAfter, close } = await openEditor();
  await cursorAfter('"too many"');
  await page.keyboard.type("\noutput other := doub");
  const list = page.locator(".cm-tooltip-autocomplete li");
  await list.first().waitFor();
  assert.match(await list.first().textContent(), /double_rate/);
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await until(async () => /output other := double_rate/.test(await text()));
  await page.keyboard.type(".aggre");
  await list.filter({ hasText: "aggregate" }).first().waitFor();
  await close();
});

test("rename changes every use and refuses a name that is taken", async () => {
  const { page, text, cursorAfter, close } = await openEditor();
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
  await close();
});

test("go to definition selects the declaration", async () => {
  const { page, cursorAfter, close } = await openEditor();
  await cursorAfter("trigger rat");
  await page.keyboard.press("F12");
  await until(
    async () => (await page.locator(".cm-activeLine").first().textContent()).includes("output rate"),
  );
  await close();
});

test("a quick fix mends what it promises; Escape and Tab leave the editor", async () => {
  const { page, text, cursorAfter, close } = await openEditor();
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
  await close();
});

test("format repairs the layout and says so when it cannot", async () => {
  const { page, text, cursorAfter, close } = await openEditor();
  await cursorAfter("output rate");
  await page.keyboard.type("     ");
  await page.getByRole("button", { name: "Format" }).click();
  await until(async () => /output rate :=|output rate\s?:=/.test(await text()));
  assert.doesNotMatch(await text(), /rate {3,}/);
  await close();
});
