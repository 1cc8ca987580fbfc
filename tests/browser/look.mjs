// Compares a screenshot with a kept one, coarsely: both are reduced to a grid of small cells, so that
// another machine's smoothing of letters does not count, but a badge that vanished does.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { openBrowser } from "./kit.mjs";

const cell = 20;

/** Mean colours of the cells of a picture, computed by a browser. */
async function grid(picture) {
  const page = await (await openBrowser()).newPage();
  const cells = await page.evaluate(
    async ([address, size]) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const columns = Math.floor(image.width / size);
      const rows = Math.floor(image.height / size);
      const sums = new Float64Array(columns * rows * 3);
      for (let y = 0; y < rows * size; y++) {
        for (let x = 0; x < columns * size; x++) {
          const to = (Math.floor(y / size) * columns + Math.floor(x / size)) * 3;
          const from = (y * image.width + x) * 4;
          for (let c = 0; c < 3; c++) sums[to + c] += data[from + c];
        }
      }
      return { columns, rows, means: [...sums].map((sum) => sum / size / size) };
    },
    [`data:image/png;base64,${picture.toString("base64")}`, cell],
  );
  await page.close();
  return cells;
}

/**
 * Cells that differ visibly, as [column, row, difference]. Fails if there is nothing to compare
 * with; only `update` writes the picture that is kept.
 */
export async function compareLook(file, picture, update = false) {
  if (update) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    return [];
  }
  if (!existsSync(file)) {
    throw new Error(
      `there is no kept picture ${basename(file)}; look at the page, then keep one with` +
        " `tests/browser/update_looks.sh`",
    );
  }
  const [kept, now] = [await grid(readFileSync(file)), await grid(picture)];
  if (kept.columns !== now.columns || kept.rows !== now.rows) {
    return [[-1, -1, 255]];
  }
  const different = [];
  for (let i = 0; i < kept.columns * kept.rows; i++) {
    const difference = Math.max(
      ...[0, 1, 2].map((c) => Math.abs(kept.means[i * 3 + c] - now.means[i * 3 + c])),
    );
    if (difference > 14) {
      different.push([i % kept.columns, Math.floor(i / kept.columns), Math.round(difference)]);
    }
  }
  return different;
}
