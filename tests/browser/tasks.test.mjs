// Things people try the first time they are here.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, closeBrowser, nothingWrong, openPage, scratch, startServer, until } from "./kit.mjs";

const spec = `input group: String
input offered: Bool
#[plot]
output rate(g)
  spawn with group
  eval when group == g with prob(of: offered)
`;
const rows = ["time,group,offered"];
for (let i = 0; i < 80; i++) rows.push(`${i},${i % 2 ? "men" : "women"},${i % 3 === 0}`);
const folder = scratch({ "offers.lola": spec, "offers.csv": `${rows.join("\n")}\n` });
const file = (name) => join(folder, name);
after(closeBrowser);

const editor = (page) => page.locator(".cm-content");

/** Drops a file on the page as a file manager does. */
async function drop(page, name, text) {
  const data = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], called));
      return transfer;
    },
    [name, text],
  );
  for (const kind of ["dragover", "drop"]) await page.dispatchEvent("body", kind, { dataTransfer: data });
}

test("drop a specification and data, start, name the run, note something, see what differs", async () => {
  const server = await startServer();
  const opened = await openPage(server.address);
  const { page } = opened;
  await page.locator(".gallery .card").nth(1).waitFor();
  await drop(page, "mine.lola", spec);
  await until(async () => (await editor(page).textContent()).includes("output rate"));
  await drop(page, "mine.csv", `${rows.join("\n")}\n`);
  await page.locator(".mapping tbody tr").first().waitFor();
  const start = page.getByRole("button", { name: "Start" });
  await until(async () => (await start.getAttribute("aria-disabled")) === "false");
  await start.click();
  await page.locator(".phase.finished").first().waitFor();
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.getByRole("button", { name: "Name and note" }).click();
  await page.getByLabel("Name of the run").fill("before \u202ethe change");
  await page.getByLabel("Note about the run").fill("as it was");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.locator(".run bdi", { hasText: "before" }).waitFor();
  await page.locator(".run-note", { hasText: "as it was" }).waitFor();
  const [run] = await ask(server, "/runs");
  assert.equal(run.title, "before \u202ethe change");
  // Another text: the run says what differs from it.
  await page.getByRole("tab", { name: /Specification/ }).click();
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("// added\n");
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.getByRole("button", { name: "What differs from the text in the editor" }).click();
  await page.locator(".run .differences .added", { hasText: "// added" }).waitFor();
  await nothingWrong(opened);
  await opened.close();
  await server.stop();
});

test("the editor offers the columns of the data; Tab takes one; Escape and Tab lead out", async () => {
  const server = await startServer([file("offers.lola"), file("offers.csv")]);
  const { page, close } = await openPage(server.address);
  await page.locator(".phase.finished").waitFor();
  await editor(page).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type("input off", { delay: 30 });
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "offered" }).waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press("Tab");
  await until(async () => /input offered: Bool/.test(await editor(page).textContent()));
  await page.locator(".leave-hint").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(".cm-content:focus").count(), 0);
  await close();
  await server.stop();
});

test("chips go while the text does not compile, and every message opens its page", async () => {
  const server = await startServer([file("offers.lola"), "--no-start"]);
  const opened = await openPage(server.address);
  const { page } = opened;
  await page.locator(".cm-chip").waitFor();
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("output broken := nonsense_name + 1\n");
  await page.locator(".diagnostic.error").waitFor();
  await page.locator(".cm-chip").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^What .* means$/ }).first().click();
  const help = page.getByRole("dialog", { name: "Help" });
  await help.locator(".help-text pre").first().waitFor();
  // The guide is inside as well; nothing leaves the machine.
  await help.getByRole("button", { name: "Faq" }).click();
  await until(async () => (await help.locator(".help-text").textContent()).length > 500);
  await nothingWrong(opened);
  await opened.close();
  await server.stop();
});

test("two runs laid over each other: the readout names the runs", async () => {
  const server = await startServer([file("offers.lola"), file("offers.csv")]);
  const { page, close } = await openPage(server.address);
  await page.locator(".phase.finished").waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  await until(async () => (await ask(server, "/runs")).length === 2);
  await page.locator(".phase.finished").waitFor();
  await page.getByRole("tab", { name: /Runs/ }).click();
  await page.getByRole("button", { name: "Lay over the run on screen" }).last().click();
  await page.locator("#panel-0 .plot-area").hover();
  await until(async () => /men \(this run\).*men \(offers\.lola, .*\)/.test(await page.locator("#panel-0 .readout").textContent()));
  await close();
  await server.stop();
});
