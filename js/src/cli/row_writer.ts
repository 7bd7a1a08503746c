/** Rows as they are written: JSON Lines, CSV or TSV, packed with gzip or not. */
import { gzipSync } from "node:zlib";
import { csvLine } from "./csv.js";
import type { Output } from "./io.js";
import type { Format } from "./sources.js";

/** How much text is packed together: a member of the gzip file, after which a run can go on. */
const MEMBER = 256 * 1024;

export class RowWriter {
  readonly #output: Output;
  readonly #separator: string | undefined;
  readonly #packed: boolean;
  #columns: string[] | undefined;
  #waiting: string[] = [];
  #length = 0;

  /** Writes in `format` to `output`; a table that has rows already has its head. */
  constructor(output: Output, format: Format, packed: boolean) {
    this.#output = output;
    this.#separator = format === "csv" ? "," : format === "tsv" ? "\t" : undefined;
    this.#packed = packed;
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

  /** The columns are those of the first row; what other rows have besides is left out. */
  #record(line: string, separator: string): string {
    const fields = JSON.parse(line) as Record<string, unknown>;
    const head = this.#columns === undefined && this.#output.bytes === 0 && this.#length === 0;
    this.#columns ??= Object.keys(fields);
    const record = csvLine(this.#columns.map((name) => fields[name]), separator);
    return head ? csvLine(this.#columns, separator) + record : record;
  }
}
