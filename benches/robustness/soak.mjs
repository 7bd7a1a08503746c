/**
 * Runs the installed package for long: pairs of four languages with explanations, headlines, lives of
 * matchers, workers that die at random. Memory is measured at ten points of each, and every result is held
 * against the first one of the same texts. Writes results/soak.json after each point.
 *
 *   node benches/robustness/soak.mjs [--pairs N] [--headlines N] [--lives N] [--deaths N]
 */
import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createProject, removeProject } from "../../js/tests/support/project.mjs";
import { record, recorded } from "./record.mjs";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "1000000" },
    headlines: { type: "string", default: "10000" },
    lives: { type: "string", default: "1000" },
    deaths: { type: "string", default: "1000" },
  },
});

const project = await createProject([]);
try {
  for (const file of ["soak_work.mjs", "soak_texts.mjs"]) {
    await cp(fileURLToPath(new URL(file, import.meta.url)), join(project, file));
  }
  const all = { ...(await recorded("soak")) };
  for (const [kind, count] of Object.entries(values)) {
    if (!(Number(count) > 0)) continue;
    const child = spawn(process.execPath, ["--expose-gc", "soak_work.mjs", kind, count], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      all[kind] = JSON.parse(line);
      console.log(`${kind}: ${line}`);
      await record("soak", all);
    }
    const status = await ended;
    if (status !== 0) throw new Error(`${kind}: status ${status}`);
  }
} finally {
  await removeProject(project);
}
