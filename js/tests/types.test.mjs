/** The types of the installed package, as strict projects of both kinds check them. */
import assert from "node:assert/strict";
import { copyFile, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

let project;

before(async () => {
  project = await createProject();
  await copyFile(here("./types/everything.ts"), join(project, "everything.ts"));
  await symlink(here("../node_modules/@types"), join(project, "node_modules", "@types"));
  await symlink(here("../node_modules/undici-types"), join(project, "node_modules", "undici-types"));
});

after(async () => {
  if (project) await removeProject(project);
});

const BASE = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, target: "ES2022" };
const DISPOSABLE = ["ES2023", "ESNext.Disposable"];

const PROJECTS = {
  "a bundler, with the DOM": {
    module: "ESNext", moduleResolution: "Bundler", lib: [...DISPOSABLE, "DOM", "DOM.Iterable"], types: [],
  },
  "Node, with the DOM": {
    module: "NodeNext", moduleResolution: "NodeNext", lib: [...DISPOSABLE, "DOM"], types: ["node"],
  },
};

for (const [name, options] of Object.entries(PROJECTS)) {
  test(`a file that uses everything is right for ${name}`, { timeout: 600_000 }, async () => {
    const config = { compilerOptions: { ...BASE, ...options }, files: ["everything.ts"] };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
    const tsc = here("../node_modules/typescript/bin/tsc");
    const { code, stdout } = await run(process.execPath, [tsc, "-p", "."], { cwd: project });
    assert.equal(code, 0, stdout);
  });
}

test("the types need neither the DOM nor skipLibCheck", { timeout: 600_000 }, async () => {
  const source = `import { Matcher, NetworkError, rouge, Summarizer } from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { Matcher as Slim } from "epitome/slim";
import model from "epitome/models/fit-en";
import onnx from "@epitome/onnx";
import papers from "@epitome/papers";
export const all = [Matcher, NetworkError, rouge, Summarizer, Threaded, Slim, model, onnx, papers];
`;
  for (const [module, moduleResolution] of [["NodeNext", "NodeNext"], ["ESNext", "Bundler"], ["ES2022", "node10"]]) {
    const compilerOptions = {
      ...BASE, module, moduleResolution, lib: ["ES2022", "ESNext.Disposable"], types: ["node"], skipLibCheck: false,
    };
    await writeFile(join(project, "bare.ts"), source);
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["bare.ts"] }));
    const tsc = here("../node_modules/typescript/bin/tsc");
    const { code, stdout } = await run(process.execPath, [tsc, "-p", "."], { cwd: project });
    assert.equal(code, 0, `${moduleResolution}: ${stdout}`);
  }
});

test("the file that uses everything does use every exported name", async () => {
  const text = await readFile(here("./types/everything.ts"), "utf8");
  const entries = await importEntries(project);
  const values = Object.keys(entries.epitome);
  const types = (await readFile(here("../src/shared.ts"), "utf8")).match(/\b[A-Z]\w+(?=,|\s*\})/gu);
  for (const name of [...values, ...types]) {
    const uses = text.match(new RegExp(`\\b${name}\\b`, "gu")) ?? [];
    assert.ok(uses.length >= 2, `${name} is not used`);
  }
});

test("every public name has a doc comment", async () => {
  const folder = join(project, "node_modules", "epitome", "dist");
  const missing = [];
  for (const file of ["index.d.ts", "worker.d.ts"]) {
    const program = ts.createProgram([join(folder, file)], { module: ts.ModuleKind.NodeNext });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(join(folder, file));
    const documented = (symbol) => symbol.getDocumentationComment(checker).length > 0;
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!documented(symbol)) missing.push(symbol.name);
      const own = [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])];
      for (const member of own) {
        if (/^(__|prototype$)/u.test(member.name)) continue;
        if (!documented(member)) missing.push(`${symbol.name}.${member.name}`);
      }
    }
  }
  assert.deepEqual(missing, []);
  assert.ok((await readdir(folder)).includes("index.d.ts"));
});
