/** Vercel's edge runtime: a compiled module, files fetched from the bundle. */
import { urls } from "../models/urls.js";
import { fetchBytes, packagedUrl } from "./fetched.js";
import type { Host } from "./host.js";
import wasm from "./wasm/epitome_bg.wasm?module";

export const edgeHost: Host = {
  loadWasm: async () => wasm,
  loadModelFile: async (model, path) => fetchBytes(packagedUrl(urls, model, path)),
};
