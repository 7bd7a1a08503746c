/**
 * Builds every package in two folders of different names and compares the digests of what each leaves in
 * dist/. Writes results/builds.json.
 *
 *   node benches/robustness/builds.mjs [FOLDER FOLDER]
 *
 * Without folders, two clones of the last commit are made and built (`./build.sh pack`); with two, what lies
 * in their dist/ is compared.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { record } from "./record.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PACKED = /\.(tgz|cdx\.json)$/u;

function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: status ${status}`);
}

/** A clone of the last commit, built. */
function build(folder) {
  run("git", ["clone", "--quiet", root, folder], root);
  run("./build.sh", ["pack"], folder);
}

const digests = (folder) =>
  Object.fromEntries(
    readdirSync(join(folder, "dist"))
      .filter((file) => PACKED.test(file))
      .sort()
      .map((file) => [file, createHash("sha256").update(readFileSync(join(folder, "dist", file))).digest("hex")]),
  );

const begun = performance.now();
const given = process.argv.slice(2);
const made = given.length === 2 ? [] : [mkdtempSync(join(tmpdir(), "epitome-one-")), mkdtempSync(join(tmpdir(), "another-build-"))];
try {
  for (const folder of made) build(folder);
  const [one, other] = (given.length === 2 ? given : made).map(digests);
  const files = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const rows = files.map((file) => ({ file, sha256: one[file], equal: one[file] !== undefined && one[file] === other[file] }));
  console.log(rows.map(({ file, equal }) => `${file}: ${equal ? "equal" : "DIFFERS"}`).join("\n"));
  await record("builds", { seconds: Math.round((performance.now() - begun) / 1000), rows });
  process.exitCode = rows.every(({ equal }) => equal) ? 0 : 1;
} finally {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}
