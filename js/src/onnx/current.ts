/** The files of `@epitome/onnx` on this build's host. `scripts/bundle.mjs` puts others in their place. */
export { wasm, worker } from "./browser.js";
