/**
 * Runs the tests of the packed packages: those that measure times or memory, or that share a device,
 * one by one, and the others two at a time. A file that does not end in its time is stopped, and fails.
 *
 *   node scripts/test.mjs           all of them
 *   node scripts/test.mjs beside    those that bear other processes beside them
 *   node scripts/test.mjs alone     the others
 *   node scripts/test.mjs cli types the files of these names
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const js = fileURLToPath(new URL("../", import.meta.url));
const SUFFIX = ".test.mjs";

/** What measures times or memory, or draws on the one GPU. */
const ALONE = ["chromium", "loading", "soak", "webgpu", "worker", "workerd"];

/** Seconds that a file may take: several times what the slowest takes on two busy cores. */
const LIMIT = 900;

const names = readdirSync(new URL("../tests/", import.meta.url))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const GROUPS = {
  beside: { names: names.filter((name) => !ALONE.includes(name)), concurrency: 2 },
  alone: { names: names.filter((name) => ALONE.includes(name)), concurrency: 1 },
};

/** Runs a file in a group of processes of its own, so that nothing that it started outlives its limit. */
function run(name) {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, ["--test", "--test-reporter=spec", `tests/${name}${SUFFIX}`], {
      cwd: js,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = [];
    child.stdout.on("data", (chunk) => printed.push(chunk));
    child.stderr.on("data", (chunk) => printed.push(chunk));
    const stop = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has just ended.
      }
    };
    process.on("exit", stop);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, LIMIT * 1000);
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("exit", stop);
      const seconds = (performance.now() - start) / 1000;
      const failed = late || code !== 0;
      console.log(`\n${name}${SUFFIX}: ${seconds.toFixed(0)} s${late ? `, stopped: its limit is ${LIMIT} s` : ""}`);
      process.stdout.write(Buffer.concat(printed));
      resolve({ name, seconds, failed });
    });
  });
}

/** Runs the files of a group, as many at a time as it bears. */
async function runGroup({ names, concurrency }) {
  const left = [...names];
  const results = [];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) results.push(await run(name));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(GROUPS, name) && !names.includes(name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are: ${[...Object.keys(GROUPS), ...names].join(", ")}`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

const results = [];
for (const name of asked.length > 0 ? asked : Object.keys(GROUPS)) {
  results.push(...(await runGroup(GROUPS[name] ?? { names: [name], concurrency: 1 })));
}
results.sort((a, b) => b.seconds - a.seconds);
console.log("\nSeconds of each file:");
for (const { name, seconds, failed } of results) {
  console.log(`${seconds.toFixed(0).padStart(5)}  ${name}${failed ? "  FAILED" : ""}`);
}
process.exitCode = results.some(({ failed }) => failed) ? 1 : 0;
