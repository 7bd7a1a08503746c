/** CSV and TSV (RFC 4180): quoted fields may hold separators, line breaks and doubled quotes. */

/** Puts lines together into records. */
export class CsvParser {
  readonly #separator: string;
  #fields: string[] = [];
  #field = "";
  #quoted = false;
  /** How many characters the fields have that have ended, and one more for each. */
  #ended = 0;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Whether a record has begun that has not ended. */
  get open(): boolean {
    return this.#quoted;
  }

  /** How many characters the record that has begun has so far, with its separators. */
  get length(): number {
    return this.#ended + this.#field.length;
  }

  /** Forgets the record that has begun: the next line begins another. */
  abandon(): void {
    this.#take();
    this.#field = "";
    this.#quoted = false;
  }

  /** The record that ends with `line`, which is given without its line break; undefined if none does. */
  add(line: string): string[] | undefined {
    for (let at = 0; at < line.length; at += 1) {
      const char = line[at] as string;
      if (this.#quoted) {
        if (char !== '"') this.#field += char;
        else if (line[at + 1] === '"') this.#field += line[(at += 1)];
        else this.#quoted = false;
      } else if (char === '"' && this.#field === "") {
        this.#quoted = true;
      } else if (char === this.#separator) {
        this.#end();
      } else {
        this.#field += char;
      }
    }
    if (this.#quoted) {
      this.#field += "\n";
      return undefined;
    }
    this.#end();
    return this.#take();
  }

  #take(): string[] {
    const record = this.#fields;
    this.#fields = [];
    this.#ended = 0;
    return record;
  }

  #end(): void {
    this.#fields.push(this.#field);
    this.#ended += this.#field.length + 1;
    this.#field = "";
  }
}

/** What separates the fields of a file whose first line is `head`. */
export function separatorOf(head: string): string {
  const counts = [",", "\t", ";"].map((separator) => ({
    separator,
    count: head.split(separator).length,
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}

/** A record as a line. Values that are no text are written as JSON. */
export function csvLine(values: readonly unknown[], separator: string): string {
  const cells = values.map((value) => {
    const text =
      value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
    const special = text.includes(separator) || /["\r\n]/u.test(text) || /^\s|\s$/u.test(text);
    return special ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(separator)}\n`;
}
