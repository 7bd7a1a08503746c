/** The installed package in Chromium, under a strict content security policy. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { createProject, removeProject } from "./support/project.mjs";

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
].join("; ");

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const PAGE = '<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="/main.js"></script>';

const MAIN = `import { Matcher, Summarizer } from "/node_modules/epitome/dist/index.browser.js";
import { scorePairs } from "/score-pairs.mjs";
globalThis.scoreSamples = (pairs) => scorePairs(Matcher, pairs);
globalThis.summarize = async (text) => (await Summarizer.create({ type: "tldr" })).summarize(text);
`;

let project, server, browser, page;
const complaints = [];

async function contentOf(path) {
  if (path === "/") return [PAGE, "text/html"];
  if (path === "/favicon.ico") return ["", "image/x-icon"];
  if (path === "/main.js") return [MAIN, "text/javascript"];
  const file =
    path === "/score-pairs.mjs"
      ? fileURLToPath(new URL("./support/score-pairs.mjs", import.meta.url))
      : join(project, path);
  return [await readFile(file), TYPES[extname(path)] ?? "application/octet-stream"];
}

before(async () => {
  project = await createProject();
  server = createServer(async (request, response) => {
    try {
      const [body, type] = await contentOf(new URL(request.url, "http://localhost").pathname);
      response.writeHead(200, { "content-type": type, "content-security-policy": CSP }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});

after(async () => {
  await browser?.close();
  server?.close();
  if (project) await removeProject(project);
});

test("scores the samples as the native build does", { timeout: 120_000 }, async (t) => {
  const rows = await page.evaluate((pairs) => globalThis.scoreSamples(pairs), await samplePairs());
  await assertNativeScores(t, "chromium", rows);
});

test("summarizes", async () => {
  const text = (await samplePairs()).find(({ language }) => language === "en").document;
  assert.notEqual(await page.evaluate((given) => globalThis.summarize(given), text), "");
});

test("neither the policy nor a script complained", () => {
  assert.deepEqual(complaints, []);
});
