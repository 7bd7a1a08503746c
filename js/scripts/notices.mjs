/**
 * THIRD-PARTY-NOTICES.md: the crates that a WebAssembly file holds, by cargo's own account of what
 * is linked, with the licence texts that their sources carry. No npm package is bundled, which
 * bundle.mjs checks.
 */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The names of files with the terms of a crate. */
const TERMS = /^(licen[cs]e|copying|notice|copyright|unlicense)/iu;

/** The crates that are linked into a build with `features` for WebAssembly; none where there is no build. */
export async function linkedCrates(features) {
  if (features === undefined) return [];
  const cargo = async (...args) => {
    const { stdout } = await promisify(execFile)("cargo", [...args, "--locked"], { cwd: root, maxBuffer: 1 << 28 });
    return stdout;
  };
  const target = "wasm32-unknown-unknown";
  const { packages } = JSON.parse(await cargo("metadata", "--format-version", "1", "--filter-platform", target));
  // The tree of one package: what others of the workspace need is not linked. Macros run in the compiler.
  const tree = ["tree", "--package", "epitome", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
  const built = ["--target", target, "--no-default-features", "--features", features.join()];
  const lines = (await cargo(...tree, ...built)).split("\n");
  const linked = new Set(lines.map((line) => line.split(" ").slice(0, 2).join(" ")));
  return packages
    .filter(({ name, version, source }) => source !== null && linked.has(`${name} v${version}`))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"));
}

/** The texts of the terms that lie in the source of a crate. */
async function termsOf({ manifest_path: manifest }) {
  const folder = dirname(manifest);
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && TERMS.test(entry.name))
    .map(({ name }) => name)
    .sort();
  return await Promise.all(
    names.map(async (name) => ({ name, text: (await readFile(join(folder, name), "utf8")).trim() })),
  );
}

/** The notices for a build with `crates`. */
export async function notices(crates) {
  const texts = new Map();
  const rows = [];
  for (const crate of crates) {
    rows.push(`| ${crate.name} | ${crate.version} | ${crate.license ?? "see its text"} | ${crate.repository ?? ""} |`);
    for (const { name, text } of await termsOf(crate)) {
      const holders = texts.get(text) ?? [];
      holders.push(`${crate.name} ${crate.version} (${name})`);
      texts.set(text, holders);
    }
  }
  return [
    "# Third-party software",
    "",
    "The WebAssembly files of this package hold the crates below and the Rust standard library",
    "(MIT OR Apache-2.0, https://github.com/rust-lang/rust). The JavaScript holds no npm package.",
    "",
    "| crate | version | licence | source |",
    "|---|---|---|---|",
    ...rows,
    "",
    "## Licence texts",
    ...[...texts].flatMap(([text, holders]) => ["", `### ${holders.join(", ")}`, "", "```text", text, "```"]),
    "",
  ].join("\n");
}
