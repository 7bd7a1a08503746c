/** Empty projects with the packed package installed. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createHash } from "node:crypto";
import { constants, cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
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
  const installed = await installation(tarballs(companions));
  const folder = await mkdtemp(join(tmpdir(), "epitome-"));
  await cp(installed, folder, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  return folder;
}

/** A folder in which `files` are installed; the test that first needs them has npm do so. */
async function installation(files) {
  const about = [];
  for (const file of files) {
    const { size, mtimeMs } = await stat(file).catch((cause) => {
      throw new Error(`no ${file}: run npm run build && npm run pack in js/`, { cause });
    });
    about.push([file, size, mtimeMs]);
  }
  const key = createHash("sha256").update(JSON.stringify(about)).digest("hex").slice(0, 16);
  const folder = fileURLToPath(new URL(`installed/${key}/`, dist));
  if (existsSync(folder)) return folder;
  await mkdir(new URL("installed/", dist), { recursive: true });
  const made = await mkdtemp(fileURLToPath(new URL("installed/new-", dist)));
  await writeFile(join(made, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--no-audit", "--no-fund", "--offline", "--ignore-scripts"];
  await promisify(execFile)("npm", ["install", ...flags, ...files], { cwd: made });
  try {
    await rename(made, folder);
  } catch {
    await rm(made, { recursive: true, force: true }); // another test was faster
  }
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
