/** Projects of the matrix: installing into them, running in them, hearing from them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { run, tarballs } from "../support/project.mjs";

/** The companions that projects of the matrix have: all. */
export const COMPANIONS = ["onnx", "headlines", "papers", "judge", "large-en", "large-zh", "large-fa", "large-de"];

/** How long one host may take, in milliseconds. */
export const PATIENCE = 180_000;

/** The lines that import the models of companions, from `root`, where the host does not find them by name. */
export const importCompanions = (root) =>
  COMPANIONS.filter((name) => name !== "onnx")
    .map((name) => `import "${root}@epitome/${name}${root === "" ? "" : "/index.js"}";\n`)
    .join("");

/** A project in `folder` with the package, `companions`, `dependencies` and `files`. */
export async function makeProject(folder, dependencies, files, companions = COMPANIONS) {
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, type: "module", dependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await copyFile(new URL("./check.mjs", import.meta.url), join(folder, "check.mjs"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
  await must("npm", ["install", ...flags, ...tarballs(companions)], folder);
}

/** The cases of the models that `epitome` itself holds, of what every host is asked. */
export async function ownCases({ scores }) {
  const { packaged } = await import(new URL("../../../dist/package/models/packaged.js", import.meta.url));
  return { scores: scores.filter(({ model }) => Object.hasOwn(packaged, model)), headlines: [] };
}

/** What `command` prints; an error if it fails. */
export async function must(command, args, cwd, env = {}) {
  const { code, stdout, stderr } = await run(command, args, { cwd, env, timeout: PATIENCE });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: status ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The last line that is JSON. */
export function lastJson(text) {
  const line = text.trim().split("\n").findLast((each) => each.startsWith("{"));
  if (line === undefined) throw new Error(`no result in: ${text}`);
  return JSON.parse(line);
}

/** Runs a program in the background until `stop`; `ready` waits for what it prints. */
export function background(command, args, cwd, env = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let printed = "";
  const listeners = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, "exit");
  return {
    ready: (pattern) =>
      Promise.race([
        new Promise((resolve) => {
          const look = () => {
            const found = pattern.exec(printed);
            if (found) resolve(found);
          };
          listeners.add(look);
          look();
        }),
        ended.then(() => {
          throw new Error(`${command} ended: ${printed}`);
        }),
        new Promise((_, reject) => {
          setTimeout(() => reject(new Error(`${command} is not ready: ${printed}`)), PATIENCE).unref();
        }),
      ]),
    async stop() {
      try {
        process.kill(-child.pid, "SIGKILL"); // the group that this call started
      } catch {
        // It has ended by itself.
      }
      await ended;
    },
    printed: () => printed,
  };
}

/** Serves `contentOf(path)`, and hears what a page reports by POST. */
export async function listen(contentOf, headers = {}) {
  let report;
  const reported = new Promise((resolve) => (report = resolve));
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.end();
      return report(JSON.parse(body));
    }
    const content = await contentOf(new URL(request.url, "http://localhost").pathname).catch(() => undefined);
    if (content === undefined) return void response.writeHead(404, headers).end();
    response.writeHead(200, { ...headers, "content-type": content.type }).end(content.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** What the page reports. */
    heard: (why) =>
      Promise.race([
        reported,
        new Promise((_, reject) => {
          setTimeout(() => reject(new Error(`the page reported nothing; ${why()}`)), PATIENCE).unref();
        }),
      ]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
