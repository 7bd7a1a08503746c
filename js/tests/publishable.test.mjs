/** Whether the packages could be published as they are: judges of packages and of types, a dry run, and equal tarballs. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PACKAGES } from "../scripts/packages.mjs";
import { needTools } from "./support/bundlers.mjs";
import { run } from "./support/project.mjs";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const js = fileURLToPath(new URL("../", import.meta.url));
const tool = (path) => join(js, "tools", "node_modules", path);

/** A package of each kind. */
const KINDS = PACKAGES.filter(({ name }) => ["epitome", "@epitome/onnx", "@epitome/headlines", "@epitome/large-en"].includes(name));

let folder;

before(async () => {
  await needTools();
  folder = await mkdtemp(join(tmpdir(), "epitome-publish-"));
});

after(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** What a script prints; an assertion that it succeeds. */
async function succeeds(args, options = {}) {
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: js, ...options });
  assert.equal(code, 0, `${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

for (const { name, tarball, folder: place } of KINDS) {
  test(`publint has nothing to say of ${name}`, async () => {
    const { publint } = await import(new URL("../tools/node_modules/publint/src/index-node.js", import.meta.url));
    const { messages } = await publint({ pkgDir: join(dist, place), pack: false, strict: true });
    assert.deepEqual(messages, []);
  });

  test(`the types of ${name} resolve for node10, node16 and bundlers`, async () => {
    // Node 20.19 and later require modules.
    const args = [join(dist, tarball), "--ignore-rules", "cjs-resolves-to-esm", "--format", "json"];
    const { problems = {} } = JSON.parse(await succeeds([tool("@arethetypeswrong/cli/dist/index.js"), ...args]));
    const others = Object.keys(problems).filter((kind) => kind !== "CJSResolvesToESM");
    assert.deepEqual(others, []);
  });

  test(`npm would publish ${name}`, async () => {
    // Nothing answers there, and a dry run asks nothing that it needs.
    const registry = ["--registry", "http://127.0.0.1:9/", "--fetch-retries", "0"];
    const flags = ["publish", "--dry-run", "--json", "--workspaces=false", "--tag", "latest", ...registry];
    const { code, stdout, stderr } = await run("npm", flags, { cwd: join(dist, place) });
    assert.equal(code, 0, stderr);
    const report = JSON.parse(stdout);
    const { name: published, files } = report[name] ?? report;
    assert.equal(published, name);
    const paths = files.map(({ path }) => path);
    for (const file of ["package.json", "README.md"]) assert.ok(paths.includes(file), file);
    assert.ok(paths.some((path) => path.startsWith("LICENSE-")), paths.join());
    assert.ok(!paths.some((path) => /(^|\/)(node_modules|tests|\.env|\.npmrc)/u.test(path)), paths.join());
  });
}

test("two packs are equal to the byte, and say what they are told", { timeout: 600_000 }, async () => {
  const told = {
    repository: "git+https://git.example/epitome.git",
    homepage: "https://epitome.example/",
    bugs: "https://git.example/epitome/issues",
    author: "A. Nyone <a@epitome.example>",
  };
  const options = Object.entries(told).flatMap(([key, value]) => [`--${key}`, value]);
  const digests = [];
  for (const out of ["first", "second"].map((name) => join(folder, name))) {
    await succeeds(["scripts/pack.mjs", "--only", "epitome", "--out", out, ...options]);
    digests.push(createHash("sha256").update(await readFile(join(out, "epitome.tgz"))).digest("hex"));
    const about = JSON.parse(await readFile(join(out, "package", "package.json"), "utf8"));
    assert.deepEqual(about.repository, { type: "git", url: told.repository });
    assert.deepEqual([about.homepage, about.bugs.url, about.author], [told.homepage, told.bugs, told.author]);
  }
  assert.equal(digests[0], digests[1]);
});

test("docs/api has the public types", { timeout: 600_000 }, async () => {
  await succeeds(["scripts/api_report.mjs", "check"]);
});
