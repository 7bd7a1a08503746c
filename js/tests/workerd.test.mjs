/** The installed package, bundled, in the runtime of Cloudflare Workers. */
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { createProject, removeProject } from "./support/project.mjs";

const WORKER = `import { Matcher } from "epitome";
import { scorePairs } from "./score-pairs.mjs";
export default {
  async fetch(request) {
    return Response.json(await scorePairs(Matcher, await request.json()));
  },
};
`;

let project, miniflare;

before(async () => {
  project = await createProject();
  await writeFile(join(project, "worker.mjs"), WORKER);
  await copyFile(
    new URL("./support/score-pairs.mjs", import.meta.url),
    join(project, "score-pairs.mjs"),
  );
  const bundle = join(project, "bundle");
  await build({
    absWorkingDir: project,
    entryPoints: ["worker.mjs"],
    outdir: bundle,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy", ".bin": "copy" },
    logLevel: "error",
  });
  miniflare = new Miniflare({
    modules: true,
    modulesRoot: bundle,
    scriptPath: join(bundle, "worker.mjs"),
    modulesRules: [
      { type: "CompiledWasm", include: ["**/*.wasm"] },
      { type: "Data", include: ["**/*.bin"] },
    ],
    compatibilityDate: "2026-01-01",
  });
  await miniflare.ready;
});

after(async () => {
  await miniflare?.dispose();
  if (project) await removeProject(project);
});

test("scores the samples as the native build does", { timeout: 120_000 }, async (t) => {
  const body = JSON.stringify(await samplePairs());
  const response = await miniflare.dispatchFetch("http://worker/", { method: "POST", body });
  assert.equal(response.status, 200, response.ok ? "" : await response.clone().text());
  await assertNativeScores(t, "workerd", await response.json());
});
