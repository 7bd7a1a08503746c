/** Writes docs/results/robustness.md from what the programs of this folder and of fuzz/ have recorded. */
import { readFile, writeFile } from "node:fs/promises";
import { recorded } from "./record.mjs";

const root = new URL("../../", import.meta.url);
const read = async (path) => JSON.parse(await readFile(new URL(path, root), "utf8"));

const figure = (number) => number.toLocaleString("en");
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");

/** A section where its figures are there. */
async function section(name, write) {
  const found = await recorded(name);
  return found === undefined ? "" : write(found);
}

/** With 95 % certainty an input that breaks is rarer than one in so many, where none broke: the rule of three. */
const rarer = (tries) => `1 in ${figure(Math.max(1, Math.floor(tries / 3)))}`;

function executions(all) {
  const kinds = ["guided", "mutated", "random"];
  const count = (target) => sum(kinds.map((kind) => target[kind] ?? 0));
  const rows = Object.entries(all).map(([name, target]) => [
    `\`${name}\``, ...kinds.map((kind) => figure(target[kind] ?? 0)), target.minutes.toFixed(1), rarer(count(target)),
  ]);
  const total = sum(Object.values(all).map(count));
  const groups = {
    text: ["language", "parts", "grounding", "entities", "measures", "matcher", "summarize", "corpus"],
    layout: ["pdftohtml", "pdfjs", "boxes"],
  };
  const shares = Object.entries(groups).map(
    ([name, targets]) => `${name} ${figure(sum(targets.map((target) => (all[target] ? count(all[target]) : 0))))}`,
  );
  return `${figure(total)} executions in ${figure(Math.round(sum(Object.values(all).map(({ minutes }) => minutes))))} minutes of one core:
${shares.join(", ")}. \`guided\` is libFuzzer by coverage, \`mutated\` are mutations of what it kept, \`random\` is
JavaScript. The last column is a bound with 95 % certainty for inputs as such a run makes them.

${table(["target", ...kinds, "minutes", "breaks at most"], rows)}`;
}

const findings = (list) =>
  table(["where", "what broke", "what was done", "test"], list.map(({ where, found, done, test }) => [where, found, done, test]));

function faults({ places, tests, failed, seconds }) {
  const rows = Object.entries(places).map(([place, { count, settled }]) => [place, count, settled]);
  return `${tests} faults were put in one at a time, ${tests - failed} behaved: every promise settled within its
20 seconds, with the right answer, an error of the package or the caller's own signal, and the next call was right
(${seconds} s).

${table(["place", "faults", "behaved"], rows)}`;
}

const SOAK = {
  pairs: "pairs with explanations, four languages",
  headlines: "headlines, four languages",
  lives: "lives: create, call, destroy",
  deaths: "workers ended at random",
};

function soak({ machine, ...found }) {
  const rows = Object.entries(SOAK)
    .filter(([kind]) => found[kind] !== undefined)
    .map(([kind, what]) => {
      const { done, seconds, mebibytes, compared, differences } = found[kind];
      return [what, figure(done), figure(seconds), mebibytes.join(", "), figure(compared), differences];
    });
  const { deaths } = found;
  const told = deaths && `Of ${figure(deaths.calls)} calls beside the ends of workers ${figure(deaths.rightAnswers)} were right,
${figure(deaths.told)} rejected with \`worker-died\`, ${deaths.otherErrors} with another error, and ${deaths.unsettled} did not
settle within 20 seconds.`;
  return [table(["what", "done", "seconds", "MiB at ten points", "compared", "differences"], rows), told].filter(Boolean).join("\n\n");
}

function cost({ bytes, calls }) {
  const worst = (families, key) =>
    families.filter((one) => typeof one[key] === "number").reduce((most, one) => (most === undefined || one[key] > most[key] ? one : most), undefined);
  const rows = calls.map(({ call, limit, families }) => {
    const [steep, dear, large] = ["exponent", "nanoseconds", "multiple"].map((key) => worst(families, key));
    return [
      call, limit === null ? "" : figure(limit),
      steep === undefined ? "" : `${steep.exponent} (${steep.family})`,
      `${figure(dear.nanoseconds)} (${dear.family})`,
      large === undefined ? "" : `${large.multiple} (${large.family})`,
    ];
  });
  const count = calls[0].families.length;
  return `${count} families of texts that are made to be dear, of ${figure(bytes / 16)}, ${figure(bytes / 4)} and ${figure(bytes)} bytes; the
worst of them for each figure. The exponent fits log time to log size, in time of the processor.

${table(["call", "limit in characters", "exponent", "ns a byte", "memory, times the text"], rows)}`;
}

function signals({ rows }) {
  const calls = [...new Set(rows.map(({ call }) => call))];
  const worst = (call, entry) => {
    const own = rows.filter((row) => row.call === call && row.entry === entry);
    if (own.length === 0) return "";
    const most = own.reduce((most, row) => (row.worst > most.worst ? row : most));
    return `${most.worst} (${most.family})`;
  };
  const entries = ["epitome", "epitome/worker"];
  const late = rows.filter(({ worst }) => worst > 100).length;
  return `${rows.length} calls and families, ended at four moments each: ${rows.length - late} end within 100 ms at every
one. The worst family of each call, in milliseconds from the signal to the rejection:

${table(["call", "characters", ...entries], calls.map((call) => [call, figure(rows.find((row) => row.call === call).size), ...entries.map((entry) => worst(call, entry))]))}`;
}

const builds = ({ rows, seconds }) => `${rows.filter(({ equal }) => equal).length} of ${rows.length} files are equal in two folders of different
names (${figure(seconds)} s).

${table(["file", "SHA-256", "equal"], rows.map(({ file, sha256, equal }) => [file, `\`${sha256.slice(0, 16)}…\``, equal ? "yes" : "no"]))}`;

function supply({ crates, npm, packed }) {
  const audits = crates.audited.map(({ manifest, reached, found, advisories, of, crates: count, said }) =>
    reached ? `\`${manifest}\`: ${found} of ${count} crates have one of ${figure(advisories)} advisories (of ${of})` : `\`${manifest}\`: not reached (${said})`,
  );
  const locks = npm.map(({ folder, packages, scripts, unpinned, audit }) => [
    `\`${folder}\``, packages, unpinned.length, scripts.join(", ") || "none", audit.reached ? audit.found : `not reached: ${audit.said}`,
  ]);
  return `Licences, sources and versions of crates (\`deny.toml\`): ${crates.denied.every(({ passed }) => passed) ? "all pass" : "some do not pass"}.
Known weaknesses: ${audits.join("; ")}.
What the packages are built and tested with, from npm; its scripts are not run but for \`js\`:

${table(["lock", "packages", "without digest", "with install scripts", "weaknesses"], locks)}

${packed.length} packages: ${sum(packed.map(({ scripts }) => scripts.length))} scripts run when one is installed, ${sum(packed.map(({ dependencies }) => dependencies.length))} other
packages come along. Bills of materials (CycloneDX): ${packed.filter(({ components }) => components !== undefined).length}, with ${packed.map(({ components }) => components ?? 0).join(", ")} components.`;
}

const attacks = ({ tried, held, rows }) => `${tried} attacks in ${rows.length} groups; ${held} held when they were tried first, before what is mended above.

${table(["what was tried", "attacks", "how they ended"], rows.map(({ group, count, ends }) => [group, count, ends]))}`;

const found = await read("benches/robustness/findings.json");
const machines = new Set();
for (const name of ["faults", "soak", "signals", "builds", "attacks"]) {
  const record = await recorded(name);
  if (record !== undefined) machines.add(record.machine);
}

const parts = [
  `# Robustness

What comes in from strangers, tried as [THREAT_MODEL.md](../../THREAT_MODEL.md) promises it. Each section names the
program whose figures it shows; \`node benches/robustness/page.mjs\` writes this page. Made on
${[...machines].join("; ")}, beside other work, at low priority: times are upper bounds.`,
  `## Fuzz targets

\`./build.sh fuzz MINUTES\` and \`node fuzz/javascript.mjs MINUTES\`; \`./build.sh test\` runs the seeds of every target and
some mutations.

${executions(await read("fuzz/results/executions.json"))}`,
  `## What was found

${findings(found)}`,
  await section("faults", (all) => `## Faults put in\n\n\`node benches/robustness/faults.mjs\`\n\n${faults(all)}`),
  await section("soak", (all) => `## Soak\n\n\`node benches/robustness/soak.mjs\`\n\n${soak(all)}`),
  await section("soak_chromium", (all) => `In Chromium (\`node benches/robustness/soak_chromium.mjs\`):\n\n${soak(all)}`),
  await read("fuzz/results/cost.json").then((all) => `## Cost\n\n\`cost\` of \`fuzz/\`, which runs natively.\n\n${cost(all)}`, () => ""),
  await section("signals", (all) => `## Signals\n\n\`node benches/robustness/signals.mjs\`\n\n${signals(all)}`),
  await section("attacks", (all) => `## Attacks\n\n\`node benches/robustness/attacks.mjs\`\n\n${attacks(all)}`),
  await section("builds", (all) => `## Two builds\n\n\`node benches/robustness/builds.mjs\`\n\n${builds(all)}`),
  await section("supply", (all) => `## Supply chain\n\n\`./build.sh supply\`\n\n${supply(all)}`),
];
await writeFile(new URL("docs/results/robustness.md", root), `${parts.filter((part) => part !== "").join("\n\n")}\n`);
