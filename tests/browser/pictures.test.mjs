import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digestOfInterface } from "./interface.mjs";
import { root } from "./kit.mjs";

test("the pictures of README and documentation are of the present page", () => {
  const made = readFileSync(join(root, "docs/images/made-from.txt"), "utf8").trim();
  assert.equal(
    made,
    digestOfInterface(),
    "the page has changed since they were made: look at it, then run tests/browser/make_pictures.sh",
  );
});
