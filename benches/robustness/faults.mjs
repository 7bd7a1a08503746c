/**
 * Counts how the faults of js/tests/support/faults.mjs end, as its test runs them. Writes results/faults.json.
 *
 *   node benches/robustness/faults.mjs
 */
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { record } from "./record.mjs";

const file = fileURLToPath(new URL("../../js/tests/faults.test.mjs", import.meta.url));
const begun = performance.now();
const places = {};
let [tests, failed] = [0, 0];
for await (const { type, data } of run({ files: [file], concurrency: 1 })) {
  if (type !== "test:pass" && type !== "test:fail") continue;
  if (data.details.type === "suite" || data.name.endsWith(".mjs")) continue;
  const place = data.name.split(":")[0];
  places[place] ??= { count: 0, settled: 0 };
  places[place].count += 1;
  tests += 1;
  if (type === "test:pass") places[place].settled += 1;
  else {
    failed += 1;
    console.log(`${data.name}: ${data.details.error?.cause?.message ?? data.details.error?.message}`);
  }
}
await record("faults", { tests, failed, places, seconds: Math.round((performance.now() - begun) / 1000) });
console.log(`${tests} faults, ${failed} failed`);
process.exitCode = failed === 0 && tests > 0 ? 0 : 1;
