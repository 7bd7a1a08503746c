/**
 * Writes the reference of the npm package, docs/api/*.md, from the doc comments:
 * one Markdown file for each entry, beside the reports of scripts/api_report.mjs. Installs typedoc into a temporary folder.
 *
 *   npm run docs            writes
 *   npm run docs -- check   fails if what is written differs
 */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSIONS = { typedoc: "0.28.20", "typedoc-plugin-markdown": "4.14.1", typescript: "5.9.3" };

const js = fileURLToPath(new URL("../", import.meta.url));
const goal = fileURLToPath(new URL("../../docs/api/", import.meta.url));
const checking = process.argv[2] === "check";

const folder = await mkdtemp(join(tmpdir(), "epitome-docs-"));
try {
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: VERSIONS }));
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--silent"];
  execFileSync("npm", ["install", ...flags], { cwd: folder, stdio: "inherit" });
  const out = join(folder, "out");
  const options = {
    entryPoints: [join(js, "src/index.ts"), join(js, "src/worker.ts")],
    tsconfig: join(js, "tsconfig.json"),
    plugin: [join(folder, "node_modules/typedoc-plugin-markdown/dist/index.js")],
    out,
    outputFileStrategy: "modules",
    entryFileName: "README",
    name: "epitome",
    readme: "none",
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    typeDeclarationFormat: "table",
    treatWarningsAsErrors: true,
    logLevel: "Warn",
    sort: ["source-order"],
  };
  const config = join(folder, "typedoc.json");
  await writeFile(config, JSON.stringify(options));
  execFileSync(process.execPath, [join(folder, "node_modules/typedoc/bin/typedoc"), "--options", config], {
    cwd: folder,
    stdio: "inherit",
  });
  if (checking) {
    await compare(out);
  } else {
    for (const file of await written(goal)) await rm(join(goal, file));
    await cp(out, goal, { recursive: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The files of `place` that this script writes. */
async function written(place) {
  return (await readdir(place)).filter((name) => !name.endsWith(".api.md")).sort();
}

async function compare(out) {
  const read = async (place) => {
    const names = await written(place);
    return Promise.all(names.map(async (name) => `${name}\n${await readFile(join(place, name), "utf8")}`));
  };
  if ((await read(out)).join() === (await read(goal)).join()) return;
  console.error("docs/api is not what the doc comments say: run npm run docs in js/");
  process.exitCode = 1;
}
