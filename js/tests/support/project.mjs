/** Empty projects with the packed package installed. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const dist = new URL("../../../dist/", import.meta.url);

/** The companions that a project has unless it names others: what is small. */
const COMPANIONS = ["onnx", "headlines", "papers"];

/** The tarballs of `epitome` and of some of its companions. */
export const tarballs = (companions = COMPANIONS) =>
  ["epitome", ...companions.map((name) => `epitome-${name}`)].map((name) =>
    fileURLToPath(new URL(`${name}.tgz`, dist)),
  );

/** The folder of a new project that has the package and `companions` installed. */
export async function createProject(companions = COMPANIONS) {
  const files = tarballs(companions);
  for (const file of files) {
    await access(file).catch((cause) => {
      throw new Error(`no ${file}: run npm run build && npm run pack in js/`, { cause });
    });
  }
  const folder = await mkdtemp(join(tmpdir(), "epitome-"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--no-audit", "--no-fund", "--offline", "--ignore-scripts"];
  await promisify(execFile)("npm", ["install", ...flags, ...files], { cwd: folder });
  return folder;
}

/** Deletes a project. */
export const removeProject = (folder) => rm(folder, { recursive: true, force: true });

/** Runs `command`; gives its exit code and what it printed. */
export function run(command, args, { cwd, input = "", env = {}, timeout = 600_000 }) {
  return new Promise((resolve, reject) => {
    const options = { cwd, timeout, maxBuffer: 1 << 28, env: { ...process.env, ...env } };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: error?.code ?? 0, stdout, stderr });
    });
    child.stdin.on("error", () => {}); // the command may end without reading
    child.stdin.end(input);
  });
}

/**
 * The modules of the package as the project sees them: `epitome` and `epitome/worker`. The models of
 * installed companions are imported, so that they are listed.
 */
export async function importEntries(folder) {
  const entries = {};
  for (const name of ["papers", "headlines"]) {
    const companion = join(folder, "node_modules", "@epitome", name, "index.js");
    if (existsSync(companion)) await import(pathToFileURL(companion).href);
  }
  for (const name of ["epitome", "epitome/worker"]) {
    const file = join(folder, `${name.replace("/", "-")}.entry.mjs`);
    await writeFile(file, `export * from "${name}";\n`);
    entries[name] = await import(pathToFileURL(file).href);
  }
  return entries;
}
