/** Hosts of WebGPU that do jobs: Node with Dawn, Chromium, Firefox. */
import { fork } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browse, TYPES, VERSION } from "../hosts/browsers.mjs";

/** How long a job may take, in milliseconds. */
const PATIENCE = 3_600_000;

/** How often a page that has nothing to do asks for a job, in milliseconds. */
const INTERVAL = 200;

const tests = fileURLToPath(new URL("../", import.meta.url));

/** Node with the npm package `webgpu`, which is Dawn. */
export async function nodeHost(project) {
  const entry = join(project, "gpu.entry.mjs");
  await writeFile(entry, 'export * from "epitome";\n');
  let child;
  const stop = () => child?.kill("SIGKILL");
  return {
    name: "Node + Dawn",
    version: `Node ${process.versions.node}`,
    ask: (job) =>
      new Promise((resolve, reject) => {
        if (job.fresh) stop();
        if (!child?.connected || child.killed) {
          child = fork(new URL("./node-host.mjs", import.meta.url), [entry]);
        }
        const asked = child;
        const settle = (end, value) => {
          clearTimeout(timer);
          for (const event of ["exit", "error", "message"]) asked.removeAllListeners(event);
          end(value);
        };
        // A child that does not answer is given up with all that it may still say.
        const fail = (problem) => {
          asked.kill("SIGKILL");
          settle(reject, new Error(problem));
        };
        const timer = setTimeout(() => fail("no answer"), job.patience ?? PATIENCE);
        asked.once("exit", (code, signal) => fail(`Node ended with ${code ?? signal}`));
        asked.once("error", (error) => fail(error.message));
        asked.once("message", (found) => {
          settle(resolve, found);
          if (job.fresh) stop();
        });
        asked.send(job);
      }),
    close: stop,
  };
}

const PAGE = '<!doctype html><meta charset="utf-8"><title>t</title><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>';
const MAIN = `import "/node_modules/@epitome/papers/index.js";
import * as epitome from "/node_modules/epitome/dist/index.browser.js";
import { perform } from "/tests/gpu/cases.mjs";
for (;;) {
  const { job, number, reload } = await (await fetch("/job")).json();
  if (reload) break;
  if (job === undefined) await new Promise((resolve) => setTimeout(resolve, ${INTERVAL}));
  else await fetch(\`/found/\${number}\`, { method: "POST", body: JSON.stringify(await perform(epitome, job)) });
}
location.reload();
`;

/** A browser whose page asks for jobs. */
export const browserHost = (kind) => async (project) => {
  let waiting; // a job and what ends it
  let number = 0; // of the job, so that a late answer is not taken for another's
  let reload = false;
  const answers = {
    "/": () => [PAGE, "text/html"],
    "/main.js": () => [MAIN, "text/javascript"],
    "/job": () => {
      const answer = reload ? { reload } : { job: waiting?.job, number };
      reload = false;
      if (waiting !== undefined && answer.job !== undefined) waiting.job = undefined;
      return [JSON.stringify(answer), "application/json"];
    },
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.end();
      if (path === `/found/${number}`) waiting?.resolve(JSON.parse(body));
      return;
    }
    try {
      const file = path.startsWith("/tests/") ? join(tests, path.slice("/tests".length)) : join(project, path);
      const [body, type] = answers[path]?.() ?? [await readFile(file), TYPES[extname(path)] ?? "application/octet-stream"];
      response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  let printed = () => "";
  const shown = browse(kind, url, join(project, `${kind}-profile`), (said) => ((printed = said), ended), { gpu: true });
  shown.catch((error) => waiting?.reject(error));
  return {
    name: { chromium: "Chromium", firefox: "Firefox" }[kind],
    version: (await VERSION[kind]()).trim(),
    async ask(job) {
      if (job.fresh) reload = true;
      let timer;
      try {
        return await new Promise((resolve, reject) => {
          number += 1;
          waiting = { job, resolve, reject };
          timer = setTimeout(() => reject(new Error(`no answer; ${printed()}`)), job.patience ?? PATIENCE);
        });
      } finally {
        clearTimeout(timer);
        waiting = undefined;
        reload = Boolean(job.fresh);
      }
    },
    async close() {
      end();
      await shown.catch(() => {});
      server.closeAllConnections();
      server.close();
    },
  };
};

export const HOSTS = { chromium: browserHost("chromium"), firefox: browserHost("firefox"), node: nodeHost };
