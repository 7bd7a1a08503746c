/** Whether a bundle says what the float model says: for files whose 8 or 4 bits change answers. */
import { readFile } from "node:fs/promises";
import type { Matcher, MatchResult, TextPair } from "../index.js";
import { UsageError } from "./io.js";

/** Pairs whose verdict turned that are told. */
const TOLD = 10;

/** The pairs of a JSON Lines file with the fields `document` and `summary`. */
export async function checkedPairs(file: string): Promise<TextPair[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const pairs = lines.flatMap((line, index): TextPair[] => {
    if (line.trim() === "") return [];
    try {
      const { document, summary } = JSON.parse(line) as Record<string, unknown>;
      if (typeof document === "string" && typeof summary === "string") return [{ document, summary }];
    } catch {
      // Told below.
    }
    throw new UsageError(`${file}: line ${index + 1}: expected {"document": text, "summary": text}`);
  });
  if (pairs.length === 0) throw new UsageError(`${file} holds no pair`);
  return pairs;
}

/** Prints how the two agree on `pairs`; whether 99 of 100 verdicts are the same. */
export async function report(pairs: TextPair[], imported: Matcher, float: Matcher): Promise<boolean> {
  const [found, wanted] = [await imported.matchBatch(pairs), await float.matchBatch(pairs)];
  const difference = (one: MatchResult, other: MatchResult) => Math.abs(one.probability - other.probability);
  const turned = pairs.flatMap((_, index) => {
    const [one, other] = [found[index]!, wanted[index]!];
    return one.verdict === other.verdict ? [] : [{ index, one, other }];
  });
  const greatest = Math.max(...found.map((one, index) => difference(one, wanted[index]!)));
  const mean = found.reduce((sum, one, index) => sum + difference(one, wanted[index]!), 0) / pairs.length;
  process.stdout.write(
    `${pairs.length} pairs against float32: ${turned.length} verdicts turned; probability differs by ${mean.toFixed(4)} on average, ${greatest.toFixed(4)} at most\n`,
  );
  for (const { index, one, other } of turned.slice(0, TOLD)) {
    process.stdout.write(
      `pair ${index + 1}: ${other.verdict} (${other.probability.toFixed(3)}) became ${one.verdict} (${one.probability.toFixed(3)})\n`,
    );
  }
  return turned.length <= pairs.length / 100;
}
