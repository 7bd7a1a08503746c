/**
 * The rows of a table as they come: CSV and TSV (RFC 4180, also with semicolons), JSON lines, or a
 * JSON array. Each row is an array of values in the order of the columns.
 */

/** The longest JSON array that is read, in characters: it is parsed as a whole. */
const MOST_JSON = 500_000_000;

/** Numbers that JavaScript may round, such as ids: their lines are saved as they were. */
const LONG_NUMBER = /\d{16}/u;

/** The text of a file as it comes, in UTF-8 or, with a byte order mark, UTF-16. */
async function* textOf(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  const decoder = new TextDecoder(encoding);
  for (const reader = file.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    yield decoder.decode(value ?? new Uint8Array(), { stream: !done });
    if (done) return;
  }
}

/** The separator that the first line has most of. */
function separatorOf(line) {
  const count = (mark) => line.split(mark).length;
  return [",", "\t", ";"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** The records of CSV as they come. */
export async function* recordsOfCsv(texts) {
  let separator;
  let rest = "";
  let record = [];
  let value = "";
  let quoted = false;
  let wasQuoted = false;
  const endValue = () => {
    record.push(value);
    value = "";
    wasQuoted = false;
  };
  for await (const text of texts) {
    rest += text;
    if (separator === undefined) {
      const line = rest.search(/[\r\n]/u);
      if (line < 0) continue;
      separator = separatorOf(rest.slice(0, line));
    }
    let at = 0;
    // The last character waits for what follows: a quotation mark may be doubled.
    for (; at < rest.length - 1; at += 1) {
      const char = rest[at];
      if (quoted) {
        if (char !== '"') value += char;
        else if (rest[at + 1] === '"') value += rest[++at];
        else quoted = false;
      } else if (char === '"' && value === "" && !wasQuoted) quoted = wasQuoted = true;
      else if (char === separator) endValue();
      else if (char === "\n" || char === "\r") {
        if (char === "\r" && rest[at + 1] === "\n") at += 1;
        endValue();
        if (record.length > 1 || record[0] !== "") yield record;
        record = [];
      } else value += char;
    }
    rest = rest.slice(at);
  }
  separator ??= separatorOf(rest);
  for (const char of rest) {
    if (quoted && char === '"') quoted = false;
    else if (!quoted && char === separator) endValue();
    else if (!quoted && (char === "\n" || char === "\r")) break;
    else value += char;
  }
  if (value !== "" || record.length > 0) yield [...record, value];
}

/** The lines of a text as they come. */
async function* linesOf(texts) {
  let rest = "";
  for await (const text of texts) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Rows of objects: their columns grow as new keys come. */
function ofObject(object, columns) {
  if (object === null || typeof object !== "object" || Array.isArray(object)) return undefined;
  for (const key of Object.keys(object)) if (!columns.includes(key)) columns.push(key);
  return columns.map((key) => object[key]);
}

/**
 * Reads a table. Gives its `columns`, filled while rows come, the `format` it is in, and `rows`;
 * a row is undefined where a line is not one.
 */
export async function readTable(file) {
  const head = (await file.slice(0, 4096).text()).trimStart();
  const columns = [];
  const strip = async function* () {
    let first = true;
    for await (const text of textOf(file)) {
      yield first ? text.replace(/^\ufeff/u, "") : text;
      first = false;
    }
  };
  if (head.startsWith("[") || (head.startsWith("{") && /\.json$/iu.test(file.name))) {
    return { columns, format: "json", rows: arrayRows(strip(), columns) };
  }
  if (head.startsWith("{") || /\.(?:jsonl|ndjson)$/iu.test(file.name)) {
    return { columns, format: "jsonl", rows: lineRows(strip(), columns) };
  }
  return { columns, format: "csv", rows: csvRows(strip(), columns) };
}

async function* lineRows(texts, columns) {
  for await (const line of linesOf(texts)) {
    if (line.trim() === "") continue;
    try {
      const row = ofObject(JSON.parse(line), columns);
      if (row !== undefined && LONG_NUMBER.test(line)) row.raw = line.trim();
      yield row;
    } catch {
      yield undefined;
    }
  }
}

async function* arrayRows(texts, columns) {
  let whole = "";
  for await (const text of texts) {
    whole += text;
    if (whole.length > MOST_JSON)
      throw new RangeError("the JSON array is too long: use JSON lines");
  }
  let parsed;
  try {
    parsed = JSON.parse(whole);
  } catch {
    yield* lineRows([whole], columns); // lines of objects under the name .json
    return;
  }
  for (const object of Array.isArray(parsed) ? parsed : [parsed]) yield ofObject(object, columns);
}

async function* csvRows(texts, columns) {
  let isFirst = true;
  for await (const record of recordsOfCsv(texts)) {
    if (isFirst) columns.push(...record.map((name, at) => name.trim() || `column ${at + 1}`));
    else yield record;
    isFirst = false;
  }
}

/** Which columns seem to be the text, the summary and the language, by their names and lengths. */
export function guessColumns(columns, rows) {
  const named = (pattern) => columns.find((name) => pattern.test(name));
  const length = (at) =>
    rows.reduce((sum, row) => sum + (typeof row?.[at] === "string" ? row[at].length : 0), 0);
  const byLength = columns
    .map((name, at) => [length(at), name])
    .filter(([sum]) => sum > 0)
    .sort((a, b) => b[0] - a[0])
    .map(([, name]) => name);
  const document =
    named(/^(?:document|article|text|source|content|body|src|context)$/iu) ??
    named(/document|article|source/iu) ??
    byLength[0];
  const summary =
    named(/^(?:summary|headline|title|abstract|highlights|hypothesis|claim|target|tldr)$/iu) ??
    named(/summary|headline|claim/iu) ??
    byLength.find((name) => name !== document);
  return { document, summary, language: named(/^(?:language|lang|locale)$/iu) };
}
