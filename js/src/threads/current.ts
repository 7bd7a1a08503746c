/** The threads of this build's host. `scripts/bundle.mjs` puts another one in its place. */
export { spawn, watch } from "./browser.js";
