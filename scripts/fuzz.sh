#!/usr/bin/env bash
# Looks for inputs that break a reader: libFuzzer with coverage, AddressSanitizer and overflow checks, by the stable
# compiler. Ends with 1 and the input where one is found.
#
#   scripts/fuzz.sh MINUTES [TARGET ...]   so many minutes in all, for all targets or for these
#   scripts/fuzz.sh --keep [TARGET ...]    takes inputs that reach everything over into tests/fuzz/corpus, 20 at most
set -euo pipefail
cd "$(dirname "$0")/.."
minutes="${1:?usage: scripts/fuzz.sh MINUTES [TARGET ...] (or --keep)}"
shift
if ! command -v c++ >/dev/null; then
  echo "NOT FUZZED: libFuzzer needs a C++ compiler" >&2
  exit 0
fi
host=$(rustc -vV | sed -n 's/^host: //p')
found="$PWD/target/fuzz/corpus"
mkdir -p "$found"
GAMMON_WRITE_SEEDS="$found" cargo test --quiet --test files seeds_are_written >/dev/null
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  # Every target has seeds.
  mapfile -t targets < <(find "$found" -mindepth 1 -maxdepth 1 -type d -not -name '*.small' -printf '%f\n' | sort)
fi
# Coverage as libFuzzer reads it, and the sanitizer, which are not stable yet: hence the bootstrap. The target is named
# so that build scripts and macros are built without either.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
CARGO_INCREMENTAL=0 cargo build --quiet --manifest-path tests/fuzz/Cargo.toml --target-dir target/fuzz --profile fuzz --bin any \
  --target "$host"
program="target/fuzz/$host/fuzz/any"
# libFuzzer's own summaries stay; whoever reads a log of CI needs no more.
for target in "${targets[@]}"; do
  export GAMMON_FUZZ_TARGET="$target"
  mkdir -p "$found/$target"
  if [ "$minutes" = --keep ]; then
    small="$found/$target.small"
    rm -rf "$small" && mkdir -p "$small"
    "$program" -merge=1 -max_len=1000 "$small" "$found/$target" 2>/dev/null
    echo "$target: $(find "$small" -type f | wc -l) inputs reach everything"
    continue
  fi
  seconds=$((60 * minutes / ${#targets[@]}))
  log="target/fuzz/$target.log"
  if ! "$program" -max_total_time=$((seconds > 1 ? seconds : 1)) -max_len=65536 -timeout=10 -rss_limit_mb=4096 \
    -print_final_stats=1 -artifact_prefix="target/fuzz/$target-" "$found/$target" >"$log" 2>&1; then
    tail -40 "$log" >&2
    echo "$target: an input breaks it: $(find target/fuzz -maxdepth 1 -name "$target-*" | tail -1)" >&2
    exit 1
  fi
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no report"
done
if [ "$minutes" = --keep ]; then
  unset RUSTFLAGS RUSTC_BOOTSTRAP
  GAMMON_KEEP_INPUTS="$found" cargo test --quiet --test files seeds_are_written >/dev/null
fi
