/** The turns of this build's host. `scripts/bundle.mjs` puts another one in its place. */
export { nextTurn, waitFor } from "./browser.js";
