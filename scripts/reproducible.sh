#!/usr/bin/env bash
# Builds the program in two folders and compares: the same sources and the same compiler make the same file.
#
# Paths of the builder are mapped away; without that they would be in messages of panics and in symbols.
set -euo pipefail
cd "$(dirname "$0")/.."
home="${CARGO_HOME:-$HOME/.cargo}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in one two-of-another-length; do
  mkdir "$work/$name"
  git archive HEAD | tar x -C "$work/$name"
  (
    cd "$work/$name"
    export RUSTFLAGS="--remap-path-prefix=$PWD=. --remap-path-prefix=$home=cargo"
    export CARGO_INCREMENTAL=0
    cargo build --release --locked --quiet
  )
done
sums=$(cd "$work" && sha256sum ./*/target/release/gammon)
echo "$sums"
if [ "$(cut -d' ' -f1 <<<"$sums" | sort -u | wc -l)" -ne 1 ]; then
  echo "the two programs differ" >&2
  exit 1
fi
if grep -q -a -F -e "$work" -e "$home" "$work/one/target/release/gammon"; then
  echo "a path of this machine is in the program" >&2
  exit 1
fi
