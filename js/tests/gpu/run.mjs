/**
 * The packed package on WebGPU against wasm in Chromium, Firefox and Node (through
 * Dawn): every shipped matcher with a graph, over generated pairs of 1 to 2,000
 * characters, and what else cases.mjs asks. Writes docs/results/webgpu.md.
 *
 *   npm run test:gpu                     every host
 *   npm run test:gpu -- node firefox     some of them
 *
 * PAIRS says how many pairs each model scores (1000, which take an adapter that computes on
 * the CPU some hours), MODELS which models or tasks are asked for (all). What a run gave is
 * kept in target/webgpu.json; with RESUME=1 nothing that is there is asked for again, and
 * the page has, for each model and host, the row of most pairs.
 *
 * Browsers are found as in tests/hosts. Node needs the npm package `webgpu` (`npm
 * install --no-save webgpu`, or the path of its index.js in DAWN) and, without a GPU,
 * a Vulkan driver that computes on the CPU: Chromium's is named by
 * VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json. A host that is not there
 * is named with the reason, and fails nothing.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createProject, removeProject } from "../support/project.mjs";
import { BEHAVIOUR, complaints, DEFAULTS, parity, SYSTEMS } from "./cases.mjs";
import { HOSTS } from "./hosts.mjs";
import { page } from "./page.mjs";

const root = new URL("../../../", import.meta.url);
const PAIRS = Number(process.env.PAIRS ?? 1000);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(HOSTS, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are: ${Object.keys(HOSTS).join(", ")}`);
  process.exit(2);
}
const chosen = process.env.MODELS?.split(",");
const jobs = [...[...DEFAULTS, ...SYSTEMS].map((model) => parity(model, PAIRS)), ...BEHAVIOUR].filter(
  ({ task, model }) => chosen === undefined || chosen.includes(task === "parity" ? model : task),
);

/** What the jobs gave, here and in earlier runs of the same package. */
const kept = {
  file: new URL("target/webgpu.json", root),
  rows: [],
  async read(edition) {
    const found = JSON.parse(await readFile(this.file, "utf8").catch(() => "[]"));
    this.rows = found.filter((row) => row.edition === edition);
  },
  of: (host, adapter, job) =>
    kept.rows.find((row) => row.host === host && row.adapter === adapter && JSON.stringify(row.job) === JSON.stringify(job)),
  async add(row) {
    const before = this.of(row.host, row.adapter, row.job);
    this.rows = [...this.rows.filter((other) => other !== before), row];
    await mkdir(new URL("./", this.file), { recursive: true });
    await writeFile(this.file, JSON.stringify(this.rows));
  },
};

/** For each host and model or task the row of most pairs, in the order of all jobs. */
function best(hosts) {
  const all = [...[...DEFAULTS, ...SYSTEMS].map((model) => parity(model)), ...BEHAVIOUR];
  return all.flatMap(({ task, model }) =>
    hosts.flatMap((host) => {
      const rows = kept.rows.filter((row) => row.host === host.name && row.job.task === task && row.job.model === model);
      return rows.toSorted((a, b) => (b.job.pairs ?? 0) - (a.job.pairs ?? 0)).slice(0, 1);
    }),
  );
}

/** A host that has an adapter, or why it is not there. */
async function opened(name, project) {
  let host;
  try {
    host = await HOSTS[name](project);
    const facts = await host.ask({ task: "adapter", patience: 120_000 });
    if (facts.missing === undefined && facts.error === undefined) return { ...host, adapter: facts.name || "nameless" };
    host.close();
    return { name: host.name, missing: facts.missing ?? facts.error };
  } catch (error) {
    host?.close();
    return { name: host?.name ?? name, missing: String(error.message).split("\n")[0] };
  }
}

const tarball = await readFile(new URL("dist/epitome.tgz", root));
const edition = createHash("sha256").update(tarball).digest("hex").slice(0, 16);
await kept.read(edition);
const project = await createProject();
const hosts = [];
let failures = 0;
const close = async () => {
  for (const host of hosts) await host.close?.();
  await removeProject(project);
};
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    stopped = true; // what is under way gives no result
    void close().then(() => process.exit(1));
  });
}
try {
  for (const name of asked.length > 0 ? asked : Object.keys(HOSTS)) {
    const host = await opened(name, project);
    hosts.push(host);
    console.log(host.missing === undefined ? `${host.name}: ${host.version}, ${host.adapter}` : `${host.name}: skipped: ${host.missing}`);
  }
  for (const job of jobs) {
    for (const host of hosts.filter(({ missing }) => missing === undefined)) {
      const done = kept.of(host.name, host.adapter, job)?.wrong.length === 0;
      if (done && process.env.RESUME) continue;
      const begun = performance.now();
      const found = await host.ask(job).catch((error) => ({ error: String(error.message) }));
      if (stopped) break;
      const wrong = complaints(job, found);
      failures += wrong.length > 0 ? 1 : 0;
      const { name, version, adapter } = host;
      await kept.add({ edition, host: name, version, adapter, job, found, wrong });
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      console.log(`${wrong.length > 0 ? "FAIL" : "ok  "} ${name} ${JSON.stringify(job)} ${JSON.stringify(found)} ${wrong.join("; ")} (${seconds} s)`);
    }
  }
} finally {
  await close();
}
const rows = best(hosts);
if (rows.length > 0) await writeFile(new URL("docs/results/webgpu.md", root), page(hosts, rows));
console.log(rows.length === 0 ? "skipped: no host is there" : failures === 0 ? "all hosts agree" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
