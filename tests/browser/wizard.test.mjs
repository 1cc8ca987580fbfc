// From a table to a plot with the wizard, on tables of different shape; back and forth, by keyboard,
// over a reload.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { ask, axeSource, nothingWrong, scratch, serve, until } from "./kit.mjs";

const day = (i) => new Date(Date.UTC(2024, 0, 1 + i));
const iso = (i) => day(i).toISOString().slice(0, 10);
const two = (n) => String(n).padStart(2, "0");
const many = (count, row) => Array.from({ length: count }, (_, i) => row(i)).join("\n");

/** A stream of numbers that is the same every time. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const roll = dice(7);
const tables = {
  // Dates, blanks, yes and no, an outcome.
  "hiring.csv": `decided on,sex,hired,qualified\n${many(600, (i) => {
    const sex = i % 37 === 0 ? "" : i % 2 ? "f" : "m";
    return `${iso(i >> 1)},${sex},${roll() < (sex === "m" ? 0.7 : 0.4) ? "Yes" : "No"},${i % 11 ? roll() < (sex === "m" ? 0.8 : 0.5) : "NA"}`;
  })}\n`,
  // No line of names, no time, numbers to bin, >50K.
  "adult.data": `${many(500, (i) => {
    const rich = roll() < (i % 3 ? 0.4 : 0.15);
    return `${18 + ((i * 7) % 60)}, Private, ${i % 3 ? "Male" : "Female"}, 40, ${rich ? ">50K" : "<=50K"}`;
  })}\n`,
  // Semicolons, the day first, words nobody knows, the decision in the middle.
  "antraege.csv": `Datum;Bescheid;Herkunft\n${many(500, (i) => {
    const at = day(i >> 1);
    return `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()};${roll() < (i % 2 ? 0.3 : 0.7) ? "genehmigt" : "abgelehnt"};${i % 2 ? "Ausland" : "Inland"}`;
  })}\n`,
  // Dates that could begin with the day or the month, ages as groups, a weight that is offered.
  "loans.csv": `date,age,weight,approved\n${many(400, (i) => {
    const age = 20 + ((i * 13) % 60);
    return `${two(1 + Math.floor(i / 40))}/${two(1 + ((i >> 2) % 10))}/2024,${age},${1 + (i % 3)},${roll() < (age < 45 ? 0.3 : 0.7) ? 1 : 0}`;
  })}\n`,
  // JSON lines, milliseconds since 1970, a score to cut.
  "scores.jsonl": `${many(500, (i) => JSON.stringify({ ts: 1704067200000 + i * 3600000, group: i % 2 ? "a" : "b", risk_score: Math.floor(roll() * (i % 2 ? 10 : 6)) }))}\n`,
};
const folder = scratch(tables);
const own = serve(["--data-root", folder]);

const wizard = (page) => page.getByRole("dialog", { name: "From a table to a report" });
const heading = (page, text) => wizard(page).getByRole("heading", { name: text }).waitFor();
const field = (page, name) => wizard(page).getByLabel(name, { exact: true });
const draft = (page) => wizard(page).locator(".wizard-beside").textContent();

/** Opens the wizard and counts clicks from there on. */
async function begin(page) {
  const clicks = { count: 0 };
  const press = async (name) => {
    const button = wizard(page).getByRole("button", { name, exact: true });
    await until(async () => (await button.getAttribute("aria-disabled")) !== "true");
    await button.click();
    clicks.count++;
  };
  await page.getByRole("button", { name: "Start with a table" }).click();
  clicks.count++;
  await heading(page, "Which table?");
  return { clicks, press };
}

async function choose(page, name, clicks) {
  await wizard(page).locator('input[type="file"]').setInputFiles(join(folder, name));
  clicks.count++;
  await heading(page, "What do its columns say?");
}

/** All steps with the guesses as they are; returns how many clicks it took to a plot. */
async function straightThrough(page, name, look) {
  const { clicks, press } = await begin(page);
  await choose(page, name, clicks);
  await look?.(clicks);
  await press("Next");
  await heading(page, "What does fairness mean here?");
  await press("Next");
  await heading(page, "How much is tolerated");
  await press("Next");
  await heading(page, /^Step 5/);
  await press("Run");
  await page.locator(".phase.finished").first().waitFor();
  await page.locator("#panel-0 .scatterlayer path.js-line").first().waitFor();
  return clicks.count;
}

async function onATable(name, look, judge) {
  const opened = await own.open();
  const { page } = opened;
  const clicks = await straightThrough(page, name, (counter) => look?.(page, counter));
  assert.ok(clicks <= 8, `${clicks} clicks`);
  const [run] = await ask(own.server, "/runs");
  assert.equal(run.status.phase, "finished");
  const details = await ask(own.server, `/runs/${run.id}`);
  await judge(details, page);
  await nothingWrong(opened);
  await opened.close();
}

test("dates, blanks, yes and no, an outcome", () =>
  onATable(
    "hiring.csv",
    async (page) => {
      assert.equal(await field(page, "Group").inputValue(), "sex");
      assert.equal(await field(page, "Decision").inputValue(), "hired");
      assert.equal(await field(page, "Outcome").inputValue(), "qualified");
      assert.equal(await field(page, "When").inputValue(), "decided on");
      const row = wizard(page).locator(".wizard-table tbody tr", { hasText: "sex" });
      assert.match(await row.textContent(), /group.*17.*f.*292/s);
      assert.match(await wizard(page).locator(".wizard-warnings").textContent(), /17 of 600 rows have no group/);
    },
    (run) => {
      assert.match(run.settings.spec, /use equal_opportunity\(group: sex, decision: hired,/);
      assert.equal(run.status.events, 600);
      assert.ok(Object.keys(run.triggers).length === 2);
    },
  ));

test("no line of names, no time, numbers, >50K", () =>
  onATable(
    "adult.data",
    async (page) => {
      assert.match(await draft(page), /#!\[columns="c1,c2,c3,c4,c5"\]/);
      assert.match(await draft(page), /decision: c5 == ">50K"/);
    },
    (run) => {
      assert.match(run.settings.spec, /input_delay/);
      assert.equal(run.status.events, 500);
    },
  ));

test("semicolons, the day first, words of another language", () =>
  onATable(
    "antraege.csv",
    async (page, clicks) => {
      assert.equal(await field(page, "When").inputValue(), "Datum");
      // Whatever was guessed, the reader says who and what.
      await field(page, "Group").selectOption("Herkunft");
      await field(page, "Decision").selectOption("Bescheid");
      const good = wizard(page).getByRole("group", { name: /The decision is good/ });
      const granted = good.getByRole("checkbox", { name: /genehmigt/ });
      if (!(await granted.isChecked())) {
        await granted.click();
        clicks.count++;
      }
      await until(async () => /decision: Bescheid == "genehmigt"/.test(await draft(page)));
    },
    (run) => {
      assert.match(run.settings.spec, /#\[time="day-first"\]/);
      assert.match(run.settings.spec, /group: Herkunft/);
      assert.equal(run.status.events, 500);
    },
  ));

test("dates that can be read both ways, ages as groups, a weight", () =>
  onATable(
    "loans.csv",
    async (page) => {
      const warnings = wizard(page).locator(".wizard-warnings");
      await field(page, "Dates begin with").selectOption("day-first");
      await until(async () => /not in the order of “date”/.test(await warnings.textContent()));
      await field(page, "Dates begin with").selectOption("month-first");
      await until(async () => !/not in the order/.test(await warnings.textContent()));
      assert.match(await warnings.textContent(), /“weight” looks like a weight/);
      const cuts = field(page, "“age” is cut at");
      assert.equal(await cuts.inputValue(), "25, 45, 65");
      await cuts.fill("30, 60");
      await cuts.press("Tab");
      await until(async () => /"30 to 59"/.test(await draft(page)));
    },
    async (run) => {
      assert.match(run.settings.spec, /#\[time="month-first"\]/);
      const instances = await ask(own.server, `/runs/${run.id}/instances`);
      const labels = new Set(instances.map((item) => item.label));
      for (const label of ["under 30", "30 to 59", "60 and over"]) assert.ok(labels.has(label), label);
    },
  ));

test("JSON lines, milliseconds, a score to cut", () =>
  onATable(
    "scores.jsonl",
    async (page) => {
      assert.equal(await field(page, "Decision").inputValue(), "risk_score");
      await wizard(page).getByLabel("The number").fill("3");
      await wizard(page).getByLabel("The number").press("Tab");
      await until(async () => /decision: risk_score <= 3/.test(await draft(page)));
    },
    (run) => {
      assert.equal(run.settings.plugin, "jsonl");
      assert.equal(run.status.events, 500);
    },
  ));

test("back and forth, conflicts, an own version, a reload: nothing is lost", async () => {
  const opened = await own.open();
  const { page } = opened;
  const { press, clicks } = await begin(page);
  await choose(page, "hiring.csv", clicks);
  await press("Next");
  const goal = (name) => wizard(page).getByRole("checkbox", { name });
  assert.match(await wizard(page).locator(".wizard-conflict").textContent(), /exclude each other.*% of/s);
  await goal(/deserve the good decision get it/).uncheck();
  await wizard(page).locator(".wizard-conflict").waitFor({ state: "detached" });
  await goal(/four-fifths/).check();
  await press("Next");
  await field(page, "Tolerated difference, in percentage points").fill("5");
  await wizard(page).getByRole("radio", { name: /99 %/ }).check();
  await until(async () => /level: 0.99, threshold: 0.05/.test(await draft(page)));
  await press("Back");
  await heading(page, "What does fairness mean here?");
  assert.equal(await goal(/four-fifths/).isChecked(), true);
  await page.reload();
  await heading(page, "What does fairness mean here?");
  assert.equal(await goal(/four-fifths/).isChecked(), true);
  await until(async () => /level: 0.99, threshold: 0.05/.test(await draft(page)));
  await press("Next");
  await press("Next");
  const text = field(page, "Specification");
  await text.fill(`${await text.inputValue()}output nonsense := missing_name\n`);
  await wizard(page).locator("#wizard-objections .bad").waitFor();
  assert.equal(await wizard(page).getByRole("button", { name: "Run" }).getAttribute("aria-disabled"), "true");
  await page.reload();
  await until(async () => /missing_name/.test(await text.inputValue()));
  await press("Write it anew from the answers");
  await until(async () => !/missing_name/.test(await text.inputValue()));
  await press("Run");
  await page.locator(".phase.finished").first().waitFor();
  const [run] = await ask(own.server, "/runs");
  const { settings } = await ask(own.server, `/runs/${run.id}`);
  assert.match(settings.spec, /use disparate_impact\(/);
  assert.doesNotMatch(settings.spec, /equal_opportunity/);
  await nothingWrong(opened);
  await opened.close();
});

test("with the keyboard alone, and named for people who listen", async () => {
  const opened = await own.open();
  const { page } = opened;
  const start = page.getByRole("button", { name: "Start with a table" });
  await start.focus();
  await page.keyboard.press("Enter");
  await heading(page, "Which table?");
  await field(page, `or a path below ${folder}`).focus();
  await page.keyboard.type("hiring.csv");
  await page.keyboard.press("Enter");
  await heading(page, "What do its columns say?");
  // The heading has the focus, so that it is read out; the first field is next.
  await until(() => page.evaluate(() => document.activeElement?.id === "wizard-heading"));
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "wizard-group");
  /** Tabs on to a button and presses it. */
  const go = async (name) => {
    for (let i = 0; i < 80; i++) {
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
      if (focused === name) {
        await page.keyboard.press("Enter");
        return;
      }
      await page.keyboard.press("Tab");
    }
    assert.fail(`no way to ${name}`);
  };
  await go("Next");
  await heading(page, "What does fairness mean here?");
  await go("Next");
  await heading(page, "How much is tolerated");
  await go("Next");
  await heading(page, /^Step 5/);
  await go("Run");
  await page.locator(".phase.finished").first().waitFor();
  await nothingWrong(opened);
  await opened.close();
});

test("axe finds nothing wrong in any step, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const opened = await own.open({ colorScheme, bypassCSP: true });
    const { page } = opened;
    const { press, clicks } = await begin(page);
    const look = async (where) => {
      await page.addScriptTag({ path: axeSource });
      const found = await page.evaluate(() => window.axe.run("dialog", { resultTypes: ["violations"] }));
      const told = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`);
      assert.deepEqual(told, [], `${where} ${colorScheme}`);
    };
    await look("data");
    await choose(page, "hiring.csv", clicks);
    await look("columns");
    for (const step of ["fairness", "certainty", "specification"]) {
      await press("Next");
      await look(step);
    }
    await opened.close();
  }
});

test("a file that is none, a file without rows, a column nobody can guess", async () => {
  const opened = await own.open();
  const { page } = opened;
  await begin(page);
  const path = field(page, `or a path below ${folder}`);
  await path.fill("gone.csv");
  await path.press("Enter");
  await wizard(page).getByRole("alert").filter({ hasText: /gone\.csv/ }).waitFor();
  await wizard(page).locator('input[type="file"]').setInputFiles({ name: "bare.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n3,4\n") });
  await heading(page, "What do its columns say?");
  await wizard(page).getByRole("alert").filter({ hasText: "choose the column" }).waitFor();
  assert.equal(await wizard(page).getByRole("button", { name: "Next" }).getAttribute("aria-disabled"), "true");
  await field(page, "Group").selectOption("a");
  await field(page, "Decision").selectOption("b");
  await until(async () => (await wizard(page).getByRole("button", { name: "Next" }).getAttribute("aria-disabled")) === "false");
  await nothingWrong(opened);
  await opened.close();
});
