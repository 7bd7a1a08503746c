/** What the packed package is: its files, its entries, and what importing it does. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import binaryen from "binaryen";
import { build } from "esbuild";
import { assertFails } from "./support/errors.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

/** All of them, for the models that they hold. */
const COMPANIONS = ["onnx", "headlines", "judge", "papers", "large-en", "large-zh", "large-fa", "large-de"];

let project, installed, manifest, epitome;

before(async () => {
  project = await createProject(COMPANIONS);
  installed = join(project, "node_modules", "epitome");
  manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  epitome = (await importEntries(project)).epitome;
});

after(async () => {
  if (project) await removeProject(project);
});

/** What imports a model by its name. */
function specifier(name) {
  const large = /^fit-(..)-large$/u.exec(name);
  if (large !== null) return `@epitome/large-${large[1]}`;
  if (name.startsWith("headline-")) return `@epitome/headlines/${name}`;
  if (name.startsWith("judge-")) return `@epitome/judge/${name}`;
  return /^(fit-..|rouge|speech-lines-de)$/u.test(name) ? `epitome/models/${name}` : `@epitome/papers/${name}`;
}

/** The package.json of each installed companion. */
async function companionManifests() {
  const folder = join(project, "node_modules", "@epitome");
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name, "package.json"), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text));
}

/** The JavaScript files of dist, by name. */
async function scripts() {
  const folder = join(installed, "dist");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const glue = await readFile(join(folder, "wasm", "epitome.js"), "utf8"); // of both builds alike
  return [...names.map((name, index) => [name, texts[index]]), ["wasm/epitome.js", glue]];
}

test("every entry has every condition, in the order that hosts need, and its files", async () => {
  const order = ["types", "workerd", "edge-light", "deno", "bun", "node", "module", "browser", "default"];
  for (const entry of [".", "./worker", "./slim", "./polyfill", "./measures"]) {
    const { module, ...files } = manifest.exports[entry];
    const wanted = entry === "./slim" ? order.filter((each) => each !== "module") : order;
    assert.deepEqual(Object.keys(manifest.exports[entry]), wanted);
    // webpack has the conditions of Vite, and one of its own before them.
    if (module !== undefined) assert.deepEqual(Object.keys(module), ["webpack", "production", "default"]);
    for (const file of [...Object.values(files), ...Object.values(module ?? {})]) await access(join(installed, file));
  }
  for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.md", manifest.types, manifest.main]) {
    await access(join(installed, file));
  }
  assert.ok(manifest.sideEffects.every((path) => /models|relaxed|polyfill|thread|cli/u.test(path)));
  assert.equal(manifest.dependencies, undefined);
  for (const each of [manifest, ...(await companionManifests())]) {
    assert.equal(each.scripts, undefined, `${each.name} runs nothing when it is installed`);
  }
  const optional = Object.keys(manifest.peerDependencies);
  assert.ok(optional.every((name) => manifest.peerDependenciesMeta[name].optional));
  assert.deepEqual(optional.sort(), COMPANIONS.map((name) => `@epitome/${name}`).sort());
});

test("the WebAssembly file and the models can be named", async () => {
  const require = createRequire(join(project, "main.cjs"));
  for (const file of ["epitome", "epitome_relaxed"]) {
    for (const holder of ["epitome", "@epitome/onnx"]) await access(require.resolve(`${holder}/${file}_bg.wasm`));
  }
  const { name } = require("@epitome/papers/models/lstm-ii-zh/manifest.json");
  assert.equal(name, "lstm-ii-zh");
  await access(require.resolve("@epitome/papers/models/lstm-ii-zh/model.plan.bin"));
  const names = (list) => list.map(({ name }) => name);
  assert.deepEqual(names(epitome.LineClassifier.models()), ["speech-lines-de"]);
  assert.ok(names(epitome.Matcher.models()).includes("fit-zh"));
  for (const { name } of epitome.Summarizer.models()) {
    assert.match(name, /^headline-/u); // as the type HeadlineModel says
    const { default: model } = require(`@epitome/headlines/${name}`);
    const summarizer = await epitome.Summarizer.create({ type: "headline", model });
    assert.notEqual(await summarizer.summarize("The train 火车 قطار left the town. It was late."), "");
    summarizer.destroy();
  }
  for (const each of epitome.Matcher.models()) {
    const { default: model } = require(specifier(each.name));
    const matcher = await epitome.Matcher.create({ model, language: each.languages[0] });
    assert.equal((await matcher.match("火车 train", "train")).levels.length, 5);
    matcher.destroy();
  }
  const larger = {
    "fit-zh-large": {
      document: "一名穿红大衣的男子正沿着港口遛狗。",
      summaries: ["男子在海边遛狗", "男子在海边卖狗"],
    },
    "fit-en-large": {
      document: "A man in a red coat is walking his dog along the harbour.",
      summaries: ["A man walks a dog near the sea.", "A man sells a dog near the sea."],
    },
    "fit-fa-large": {
      document: "مردی با پالتوی قرمز سگش را کنار بندر راه می‌برد.",
      summaries: ["مردی با سگش نزدیک دریا راه می‌رود.", "مردی سگش را نزدیک دریا می‌فروشد."],
    },
    "fit-de-large": {
      document: "Ein Mann in einem roten Mantel führt seinen Hund am Hafen aus.",
      summaries: ["Ein Mann führt einen Hund am Wasser aus.", "Ein Mann verkauft einen Hund am Wasser."],
    },
  };
  for (const [name, { document, summaries }] of Object.entries(larger)) {
    const { default: model } = require(specifier(name));
    const matcher = await epitome.Matcher.create({ model });
    const judged = async (summary) => (await matcher.match(document, summary)).probability;
    const [follows, other] = [await judged(summaries[0]), await judged(summaries[1])];
    assert.ok(follows > other, `${name}: ${follows} is not above ${other}`);
    matcher.destroy();
  }
});

test("each package is whole: what a model lists is there, and licences are those of the models", async () => {
  const require = createRequire(join(project, "main.cjs"));
  const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
  for (const name of COMPANIONS.filter((each) => each !== "onnx")) {
    const folder = join(project, "node_modules", "@epitome", name);
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    assert.equal(about.version, manifest.version);
    require(`@epitome/${name}`);
    const licenses = new Set();
    for (const model of await readdir(join(folder, "models"))) {
      const { default: brought } = require(specifier(model));
      licenses.add(brought.manifest.license);
      assert.deepEqual(brought.manifest, JSON.parse(await readFile(join(folder, "models", model, "manifest.json"), "utf8")));
      for (const { path, bytes, sha256: digest } of brought.manifest.files) {
        const content = await readFile(brought.files[path]);
        assert.equal(content.length, bytes, `${model}: ${path}`);
        assert.equal(sha256(content), digest, `${model}: ${path}`);
      }
      await access(join(folder, "models", model, "CARD.md"));
    }
    assert.deepEqual([about.license], [...licenses]);
    const files = await readdir(folder);
    for (const [license, file] of [["MIT", "LICENSE-MIT"], ["Apache-2.0", "LICENSE-APACHE"]]) {
      assert.equal(files.includes(file), about.license.includes(license), `${name}: ${file}`);
    }
    assert.ok(files.includes("README.md"));
  }
});

test("the notices name every crate of the lock file that is linked, with its terms", async () => {
  const onnx = join(project, "node_modules", "@epitome", "onnx", "THIRD-PARTY-NOTICES.md");
  const texts = [await readFile(join(installed, "THIRD-PARTY-NOTICES.md"), "utf8"), await readFile(onnx, "utf8")];
  for (const text of texts) {
    assert.match(text, /^\| unicode-segmentation \| \d+\.\d+\.\d+ \|/mu);
    assert.match(text, /Permission is hereby granted, free of charge/u);
  }
  assert.doesNotMatch(texts[0], /^\| (?:tract-core|jieba-rs) /mu);
  assert.match(texts[1], /^\| jieba-rs \| 0\.11\.0 \| MIT \|/mu);
  assert.doesNotMatch(texts.join(), /see its text/u);
});

test("the license, the repository and others are what the command line says", async () => {
  const { packageJson, PACKAGES } = await import("../scripts/packages.mjs");
  const given = {
    repository: "https://example.org/r.git", homepage: "https://example.org/",
    bugs: "https://example.org/bugs", author: "A <a@example.org>",
  };
  for (const each of PACKAGES) {
    const made = packageJson({ version: "1.2.3", description: "d", given }, each, "MIT");
    assert.deepEqual(
      [made.repository, made.homepage, made.bugs, made.author, made.license],
      [{ type: "git", url: given.repository }, given.homepage, { url: given.bugs }, given.author, "MIT"],
    );
  }
});

/** The relaxed instructions of a WebAssembly file. */
function relaxedInstructions(bytes) {
  const module = binaryen.readBinary(new Uint8Array(bytes));
  const text = module.emitText();
  module.dispose();
  return new Set(text.match(/\b[if]\d+x\d+\.relaxed_\w+/gu));
}

test("what asks whether an engine has relaxed SIMD holds every relaxed instruction of the modules", async () => {
  const source = await readFile(new URL("../src/hosts/relaxed_simd.ts", import.meta.url), "utf8");
  const [, bytes] = /PROBE = new Uint8Array\(\[([^\]]*)\]\)/u.exec(source);
  const asked = relaxedInstructions(bytes.match(/0x[0-9a-f]{2}/gu).map(Number));
  const onnx = join(project, "node_modules", "@epitome", "onnx");
  for (const folder of [join(installed, "dist", "wasm"), join(onnx, "dist", "wasm-onnx")]) {
    const used = relaxedInstructions(await readFile(join(folder, "epitome_relaxed_bg.wasm")));
    assert.ok(used.size > 0, folder);
    for (const name of used) assert.ok(asked.has(name), `${folder}: ${name}`);
  }
});

// require() of a module without top-level await needs no flag from 20.19 on.
test("can be required", () => {
  const require = createRequire(join(project, "main.cjs"));
  assert.equal(require("epitome").Matcher, epitome.Matcher);
  assert.equal(typeof require("epitome/worker").Matcher.create, "function");
});

test("importing starts nothing: no WebAssembly, no thread, no timer, no request", async () => {
  const script = `
    const used = [];
    for (const name of ["compile", "instantiate", "Module", "Instance"]) {
      const real = WebAssembly[name];
      WebAssembly[name] = new Proxy(real, {
        apply: (f, self, args) => (used.push(name), Reflect.apply(f, self, args)),
        construct: (f, args) => (used.push(name), Reflect.construct(f, args)),
      });
    }
    globalThis.fetch = () => used.push("fetch");
    const { Matcher } = await import("epitome");
    await import("epitome/worker");
    await new Promise((resolve) => setImmediate(resolve));
    const idle = process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe)Wrap$/.test(name));
    const before = used.length;
    const matcher = await Matcher.create({ language: "en" });
    console.log(JSON.stringify({ used: used.slice(0, before), idle, later: used.length - before }));
    matcher.destroy();
  `;
  await writeFile(join(project, "idle.mjs"), script);
  const { code, stdout, stderr } = await run(process.execPath, ["idle.mjs"], { cwd: project });
  assert.equal(code, 0, stderr);
  const { used, idle, later } = JSON.parse(stdout);
  assert.deepEqual(used, []);
  assert.deepEqual(idle, []);
  assert.ok(later > 0, "the watch sees WebAssembly when it is used");
});

test("each asset has one literal address in the bundle of each host", async () => {
  const places = new Map();
  for (const [name, text] of await scripts()) {
    for (const [, asset] of text.matchAll(/new URL\("([^"]+)",\s*import\.meta\.url\)/gu)) {
      const host = /^(browser|node|edge|workerd)-/u.exec(name)?.[1] ?? name;
      const key = `${asset} for ${host}`;
      places.set(key, (places.get(key) ?? 0) + 1);
    }
  }
  assert.ok(places.has("./wasm/epitome_bg.wasm for browser"));
  assert.ok(places.has("./wasm/epitome_relaxed_bg.wasm for browser"));
  assert.ok(places.has("./thread.browser.js for browser"));
  assert.ok(!places.has("epitome_bg.wasm for wasm/epitome.js"), "the glue names the file too");
  for (const [key, count] of places) assert.equal(count, 1, key);
});

test("where no file has an address, the option wasm gives it", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { Matcher } from "./node_modules/epitome/dist/index.browser.js";
        globalThis.score = async (wasm) => {
          const options = { model: "rouge", language: "en", cache: false, wasm };
          const state = await Matcher.availability(options);
          const matcher = await Matcher.create(options);
          return [state, (await matcher.match("The bridge is closed.", "The bridge is closed.")).probability];
        };
      `,
      resolveDir: project,
    },
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "silent",
  });
  const script = `
    ${outputFiles[0].text}
    const bytes = require("node:fs").readFileSync(process.argv[2]);
    globalThis.score(bytes).then((found) => console.log(JSON.stringify(found)));
  `;
  await writeFile(join(project, "placeless.cjs"), script);
  const wasm = join(installed, "dist", "wasm", "epitome_bg.wasm");
  const { code, stdout, stderr } = await run(process.execPath, ["placeless.cjs", wasm], { cwd: project });
  assert.equal(code, 0, stderr);
  const [state, probability] = JSON.parse(stdout);
  assert.equal(state, "available");
  assert.ok(probability > 0.5, stdout);
});

test("no script waits at its top level, evaluates text or makes a blob", async () => {
  for (const [name, text] of await scripts()) {
    assert.doesNotMatch(text, /^await\b|^(const|let|var)[^\n]*= await\b/mu, name);
    assert.doesNotMatch(text, /\beval\(|new Function\(|createObjectURL|data:text\/javascript/u, name);
  }
});

test("the package's own damaged files are refused", async () => {
  const folder = join(project, "node_modules", "@epitome", "papers", "models", "lstm-ii-zh");
  const model = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files = {};
  for (const { path } of model.files) {
    files[path] = new Uint8Array(await readFile(join(folder, `${path}.bin`)));
  }
  const [{ path }] = model.files;
  const create = (bytes) =>
    epitome.Matcher.create({ model: { manifest: model, files: { ...files, [path]: bytes } } });
  (await create(files[path])).destroy();
  const corrupt = files[path].slice();
  corrupt[corrupt.length >> 1] ^= 1;
  await assertFails(epitome, create(corrupt), "DataError", "hash-mismatch");
  await assertFails(epitome, create(files[path].slice(0, -1)), "DataError", "size-mismatch");
  const installedFile = join(folder, `${path}.bin`);
  await writeFile(installedFile, corrupt);
  await assertFails(epitome, epitome.Matcher.create({ model: "lstm-ii-zh" }), "DataError", "hash-mismatch");
  await writeFile(installedFile, files[path]);
  (await epitome.Matcher.create({ model: "lstm-ii-zh" })).destroy();
});
