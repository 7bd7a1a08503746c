/**
 * What bundlers deploy of programs that import little: writes docs/results/bundles.md. Next.js is
 * installed into a temporary folder (400 MB); the others are those of js/tools.
 *
 *   node benches/bundles.mjs
 */
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProject, must } from "../js/tests/hosts/projects.mjs";
import { VERSIONS } from "../js/tests/hosts/versions.mjs";
import { BUNDLERS, needTools, versionOf, weigh } from "../js/tests/support/bundlers.mjs";
import { PROGRAMS } from "../js/tests/support/programs.mjs";
import { createProject, removeProject } from "../js/tests/support/project.mjs";

/** A page of Next.js whose client runs `source`. */
const nextFiles = (source) => ({
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
  "app/page.js": `"use client";
import { useEffect } from "react";
${source.replace(/^globalThis\..*$/mu, "")}
export default function Page() {
  useEffect(() => {
    ${/^globalThis\..*$/mu.exec(source)[0]}
  }, []);
  return <p>t</p>;
}
`,
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
});

/** What Next.js makes of pages: what a page without the package has is taken off. */
async function weighNext() {
  const folder = await mkdtemp(join(tmpdir(), "epitome-next-"));
  try {
    const programs = { none: { source: "globalThis.found = 1;\n" }, ...PROGRAMS };
    await makeProject(folder, VERSIONS.next, nextFiles(programs.none.source), []);
    const rows = {};
    for (const [name, { source }] of Object.entries(programs)) {
      for (const [file, text] of Object.entries(nextFiles(source))) await writeFile(join(folder, file), text);
      await rm(join(folder, ".next"), { recursive: true, force: true });
      const env = { NEXT_TELEMETRY_DISABLED: "1", CI: "true" };
      await must(process.execPath, [join(folder, "node_modules/next/dist/bin/next"), "build"], folder, env);
      rows[name] = await sizeOf(join(folder, ".next", "static"));
    }
    const { none, ...found } = rows;
    return Object.fromEntries(
      Object.entries(found).map(([name, { bytes, files }]) => [
        name,
        { bytes: bytes - none.bytes, files: files - none.files },
      ]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sizeOf(folder) {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(entries.map(({ name, parentPath }) => stat(join(parentPath, name))));
  return { files: sizes.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
}

const cell = ({ bytes, files }) => `${(bytes / 1e6).toFixed(2)} MB, ${files}`;

await needTools();
const project = await createProject(["onnx", "papers"]);
const columns = [];
try {
  for (const bundler of Object.keys(BUNDLERS)) {
    const found = {};
    for (const [name, { source }] of Object.entries(PROGRAMS)) {
      const { bytes, files } = await weigh(project, bundler, source);
      found[name] = { bytes, files: files.length };
    }
    columns.push({ head: `${bundler} ${versionOf(bundler)}`, found });
  }
} finally {
  await removeProject(project);
}
columns.push({ head: `Next ${VERSIONS.next.next}`, found: await weighNext() });

const rows = Object.entries(PROGRAMS).map(
  ([name, { most }]) => `| ${name} | ${(most / 1e6).toFixed(0)} MB | ${columns.map(({ found }) => cell(found[name])).join(" | ")} |`,
);
const page = `# What bundlers deploy

The size of a bundler's output and how many files it has, for programs that import little. Bundlers
have no settings for this package. \`node benches/bundles.mjs\` writes this page, and
\`js/tests/bundles.test.mjs\` holds all but Next.js to the budgets.

| program | at most | ${columns.map(({ head }) => head).join(" | ")} |
|---|---|${columns.map(() => "---|").join("")}
${rows.join("\n")}

- Vite copies the files that a module names even where it drops the module. It gets a build of its
  own, in which the default models are chunks of code. The faster WebAssembly file is one
  \`import "epitome/relaxed"\` away.
- Rollup and esbuild do not copy files: what they write is code alone. Serve the package's folder
  and give its address as the option \`base\`, or leave the package outside of the bundle.
- tsup leaves dependencies outside.
- Next.js is what its client page has more than one without the package.

The programs:

${Object.entries(PROGRAMS)
  .map(([name, { source }]) => `*${name}*\n\n\`\`\`js\n${source}\`\`\``)
  .join("\n\n")}
`;
await writeFile(new URL("../docs/results/bundles.md", import.meta.url), page);
