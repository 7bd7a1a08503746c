/**
 * How soon a call ends once its signal does: each call that takes one, on the texts that cost it most, with a
 * signal that ends it at moments spread over its work. Writes results/signals.json.
 *
 *   node benches/robustness/signals.mjs [CALL]
 */
import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createProject, removeProject } from "../../js/tests/support/project.mjs";
import { record } from "./record.mjs";

/** What one child, with all its calls on one family, may take, in milliseconds. */
const PATIENCE = 900_000;

const project = await createProject(["onnx", "headlines"]);
const rows = [];
try {
  for (const file of ["signals_work.mjs", "families.mjs"]) {
    await cp(fileURLToPath(new URL(file, import.meta.url)), join(project, file));
  }
  for (const entry of ["epitome/worker", "epitome"]) {
    const child = spawn(process.execPath, ["signals_work.mjs", entry, ...process.argv.slice(2)], {
      cwd: project,
      stdio: ["ignore", "pipe", "inherit"],
      timeout: PATIENCE,
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const row = JSON.parse(line);
      rows.push({ entry, ...row });
      if (process.argv.length === 2) await record("signals", { rows });
      console.log(`${entry}, ${row.call}, ${row.family}: ${row.worst} ms (whole: ${row.whole})`);
    }
  }
} finally {
  await removeProject(project);
}
