/**
 * As soak.mjs, in a page of Chromium, and shorter. Memory is that of the process of the page. Writes
 * results/soak_chromium.json after each point.
 *
 *   node benches/robustness/soak_chromium.mjs [--pairs N] [--headlines N] [--lives N] [--deaths N]
 */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createProject, removeProject } from "../../js/tests/support/project.mjs";
import { record } from "./record.mjs";

// The tests' own Chromium is started without a way to ask for garbage to be collected.
const { chromium } = await import(new URL("../../js/node_modules/playwright-core/index.mjs", import.meta.url));

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "20000" },
    headlines: { type: "string", default: "2000" },
    lives: { type: "string", default: "200" },
    deaths: { type: "string", default: "200" },
  },
});
const POINTS = 10;
const PAIRS = 50;
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const MODELS = ["fit-zh", "fit-en", "fit-fa", "fit-de"].map((name) => `<script type="module" src="/node_modules/epitome/models/${name}/index.js"></script>`);
const PAGE = `<!doctype html><meta charset="utf-8"><title>soak</title>${MODELS.join("")}<script type="module" src="/soak_page.mjs"></script>`;

/** The memory of the processes of pages below this one, in MiB. */
async function memory() {
  const all = new Map();
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    try {
      const [status, command] = await Promise.all([readFile(`/proc/${id}/status`, "utf8"), readFile(`/proc/${id}/cmdline`, "utf8")]);
      const number = (key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "mu").exec(status)?.[1] ?? 0);
      all.set(Number(id), { parent: number("PPid"), kilobytes: number("VmRSS"), isPage: command.includes("--type=renderer") });
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (id) => id === process.pid || (all.has(id) && isOurs(all.get(id).parent));
  const pages = [...all].filter(([id, { isPage }]) => isPage && isOurs(id)).map(([, { kilobytes }]) => kilobytes);
  return Math.round(Math.max(0, ...pages) / 1024);
}

const project = await createProject([]);
const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  if (path === "/") return void response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  const own = /^\/soak_\w+\.mjs$/u.test(path);
  try {
    const body = await readFile(own ? fileURLToPath(new URL(`.${path}`, import.meta.url)) : join(project, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--js-flags=--expose-gc"],
});
try {
  const found = { browser: `Chromium ${browser.version()}` };
  for (const [kind, counted] of Object.entries(values)) {
    const count = Number(counted);
    if (!(count > 0)) continue;
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(`page: ${error.message}`));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.soak !== undefined);
    const begun = performance.now();
    const mebibytes = [];
    let told = {};
    for (let point = 0; point < POINTS; point += 1) {
      const step = kind === "pairs" ? PAIRS : 1;
      const at = (share) => Math.round((share * count) / POINTS / step) * step;
      told = await page.evaluate(([name, from, to]) => globalThis.soak(name, from, to), [kind, at(point), at(point + 1)]);
      mebibytes.push(await memory());
      found[kind] = { asked: count, done: at(point + 1), seconds: Math.round((performance.now() - begun) / 1000), ...told, mebibytes };
      console.log(`${kind}: ${JSON.stringify(found[kind])}`);
      await record("soak_chromium", found);
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  await removeProject(project);
}
