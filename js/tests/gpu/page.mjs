/** docs/results/webgpu.md, from what the hosts gave. */
import os from "node:os";
import { sampledPairs } from "../support/generated-pairs.mjs";
import { ALONE_OF, CALL, LONGEST } from "./cases.mjs";

const scientific = (value) => (typeof value !== "number" ? "" : value.toExponential(1));
const verdict = (wrong) => (wrong.length === 0 ? "as it should" : wrong.join("; ").split("\n")[0].replaceAll("|", "/"));

/** Columns of a task besides the host and the verdict, and what fills them. */
const TABLES = {
  software: {
    title: "`auto` on an adapter that computes on the CPU",
    text: "One pair, twice 64 pairs, one pair. All of them belong on wasm, and nothing is to be tried on the adapter.",
    columns: ["one pair", "64 pairs", "anything run on it"],
    cells: ({ one, many, measured }) => [one.join(", "), many.join(", "), measured ? "yes" : "no"],
  },
  hardware: {
    title: "`auto` on an adapter that calls itself a GPU",
    text: "The same, on the same adapter under another name: batches are measured now, and go where it is faster; one pair belongs on wasm, before and after, without a trial.",
    columns: ["one pair", "64 pairs", "batches measured"],
    cells: ({ one, many, measured }) => [one.join(", "), many.join(", "), measured ? "yes" : "no"],
  },
  limits: {
    title: "The least that an adapter may offer",
    text: "The adapter offers WebGPU's default limits and no more, the device has exactly those, and `backend: \"webgpu\"` scores one call of many pairs.",
    columns: ["model", "pairs", "longest document", "apart", "company", "ran on"],
    cells: ({ pairs, apart, company, backends }, job) => [
      job.model, pairs, job.longest, scientific(apart), scientific(company), backends.join(", "),
    ],
  },
  lost: {
    title: "A device that is lost in the middle of a batch",
    text: "The batch ends on wasm with one warning; the next matcher gets a device of its own.",
    columns: ["finished on", "apart from wasm alone", "warnings", "next matcher"],
    cells: ({ backends, apart, warnings, again }) => [backends.join(", "), scientific(apart), warnings.length, again],
  },
  buffers: {
    title: "Buffers alive after matchers were made, used and destroyed",
    columns: ["after 2", "after 100 more"],
    cells: ({ alive, later }) => [alive, later],
  },
};

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(columns), `|${columns.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

function parityTable(rows) {
  return table(
    ["model", "host", "pairs", "apart", "of them alone", "company", "scores", "ran on", ""],
    rows.map(({ host, job, found, wrong }) => [
      job.model, host,
      ...(found.error === undefined
        ? [
            found.pairs, scientific(found.apart), found.alone, scientific(found.company),
            found.scores.map((score) => score.toFixed(2)).join(" to "), found.backends.join(", "),
          ]
        : ["", "", "", "", "", ""]),
      verdict(wrong),
    ]),
  );
}

/** How many of `count` documents are how long. */
function lengths(count) {
  const from = [1, 10, 100, 1000];
  const counts = from.map((least, place) => {
    const below = from[place + 1] ?? LONGEST + 1;
    const within = sampledPairs("zh", count, LONGEST).filter(({ document: { length } }) => length >= least && length < below);
    return `${within.length} of ${least} to ${below - 1}`;
  });
  return counts.join(", ");
}

/** The page. */
export function page(hosts, rows) {
  const of = (task) => rows.filter(({ job }) => job.task === task);
  const there = hosts.map(({ name, version, adapter, missing }) =>
    missing === undefined ? `- ${name}: ${version}; adapter: ${adapter}` : `- ${name}: not there: ${missing}`,
  );
  const sections = Object.entries(TABLES).map(([task, { title, text, columns, cells }]) => {
    const filled = of(task).map(({ host, job, found, wrong }) => [
      host, ...(found.error === undefined ? cells(found, job) : columns.map(() => "")), verdict(wrong),
    ]);
    return [`## ${title}`, ...(text === undefined ? [] : [text]), table(["host", ...columns, ""], filled)].join("\n\n");
  });
  const most = Math.max(1, ...of("parity").map(({ found }) => found.pairs ?? 1));
  const fewer = of("parity").every(({ found }) => found.error !== undefined || found.pairs === most)
    ? ""
    : ` Rows differ in their number of pairs where there was no time for more: an adapter that
computes on the CPU takes seconds for a long pair.`;
  return `# WebGPU against wasm

Written by \`npm run test:gpu\` in js/. Every row of the first table is one model on one host: the
same generated pairs on both backends, in calls of ${CALL} pairs of similar length. Documents
have 1 to ${LONGEST} characters, a frequency that falls as length^-1.5 (of ${most} documents: ${lengths(most)})
and always one of ${LONGEST}; summaries 1 to 60, and every third is a part of its document. "Apart" is the largest
difference of a level's probability between the backends, at most 1e-3; "company" that between
a pair alone and in its call, for one pair of ${ALONE_OF}, at most 1e-5; "scores" the range over all
pairs.${fewer}

${there.join("\n")}

${os.type()} ${os.arch()}, ${os.cpus()[0].model}. Adapters that compute on the CPU prove that the results are
right; they say nothing about speed.

${parityTable(of("parity"))}

${sections.join("\n\n")}
`;
}
