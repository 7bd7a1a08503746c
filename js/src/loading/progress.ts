/**
 * The progress of a load, as the browser's Writing Assistance API tells it:
 * `downloadprogress` events whose `loaded` runs from 0 to 1. The sizes come
 * from the manifests, because compression makes `Content-Length` wrong.
 */
import { DataError } from "../errors.js";
import { describe } from "../options.js";

/** How often progress is told at most, in milliseconds; the beginning and the end always are. */
const INTERVAL = 50;

/** An event `downloadprogress`. */
export class DownloadProgressEvent extends Event {
  /** The share that is loaded, 0 to 1. The first event has 0, the last has 1. */
  readonly loaded: number;
  /** Always 1. */
  readonly total = 1;
  /** Always true. */
  readonly lengthComputable = true;

  /** @internal */
  constructor(loaded: number) {
    super("downloadprogress");
    this.loaded = loaded;
  }
}

/** An event `cacheerror`: a download could not be kept; the load goes on. */
export class CacheErrorEvent extends Event {
  /** What the cache said. */
  readonly error: unknown;

  /** @internal */
  constructor(error: unknown) {
    super("cacheerror");
    this.error = error;
  }
}

/** The options of a listener, as `EventTarget` takes them. */
export interface ListenerOptions {
  /** Whether it hears events on their way down. */
  capture?: boolean;
  /** Whether it hears one event only. */
  once?: boolean;
  /** Whether it never cancels an event. */
  passive?: boolean;
  /** Removes it. */
  signal?: AbortSignal;
}

/** What `monitor` is given: it tells how far a load has come. */
export interface CreateMonitor extends EventTarget {
  addEventListener(
    type: "downloadprogress",
    listener: (event: DownloadProgressEvent) => void,
    options?: boolean | ListenerOptions,
  ): void;
  addEventListener(
    type: "cacheerror",
    listener: (event: CacheErrorEvent) => void,
    options?: boolean | ListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: ((event: Event) => void) | { handleEvent(event: Event): void } | null,
    options?: boolean | ListenerOptions,
  ): void;
}

/** Counts the bytes of one load. */
export class Progress {
  readonly #target: EventTarget | undefined;
  #expected = 0;
  #loaded = 0;
  #told = -1;
  #toldAt = 0;

  constructor(place: string, monitor: ((monitor: CreateMonitor) => void) | undefined) {
    if (monitor === undefined) return;
    if (typeof monitor !== "function") {
      throw new DataError(`${place}: monitor: expected a function, got ${describe(monitor)}`, {
        code: "invalid-argument",
      });
    }
    this.#target = new EventTarget();
    monitor(this.#target as CreateMonitor);
  }

  /** Tells that the load begins. */
  begin(): void {
    this.#tell(0);
  }

  /** Another `bytes` will be loaded. */
  expect(bytes: number): void {
    this.#expected += bytes;
  }

  /** Another `bytes` are loaded; less than 0 takes back those of a broken download. */
  add(bytes: number): void {
    this.#loaded += bytes;
    // 1 is for the end of the whole load, and what was told is never taken back.
    const share = this.#loaded / Math.max(1, this.#expected);
    if (share < 1 && share > this.#told && now() - this.#toldAt >= INTERVAL) this.#tell(share);
  }

  /** Tells that everything is loaded. */
  end(): void {
    this.#tell(1);
  }

  /** Tells that a download could not be kept. */
  cacheFailed(error: unknown): void {
    this.#target?.dispatchEvent(new CacheErrorEvent(error));
  }

  #tell(share: number): void {
    this.#told = share;
    this.#toldAt = now();
    this.#target?.dispatchEvent(new DownloadProgressEvent(share));
  }
}

function now(): number {
  return performance.now();
}
