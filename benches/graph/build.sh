#!/usr/bin/env bash
# Builds Epitome's graphs alone for benches/onnxruntime_web.mjs and benches/peak.mjs:
# target/graph/pkg, and target/graph/pkg-relaxed for engines with relaxed SIMD. Needs what
# `./build.sh pack` has installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export PATH="$PWD/.tools/bin:$PATH"
target=wasm32-unknown-unknown

# Builds a module: the folder of its bindings under target/graph, and its target features.
build_module() {
  local folder="target/graph/$1"
  RUSTFLAGS="-C target-feature=$2 --cfg=web_sys_unstable_apis" cargo build --release --locked \
    --target "$target" --manifest-path benches/graph/Cargo.toml --target-dir "$folder/build"
  wasm-bindgen --target web --out-name graph --out-dir "$folder" \
    "$folder/build/$target/release/epitome_bench_graph.wasm"
}

build_module pkg-relaxed +simd128,+relaxed-simd &
build_module pkg +simd128
wait $!
