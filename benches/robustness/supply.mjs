/**
 * What the packages are made of, as tools of the field judge it: licences, sources and versions of crates
 * (cargo-deny), known weaknesses (cargo-audit, npm audit), scripts that an installation would run. Writes
 * results/supply.json.
 *
 *   node benches/robustness/supply.mjs TOOLS [ADVISORIES]
 *
 * TOOLS is the folder of cargo-deny and cargo-audit, ADVISORIES a clone of RustSec's database; without one
 * cargo-audit fetches it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { record } from "./record.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const [tools, advisories] = process.argv.slice(2);
const env = { ...process.env, PATH: [tools, process.env.PATH].join(delimiter) };

/** Runs a program; gives its status and what it said. */
function run(program, args, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

const version = (program) => run(program, ["--version"]).stdout.trim();

function crates() {
  const manifests = ["Cargo.toml", "fuzz/Cargo.toml"];
  const denied = manifests.map((manifest) => {
    const { status, stderr } = run("cargo-deny", ["--config", join(root, "deny.toml"), "--manifest-path", join(root, manifest), "check", "licenses", "bans", "sources"]);
    if (status !== 0) process.stderr.write(stderr);
    return { manifest, passed: status === 0 };
  });
  const audited = manifests.map((manifest) => {
    const database = advisories === undefined ? [] : ["--db", advisories, "--no-fetch", "--stale"];
    const { status, stdout, stderr } = run("cargo-audit", ["audit", ...database, "--json", "--file", join(root, manifest.replace("toml", "lock"))]);
    if (stdout === "") return { manifest, reached: false, said: stderr.trim().split("\n").at(-1) };
    const { database: known, lockfile, vulnerabilities, warnings } = JSON.parse(stdout);
    return {
      manifest,
      reached: true,
      passed: status === 0,
      advisories: known["advisory-count"],
      of: advisories === undefined ? known["last-updated"] : run("git", ["-C", advisories, "log", "-1", "--format=%cs"]).stdout.trim(),
      crates: lockfile["dependency-count"],
      found: vulnerabilities.count,
      warnings: Object.fromEntries(Object.entries(warnings).map(([kind, list]) => [kind, list.map(({ package: { name } }) => name)])),
    };
  });
  return { tools: [version("cargo-deny"), version("cargo-audit")], denied, audited };
}

/** The folders with a lock of npm. */
const LOCKS = ["js", "js/tools", "docs/site"];

function npm() {
  return LOCKS.map((folder) => {
    const { packages } = JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"));
    const installed = Object.entries(packages).filter(([path]) => path !== "");
    const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.replace(/^.*node_modules\//u, ""));
    const unpinned = installed.filter(([, { integrity, link, inBundle }]) => integrity === undefined && !link && !inBundle).map(([path]) => path);
    const { stdout, stderr } = run("npm", ["audit", "--package-lock-only", "--json"], join(root, folder));
    const audit = (() => {
      try {
        const { metadata, error, message } = JSON.parse(stdout);
        if (metadata !== undefined) return { reached: true, found: metadata.vulnerabilities.total };
        return { reached: false, said: (error?.summary ?? message ?? "").split(" - ")[0] };
      } catch {
        return { reached: false, said: stderr.trim().split("\n")[0] };
      }
    })();
    return { folder, packages: installed.length, scripts, unpinned, audit };
  });
}

/** The packages as they are packed: what they would run when they are installed, and what they need. */
function packed() {
  const dist = join(root, "dist");
  if (!existsSync(dist)) return [];
  return readdirSync(dist)
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => {
      const { scripts = {}, dependencies = {} } = JSON.parse(run("tar", ["-xzOf", join(dist, file), "package/package.json"]).stdout);
      const bill = join(dist, file.replace(".tgz", ".cdx.json"));
      const components = existsSync(bill) ? JSON.parse(readFileSync(bill, "utf8")).components.length : undefined;
      return { file, scripts: Object.keys(scripts), dependencies: Object.keys(dependencies), components };
    });
}

const found = { crates: crates(), npm: npm(), packed: packed() };
await record("supply", found);
console.log(JSON.stringify(found, undefined, 2));
const bad =
  found.crates.denied.some(({ passed }) => !passed) ||
  found.crates.audited.some(({ reached, passed }) => reached && !passed) ||
  found.npm.some(({ unpinned, audit }) => unpinned.length > 0 || audit.found > 0) ||
  found.packed.some(({ scripts, dependencies }) => scripts.length > 0 || dependencies.length > 0);
process.exitCode = bad ? 1 : 0;
