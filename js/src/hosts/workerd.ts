/** Cloudflare Workers: compiling is forbidden and files are modules of the worker. */
import { modules } from "../../models/modules.js";
import { NetworkError } from "../errors.js";
import type { Host } from "../host.js";
import wasm from "../wasm/epitome_bg.wasm";

export const host: Host = {
  wasm: { simd128: () => ({ read: async () => wasm }) },
  holds: (model) => Object.keys(modules).some((file) => file.startsWith(`${model}/`)),
  modelFile: (model, path) => ({
    read: async () => {
      const file = modules[`${model}/${path}`];
      if (file === undefined) {
        throw new NetworkError(
          `this build holds no file ${path} of the model ${model}; import epitome/models/${model} and give it as the option model`,
          { code: "not-found" },
        );
      }
      try {
        return new Uint8Array((await file()).default);
      } catch (cause) {
        throw new NetworkError(
          `the file ${path}.bin of the model ${model} is not a Data module of the worker`,
          { code: "read-failed", cause },
        );
      }
    },
  }),
  openCache: () => undefined,
};
