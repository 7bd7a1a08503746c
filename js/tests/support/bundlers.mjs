/** Bundlers, as programs of js/tools that build `main.js` of a project with the packages into `dist`. */
import { access, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "./project.mjs";
import { page } from "./programs.mjs";

const tools = new URL("../../tools/", import.meta.url);
const fromTools = createRequire(tools);

const tool = (path) => fileURLToPath(new URL(`node_modules/${path}`, tools));

/** How long a bundler may take, in milliseconds. */
const PATIENCE = 240_000;

const rollupConfig = () => `import { nodeResolve } from "${pathToFileURL(fromTools.resolve("@rollup/plugin-node-resolve"))}";
export default { input: "main.js", output: { dir: "dist" }, plugins: [nodeResolve({ browser: true })] };
`;

/**
 * The bundlers, with no settings for this package: how each is run, and whether it copies the files
 * that `new URL` names. Vite copies them before it drops what is not used.
 */
export const BUNDLERS = {
  vite: { script: "vite/bin/vite.js", args: ["build"], copies: true },
  webpack: { script: "webpack/bin/webpack.js", args: ["--mode", "production", "--entry", "./main.js"], copies: true },
  rollup: { script: "rollup/dist/bin/rollup", args: ["-c"], files: () => ({ "rollup.config.mjs": rollupConfig() }) },
  esbuild: {
    binary: "esbuild/bin/esbuild",
    args: ["main.js", "--bundle", "--splitting", "--format=esm", "--minify", "--outdir=dist"],
  },
  tsup: {
    script: "tsup/dist/cli-default.js",
    args: ["main.js", "--format", "esm", "--minify", "--no-config"],
    // Dependencies stay outside unless they are named.
    files: () => ({}),
    external: true,
  },
};

/** The version of a bundler. */
export const versionOf = (name) => fromTools(`${name}/package.json`).version;

/** Throws with what to do where the tools are not installed. */
export async function needTools() {
  await access(tool("vite")).catch((cause) => {
    throw new Error("no bundlers: run npm ci in js/tools/", { cause });
  });
}

/** The kinds of files that are no code. */
const ASSET = /\.(wasm|bin)$/u;

/** Builds `source` in `project` with `bundler`; gives the files of the output with their sizes. */
export async function weigh(project, bundler, source) {
  const { script, binary, args, files = () => ({}) } = BUNDLERS[bundler];
  const output = join(project, "dist");
  await rm(output, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const written = { "index.html": page("/main.js"), "main.js": source, ...files() };
  for (const [name, text] of Object.entries(written)) await writeFile(join(project, name), text);
  const command = script === undefined ? [tool(binary), ...args] : [process.execPath, tool(script), ...args];
  const { code, stdout, stderr } = await run(command[0], command.slice(1), { cwd: project, timeout: PATIENCE });
  if (code !== 0) throw new Error(`${bundler}: status ${code}\n${stdout}\n${stderr}`);
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".map"));
  const sized = await Promise.all(
    found.map(async ({ name, parentPath }) => ({ name, bytes: (await stat(join(parentPath, name))).size })),
  );
  return {
    files: sized,
    bytes: sized.reduce((sum, { bytes }) => sum + bytes, 0),
    assets: sized.filter(({ name }) => ASSET.test(name)).length,
  };
}
