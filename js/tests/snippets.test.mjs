/**
 * Every fenced block of README.md, js/README.md and the guides: programs are run and print what stands
 * beside them, commands are run or known, files are written, and what is not run has its reason.
 */
import assert from "node:assert/strict";
import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { PACKAGES } from "../scripts/packages.mjs";
import { createProject, removeProject, run } from "./support/project.mjs";
import { PRELOADED, blocksOf, complete, pageText, printed, put, rooted, scriptOf, writeFixtures } from "./support/snippets.mjs";

const guides = (await readdir(rooted("docs/guides"))).filter((name) => name.endsWith(".md"));
const pages = {};
const introductions = ["README.md", "js/README.md", ...["de", "fa", "zh"].map((tag) => `docs/README.${tag}.md`)];
for (const path of [...introductions, ...guides.map((name) => `docs/guides/${name}`)]) {
  pages[path] = blocksOf(await pageText(path));
}
const usage = await readFile(rooted("build.sh"), "utf8");

let project, env;

before(async () => {
  project = await createProject(["onnx", "headlines", "judge", "large-en"]);
  await symlink(rooted("js/node_modules/pdfjs-dist"), join(project, "node_modules/pdfjs-dist"));
  await writeFixtures(project);
  await writeFile(join(project, "preloaded.mjs"), PRELOADED);
  env = { PATH: `${join(project, "node_modules/.bin")}:${process.env.PATH}` };
});

after(async () => {
  if (project) await removeProject(project);
});

/** Asks the worker that a program exports. */
const asking = (file) => `const { default: worker } = await import("./${file}");
const body = JSON.stringify({ document: "The river rose.", summary: "The river rose." });
const answer = await worker.fetch(new Request("http://a.example", { method: "POST", body }));
if (answer.status !== 200) throw new Error(await answer.text());
`;

/** Runs a program; checks what it prints, and that it answers where it is a worker. */
async function runProgram(name, text) {
  const file = `${name}.mjs`;
  await writeFile(join(project, file), complete(text));
  const main = /^export default/mu.test(text) ? `${name}.asking.mjs` : file;
  if (main !== file) await writeFile(join(project, main), asking(file));
  const { code, stdout, stderr } = await run(process.execPath, ["--import", "./preloaded.mjs", main], { cwd: project });
  assert.equal(code, 0, stderr);
  const wanted = printed(text);
  if (wanted.length > 0) assert.deepEqual(stdout.trimEnd().split("\n"), wanted);
}

/** What lines of a page have written: each page finds nothing where it writes for the first time. */
const written = new Set();

/** Runs a line of a shell, or looks whether what it names is there. */
async function runLine(line) {
  const built = line.match(/^\.\/build\.sh *(\w*)/u);
  if (built) return assert.ok(usage.includes(`\n  ${built[1] || "(none)"} `), line);
  const installed = line.match(/^npm install (?:PATH\/dist\/)?(\S+)/u);
  if (installed) {
    const known = PACKAGES.flatMap(({ name, tarball }) => [name, tarball]);
    return assert.ok(known.includes(installed[1]), line);
  }
  assert.match(line, /npx epitome|^PYTHONPATH=|^python|^\w+=/u, `say why this is not run: ${line}`);
  for (const [, output] of line.matchAll(/ (?:--output|-o) (\S+)/gu)) {
    if (!written.has(output)) await rm(join(project, output), { force: true, recursive: true });
    written.add(output);
  }
  const { code, stderr } = await run("bash", ["-c", line.replaceAll("npx epitome", "epitome")], { cwd: project, env });
  assert.equal(code, 0, `${line}\n${stderr}`);
}

const lines = (text) =>
  text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/u, "").trim())
    .filter((line) => line !== "");

for (const [path, blocks] of Object.entries(pages)) {
  describe(path, () => {
    before(() => written.clear());
    for (const [index, { language, text, line, reason, file }] of blocks.entries()) {
      test(`line ${line}, ${language || "text"}`, { skip: reason }, async () => {
        if (file !== undefined) await put(join(project, file), text);
        else if (language === "js") await runProgram(`${path.replaceAll(/\W/gu, "-")}-${index}`, text);
        else if (language === "sh") for (const each of lines(text)) await runLine(each);
        else if (language === "html") {
          const named = [...text.matchAll(/"[^"]*?(?:\/node_modules)?\/epitome\/(dist\/[^"]+)"/gu)];
          assert.notEqual(named.length, 0, "an address in the package");
          for (const [, at] of named) await access(join(project, "node_modules/epitome", at));
        } else assert.fail(`say why this is not run: ${language}`);
      });
    }
  });
}

test("links between pages lead to files", async () => {
  for (const path of Object.keys(pages)) {
    const text = await pageText(path);
    for (const [, address] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/gu)) {
      const url = new URL(address, new URL(path, "file:///"));
      if (url.protocol === "https:") continue;
      await access(rooted(url.pathname.slice(1))).catch(() => assert.fail(`${path} names ${address}`));
    }
  }
});

test("figures of README stand in the results that it names", async () => {
  const rows = (await pageText("README.md")).split("\n").filter((line) => /^\|.*\(docs\/results\//u.test(line));
  assert.notEqual(rows.length, 0);
  for (const row of rows) {
    const [, address] = row.match(/\((docs\/results\/[^)]+)\)/u);
    const results = await pageText(address);
    const cells = row.split("|").slice(2, 4).join(" ");
    for (const [figure] of cells.matchAll(/\d+ of \d+|\d+\.\d+|\b\d{2,}\b/gu)) {
      assert.match(results, new RegExp(String.raw`(?<![\d.])${figure}(?![\d.])`, "u"), `${address} has no ${figure}`);
    }
  }
});

test("the check of a pull request stops a wrong summary, and lets others pass", async () => {
  const folder = join(project, "posts-of-a-site");
  const git = (...args) => run("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", ...args], { cwd: folder });
  await mkdir(folder);
  const blocks = pages["docs/guides/ci.md"].filter(({ file }) => file !== undefined);
  for (const { file, text } of blocks) await put(join(folder, file), text);
  await git("init", "--quiet", "--initial-branch=main");
  await put(join(folder, "posts/a bridge.md"), "The bridge at Holm was closed after the river rose by 12 metres.\n");
  await put(join(folder, "posts/a bridge.summary.txt"), "The bridge at Holm was closed.\n");
  await git("add", ".");
  await git("commit", "--quiet", "-m", "A post");
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
  const script = scriptOf(blocks.find(({ file }) => file.endsWith(".yml")).text, "Check the summaries .*");
  const check = async (summary) => {
    await put(join(folder, "posts/a bridge.summary.txt"), summary);
    await git("commit", "--quiet", "--all", "-m", "Another summary");
    return run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: folder, env: { ...env, GITHUB_BASE_REF: "main" } });
  };
  const right = await check("The bridge at Holm was closed after the river rose.\n");
  assert.equal(right.code, 0, right.stderr);
  const wrong = await check("Roads in Vik.\nThe bridge at Holm was closed after the river rose by 15 metres.\n");
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stdout, /^::error file=posts\/a bridge\.summary\.txt,line=2::"15 metres": .* says "12 metres"$/mu);
});
