/** A thousand calls, two hundred lives and as many headlines: memory stays flat, on both entries. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createProject, removeProject, run } from "./support/project.mjs";

/** The most that memory may grow between the first and the last measurement, in MiB. */
const GROWTH = 24;

const SCRIPT = `
const { Matcher, Summarizer } = await import(process.argv[2]);
const pair = ["河水一夜上涨，大桥已经关闭，学校照常上课。".repeat(4), "大桥关闭"];
const report = "The town council voted on Monday to close the old bridge. Engineers found cracks in two pillars. ".repeat(4);
const figures = { calls: [], lives: [], headlines: [] };
async function measure(into) {
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  into.push(process.memoryUsage().rss / 2 ** 20);
}
const matcher = await Matcher.create({ model: "lstm-ii-zh" });
const summarizer = await Summarizer.create();
for (let call = 0; call <= 1000; call += 1) {
  await matcher.match(...pair, { explain: call % 2 === 0, signal: new AbortController().signal });
  await summarizer.summarize(pair[0]);
  if (call % 250 === 0 && call > 0) await measure(figures.calls);
}
matcher.destroy();
summarizer.destroy();
for (let life = 0; life <= 200; life += 1) {
  const each = await Matcher.create({ model: "lstm-ii-zh" });
  if (life % 2 === 0) await each.match(...pair);
  else each.match(...pair).catch(() => {});
  each.destroy();
  if (life % 50 === 0 && life > 0) await measure(figures.lives);
}
const writer = await Summarizer.create({ type: "headline", method: "headline-en" });
for (let call = 0; call <= 200; call += 1) {
  const reader = writer.summarizeStreaming(report).getReader();
  if (call % 2 === 0) while (!(await reader.read()).done);
  else {
    reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await reader.cancel(); // in the middle of the search
  }
  if (call % 50 === 0 && call > 0) await measure(figures.headlines);
}
writer.destroy();
console.log(JSON.stringify(figures));
`;

let project;

before(async () => {
  project = await createProject();
  await writeFile(join(project, "soak.mjs"), SCRIPT);
});

after(async () => {
  if (project) await removeProject(project);
});

for (const entry of ["epitome", "epitome/worker"]) {
  test(`${entry}: memory is flat`, { timeout: 960_000 }, async (t) => {
    const { code, stdout, stderr } = await run(
      process.execPath,
      ["--expose-gc", "soak.mjs", entry],
      { cwd: project, timeout: 900_000 },
    );
    assert.equal(code, 0, stderr);
    for (const [what, figures] of Object.entries(JSON.parse(stdout))) {
      const text = figures.map((figure) => figure.toFixed(0)).join(", ");
      t.diagnostic(`${entry}, ${what}: ${text} MiB`);
      assert.equal(figures.length, 4);
      const growth = figures[3] - figures[0];
      assert.ok(growth < GROWTH, `${what}: ${text} MiB`);
    }
  });
}
