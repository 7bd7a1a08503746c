/** The bindings that wasm-bindgen writes for one build. */
export type Glue = typeof import("./epitome.js");
