#!/usr/bin/env bash
# rustc for `cargo build` of the fuzz targets: adds counters of edges and comparisons to the crates of
# this repository, which is what guides libFuzzer. What they depend on is compiled as always, so that
# nothing is compiled twice. Works with every toolchain: no sanitizer is asked for.
set -euo pipefail
case " $* " in
  *" --crate-name epitome "* | *" --crate-name epitome_kernels "* | *" --crate-name epitome_fuzz "* | *" --cfg feature=\"libfuzzer\" "*)
    exec "$@" --cfg fuzzing \
      -Cpasses=sancov-module \
      -Cllvm-args=-sanitizer-coverage-level=4 \
      -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
      -Cllvm-args=-sanitizer-coverage-pc-table \
      -Cllvm-args=-sanitizer-coverage-trace-compares
    ;;
  *) exec "$@" ;;
esac
