/** results/executions.json: what each target executed, in all runs together. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RESULTS = fileURLToPath(new URL("results/executions.json", import.meta.url));

function recorded() {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/** Adds what a run executed: `kind` is `guided` by coverage, `mutated` without it, or `random`. */
export function addExecutions(target, kind, executions, seconds) {
  const all = recorded();
  const before = all[target] ?? { minutes: 0 };
  const minutes = Number((before.minutes + seconds / 60).toFixed(2));
  all[target] = { ...before, [kind]: (before[kind] ?? 0) + executions, minutes };
  mkdirSync(new URL("results/", import.meta.url), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(RESULTS, `${JSON.stringify(sorted, undefined, 2)}\n`);
}
