/** Rows as they are written: JSON Lines, CSV or TSV, packed with gzip or not. */
import { gzipSync } from "node:zlib";
import { csvLine } from "./csv.js";
import type { Output } from "./io.js";
import type { Format } from "./sources.js";

/** How much text is packed together: a member of the gzip file, after which a run can go on. */
const MEMBER = 256 * 1024;

/** How many of the fields that a table lacks are named. */
const NAMED = 8;

export class RowWriter {
  readonly #output: Output;
  readonly #separator: string | undefined;
  readonly #packed: boolean;
  #columns: readonly string[] | undefined;
  /** The fields that the table has no column for, and how many rows have some. */
  readonly #lacking = new Set<string>();
  #cut = 0;
  #waiting: string[] = [];
  #length = 0;

  /** Writes in `format` to `output`; `columns` are those of a table that has its head already. */
  constructor(output: Output, format: Format, packed: boolean, columns?: readonly string[]) {
    this.#output = output;
    this.#separator = separatorIn(format);
    this.#packed = packed;
    this.#columns = columns;
  }

  /** What was left out of a table, as a message; empty if nothing was. */
  get leftOut(): string {
    if (this.#cut === 0) return "";
    const names = [...this.#lacking].slice(0, NAMED).map((name) => JSON.stringify(name));
    const more = this.#lacking.size > NAMED ? ", …" : "";
    const rows = this.#cut === 1 ? "1 row has fields" : `${this.#cut} rows have fields`;
    const fields = `${rows} that the head of the table lacks, which are left out: ${names.join(", ")}${more}`;
    return `epitome: ${fields}; --output-format jsonl keeps them\n`;
  }

  /** Writes a row, which is a line of JSON, or nothing if it is empty. */
  async write(line: string): Promise<void> {
    if (line === "") return;
    const text = this.#separator === undefined ? line : this.#record(line, this.#separator);
    if (!this.#packed) return await this.#output.write(text);
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= MEMBER) await this.flush();
  }

  /** Writes what waits to be packed. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#length = 0;
    await this.#output.write(gzipSync(text));
  }

  /** The columns are those of the first row; what other rows have besides is left out, and counted. */
  #record(line: string, separator: string): string {
    const fields = JSON.parse(line) as Record<string, unknown>;
    const head = this.#columns === undefined;
    const columns = (this.#columns ??= Object.keys(fields));
    const lacking = Object.keys(fields).filter((name) => !columns.includes(name));
    if (lacking.length > 0) this.#cut += 1;
    for (const name of lacking) this.#lacking.add(name);
    const record = csvLine(columns.map((name) => fields[name]), separator);
    return head ? csvLine(columns, separator) + record : record;
  }
}

/** What separates the fields of a table; undefined of JSON Lines. */
export function separatorIn(format: Format): string | undefined {
  return format === "csv" ? "," : format === "tsv" ? "\t" : undefined;
}
