/**
 * What Vite, webpack, Rollup and esbuild make of programs that import little: builds each program of
 * tests/support/programs.mjs and weighs its output. Vite needs a setting for the program that imports a measure from `epitome`.
 *
 *   node tests/hosts/weights.mjs              all of them
 *   node tests/hosts/weights.mjs vite webpack
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { page, PROGRAMS } from "../support/programs.mjs";
import { makeProject, must } from "./projects.mjs";
import { VERSIONS } from "./versions.mjs";

const ROLLUP_CONFIG = `import { nodeResolve } from "@rollup/plugin-node-resolve";
export default { input: "main.js", output: { dir: "dist" }, plugins: [nodeResolve({ browser: true })] };
`;

/** Vite reads modules that it drops, and copies what they name, unless it is told not to. */
const VITE_CONFIG = `export default { build: { rolldownOptions: { experimental: { lazyBarrel: true } } } };\n`;

/** How each bundler builds `main.js` into `dist`, and whether it copies the files of `new URL`. */
const BUNDLERS = {
  vite: { versions: VERSIONS.vite, args: ["vite/bin/vite.js", "build"], copies: true },
  webpack: {
    versions: VERSIONS.webpack,
    args: ["webpack/bin/webpack.js", "--mode", "production", "--entry", "./main.js"],
    copies: true,
  },
  rollup: { versions: VERSIONS.rollup, args: ["rollup/dist/bin/rollup", "-c"], copies: false },
  esbuild: {
    versions: VERSIONS.esbuild,
    args: ["esbuild/bin/esbuild", "main.js", "--bundle", "--splitting", "--format=esm", "--minify", "--outdir=dist"],
    copies: false,
  },
};

/** The files of a folder, with their sizes. */
async function filesOf(folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ name, parentPath }) => ({ name, bytes: (await stat(join(parentPath, name))).size })),
  );
}

/** The kinds of files that are no code. */
const ASSET = /\.(wasm|bin)$/u;

async function weigh(root, bundler, name) {
  const { versions, args, copies } = BUNDLERS[bundler];
  const { source, most, assets } = PROGRAMS[name];
  const folder = join(root, bundler, name.replaceAll(/\W+/gu, "-"));
  await makeProject(
    folder,
    versions,
    { "index.html": page("/main.js"), "main.js": source, "rollup.config.mjs": ROLLUP_CONFIG, ...(name === "a measure" ? { "vite.config.mjs": VITE_CONFIG } : {}) },
    ["onnx", "papers"],
  );
  const [program, ...rest] = args;
  const path = join(folder, "node_modules", program);
  // esbuild's is a program, the others are scripts.
  if (bundler === "esbuild") await must(path, rest, folder);
  else await must(process.execPath, [path, ...rest], folder);
  const files = (await filesOf(join(folder, "dist"))).filter(({ name: file }) => !file.endsWith(".map"));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const copied = files.filter(({ name: file }) => ASSET.test(file)).length;
  if (copied !== (copies ? assets.length : 0)) {
    throw new Error(`${copied} files are copied: ${files.map((file) => file.name).join(", ")}`);
  }
  if (bytes > most) throw new Error(`${bytes} bytes of at most ${most}`);
  return `${bytes} bytes, ${files.length} files`;
}

const asked = process.argv.slice(2);
const root = await mkdtemp(join(tmpdir(), "epitome-weights-"));
let failures = 0;
try {
  for (const bundler of asked.length > 0 ? asked : Object.keys(BUNDLERS)) {
    for (const name of Object.keys(PROGRAMS)) {
      let line;
      try {
        line = `ok    ${bundler.padEnd(8)} ${name}: ${await weigh(root, bundler, name)}`;
      } catch (error) {
        failures += 1;
        line = `FAIL  ${bundler.padEnd(8)} ${name}: ${error.message.slice(0, 2000)}`;
      }
      console.log(line);
    }
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
