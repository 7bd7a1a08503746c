/** The size and the SHA-256 of the WebAssembly file of each build. `pack.mjs` writes the module. */
export declare const wasmFiles: Record<
  "simd128" | "relaxed",
  { readonly bytes: number; readonly sha256: string }
>;
