/** The CreateMonitor of the Writing Assistance APIs: an event target with `ondownloadprogress`. */
import type { CreateMonitor as OwnMonitor } from "../loading/progress.js";
import { asInterface } from "./interface.js";

/** How precisely progress is told. */
const PARTS = 65_536;

type Handler = ((event: Event) => unknown) | null;

/** What the option `monitor` of `create` is given. */
export class CreateMonitor extends EventTarget {
  #handler: Handler = null;

  constructor() {
    super();
    this.addEventListener("downloadprogress", (event) => this.#handler?.call(this, event));
  }

  static {
    asInterface(this, "CreateMonitor");
  }

  /** Called for each event `downloadprogress`. */
  get ondownloadprogress(): Handler {
    return this.#handler;
  }

  set ondownloadprogress(handler: Handler) {
    this.#handler = typeof handler === "function" ? handler : null;
  }

  /** Passes on what `own` tells until `signal` aborts: fractions that grow, to one part in 65,536. */
  follow(own: OwnMonitor, signal: AbortSignal | undefined): void {
    let told = -1;
    own.addEventListener("downloadprogress", (event) => {
      const loaded = Math.floor(event.loaded * PARTS) / PARTS;
      if (signal?.aborted || loaded <= told) return;
      told = loaded;
      const sizes = { loaded, total: 1, lengthComputable: true };
      this.dispatchEvent(
        typeof ProgressEvent === "function"
          ? new ProgressEvent("downloadprogress", sizes)
          : Object.assign(new Event("downloadprogress"), sizes),
      );
    });
  }
}
