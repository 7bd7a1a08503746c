/**
 * The matrix of hosts: installs dist/epitome.tgz into a tiny project for each,
 * and wants the same scores of the same pair from all of them.
 *
 *   npm run test:hosts              all of them; installs what it needs into a
 *                                   temporary folder (about 1.5 GB)
 *   npm run test:hosts -- deno bun  some of them
 *
 * Needs Chromium, Firefox and WebKitGTK's MiniBrowser with Xvfb for the
 * browsers (CHROMIUM, FIREFOX and MINIBROWSER name others); what is missing
 * fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplePairs, nativeScores } from "../support/expect.mjs";
import { browserHosts } from "./browsers.mjs";
import { bundlerHosts } from "./bundlers.mjs";
import { serverHosts } from "./servers.mjs";

/** How far a probability may be from the native one. */
const TOLERANCE = 1e-4;

const HOSTS = { ...serverHosts, ...bundlerHosts, ...browserHosts };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(HOSTS, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are: ${Object.keys(HOSTS).join(", ")}`);
  process.exit(2);
}

const pair = (await samplePairs()).find(({ language }) => language === "zh");
const native = new Map(
  (await nativeScores()).filter(({ id }) => id === pair.id).map((row) => [row.model, row.probability]),
);
const root = await mkdtemp(join(tmpdir(), "epitome-hosts-"));
let failures = 0;
try {
  for (const name of asked.length > 0 ? asked : Object.keys(HOSTS)) {
    const begun = performance.now();
    let line;
    try {
      const { version, found, threads } = await HOSTS[name](join(root, name), pair);
      line = `ok    ${name.padEnd(16)} ${judge(found, threads)}  ${version}`;
    } catch (error) {
      failures += 1;
      line = `FAIL  ${name.padEnd(16)} ${String(error.message).trim().split("\n").slice(-12).join("\n      ")}`;
    }
    console.log(`${line}  (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
    await rm(join(root, name), { recursive: true, force: true });
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
console.log(`${failures === 0 ? "all hosts agree" : `${failures} failed`}`);
process.exit(failures === 0 ? 0 : 1);

/** The greatest difference to the native scores, or an error. */
function judge(found, threads) {
  if (found.error !== undefined) throw new Error(found.error);
  const expected = ["local", ...(threads ? ["worker"] : [])].flatMap((where) =>
    ["fit-zh", "rouge", "lstm-ii-zh"].map((model) => `${where} ${model}`),
  );
  if (Object.keys(found).join() !== expected.join()) {
    throw new Error(`expected ${expected.join(", ")}, got ${JSON.stringify(found)}`);
  }
  let greatest = 0;
  for (const [key, probability] of Object.entries(found)) {
    const off = Math.abs(probability - native.get(key.split(" ")[1]));
    if (!(off <= TOLERANCE)) throw new Error(`${key}: ${probability} is off by ${off}`);
    greatest = Math.max(greatest, off);
  }
  return `${Object.keys(found).length} scores, off by ${greatest.toExponential(1)}`;
}
