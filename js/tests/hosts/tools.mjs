/**
 * Test runners (Vitest in its environments, Jest) and package managers that lay out packages in their
 * own way (pnpm, Yarn with Plug'n'Play); and the templates of examples/ that the tests do not start.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, tarballs } from "../support/project.mjs";
import { background, lastJson, makeProject, must, ownCases } from "./projects.mjs";
import { VERSIONS } from "./versions.mjs";

const main = (cases) => `
import * as epitome from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { check, failed } from "./check.mjs";
export const found = () => check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed);
`;

/** A test that writes what it found, for runners keep what tests print. */
const TEST = `import { writeFile } from "node:fs/promises";
import { found } from "./main.mjs";
test("epitome", async () => writeFile("found.json", JSON.stringify(await found())), 170_000);
`;

const foundIn = async (folder) => JSON.parse(await readFile(join(folder, "found.json"), "utf8"));

const vitest = (environment) => async (folder, all) => {
  const cases = await ownCases(all);
  const test = `import { test } from "vitest";\n${TEST}`;
  await makeProject(folder, VERSIONS.vitest, { "main.mjs": main(cases), "a.test.mjs": test }, []);
  const program = join(folder, "node_modules", "vitest", "vitest.mjs");
  await must(process.execPath, [program, "run", "--environment", environment], folder);
  return { version: `Vitest ${VERSIONS.vitest.vitest}, ${environment}`, found: await foundIn(folder), threads: true, cases };
};

/** Jest runs modules in its environment `node`; its jsdom has no TextDecoder. */
async function jest(folder, all) {
  const cases = await ownCases(all);
  const config = { testMatch: ["**/*.test.mjs"], transform: {} };
  const files = { "main.mjs": main(cases), "a.test.mjs": TEST, "jest.config.json": JSON.stringify(config) };
  await makeProject(folder, VERSIONS.jest, files, []);
  const program = join(folder, "node_modules", "jest", "bin", "jest.js");
  await must(process.execPath, ["--experimental-vm-modules", program, "-c", "jest.config.json"], folder);
  return { version: `Jest ${VERSIONS.jest.jest}`, found: await foundIn(folder), threads: true, cases };
}

/** The folder of a manager's own program, and a project whose dependencies are the tarballs, to be installed by it. */
async function managed(folder, versions, cases, files) {
  const [tool, project] = [join(folder, "tool"), join(folder, "project")];
  await makeProject(tool, versions, {}, []);
  await mkdir(project, { recursive: true });
  const [epitome, onnx] = tarballs(["onnx"]);
  const dependencies = { epitome: `file:${epitome}`, "@epitome/onnx": `file:${onnx}` };
  const all = {
    "package.json": JSON.stringify({ private: true, type: "module", dependencies }),
    "main.mjs": `${main(cases)}\nconsole.log(JSON.stringify(await found()));\n`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(project, name), text);
  await cp(new URL("./check.mjs", import.meta.url), join(project, "check.mjs"));
  return { tool: join(tool, "node_modules"), project };
}

async function pnpm(folder, all) {
  const cases = await ownCases(all);
  const { tool, project } = await managed(folder, VERSIONS.pnpm, cases, {});
  await must(process.execPath, [join(tool, "pnpm", "bin", "pnpm.cjs"), "install", "--offline"], project);
  const found = lastJson(await must(process.execPath, ["main.mjs"], project));
  return { version: `pnpm ${VERSIONS.pnpm.pnpm}`, found, threads: true, cases };
}

async function yarn(folder, all) {
  const cases = await ownCases(all);
  const settings = "nodeLinker: pnp\nenableTelemetry: false\nenableGlobalCache: false\n";
  const { tool, project } = await managed(folder, VERSIONS.yarn, cases, { ".yarnrc.yml": settings, "yarn.lock": "" });
  const program = join(tool, "@yarnpkg", "cli-dist", "bin", "yarn.js");
  await must(process.execPath, [program, "install"], project, { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" });
  const found = lastJson(await must(process.execPath, [program, "node", "main.mjs"], project));
  return { version: `Yarn ${VERSIONS.yarn["@yarnpkg/cli-dist"]}, Plug'n'Play`, found, threads: true, cases };
}

const PAIR = {
  document: "The river rose overnight, and the bridge was closed on Monday.",
  summary: "The bridge was closed.",
};

/** A copy of a template, with the packed package and what its `versions` name. */
async function template(folder, name, versions) {
  await makeProject(folder, versions, {}, []);
  const filter = (path) => !path.endsWith("package.json");
  await cp(fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url)), folder, { recursive: true, filter });
}

async function exampleDeno(folder) {
  await template(folder, "deno", VERSIONS.deno);
  const program = join(folder, "node_modules", "@deno", "linux-x64-glibc", "deno");
  // The package that is installed beside it, in the place of the registry's.
  await writeFile(join(folder, "deno.json"), '{ "nodeModulesDir": "manual" }');
  const { code, stdout, stderr } = await run(program, ["run", "--allow-read", "--allow-env", "main.ts"], {
    cwd: folder, input: `${JSON.stringify(PAIR)}\n`, env: { DENO_DIR: join(folder, ".deno") },
  });
  if (code !== 0) throw new Error(stderr);
  return { version: `Deno ${VERSIONS.deno.deno}`, said: lastJson(stdout).verdict };
}

async function exampleNext(folder) {
  await template(folder, "next", VERSIONS.next);
  const env = { NEXT_TELEMETRY_DISABLED: "1", CI: "true" };
  const program = join(folder, "node_modules", "next", "dist", "bin", "next");
  await must(process.execPath, [program, "build"], folder, env);
  const served = background(process.execPath, [program, "start", "-p", "0", "-H", "127.0.0.1"], folder, env);
  try {
    const [, url] = await served.ready(/Local:\s+(http:\S+)/u);
    await served.ready(/Ready in/u);
    const answer = await fetch(`${url}/api/match`, { method: "POST", body: JSON.stringify(PAIR) });
    return { version: `Next ${VERSIONS.next.next}`, said: (await answer.json()).verdict };
  } finally {
    await served.stop();
  }
}

export const toolHosts = {
  "vitest-node": vitest("node"),
  "vitest-jsdom": vitest("jsdom"),
  "vitest-happy-dom": vitest("happy-dom"),
  jest,
  pnpm,
  yarn,
  "example-deno": exampleDeno,
  "example-next": exampleNext,
};
