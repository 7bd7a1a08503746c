/** Tables for people: a head, and columns that are as wide as they must be. */

/** A cell that is aligned to the right. */
const NUMBER = /^[-+\d.,%\s]+$/u;

/** The lines of a table. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, column) =>
    rows.reduce((width, row) => Math.max(width, (row[column] ?? "").length), name.length),
  );
  const right = head.map((_, column) => rows.some((row) => NUMBER.test(row[column] ?? "")));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right[column] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [head, ...rows].map((cells) => `${line(cells)}\n`).join("");
}
