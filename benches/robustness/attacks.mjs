/**
 * Attacks the installed package and its command line: each attack in a process of its own, with a limit of
 * time and memory. Writes results/attacks.json: how each ended.
 *
 *   node benches/robustness/attacks.mjs [NAME]
 *
 * An attack is held off where the call gives a sound answer or an error of the package, in time.
 */
import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProject, removeProject } from "../../js/tests/support/project.mjs";
import { record } from "./record.mjs";

/** What an attack may take, in milliseconds, and what its process may hold, in MiB. */
const PATIENCE = 60_000;
const MEMORY = 3000;

/** Runs one attack in a process of its own; gives how it ended. */
function attempt(project, group, name) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const args = [`--max-old-space-size=${MEMORY}`, "attacks_work.mjs", group, name];
    const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (part) => (out += part));
    child.stderr.on("data", (part) => (err = (err + part).slice(-4000)));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, PATIENCE);
    child.on("close", (code) => {
      clearTimeout(timer);
      const seconds = Number(((performance.now() - begun) / 1000).toFixed(1));
      if (late) resolve({ end: "hangs", seconds });
      else if (code !== 0) resolve({ end: "crashes", seconds, said: err.split("\n").slice(-12).join("\n") });
      else resolve({ ...JSON.parse(out.trim().split("\n").at(-1)), seconds });
    });
  });
}

const only = process.argv[2];
const project = await createProject(["onnx", "papers"]);
try {
  for (const folder of ["attacks", "attacks_work.mjs", "families.mjs"]) {
    await cp(fileURLToPath(new URL(folder, import.meta.url)), join(project, folder), { recursive: true });
  }
  await cp(fileURLToPath(new URL("../../tests/data/field/entailment/", import.meta.url)), join(project, "entailment"), { recursive: true });
  const list = spawn(process.execPath, ["attacks_work.mjs"], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const part of list.stdout) said += part;
  const groups = JSON.parse(said);
  const rows = [];
  let [tried, held] = [0, 0];
  for (const [group, names] of Object.entries(groups)) {
    const ends = {};
    let count = 0;
    for (const name of names) {
      if (only !== undefined && !`${group}: ${name}`.includes(only)) continue;
      const found = await attempt(project, group, name);
      const good = ["answer", "error"].includes(found.end);
      const key = found.end === "error" ? found.code : found.end;
      ends[key] = (ends[key] ?? 0) + 1;
      count += 1;
      tried += 1;
      if (good) held += 1;
      console.log(`${good ? "held " : "BROKE"} ${group}: ${name}: ${key}, ${found.seconds} s${found.mebibytes ? `, ${found.mebibytes} MiB` : ""}${good && found.message ? ` (${found.message.slice(0, 140)})` : ""}`);
      if (!good) console.log(found.said ?? found.message);
    }
    const told = Object.entries(ends).sort(([, a], [, b]) => b - a);
    if (count > 0) rows.push({ group, count, ends: told.map(([end, number]) => `${number} ${end}`).join(", ") });
  }
  if (only === undefined) await record("attacks", { tried, held, rows });
  process.exitCode = held === tried ? 0 : 1;
} finally {
  await removeProject(project);
}
