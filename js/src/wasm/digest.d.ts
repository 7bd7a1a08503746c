/** The size and the SHA-256 of the WebAssembly file of each build. `pack.mjs` writes the module. */
export type WasmDigests = Readonly<
  Record<"simd128" | "relaxed", { readonly bytes: number; readonly sha256: string }>
>;

export declare const wasmFiles: WasmDigests;
