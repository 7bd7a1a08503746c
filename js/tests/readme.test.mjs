/** The programs of README.md that say what they print. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createProject, removeProject, run } from "./support/project.mjs";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
const programs = [...readme.matchAll(/^```js\n(.*?)^```$/gmsu)].map(([, text]) => text);
const printing = programs.filter((text) => /^console\.log\(.*\); \/\/ /mu.test(text));

let project;

before(async () => {
  project = await createProject([]);
});

after(async () => {
  if (project) await removeProject(project);
});

test("a program of README prints what stands beside it", async () => {
  assert.notEqual(printing.length, 0);
  for (const text of printing) {
    const wanted = [...text.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gmu)].map(([, said]) => said);
    await writeFile(join(project, "readme.mjs"), text);
    const { stdout } = await run(process.execPath, ["readme.mjs"], { cwd: project });
    assert.deepEqual(stdout.trimEnd().split("\n"), wanted);
  }
});
