/** What differs from host to host: where the files of the package come from. */
export interface Host {
  /** The WebAssembly file, in the form that the host compiles best. */
  loadWasm(): Promise<WasmSource>;
  /** One file of a packaged model. */
  loadModelFile(model: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Any form of the WebAssembly file: its address, a response, bytes, or a compiled module. */
export type WasmSource = URL | Response | BufferSource | WebAssembly.Module;
