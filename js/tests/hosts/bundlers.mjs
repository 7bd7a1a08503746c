/** Vite, webpack and Next.js, with no settings for this package; their pages run in Chromium. */
import { join } from "node:path";
import { browse, filesOf, REPORT } from "./browsers.mjs";
import { background, importCompanions, lastJson, listen, makeProject, must } from "./projects.mjs";
import { VERSIONS } from "./versions.mjs";

const main = (cases) => `
${importCompanions("")}import * as epitome from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { check, failed } from "./check.mjs";
${REPORT}
check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed).then(report);
`;

const page = (script) =>
  `<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="${script}"></script>`;

/** Shows the files of `built` in Chromium. */
async function show(folder, built) {
  const server = await listen(filesOf(join(folder, built)));
  try {
    return await browse("chromium", server.url, join(folder, "profile"), server.heard);
  } finally {
    server.close();
  }
}

async function vite(folder, cases) {
  await makeProject(folder, VERSIONS.vite, { "index.html": page("/main.js"), "main.js": main(cases) });
  const program = join(folder, "node_modules", "vite", "bin", "vite.js");
  await must(process.execPath, [program, "build"], folder);
  const found = await show(folder, "dist");
  return { version: `vite ${VERSIONS.vite.vite} build, in Chromium`, found, threads: true };
}

async function webpack(folder, cases) {
  await makeProject(folder, VERSIONS.webpack, {
    "src/index.js": main(cases).replace("./check.mjs", "../check.mjs"),
    "dist/index.html": page("main.js"),
  });
  const program = join(folder, "node_modules", "webpack", "bin", "webpack.js");
  await must(process.execPath, [program, "--mode", "production"], folder);
  const found = await show(folder, "dist");
  return { version: `webpack ${VERSIONS.webpack.webpack}, in Chromium`, found, threads: true };
}

const route = (runtime, threads, cases) => `
${importCompanions("")}import * as epitome from "epitome";
${threads ? 'import { Matcher as Threaded } from "epitome/worker";' : "const Threaded = undefined;"}
import { check, failed } from "../../check.mjs";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export async function GET() {
  return Response.json(await check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed));
}
`;

const NEXT = (cases) => ({
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
  "app/page.js": `"use client";
import { useEffect } from "react";
${importCompanions("")}
import * as epitome from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { check, failed } from "../check.mjs";
export default function Page() {
  useEffect(() => {
    ${REPORT}
    check(epitome, Threaded, ${JSON.stringify(cases)}).catch(failed).then(report);
  }, []);
  return <p>t</p>;
}
`,
  "app/node/route.js": route("nodejs", true, cases),
  "app/edge/route.js": route("edge", false, cases),
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
});

/** One build; its client page in Chromium, its routes by request. */
const next = (part) => async (folder, cases) => {
  await makeProject(folder, VERSIONS.next, NEXT(cases));
  const env = { NEXT_TELEMETRY_DISABLED: "1", CI: "true" };
  const program = join(folder, "node_modules", "next", "dist", "bin", "next");
  await must(process.execPath, [program, "build"], folder, env);
  const served = background(process.execPath, [program, "start", "-p", "0", "-H", "127.0.0.1"], folder, env);
  try {
    const [, url] = await served.ready(/Local:\s+(http:\S+)/u);
    await served.ready(/Ready in/u);
    const version = `Next ${VERSIONS.next.next}, ${part}`;
    if (part !== "client") {
      const answer = await (await fetch(`${url}/${part}`)).text();
      return { version, found: lastJson(answer), threads: part === "node" };
    }
    const server = await listen(async () => undefined);
    try {
      const address = `${url}/?report=${encodeURIComponent(server.url)}`;
      const found = await browse("chromium", address, join(folder, "profile"), server.heard);
      return { version: `${version} page in Chromium`, found, threads: true };
    } finally {
      server.close();
    }
  } finally {
    await served.stop();
  }
};

export const bundlerHosts = {
  vite,
  webpack,
  "next-client": next("client"),
  "next-node": next("node"),
  "next-edge": next("edge"),
};
