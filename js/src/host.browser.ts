/** Browsers, and bundles for them: files are fetched from beside the modules. */
import { urls } from "../models/urls.js";
import { fetchBytes, fetchFile, packagedUrl } from "./fetched.js";
import type { Host } from "./host.js";

export const browserHost: Host = {
  loadWasm: () => fetchFile(new URL("./wasm/epitome_bg.wasm", import.meta.url)),
  loadModelFile: async (model, path) => fetchBytes(packagedUrl(urls, model, path)),
};
