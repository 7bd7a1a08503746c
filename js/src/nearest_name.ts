/** The name that someone who wrote another one most likely meant. */

/** The one of `names` that is nearest to `name`, if it is near: by edit distance or a common beginning. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const given = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const each of names) {
    const known = each.toLowerCase();
    const begins = given.length > 2 && (known.startsWith(given) || given.startsWith(known));
    const distance = begins ? 1 : editDistance(given, known);
    if (best === undefined || distance < best.distance) best = { name: each, distance };
  }
  const most = Math.max(1, Math.floor(given.length / 3));
  return best !== undefined && best.distance <= most ? best.name : undefined;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(i - 2, j - 2) + 1);
      }
      row.push(least);
    }
  }
  return at(a.length, b.length);
}
