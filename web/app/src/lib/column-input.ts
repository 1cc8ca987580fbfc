import { looksLike } from "./mapping";

/** The input that reads a column: its name, its type by its cells, the tag it needs if any. */
export function columnInput(
  column: string,
  cells: string[],
): { name: string; type: string; tag: string } {
  const plain = column
    .trim()
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = /^[A-Za-z]/.test(plain) ? plain : `column_${plain}`;
  const filled = cells.filter((cell) => cell.trim() !== "");
  const is = (type: string) => filled.length > 0 && filled.every((cell) => looksLike(type, cell));
  const type =
    filled.every((cell) => /^(true|false)$/i.test(cell)) && filled.length > 0
      ? "Bool"
      : is("Int64")
        ? "Int64"
        : is("Float64")
          ? "Float64"
          : "String";
  const quoted = column.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return { name, type, tag: name === column ? "" : `#[column="${quoted}"]` };
}
