/**
 * Runs the tests of the packed packages: those that measure times or memory, or that share a device,
 * one by one, and the others two at a time.
 *
 *   node scripts/test.mjs           all of them
 *   node scripts/test.mjs beside    those that bear other processes beside them
 *   node scripts/test.mjs alone     the others
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("../", import.meta.url));

/** What measures times or memory, or draws on the one GPU. */
const ALONE = ["chromium", "loading", "soak", "webgpu", "worker", "workerd"];

const files = readdirSync(new URL("../tests/", import.meta.url)).filter((file) => file.endsWith(".test.mjs"));
const isAlone = (file) => ALONE.includes(file.slice(0, -".test.mjs".length));
const GROUPS = {
  beside: { files: files.filter((file) => !isAlone(file)), concurrency: 2 },
  alone: { files: files.filter(isAlone), concurrency: 1 },
};

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!Object.hasOwn(GROUPS, name)) {
    console.error(`unknown: ${name}; there are: ${Object.keys(GROUPS).join(", ")}`);
    process.exit(2);
  }
}
let failed = false;
for (const name of asked.length > 0 ? asked : Object.keys(GROUPS)) {
  const { files: chosen, concurrency } = GROUPS[name];
  const args = ["--test", `--test-concurrency=${concurrency}`, ...chosen.map((file) => `tests/${file}`)];
  const { status } = spawnSync(process.execPath, args, { cwd: js, stdio: "inherit" });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
