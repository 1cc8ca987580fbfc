// One truth about files: what is on screen, what is on disk, what is kept, and whose it is.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeBrowser, openBrowser, openPage, scratch, startServer, until } from "./kit.mjs";

const first = "input a: Int64\n#[plot]\noutput first := a\n";
const second = "input a: Int64\n#[plot]\noutput second := a\n";
const folder = scratch({
  "first.lola": first,
  "second.lola": second,
  "data.csv": "time,a\n0,1\n1,2\n2,3\n",
});
const file = (name) => join(folder, name);
const onDisk = (name) => readFileSync(file(name), "utf8");
after(closeBrowser);

const editor = (page) => page.locator(".cm-content");
const written = (page) => editor(page).textContent();
const state = (page) => page.locator(".menu-button .small").first().textContent();

async function type(page, text) {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

/** A fresh file and a server that was given it. */
async function openFile(name, text, more = []) {
  writeFileSync(file(name), text);
  const server = await startServer([file(name), "--no-start", ...more]);
  const opened = await openPage(server.address);
  await until(async () => (await written(opened.page)).includes("input a"));
  return { server, ...opened };
}

test("Ctrl S writes the file that was opened, and says saved only then", async () => {
  const { server, page, close } = await openFile("write.lola", first.replaceAll("\n", "\r\n"));
  assert.equal(await state(page), "saved");
  await type(page, "// mine\n");
  await until(async () => (await state(page)) === "edited");
  await page.keyboard.press("Control+S");
  await page.locator(".toast", { hasText: "Saved write.lola" }).waitFor();
  assert.equal(onDisk("write.lola"), `${first}// mine\n`.replaceAll("\n", "\r\n"), "line ends too");
  assert.equal(await state(page), "saved");
  await page.reload();
  await until(async () => (await written(page)).includes("// mine"));
  assert.equal(await state(page), "saved");
  await close();
  await server.stop();
});

test("a file that somebody else changed is never overwritten unasked", async () => {
  const { server, page, close } = await openFile("shared.lola", first);
  await type(page, "// mine\n");
  writeFileSync(file("shared.lola"), `${first}// theirs\n`);
  await page.keyboard.press("Control+S");
  const dialog = page.getByRole("dialog", { name: /has changed on disk/ });
  await dialog.waitFor();
  assert.match(await dialog.locator(".differences").textContent(), /− \/\/ theirs\n\+ \/\/ mine/);
  assert.equal(onDisk("shared.lola"), `${first}// theirs\n`, "nothing was written");
  await dialog.getByRole("button", { name: "Decide later" }).click();
  await page.locator(".banner", { hasText: "changed on disk" }).waitFor();
  await page.getByRole("button", { name: "Compare and decide" }).click();
  await dialog.getByRole("button", { name: "Overwrite it with mine" }).click();
  await until(() => onDisk("shared.lola") === `${first}// mine\n`);
  await until(async () => (await state(page)) === "saved");
  // Untouched, the page follows the file.
  writeFileSync(file("shared.lola"), `${first}// theirs again\n`);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await until(async () => (await written(page)).includes("theirs again"));
  await close();
  await server.stop();
});

test("what is no file of the program is downloaded, and called that", async () => {
  const server = await startServer();
  const { page, close } = await openPage(server.address);
  await page.locator(".gallery .card", { hasText: "Hiring parity" }).getByRole("button", { name: "Open" }).click();
  await until(async () => (await state(page)) === "example");
  await type(page, "\n// mine");
  await until(async () => (await state(page)) === "example, edited");
  const arriving = page.waitForEvent("download");
  await page.keyboard.press("Control+S");
  const download = await arriving;
  assert.match(readFileSync(await download.path(), "utf8"), /\/\/ mine/);
  await page.locator(".toast", { hasText: "download; no other file was changed" }).waitFor();
  assert.equal(await state(page), "downloaded");
  await page.getByRole("button", { name: /^Specification / }).click();
  assert.equal(await page.getByRole("menuitem", { name: /^Save .*lola/ }).count(), 0);
  await close();
  await server.stop();
});

test("a second serve in the same tab shows its own specification, and the draft is kept", async () => {
  const one = await startServer([file("first.lola"), "--no-start"]);
  const { page, close } = await openPage(one.address);
  await until(async () => (await written(page)).includes("output first"));
  await type(page, "// draft of first\n");
  await until(async () => (await state(page)) === "edited");
  const { port } = one;
  await one.stop();
  const two = await startServer([file("second.lola"), "--no-start"], { port });
  // The new token is in the new address; pasting it over the old one loads nothing by itself.
  await page.goto(two.address);
  await until(async () => (await written(page)).includes("output second"));
  assert.doesNotMatch(await written(page), /draft of first/);
  assert.equal(await state(page), "saved");
  await two.stop();
  // And back: the draft belongs to its file.
  const three = await startServer([file("first.lola"), "--no-start"], { port });
  await page.goto(three.address);
  await until(async () => (await written(page)).includes("draft of first"));
  assert.equal(await state(page), "edited");
  assert.equal(onDisk("first.lola"), first);
  await close();
  await three.stop();
});

test("a restart with a new token: no state of before is claimed, and three ways lead back", async () => {
  const one = await startServer([file("first.lola"), file("data.csv"), "--replay-speed", "0.01"]);
  const { page, close } = await openPage(one.address);
  await page.locator(".phase.running").waitFor();
  const { port } = one;
  await one.stop("SIGKILL");
  await page.locator(".phase", { hasText: "No connection" }).waitFor();
  assert.equal(await page.locator(".phase.running").count(), 0);
  const two = await startServer([file("first.lola"), "--no-start"], { port });
  await page.locator(".banner", { hasText: "new address" }).waitFor();
  await page.getByLabel("Address printed by FairMon").fill("http://127.0.0.1/#token=wrong");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator(".address .bad").waitFor();
  await page.getByLabel("Address printed by FairMon").fill(two.address);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator(".banner", { hasText: "new address" }).waitFor({ state: "detached" });
  assert.equal(await page.locator(".phase.running").count(), 0, "that run is not of this start");
  await two.stop();
  // Opening the new address in another tab signs this one in as well.
  const three = await startServer([file("first.lola"), "--no-start"], { port });
  await page.locator(".banner", { hasText: "new address" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(three.address);
  await page.locator(".banner", { hasText: "new address" }).waitFor({ state: "detached" });
  await close();
  await three.stop();
});

test("two tabs edit apart, and a closed tab's draft can be taken up", async () => {
  writeFileSync(file("tabs.lola"), first);
  const server = await startServer([file("tabs.lola"), "--no-start"]);
  const one = await openPage(server.address);
  await until(async () => (await written(one.page)).includes("output first"));
  const two = await one.page.context().newPage();
  await two.goto(server.address);
  await until(async () => (await written(two)).includes("output first"));
  await type(one.page, "// of tab one\n");
  await type(two, "// of tab two\n");
  await until(async () => (await state(two)) === "edited");
  await one.page.reload();
  await until(async () => (await written(one.page)).includes("of tab one"));
  assert.doesNotMatch(await written(one.page), /of tab two/);
  await two.close();
  await one.page.getByRole("button", { name: /^Specification / }).click();
  await one.page.getByRole("menuitem", { name: "Unsaved drafts…" }).click();
  const theirs = one.page.locator(".drafts li", { hasText: "of tab two" });
  await theirs.getByRole("button", { name: "Open" }).click();
  await until(async () => (await written(one.page)).includes("of tab two"));
  await one.close();
  await server.stop();
});

test("the editor never passes for the program that the plots show", async () => {
  const server = await startServer([file("first.lola"), file("data.csv")]);
  const { page, close } = await openPage(server.address);
  await page.locator(".phase.finished").waitFor();
  const banner = page.locator(".banner", { hasText: "another text" });
  assert.equal(await banner.count(), 0);
  await type(page, "// other\n");
  await banner.waitFor();
  await page.getByRole("button", { name: "open the text of the run" }).click();
  await banner.waitFor({ state: "detached" });
  assert.doesNotMatch(await written(page), /other/);
  await page.keyboard.press("Control+Z");
  assert.doesNotMatch(await written(page), /other/, "undoing stays inside of a document");
  await close();
  await server.stop();
});
