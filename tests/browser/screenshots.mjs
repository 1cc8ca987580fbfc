// Writes pictures of the main screen into the folder named on the command line, for looking at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, openPage, runExample, startServer } from "./kit.mjs";

const folder = process.argv[2] ?? "screenshots";
const title = process.argv[3] ?? "Hiring parity";
mkdirSync(folder, { recursive: true });
const server = await startServer();
const shots = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["820", { colorScheme: "light", viewport: { width: 820, height: 1100 } }],
  ["420", { colorScheme: "light", viewport: { width: 420, height: 900 } }],
];
for (const [name, options] of shots) {
  const { page, problems, close } = await openPage(server.address, {
    reducedMotion: "reduce",
    ...options,
  });
  if (name === "light") {
    await page.getByRole("heading", { name: "Start with an example" }).waitFor();
    await page.screenshot({ path: join(folder, "first-start.png") });
  }
  await runExample(page, title);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (name === "light") {
    for (const [tab, file] of [["Data source", "source"], ["Runs", "runs"]]) {
      await page.getByRole("tab", { name: new RegExp(tab) }).click();
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(folder, `${file}.png`) });
    }
  }
  console.log(name, problems);
  await close();
}
await closeBrowser();
await server.stop();
