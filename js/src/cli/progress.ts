/** A bar on standard error while a command runs; nothing where that is no terminal. */

/** How often the bar is drawn at most, in milliseconds. */
const INTERVAL = 200;

/** The width of the bar, in characters. */
const WIDTH = 24;

export class Progress {
  readonly #unit: string;
  readonly #size: number | undefined;
  readonly #start = Date.now();
  #count = 0;
  #first: number | undefined;
  #drawn = 0;

  /** Counts `unit`s in an input of `size` bytes, if that is known. */
  constructor(unit: string, size: number | undefined) {
    this.#unit = unit;
    this.#size = size;
  }

  /** One more, which ends at `offset` of the input. */
  add(offset: number): void {
    this.#count += 1;
    this.#first ??= offset;
    const now = Date.now();
    if (!process.stderr.isTTY || now - this.#drawn < INTERVAL) return;
    this.#drawn = now;
    process.stderr.write(`\r${this.#line(offset, (now - this.#start) / 1000)}\u001B[K`);
  }

  #line(offset: number, seconds: number): string {
    const rate = `${Math.round(this.#count / Math.max(0.001, seconds)).toLocaleString("en")} a second`;
    const count = `${this.#count.toLocaleString("en")} ${this.#unit}, ${rate}`;
    if (!this.#size) return count;
    const share = Math.min(1, offset / this.#size);
    const filled = Math.round(share * WIDTH);
    const bar = `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}]`;
    const done = offset - (this.#first ?? 0);
    const left = done > 0 ? clock(((this.#size - offset) / done) * seconds) : "?";
    return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${count}, ${left} left`;
  }

  /** Makes room for other lines. */
  clear(): void {
    if (process.stderr.isTTY && this.#drawn > 0) process.stderr.write("\r\u001B[K");
  }
}

/** Seconds as hours, minutes and seconds. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
