/**
 * The public items of the crate, one a line, as rustdoc finds them: writes results/surface.txt.
 *
 *   node benches/reading/surface.mjs
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const parameters = ["rustdoc", "--lib", "--", "-Z", "unstable-options", "--output-format", "json"];
// The form of the list is not a stable one of rustdoc's.
execFileSync("cargo", parameters, { cwd: ROOT, env: { ...process.env, RUSTC_BOOTSTRAP: "1" }, stdio: "inherit" });
const { root, index } = JSON.parse(readFileSync(`${ROOT}/target/doc/epitome.json`, "utf8"));

const found = new Set();
const seen = new Set();
const isPublic = (item) => item.visibility === "public" || item.visibility === "default";

function visit(id, path, name) {
  const item = index[id];
  if (item === undefined || !isPublic(item)) return;
  const [[kind, inner]] = Object.entries(item.inner);
  if (kind === "use") {
    if (inner.is_glob) for (const child of index[inner.id]?.inner.module?.items ?? []) visit(child, path);
    else visit(inner.id, path, inner.name);
    return;
  }
  const own = [...path, name ?? item.name];
  found.add(`${kind.replaceAll("_", " ")} ${own.join("::")}`);
  const key = `${id} ${own.join("::")}`;
  if (seen.has(key)) return;
  seen.add(key);
  for (const child of inner.items ?? inner.variants ?? inner.kind?.plain?.fields ?? []) visit(child, own);
  for (const child of inner.variants === undefined ? [] : (inner.items ?? [])) visit(child, own);
  for (const of of inner.impls ?? []) {
    const block = index[of]?.inner.impl;
    if (block !== undefined && block.trait === null) for (const child of block.items) visit(child, own);
  }
}
visit(root, []);
const lines = [...found].sort((one, next) => (one.split(" ").at(-1) < next.split(" ").at(-1) ? -1 : 1));
const results = fileURLToPath(new URL("results", import.meta.url));
mkdirSync(results, { recursive: true });
writeFileSync(`${results}/surface.txt`, `${lines.join("\n")}\n`);
console.log(`${lines.length} public items`);
