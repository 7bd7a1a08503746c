/** The size and the SHA-256 of the WebAssembly file. `pack.mjs` writes the module. */
export declare const wasmFile: { readonly bytes: number; readonly sha256: string };
