/** A line on standard error that counts up; nothing where that is no terminal. */

/** How often the line is drawn at most, in milliseconds. */
const INTERVAL = 200;

export class Progress {
  readonly #unit: string;
  readonly #start = Date.now();
  #count = 0;
  #drawn = 0;

  constructor(unit: string) {
    this.#unit = unit;
  }

  add(count: number): void {
    this.#count += count;
    const now = Date.now();
    if (!process.stderr.isTTY || now - this.#drawn < INTERVAL) return;
    this.#drawn = now;
    const rate = Math.round((this.#count * 1000) / Math.max(1, now - this.#start));
    process.stderr.write(`\r${this.#count} ${this.#unit}, ${rate} a second\u001B[K`);
  }

  /** Makes room for other lines. */
  clear(): void {
    if (process.stderr.isTTY && this.#drawn > 0) process.stderr.write("\r\u001B[K");
  }
}
