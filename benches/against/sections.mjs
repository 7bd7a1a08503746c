/** Pages of results that several programs write, each its own sections. */
import { readFile, writeFile } from "node:fs/promises";

/**
 * Puts sections, by their titles, into the page at `url`: each in the place of the one that has its
 * title, a new one at the end. `head` is what stands above the first.
 */
export async function writeSections(url, head, sections) {
  const [, ...found] = (await readFile(url, "utf8").catch(() => "")).split(/^(?=## )/mu);
  const page = new Map(found.map((text) => [/^## (.*)$/mu.exec(text)[1], text.trim()]));
  for (const [title, text] of Object.entries(sections)) page.set(title, `## ${title}\n\n${text.trim()}`);
  await writeFile(url, `${[head.trim(), ...page.values()].join("\n\n")}\n`);
}

/** What stands above the sections of docs/results/field-models.md. */
export const FIELD_MODELS = `# Models of the field

Epitome beside ONNX Runtime on the same files. Each section names its program and machine.`;
