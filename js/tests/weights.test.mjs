/**
 * What bundles of programs hold: what they import, and nothing else. esbuild leaves `new URL` as it
 * is; here the addresses that are left after tree shaking are those of the files that Vite, webpack
 * and others copy (bundles.test.mjs has those do it).
 */
import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { assertFails } from "./support/errors.mjs";
import { PROGRAMS } from "./support/programs.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

let project;

before(async () => {
  project = await createProject(["onnx", "papers"]);
});

after(async () => {
  if (project) await removeProject(project);
});

const ADDRESS = /new URL\("([^"]+)",\s*import\.meta\.url\)/gu;

/** Writes whole addresses, so that they tell whose files they are once modules are merged. */
const addresses = {
  name: "addresses",
  setup(building) {
    building.onLoad({ filter: /node_modules\/(epitome|@epitome)\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const whole = (_, address) => `new URL("${new URL(address, pathToFileURL(path)).href}", import.meta.url)`;
      return { contents: text.replace(ADDRESS, whole), loader: "js", resolveDir: dirname(path) };
    });
  },
};

/** The bundle of `source`: its files, which it refers to, and how much they weigh. */
async function bundle(source) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: project },
    absWorkingDir: project,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    outdir: project,
    write: false,
    conditions: ["browser"],
    plugins: [addresses],
  });
  // esbuild also writes modules that only dropped code would have imported.
  const reached = new Set();
  const waiting = ["stdin.js"];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...metafile.outputs[name].imports.map(({ path }) => path));
  }
  const assets = new Set();
  let bytes = 0;
  for (const { path, text, contents } of outputFiles) {
    if (!reached.has(relative(project, path))) continue;
    bytes += contents.length;
    for (const [, address] of text.matchAll(ADDRESS)) assets.add(fileURLToPath(address));
  }
  for (const asset of assets) bytes += (await stat(asset)).size;
  return { bytes, assets: [...assets] };
}

for (const [name, { source, most, assets }] of Object.entries(PROGRAMS)) {
  test(`${name}: a bundle holds what is imported`, async (t) => {
    const found = await bundle(source);
    t.diagnostic(`${found.bytes} bytes`);
    assert.deepEqual(found.assets.map((path) => basename(path)).sort(), [...assets].sort());
    assert.ok(found.bytes <= most, `${found.bytes} bytes`);
  });
}

test("whatever the language, the default models and both WebAssembly files are in a bundle, once", async () => {
  const { assets } = await bundle('import { Matcher } from "epitome"; Matcher.create({ language: navigator.language });');
  const models = new Set(assets.filter((path) => path.includes("/models/")).map((path) => basename(dirname(path))));
  assert.deepEqual([...models].sort(), ["fit-de", "fit-en", "fit-fa", "fit-zh", "speech-lines-de"]);
  const others = assets.filter((path) => !path.includes("/models/")).map((path) => basename(path));
  assert.deepEqual(others.sort(), ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"]);
});

test("a companion adds its own files", async () => {
  const { assets } = await bundle('import "@epitome/papers/lstm-ii-zh"; import "@epitome/onnx"; import { rouge } from "epitome"; rouge("", "");');
  const own = assets.filter((path) => path.includes("@epitome")).map((path) => basename(path));
  assert.deepEqual(own.sort(), [
    "epitome_bg.wasm", "epitome_relaxed_bg.wasm", "model.plan.bin", "thread.browser.js", "vocabulary.txt.bin",
  ]);
});

test("a bundle whose files are not beside it says what to do, and runs with the option base", async () => {
  const source = `
    import { Matcher } from "epitome";
    const score = async (options) => {
      const matcher = await Matcher.create({ language: "en", cache: false, ...options });
      return (await matcher.match("The bridge was closed.", "The bridge was closed.")).matched;
    };
    const found = [];
    await score({}).catch(({ name, code, message }) => found.push(name, code, message));
    for (const base of process.argv.slice(2)) found.push(await score({ base }));
    console.log(JSON.stringify(found));
  `;
  const installed = pathToFileURL(join(project, "node_modules", "epitome")).href;
  for (const format of ["esm", "cjs"]) {
    const outfile = join(project, "out", `bundle.${format === "esm" ? "mjs" : "cjs"}`);
    const contents = format === "esm" ? source : `(async () => {${source.replace(/^\s*import .*$/mu, "")}})();`;
    await build({
      stdin: { contents: format === "esm" ? source : `import { Matcher } from "epitome";\n${contents}`, resolveDir: project },
      bundle: true, format, outfile, platform: "node", conditions: ["node"], logLevel: "silent",
    });
    const { stdout, stderr } = await run(process.execPath, [outfile, `${installed}/`, installed], { cwd: project });
    assert.notEqual(stdout, "", stderr);
    const [name, code, message, ...matched] = JSON.parse(stdout);
    assert.deepEqual([name, code, matched], ["NetworkError", "not-found", [true, true]], format);
    assert.match(message, /keep the package out of the bundle .* option base/u);
  }
});

test("what is missing is named: packages, models that are not imported", async () => {
  await writeFile(join(project, "slim.mjs"), 'export * from "epitome/slim";\n');
  const slim = await import(pathToFileURL(join(project, "slim.mjs")).href);
  const fails = (work, message) => assertFails(slim, work, "NotSupportedError", "missing-package", message);
  await fails(slim.Matcher.create({ language: "en" }), /add import "epitome\/models\/fit-en"/u);
  await fails(slim.Matcher.create({ model: "fit-en-large" }), /npm install @epitome\/large-en/u);
  assert.equal(await slim.Matcher.availability({ model: "fit-en-large" }), "unavailable");
  const { epitome } = await importEntries(project);
  await assertFails(
    epitome,
    epitome.Summarizer.create({ type: "headline", method: "abstractive", language: "en" }),
    "NotSupportedError",
    "missing-package",
    /npm install @epitome\/headlines/u,
  );
  // A companion is found by its name.
  const matcher = await epitome.Matcher.create({ model: "lstm-ii-zh" });
  assert.deepEqual(JSON.parse(JSON.stringify(matcher)), { model: "lstm-ii-zh", version: "0.1.0", backend: "wasm" });
  matcher.destroy();
});

test("without @epitome/onnx an ONNX file and a dictionary of words are refused with what to install", async () => {
  const bare = await createProject([]);
  try {
    for (const name of ["fit-en", "lsi-zh"]) {
      const manifest = new URL(`../../models/${name}/manifest.json`, import.meta.url).href;
      const script = `
        import { Matcher } from "epitome";
        await Matcher.create({ model: new URL("${manifest}") }).catch(({ code, message }) => console.log(code, message));
      `;
      await writeFile(join(bare, "main.mjs"), script);
      const { stdout, stderr } = await run(process.execPath, ["main.mjs"], { cwd: bare });
      assert.match(stdout, /^missing-package the model has an ONNX file or a dictionary .* npm install @epitome\/onnx/u, stderr);
    }
  } finally {
    await removeProject(bare);
  }
});
