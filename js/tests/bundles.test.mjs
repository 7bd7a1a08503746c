/** What bundlers deploy of programs that import little: no more than their budget, and no file that is not used. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BUNDLERS, needTools, weigh } from "./support/bundlers.mjs";
import { PROGRAMS } from "./support/programs.mjs";
import { createProject, removeProject } from "./support/project.mjs";

let project;

before(async () => {
  await needTools();
  project = await createProject(["onnx", "papers"]);
});

after(async () => {
  if (project) await removeProject(project);
});

for (const [bundler, { copies, external }] of Object.entries(BUNDLERS)) {
  for (const [name, { source, most, assets, chunked }] of Object.entries(PROGRAMS)) {
    test(`${bundler}, ${name}`, async (t) => {
      const found = await weigh(project, bundler, source);
      const names = found.files.map((file) => file.name).join(", ");
      t.diagnostic(`${found.bytes} bytes, ${found.files.length} files`);
      const wanted = bundler === "vite" && chunked ? 1 : assets.length;
      assert.equal(found.assets, copies ? wanted : 0, names);
      assert.ok(found.bytes <= most, `${found.bytes} bytes of at most ${most}: ${names}`);
      if (external) assert.ok(found.bytes < 1000, `${found.bytes} bytes`);
    });
  }
}
