// A change after a long fair history: the stretch of which it is certain is bracketed and told.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { scratch, serve, settled } from "./kit.mjs";

const spec = `input group: String
input offered: Bool
output rate(g)
  spawn with group
  eval when group == g with prob(of: offered)
#[plot, threshold="0.1"]
output gap @group && offered :=
  rate.aggregate(over_instances: all, using: max).defaults(to: 0.0)
  - rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)
trigger certain(gap > 0.1, level: 0.95, recent: true) "offers differ"
`;

/** One of each group in turn; half of all have an offer, from some row on no woman has. */
function rows(fair, unfair) {
  const lines = ["time,group,offered"];
  for (let i = 0; i < fair + unfair; i++) {
    const woman = i % 2 === 1;
    lines.push(`${i},${woman ? "women" : "men"},${(i >> 1) % 2 === 0 && !(woman && i >= fair)}`);
  }
  return `${lines.join("\n")}\n`;
}

const folder = scratch({ "recent.lola": spec, "recent.csv": rows(8000, 700) });
const file = (name) => join(folder, name);
let page;
serve([file("recent.lola"), file("recent.csv")], async ({ open }) => {
  ({ page } = await open());
  await page.locator(".phase.finished").first().waitFor();
});

test("the stretch is bracketed, and the line above says since when", async () => {
  const bracket = await settled(() =>
    page.evaluate(() =>
      document.querySelector("#panel-0 .plot")?.data?.find((trace) => trace.name === "spoken of"),
    ),
  );
  const [from, , , to] = bracket.x;
  assert.equal(to, 8699);
  assert.ok(from > 4000 && from < 8700, `it begins late: ${from}`);
  const line = await page.locator(".requirement").first().innerText();
  assert.match(line, /Violated .*, by the averages since /);
  const told = await page.locator("#panel-0 [aria-label*='violated by the averages since']").count();
  assert.ok(told > 0, "screen readers are told, too");
});
