/** The CreateMonitor of the Writing Assistance APIs: an event target with `ondownloadprogress`. */
import type { CreateMonitor as OwnMonitor } from "../loading/progress.js";

type Handler = ((event: Event) => unknown) | null;

/** What the option `monitor` of `create` is given. */
export class CreateMonitor extends EventTarget {
  #handler: Handler = null;

  constructor() {
    super();
    this.addEventListener("downloadprogress", (event) => this.#handler?.call(this, event));
  }

  /** Called for each event `downloadprogress`. */
  get ondownloadprogress(): Handler {
    return this.#handler;
  }

  set ondownloadprogress(handler: Handler) {
    this.#handler = typeof handler === "function" ? handler : null;
  }

  /** Passes on what `own` tells. */
  follow(own: OwnMonitor): void {
    own.addEventListener("downloadprogress", ({ loaded, total }) => {
      const sizes = { loaded, total, lengthComputable: true };
      this.dispatchEvent(
        typeof ProgressEvent === "function"
          ? new ProgressEvent("downloadprogress", sizes)
          : Object.assign(new Event("downloadprogress"), sizes),
      );
    });
  }
}
