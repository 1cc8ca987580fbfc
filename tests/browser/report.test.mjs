// Reports as people open and print them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { axeSource, closeBrowser, openBrowser, program, root, scratch } from "./kit.mjs";

const folder = scratch();
after(closeBrowser);

const reports = {
  parity: ["examples/hiring_parity/hiring.lola", "examples/hiring_parity/applications.csv",
    "--time-column", "date"],
  intersections: ["examples/hiring/intersections.lola", "examples/hiring/trace.csv"],
  compas: ["examples/compas/delayed.lola", "examples/compas/trace.csv"],
  newYork: ["library/audits/nyc_local_law_144/selection.lola",
    "library/audits/nyc_local_law_144/applicants.csv", "--time-column", "date"],
};

for (const [name, words] of Object.entries(reports)) {
  test(`${name}: fits screen and paper, asks for nothing, can be read aloud`, async () => {
    const file = join(folder, `${name}.html`);
    execFileSync(program, ["report", ...words, "-o", file], { cwd: root, stdio: "pipe" });
    // No script is needed to read it; the one of the checker comes later.
    const plain = await (await openBrowser()).newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    const asked = [];
    reader.on("request", (request) => asked.push(request.url()));
    await reader.goto(pathToFileURL(file).href);
    assert.equal(asked.length, 1, "nothing but the file itself");
    assert.match(await reader.textContent("body"), /The answer/);
    await plain.close();

    const context = await (await openBrowser()).newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    for (const [width, medium] of [[400, "screen"], [1200, "screen"], [680, "print"]]) {
      await page.emulateMedia({ media: medium });
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      // On a telephone wide tables may be pushed aside, on paper and screens nothing is cut.
      assert.ok(width < 600 || over <= 0, `${over} pixels too wide at ${width} (${medium})`);
    }
    for (const format of ["A4", "Letter"]) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString("latin1");
      assert.ok((pdf.match(/\/Type\s*\/Page\b/g) ?? []).length >= 2, `pages of ${format}`);
    }
    await page.emulateMedia({ media: "screen" });
    await page.addScriptTag({ path: axeSource });
    const found = await page.evaluate(() => globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa"],
    }));
    assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`), []);
    await context.close();
  });
}
