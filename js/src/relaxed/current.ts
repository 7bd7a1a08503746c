/** The file for relaxed SIMD of this build's host. `scripts/bundle.mjs` puts another one in its place. */
export { offerRelaxed } from "./browser.js";
