/** The rows with their judgements as a file: every field is kept, the new ones come after it. */
import { VERDICTS } from "./store.js";

/** The fields that are added, in order. */
const ADDED = [
  "verdict",
  "probability",
  "score",
  "statements",
  "supported_statements",
  "objections",
  "language_read",
];

function judged(store, index) {
  const said = store.said[index];
  if (said === undefined) return { verdict: VERDICTS[store.verdict[index]] };
  return {
    verdict: VERDICTS[store.verdict[index]],
    probability: Number(store.probability[index].toFixed(6)),
    score: Number(said.score.toFixed(6)),
    statements: said.total,
    supported_statements: said.found,
    objections: said.objections,
    language_read: said.language,
  };
}

/** Names that no column has. */
function namesIn(columns) {
  return ADDED.map((name) => {
    let free = name;
    while (columns.includes(free)) free = `epitome_${free}`;
    return free;
  });
}

const cell = (value) => {
  const text =
    value === undefined || value === null
      ? ""
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line of JSON with fields behind its own, whose numbers keep all digits. */
function extended(raw, added, names) {
  const fields = Object.fromEntries(ADDED.map((name, at) => [names[at], added[name]]));
  return `${raw.slice(0, -1).trimEnd()},${JSON.stringify(fields).slice(1)}`;
}

/**
 * A blob of the rows `indices`: "csv" with a byte order mark, which spreadsheets want, or "jsonl".
 */
export function saveRows(store, indices, format) {
  const { columns, rows } = store;
  const names = namesIn(columns);
  const parts = [];
  if (format === "csv") parts.push(`\ufeff${[...columns, ...names].map(cell).join(",")}\r\n`);
  for (const index of indices) {
    const row = rows[index];
    if (row === undefined) continue; // a line that was no row
    const added = judged(store, index);
    if (format === "csv") {
      const values = columns.map((_, at) => row[at]);
      parts.push(`${[...values, ...ADDED.map((name) => added[name])].map(cell).join(",")}\r\n`);
    } else {
      const object = {};
      columns.forEach((name, at) => {
        if (row[at] !== undefined) object[name] = row[at];
      });
      ADDED.forEach((name, at) => {
        if (added[name] !== undefined) object[names[at]] = added[name];
      });
      parts.push(
        row.raw === undefined
          ? `${JSON.stringify(object)}\n`
          : `${extended(row.raw, added, names)}\n`,
      );
    }
  }
  return new Blob(parts, {
    type: format === "csv" ? "text/csv;charset=utf-8" : "application/jsonl",
  });
}
