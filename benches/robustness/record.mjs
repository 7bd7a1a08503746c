/** What the programs of this folder share: where figures are kept, and what machine they are of. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";

const results = new URL("results/", import.meta.url);

/** The machine that a figure is of. */
export const machine = () => `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;

/** Writes the figures of a program. */
export async function record(name, figures) {
  await mkdir(results, { recursive: true });
  const all = { machine: machine(), ...figures };
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(all, undefined, 2)}\n`);
}

/** The figures of a program; undefined before it ran. */
export async function recorded(name) {
  try {
    return JSON.parse(await readFile(new URL(`${name}.json`, results), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
