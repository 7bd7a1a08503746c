/**
 * Stages the npm packages (`epitome` in dist/package, the others in dist/packages) as an npm
 * workspace and packs each as a tarball of dist/: the bundles, what wasm-bindgen made, the models,
 * and the modules that tell each host where a model's files are and what the WebAssembly file must be.
 * The bill of materials of each lies beside its tarball.
 * With --one-build the file for every engine also stands in the place of that for relaxed SIMD.
 *
 *   node scripts/pack.mjs [--only epitome] [--one-build] [--out FOLDER] [--repository URL] [--homepage URL] [--bugs URL] [--author "NAME <MAIL>"]
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { linkedCrates, notices } from "./notices.mjs";
import { packageJson, PACKAGES, PLACES } from "./packages.mjs";
import { bill } from "./sbom.mjs";
import { writeStandalone } from "./standalone.mjs";
import { companionModules, ownModules, stageModels } from "./stage_models.mjs";

const OPTIONS = ["only", "out", "repository", "homepage", "bugs", "author"];
const { values } = parseArgs({
  options: {
    ...Object.fromEntries(OPTIONS.map((name) => [name, { type: "string" }])),
    "one-build": { type: "boolean", default: false },
  },
});
const { only, out, "one-build": oneBuild, ...given } = values;

const root = new URL("../../", import.meta.url);
const js = new URL("js/", root);
const dist = out === undefined ? new URL("dist/", root) : pathToFileURL(`${resolve(out)}/`);
const folderOf = ({ folder }) => new URL(`${folder}/`, dist);

/** The modules that cargo and wasm-bindgen made, and the features of the crate that they have. */
const MODULES = {
  epitome: { folder: "wasm", builds: { simd128: "pkg-slim", relaxed: "pkg-slim-relaxed" }, features: ["js"] },
  "@epitome/onnx": { folder: "wasm-onnx", builds: { simd128: "pkg", relaxed: "pkg-relaxed" }, features: ["onnx", "jieba", "js"] },
};

/** The WebAssembly file of each build, by its name in the package. */
const WASM = { simd128: "epitome_bg.wasm", relaxed: "epitome_relaxed_bg.wasm" };

async function must(url, how) {
  try {
    return await readFile(url);
  } catch {
    throw new Error(`${fileURLToPath(url)} is missing: ${how}`);
  }
}

/** The WebAssembly files of a package with their bindings. */
async function stageWasm({ folder, builds }, target) {
  const goal = new URL(`dist/${folder}/`, target);
  await mkdir(goal, { recursive: true });
  const how = "run build.sh, which runs wasm-bindgen";
  const from = (build) => new URL(`target/${builds[build]}/`, root);
  const glue = await must(new URL("epitome.js", from("simd128")), how);
  const wasmFiles = {};
  for (const build of Object.keys(builds)) {
    if (!glue.equals(await must(new URL("epitome.js", from(build)), how))) {
      throw new Error(
        `the bindings of the build ${build} for ${folder} are not those of simd128: they name closures by ` +
          "hashes of the compiler, which must not depend on its flags",
      );
    }
    const wasm = await must(new URL("epitome_bg.wasm", from(build)), how);
    await writeFile(new URL(WASM[build], goal), wasm);
    wasmFiles[build] = { bytes: wasm.length, sha256: createHash("sha256").update(wasm).digest("hex") };
  }
  await writeFile(new URL("epitome.js", goal), glue);
  await writeFile(new URL("digest.js", goal), `export const wasmFiles = ${JSON.stringify(wasmFiles, null, 2)};\n`);
}

/** The types of the bindings, which those of the package refer to. */
async function stageTypes(target, folder) {
  for (const file of ["epitome.d.ts", "digest.d.ts", "glue.d.ts"]) {
    await cp(new URL(`src/wasm/${file}`, js), new URL(`dist/${folder}/${file}`, target));
  }
}

/** The code of `epitome`, without its models. */
async function stageCode(target) {
  await must(new URL("dist/index.d.ts", js), "run npm run build in js/");
  await cp(new URL("dist/", js), new URL("dist/", target), { recursive: true });
  await cp(new URL("src/", js), new URL("src/", target), { recursive: true });
  await writeFile(new URL("dist/nothing.js", target), "export {};\n");
  await stageFileTypes(target);
  await writeModules(ownModules([], PLACES), new URL("models/", target));
  await cp(new URL("models/", js), new URL("models/", target), { recursive: true });
}

async function stageOnnx(target) {
  await cp(new URL("dist-onnx/", js), new URL("dist/", target), { recursive: true });
  await cp(new URL("src/", js), new URL("src/", target), { recursive: true });
  const types = `/** What importing this package makes known to \`epitome\`. */\ndeclare const onnx: { readonly version: string };\nexport default onnx;\n`;
  await writeFile(new URL("dist/index.d.ts", target), types);
  await stageFileTypes(target);
}

/** The types of files that are named as they are: scripts that export nothing, and modules of WebAssembly. */
async function stageFileTypes(target) {
  await writeFile(new URL("dist/nothing.d.ts", target), "export {};\n");
  const types = `/** The file as hosts and bundlers import it: a module of WebAssembly, its address, or its path. */\ndeclare const file: unknown;\nexport default file;\n`;
  await writeFile(new URL("dist/wasm_file.d.ts", target), types);
}

async function writeModules(modules, goal) {
  await mkdir(goal, { recursive: true });
  for (const [file, text] of Object.entries(modules)) await writeFile(new URL(file, goal), text);
}

/** What the crate and the command line say of all packages. */
async function aboutCrate() {
  const toml = (await readFile(new URL("Cargo.toml", root), "utf8")).split(/^\[/mu)[1] ?? "";
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, "mu").exec(toml)?.[1];
  return { version: field("version"), description: field("description"), license: field("license"), given };
}

/** The licence of a package: that of its models, and of the code. */
function licenseOf({ name }, manifests, crate) {
  if (name === "epitome" || manifests.length === 0) return crate.license;
  const licenses = [...new Set(manifests.map(({ license }) => license))];
  return licenses.length === 1 ? licenses[0] : licenses.map((each) => `(${each})`).join(" AND ");
}

/** The README of a package that holds models. */
function companionReadme({ name, description, models }, manifests) {
  const rows = manifests.map((each) => {
    const bytes = each.files.reduce((sum, file) => sum + file.bytes, 0);
    return `| \`${each.name}\` | ${each.languages.join(", ")} | ${each.task} | ${bytes} | ${each.license} |`;
  });
  return `# ${name}

${description}

\`\`\`sh
npm install epitome ${name}
\`\`\`

In Node, Deno and Bun \`epitome\` finds the package by its name. Elsewhere, import it:

\`\`\`js
import "${name}"; // or "${name}/${models[0]}", which holds that model alone
\`\`\`

| model | languages | task | bytes | licence |
|---|---|---|---|---|
${rows.join("\n")}

\`models/NAME/CARD.md\` says how each was made, from what, and what it does not see.
`;
}

const ONNX_README = `# @epitome/onnx

Reads ONNX models for \`epitome\`, which runs plans by itself.

\`\`\`sh
npm install epitome @epitome/onnx
\`\`\`

In Node, Deno and Bun \`epitome\` loads it when it first reads an ONNX file. Elsewhere, import it:

\`\`\`js
import "@epitome/onnx";
\`\`\`

\`optimizeModel\` of \`epitome\` makes plans of ONNX files, after which nobody needs this package.
`;

/** The texts of the licences that an SPDX expression names. */
async function stageLicenses(license, target) {
  const files = { MIT: "LICENSE-MIT", "Apache-2.0": "LICENSE-APACHE" };
  for (const [name, file] of Object.entries(files)) {
    if (license.includes(name)) await cp(new URL(file, root), new URL(file, target));
  }
}

/** Makes the packages find each other, as an installed workspace does. */
async function linkWorkspace(packages) {
  await rm(new URL("node_modules/", dist), { recursive: true, force: true });
  await mkdir(new URL("node_modules/@epitome/", dist), { recursive: true });
  for (const each of packages) {
    await symlink(fileURLToPath(folderOf(each)), fileURLToPath(new URL(`node_modules/${each.name}`, dist)), "dir");
  }
  const workspace = { private: true, workspaces: packages.map(({ folder }) => folder) };
  await writeFile(new URL("package.json", dist), `${JSON.stringify(workspace, null, 2)}\n`);
}

function pack(each) {
  const target = fileURLToPath(folderOf(each));
  const report = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--workspaces=false", "--pack-destination", fileURLToPath(dist)], {
      cwd: target,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  return Array.isArray(report) ? report[0] : Object.values(report)[0];
}

const packages = PACKAGES.filter(({ name }) => only === undefined || name === only);
if (packages.length === 0) throw new Error(`--only: there is no package ${only}`);
const crate = await aboutCrate();
await mkdir(dist, { recursive: true });
// Where tests have installed what was packed before.
await rm(new URL("installed/", dist), { recursive: true, force: true });
for (const each of PACKAGES) {
  await rm(folderOf(each), { recursive: true, force: true });
  // What is not packed now would be of another build.
  if (!packages.includes(each)) await rm(new URL(each.tarball, dist), { force: true });
}

const [epitome, onnx] = PACKAGES.map(folderOf);
for (const folder of [epitome, onnx]) {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL("package.json", folder), '{ "type": "module" }\n'); // until it is whole
}
await stageCode(epitome);
const one = ({ builds, ...rest }) => ({ ...rest, builds: { simd128: builds.simd128, relaxed: builds.simd128 } });
await stageWasm(oneBuild ? one(MODULES.epitome) : MODULES.epitome, epitome);
await stageTypes(epitome, "wasm");
await stageOnnx(onnx);
// Reading ONNX here needs no speed: a module that is made quickly does.
const reader = oneBuild ? { folder: "wasm-onnx", builds: { simd128: "pkg-quick", relaxed: "pkg-quick" } } : MODULES["@epitome/onnx"];
await stageWasm(reader, onnx);
await import(new URL("dist/index.node.js", onnx));
const { optimizeModel } = await import(new URL("dist/index.node.js", epitome));

/** What each package is made of. */
const materials = new Map();
for (const each of packages) {
  const target = folderOf(each);
  await mkdir(target, { recursive: true });
  const manifests = await stageModels(each.models, target, optimizeModel);
  const license = licenseOf(each, manifests, crate);
  if (each.name === "epitome") {
    await writeModules(ownModules(manifests, PLACES), new URL("models/", target));
    await writeStandalone(target);
    await cp(new URL("README.md", js), new URL("README.md", target));
  } else if (each.name === "@epitome/onnx") {
    await writeFile(new URL("README.md", target), ONNX_README);
  } else {
    await writeModules(companionModules(each.models), target);
    await writeFile(new URL("README.md", target), companionReadme(each, manifests));
  }
  await stageLicenses(license, target);
  const crates = await linkedCrates(MODULES[each.name]?.features);
  if (crates.length > 0) await writeFile(new URL("THIRD-PARTY-NOTICES.md", target), await notices(crates));
  const about = packageJson(crate, each, license);
  await writeFile(new URL("package.json", target), `${JSON.stringify(about, null, 2)}\n`);
  materials.set(each, { about, crates, manifests });
}
await linkWorkspace(packages);

for (const each of packages) {
  const packed = pack(each);
  const tarball = new URL(each.tarball, dist);
  await rename(new URL(packed.filename, dist), tarball);
  const { about, crates, manifests } = materials.get(each);
  const materialsFile = new URL(each.tarball.replace(".tgz", ".cdx.json"), dist);
  await writeFile(materialsFile, await bill(about, await readFile(tarball), crates, manifests));
  process.stdout.write(`${out ?? "dist"}/${each.tarball}: ${packed.size} bytes, ${packed.files.length} files\n`);
  if (packed.size > each.most) throw new Error(`${each.name} may have at most ${each.most} bytes`);
}
if (!packages.some(({ name }) => name === "@epitome/onnx")) await rm(onnx, { recursive: true, force: true });
