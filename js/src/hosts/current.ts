/** The host of this build. `scripts/bundle.mjs` puts another one in its place. */
export { host } from "./browser.js";
