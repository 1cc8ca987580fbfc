import assert from "node:assert/strict";
import { test } from "node:test";
import { serve, until } from "./kit.mjs";

const own = serve();

test("from the first page to a violation without a mouse, the focus always visible", async () => {
  const { page, problems, close } = await own.open();
  await page.getByRole("heading", { name: "Start with an example" }).waitFor();
  await page.locator(".card").first().waitFor();
  const seen = [];
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      const editor = element.closest(".cm-editor");
      const ring = editor ? getComputedStyle(editor) : style;
      const box = element.getBoundingClientRect();
      return {
        name: element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30),
        ring: ring.outlineStyle !== "none" && Number.parseFloat(ring.outlineWidth) > 0,
        visible: box.width > 0 && box.height > 0,
      };
    });
  // Tab goes through the page in order; in the editor, Escape first.
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    // The editor draws its ring a moment after it has the focus.
    let now = await focused();
    for (let wait = 0; !now.ring && wait < 20; wait++) {
      await page.waitForTimeout(25);
      now = await focused();
    }
    seen.push(now.name);
    assert.ok(now.ring, `no ring on ${now.name}`);
    assert.ok(now.visible, `${now.name} has the focus but no place`);
    if (now.name === "Specification") await page.keyboard.press("Escape");
    if (now.name === "Run") break;
  }
  assert.equal(seen.at(-1), "Run", seen.join(" | "));
  assert.ok(seen.indexOf("Examples") < seen.indexOf("Run"), "the order follows the page");
  await page.keyboard.press("Enter");
  await page.locator(".phase.finished").first().waitFor({ timeout: 30_000 });
  await page.keyboard.press("Alt+3");
  await page.locator(".plot-area:focus").waitFor();
  await page.keyboard.press("]");
  await page.locator(".log tr.selected").waitFor();
  await page.keyboard.press("/");
  await page.locator("#log-filter:focus").waitFor();
  await page.keyboard.type("zzz");
  await page.getByText("Nothing matches.").waitFor();
  // Menus: open, move, close.
  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus').waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await until(async () => (await page.locator('[role="menu"]').count()) === 0);
  // The divider moves with the arrows.
  const width = () => page.locator("aside.left").evaluate((side) => side.clientWidth);
  const before = await width();
  await page.getByRole("separator").focus();
  await page.keyboard.press("ArrowRight");
  await until(async () => (await width()) > before);
  assert.deepEqual(problems, []);
  await close();
});

test("either side folds away and comes back; the editor keeps its text", async () => {
  const { page, close } = await own.open();
  await page.getByRole("button", { name: "Fold this side away" }).click();
  await page.locator("aside.left").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Show the specification" }).click();
  await page.locator("aside.left").waitFor();
  await page.getByRole("button", { name: "Fold the plots away" }).click();
  await page.locator("main.right").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Show the plots" }).click();
  await page.locator("main.right").waitFor();
  await close();
});
