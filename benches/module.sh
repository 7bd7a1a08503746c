#!/usr/bin/env bash
# Builds modules that the scripts here measure: `benches/module.sh graph` Epitome's graphs and products
# alone, `benches/module.sh rten` rten. Each lies in target/NAME/pkg, and in target/NAME/pkg-relaxed for
# engines with relaxed SIMD. Needs what `./build.sh pack` has installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"
target=wasm32-unknown-unknown
name="${1:?usage: benches/module.sh graph|rten}"

# Builds a module: the folder of its bindings under target/NAME, and its target features.
build_module() {
  local folder="target/$name/$1"
  # The flag is that of web-sys, as in build.sh.
  RUSTFLAGS="-C target-feature=$2 --cfg=web_sys_unstable_apis" cargo build --release --locked \
    --target "$target" --manifest-path "benches/$name/Cargo.toml" --target-dir "$folder/build"
  wasm-bindgen --target web --out-name "$name" --out-dir "$folder" \
    "$folder/build/$target/release/epitome_bench_$name.wasm"
}

build_module pkg-relaxed +simd128,+relaxed-simd &
build_module pkg +simd128
wait $!
