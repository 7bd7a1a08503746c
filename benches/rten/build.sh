#!/usr/bin/env bash
# Builds rten for benches/onnxruntime_web.mjs: target/rten/pkg, and target/rten/pkg-relaxed for
# engines with relaxed SIMD. Needs what `./build.sh pack` has installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export PATH="$PWD/.tools/bin:$PATH"
target=wasm32-unknown-unknown

# Builds a module: the folder of its bindings under target/rten, and its target features.
build_module() {
  local folder="target/rten/$1"
  RUSTFLAGS="-C target-feature=$2" cargo build --release --locked --target "$target" \
    --manifest-path benches/rten/Cargo.toml --target-dir "$folder/build"
  wasm-bindgen --target web --out-name rten --out-dir "$folder" \
    "$folder/build/$target/release/epitome_bench_rten.wasm"
}

build_module pkg +simd128
build_module pkg-relaxed +simd128,+relaxed-simd
