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
];

const server = await startServer();
for (const [name, example, options] of pictures) {
  const { page, problems, close } = await openPage(server.address, {
    reducedMotion: "reduce",
    ...options,
  });
  await runExample(page, example);
  await drawnExactly(page);
  if (name === "ui-dsa") {
    await page.getByRole("tab", { name: /Data source/ }).click();
    await page.getByRole("button", { name: "Estimate" }).click();
    await page.locator(".source-page", { hasText: /requests a minute/ }).waitFor();
  }
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(name, problems.join("; ") || "made");
  await close();
}
await closeBrowser();
await server.stop();
writeFileSync(join(folder, "made-from.txt"), `${digestOfInterface()}\n`);
