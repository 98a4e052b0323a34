#!/usr/bin/env bash
# reproducible.sh [FOLDER]: makes the packages of the last commit in two folders and compares: the same sources and the
# same compiler make the same bytes. With FOLDER, packages that were made of this commit before are compared instead of
# a first build.
#
# Paths of the builder are mapped away; without that they would be in messages of panics and in symbols.
set -euo pipefail
cd "$(dirname "$0")/.."
home="${CARGO_HOME:-$HOME/.cargo}"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {
  mkdir "$work/$1"
  git archive HEAD | tar x -C "$work/$1"
  (cd "$work/$1" && unset CARGO_TARGET_DIR && scripts/package.sh)
}
if [ $# -gt 0 ]; then
  first=$1/SHA256SUMS
else
  build one
  first=$work/one/target/packages/SHA256SUMS
fi
build two-of-another-length
cat "$first"
if ! diff "$first" "$work/two-of-another-length/target/packages/SHA256SUMS"; then
  echo "the two builds differ" >&2
  exit 1
fi
if grep -q -a -F -e "$work" -e "$home" "$work"/two-of-another-length/target/*/release/gammon; then
  echo "a path of this machine is in the program" >&2
  exit 1
fi
echo "the same bytes twice"
