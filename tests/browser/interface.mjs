// What the page is made of, as one number: pictures of another page are recognised by it.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web", import.meta.url));

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (entry.isDirectory()) {
      yield* filesBelow(join(folder, entry.name));
    } else if (/\.(tsx?|css|html|grammar|svg)$/.test(entry.name) && !/\.test\.|^parser\./.test(entry.name)) {
      yield join(folder, entry.name);
    }
  }
}

export function digestOfInterface() {
  const hash = createHash("sha256");
  for (const part of ["app/src", "app/index.html", "app/public", "packages/protocol/src", "packages/lang-rtlola/src"]) {
    const path = join(web, part);
    for (const file of part.endsWith(".html") ? [path] : filesBelow(path)) {
      hash.update(file.slice(web.length)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  // What the pictures show besides the page itself.
  for (const example of ["compas/operators.lola", "hiring_parity/how_sure.lola", "dsa/automation_per_language.lola"]) {
    hash.update(example).update("\0").update(readFileSync(join(web, "../examples", example))).update("\0");
  }
  return hash.digest("hex").slice(0, 32);
}
