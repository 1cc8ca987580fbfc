// Makes the pictures of README and documentation from the present program, and notes what of.
// FAIRMON names the program, CHROMIUM the browser.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOfInterface } from "./interface.mjs";
import { closeBrowser, drawnExactly, openPage, root, runExample, startServer } from "./kit.mjs";

const folder = join(root, "docs/images");
const small = (width, height) => ({ viewport: { width, height } });
const pictures = [
  ["ui-light", "COMPAS: equal opportunity", {}],
  ["ui-dark", "COMPAS: equal opportunity", { colorScheme: "dark" }],
  ["ui-820", "COMPAS: equal opportunity", small(820, 1100)],
  ["ui-420", "COMPAS: equal opportunity", small(420, 900)],
  ["ui-evidence", "Offers: how sure is it?", {}],
  ["ui-dsa", "DSA: automation per language", {}],
  ["ui-wizard", "", {}],
  ["ui-why", "COMPAS: equal opportunity", {}],
];

const finish = {
  "ui-dsa": async (page) => {
    await page.getByRole("tab", { name: /Data source/ }).click();
    await page.getByRole("button", { name: "Estimate" }).click();
    await page.locator(".source-page", { hasText: /requests a minute/ }).waitFor();
  },
  "ui-why": async (page) => {
    await page.locator(".requirements").getByRole("button", { name: /^Why:/ }).first().click();
    await page.getByRole("heading", { name: "The groups behind it" }).waitFor();
  },
};

/** The second step of the wizard, with a table of the examples. */
async function showWizard(page) {
  await page.getByRole("button", { name: "Start with a table" }).click();
  const path = page.getByLabel(/^or a path below/);
  await path.fill("examples/hiring/trace.csv");
  await path.press("Enter");
  await page.getByRole("heading", { name: "What do its columns say?" }).waitFor();
}

const server = await startServer();
for (const [name, example, options] of pictures) {
  const { page, problems, close } = await openPage(server.address, {
    reducedMotion: "reduce",
    ...options,
  });
  if (example === "") {
    await showWizard(page);
  } else {
    await runExample(page, example);
    await drawnExactly(page);
  }
  await finish[name]?.(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name, problems.join("; ") || "made");
  await close();
}
await closeBrowser();
await server.stop();
writeFileSync(join(folder, "made-from.txt"), `${digestOfInterface()}\n`);
