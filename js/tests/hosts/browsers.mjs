/** Plain HTML, without a bundler, under a strict policy: Chromium, Firefox, WebKitGTK. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { background, importCompanions, listen, makeProject, must } from "./projects.mjs";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** The types of files, by their suffix. */
export const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm",
};

const PAGE = '<!doctype html><meta charset="utf-8"><title>t</title><link rel="icon" href="data:,"><script type="module" src="main.js"></script>';

/** Where a page reports to: the address in its query, or its own server. */
export const REPORT = `const report = (found) => fetch(
  new URLSearchParams(location.search).get("report") ?? "/",
  { method: "POST", mode: "no-cors", body: JSON.stringify(found) },
);`;

const main = (cases) => `
${importCompanions("/node_modules/")}import * as epitome from "/node_modules/epitome/dist/index.browser.js";
import { Matcher as Threaded } from "/node_modules/epitome/dist/worker.browser.js";
import { check, failed } from "/check.mjs";
${REPORT}
check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed).then(report);
`;

/** The files of `folder`, as a server gives them. */
export const filesOf = (folder) => async (path) => {
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  return { body: await readFile(file), type: TYPES[extname(file)] ?? "application/octet-stream" };
};

/** What Firefox needs to offer WebGPU on any adapter, and to let a page compute for long. */
const GPU_PREFERENCES = `user_pref("dom.webgpu.enabled", true);
user_pref("gfx.webgpu.ignore-blocklist", true);
user_pref("dom.max_script_run_time", 0);
`;

/** Shows `url` in a browser, with WebGPU if asked for, until `use` has ended. */
export async function browse(name, url, profile, use, { gpu = false } = {}) {
  await mkdir(profile, { recursive: true });
  if (gpu) await writeFile(join(profile, "user.js"), GPU_PREFERENCES);
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  const commands = {
    chromium: [
      process.env.CHROMIUM ?? "chromium",
      ["--headless=new", "--no-sandbox", gpu ? "--enable-unsafe-webgpu" : "--disable-gpu", ...quiet, `--user-data-dir=${profile}`, url],
    ],
    firefox: [process.env.FIREFOX ?? "firefox-esr", ["--headless", "--no-remote", "--profile", profile, url]],
    webkitgtk: [
      "xvfb-run",
      ["-a", process.env.MINIBROWSER ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "--private", url],
    ],
  };
  const [command, args] = commands[name];
  const env = { HOME: profile, LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  // The driver that is named for Node is not the browsers'.
  if (gpu) env.VK_ICD_FILENAMES = undefined;
  const shown = background(command, args, profile, env);
  try {
    return await use(() => shown.printed().slice(-2000));
  } finally {
    await shown.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What each browser says of its version. */
export const VERSION = {
  chromium: () => must(process.env.CHROMIUM ?? "chromium", ["--version"], "/"),
  firefox: () => must(process.env.FIREFOX ?? "firefox-esr", ["--version"], "/"),
  webkitgtk: () =>
    must("dpkg-query", ["-f", "WebKitGTK ${Version}", "-W", "libwebkit2gtk-4.1-0"], "/").catch(() => "WebKitGTK"),
};

const plain = (name) => async (folder, cases) => {
  await makeProject(folder, {}, {});
  await writeFile(join(folder, "index.html"), PAGE);
  await writeFile(join(folder, "main.js"), main(cases));
  const server = await listen(filesOf(folder), { "content-security-policy": POLICY });
  try {
    const found = await browse(name, server.url, join(folder, "profile"), server.heard);
    return { version: `${(await VERSION[name]()).trim()}, plain HTML`, found, threads: true };
  } finally {
    server.close();
  }
};

export const browserHosts = {
  chromium: plain("chromium"),
  firefox: plain("firefox"),
  webkitgtk: plain("webkitgtk"),
};
