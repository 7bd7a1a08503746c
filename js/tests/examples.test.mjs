/** The templates of examples/, started with the packed package: Vite, Cloudflare's runtime, an extension, a service worker. */
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { launchBrowser } from "./support/browser.mjs";
import { needTools } from "./support/bundlers.mjs";
import { createProject, removeProject, run } from "./support/project.mjs";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const js = fileURLToPath(new URL("../", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const PAIR = { document: "The river rose overnight, and the bridge was closed on Monday.", summary: "The bridge was closed." };

let project;

before(async () => {
  await needTools();
  project = await createProject([]);
});

after(async () => {
  if (project) await removeProject(project);
});

/** A copy of a template beside the installed package. */
async function copied(name) {
  const folder = join(project, name);
  await cp(join(examples, name), folder, { recursive: true });
  return folder;
}

/** Serves `folder` until the test ends; gives the address. */
async function serve(t, folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    const body = await readFile(file).catch(() => undefined);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

test("vite: a page that judges while one types", { timeout: 300_000 }, async (t) => {
  const folder = await copied("vite");
  const vite = join(js, "tools", "node_modules", "vite", "bin", "vite.js");
  const { code, stderr } = await run(process.execPath, [vite, "build"], { cwd: folder });
  assert.equal(code, 0, stderr);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(await serve(t, join(folder, "dist")));
  const output = page.locator("output");
  const says = (pattern) =>
    page.waitForFunction((source) => new RegExp(source, "u").test(document.querySelector("output").value), pattern.source);
  await says(/^contradicted\. .*Monday/u);
  await page.fill("input", "The bridge was closed on Monday.");
  await says(/^supported/u);
  assert.equal(await output.count(), 1);
});

test("cloudflare: a Worker with one model, within the free plan", { timeout: 300_000 }, async (t) => {
  const folder = await copied("cloudflare");
  const outdir = join(folder, "bundle");
  await build({
    absWorkingDir: folder, entryPoints: ["src/index.js"], outdir, outExtension: { ".js": ".mjs" },
    bundle: true, format: "esm", target: "es2022", conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy", ".bin": "copy" }, logLevel: "error",
  });
  const miniflare = new Miniflare({
    modules: true,
    modulesRoot: outdir,
    scriptPath: join(outdir, "index.mjs"),
    modulesRules: [
      { type: "CompiledWasm", include: ["**/*.wasm"] },
      { type: "Data", include: ["**/*.bin"] },
    ],
    compatibilityDate: "2026-01-01",
  });
  t.after(() => miniflare.dispose());
  const ask = (body) => miniflare.dispatchFetch("http://localhost/", { method: "POST", body });
  const answers = await Promise.all([1, 2, 3].map(() => ask(JSON.stringify(PAIR))));
  for (const answer of answers) assert.match(await answer.text(), /"verdict":"supported"/u);
  assert.equal((await ask("{")).status, 400);
  assert.equal((await ask('{"document":"a","summary":""}')).status, 400);
  assert.equal((await miniflare.dispatchFetch("http://localhost/")).status, 405);
});

test("extension: a service worker judges what the popup sends", { timeout: 300_000 }, async (t) => {
  const folder = await copied("extension");
  // esbuild lies where the template would install it.
  await mkdir(join(folder, "node_modules"), { recursive: true });
  for (const name of ["esbuild", "@esbuild"]) await symlink(join(js, "node_modules", name), join(folder, "node_modules", name));
  const { code, stderr } = await run(process.execPath, ["build.mjs"], { cwd: folder });
  assert.equal(code, 0, stderr);
  const dist = join(folder, "dist");
  assert.ok((await readdir(dist)).includes("background.js"));
  const profile = await mkdtemp(join(tmpdir(), "epitome-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: false,
    args: [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", `--disable-extensions-except=${dist}`, `--load-extension=${dist}`,
    ],
  });
  t.after(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  const [background] = context.serviceWorkers();
  const worker = background ?? (await context.waitForEvent("serviceworker", { timeout: 60_000 }));
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${new URL(worker.url()).host}/popup.html`);
  const answer = await popup.evaluate((pair) => chrome.runtime.sendMessage(pair), PAIR);
  assert.equal(answer.verdict, "supported", JSON.stringify(answer));
});

test("a service worker of a page judges", { timeout: 300_000 }, async (t) => {
  const folder = join(project, "service");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), "<!doctype html><title>t</title>");
  await cp(join(project, "node_modules", "epitome"), join(folder, "epitome"), { recursive: true });
  const script = `
    import { Matcher } from "/epitome/dist/index.browser.js";
    const loading = Matcher.create({ language: "en" });
    loading.catch(() => {});
    addEventListener("install", () => skipWaiting());
    addEventListener("activate", (event) => event.waitUntil(clients.claim()));
    addEventListener("message", async ({ data, ports: [port] }) => {
      const matcher = await loading.catch((error) => error);
      port.postMessage(matcher instanceof Error ? matcher.message : (await matcher.match(data.document, data.summary)).verdict);
    });
  `;
  await writeFile(join(folder, "service.js"), script);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(await serve(t, folder));
  const verdict = await page.evaluate(async (pair) => {
    await navigator.serviceWorker.register("/service.js", { type: "module" });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    active.postMessage(pair, [port2]);
    return answer;
  }, PAIR);
  assert.equal(verdict, "supported");
});
