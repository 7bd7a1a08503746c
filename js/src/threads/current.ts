/** The threads of this build's host. `scripts/bundle.mjs` puts another one in its place. */
export { checkThreads, spawn, watch } from "./browser.js";
