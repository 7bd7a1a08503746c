/**
 * One part of `../field_files.mjs`, in a process of its own; prints one line of JSON.
 *
 * `pairs FOLDER`: the pairs of a repository's reference.json, with the times of loading and of a pair.
 * `long FOLDER DTYPE`: a long summary of a long document, and signals in the midst of it.
 * `calls FOLDER DTYPE COUNT`: the memory after every tenth part of so many calls.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const base = process.env.DIST ? pathToFileURL(`${process.env.DIST}/`) : new URL("../../dist/", import.meta.url);
await import(new URL("packages/@epitome/onnx/dist/index.node.js", base));
const { Matcher } = await import(new URL("package/dist/index.node.js", base));

const [what, folder, dtype = "auto", count = "500"] = process.argv.slice(2);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const open = () => Matcher.create({ model: join(folder, "/"), dtype });
/** Characters of the long document, and signals that are given while it is read. */
const [LENGTH, SIGNALS] = [60_000, 12];

/** Numbers from 0 to `below`, the same in every run (Park and Miller 1988). */
function draws(seed) {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

const PLACES = ["Arden", "Belmor", "Caswick", "Dunholm", "Elvaston", "Farrow", "Grendon", "Hexley", "Ilkton", "Jarrow", "Kelby", "Lorne"];
const THINGS = ["bridge", "library", "harbour", "school", "museum", "mill", "station", "garden", "theatre", "clinic", "market", "tower"];
const VERBS = [["opened", "opened"], ["was repaired", "has been repaired"], ["was closed", "closed"], ["was sold", "has been sold"]];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August"];
const REASONS = ["after a long debate in the council", "because the old contract had run out", "as the engineers had advised", "although nobody had asked for it"];

/** A document of facts, each of which names a place, a thing and a year once, and what sums some of them up. */
function long() {
  const draw = draws(7);
  const facts = [];
  let document = "";
  while (document.length < LENGTH) {
    const [place, thing, verb, month, reason] = [PLACES, THINGS, VERBS, MONTHS, REASONS].map((words) => words[draw(words.length)]);
    const year = 1800 + facts.length;
    const text = `The ${thing} of ${place} ${verb[0]} in ${month} ${year} ${reason}.`;
    facts.push({ start: document.length, end: document.length + text.length, told: `In ${year} the ${thing} of ${place} ${verb[1]}.` });
    document += `${text} `;
  }
  const chosen = Array.from({ length: 24 }, (_, at) => facts[(at * 31 + 11) % facts.length]);
  return { document: document.trim(), facts: chosen, summary: chosen.map(({ told }) => told).join(" ") };
}

async function pairs() {
  const reference = JSON.parse(await readFile(join(folder, "reference.json"), "utf8"));
  const begin = process.cpuUsage();
  const matcher = await open();
  const used = process.cpuUsage(begin);
  const [times, supported] = [[], []];
  for (const { document, summary } of reference.pairs) {
    const start = process.cpuUsage();
    const { sentences } = await matcher.match(document, summary);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    supported.push(Math.min(...sentences.map((one) => one.supported)));
  }
  const load = (used.user + used.system) / 1000;
  return { load, pair: median(times), peak: process.resourceUsage().maxRSS * 1024, supported };
}

async function longest() {
  const { document, facts, summary } = long();
  const matcher = await open();
  const start = performance.now();
  const { sentences, read } = await matcher.match(document, summary);
  const took = performance.now() - start;
  const right = facts.filter(({ start, end }, at) => {
    const found = sentences[at]?.documentSpan;
    return found !== undefined && found !== null && found.start === start && found.end === end;
  });
  const aborts = [];
  for (let at = 0; at < SIGNALS; at += 1) {
    const controller = new AbortController();
    let given;
    const later = ((at + 0.5) / SIGNALS) ** 2 * Math.min(took, 12_000);
    setTimeout(() => {
      given = performance.now();
      controller.abort();
    }, later);
    const ended = await matcher.match(document, summary, { signal: controller.signal, explain: true }).then(
      () => "answered",
      (error) => error.name,
    );
    if (ended === "AbortError") aborts.push({ later, took: performance.now() - given });
  }
  return { characters: document.length, sentences: sentences.length, right: right.length, read, took, aborts };
}

async function calls() {
  const { document, facts } = long();
  const matcher = await open();
  const memory = [];
  const all = Number(count);
  for (let call = 0; call < all; call += 1) {
    const fact = facts[call % facts.length];
    // Each tenth call reads the long document, and every other of them is broken off.
    const isLong = call % 10 === 0;
    const signal = isLong && call % 20 === 0 ? AbortSignal.timeout(30) : undefined;
    const text = isLong ? document : document.slice(fact.start, fact.end);
    await matcher.match(text, fact.told, { signal }).catch((error) => {
      if (error.name !== "TimeoutError" && error.name !== "AbortError") throw error;
    });
    if ((call + 1) % (all / 10) === 0) {
      globalThis.gc?.();
      memory.push(process.memoryUsage().rss);
    }
  }
  return { memory };
}

console.log(JSON.stringify(await { pairs, long: longest, calls }[what]()));
process.exit(0);
