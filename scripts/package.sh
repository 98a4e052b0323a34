#!/usr/bin/env bash
# package.sh [TARGET]: builds the program for this machine, or for another target, and makes packages of it in
# target/packages: an archive, a Python wheel, on Linux a Debian package, and their SHA-256 sums.
#
# With cargo-zigbuild (`pip install cargo-zigbuild ziglang`) programs for Linux run from glibc 2.17 on (2012); without
# it from this machine's on. For a target that this machine cannot run, GAMMON_NATIVE names a gammon that it can: that
# one writes the manual pages.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
packages=target/packages
# The commit's time, so that the same commit gives the same bytes.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1767225600)}
home=${CARGO_HOME:-$HOME/.cargo}
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=. --remap-path-prefix=$home=cargo" CARGO_INCREMENTAL=0
# Small, as one whole: a fifth of the program less than `cargo build --release` makes, and twice the time to make it. The
# engine stays at its level.
slim=(--release --locked --bin gammon --config 'profile.release.strip="symbols"' --config 'profile.release.lto="fat"'
  --config 'profile.release.opt-level="s"')
case $target in
  *-linux-gnu)
    if command -v cargo-zigbuild >/dev/null; then
      cargo zigbuild "${slim[@]}" --target "$target.2.17"
    else
      echo "without cargo-zigbuild: the program asks for the C library of this machine" >&2
      cargo build "${slim[@]}" --target "$target"
    fi
    ;;
  *) cargo build "${slim[@]}" --target "$target" ;;
esac
program=target/$target/release/gammon
[ -e "$program" ] || program+=.exe
mkdir -p "$packages"
if cargo cyclonedx --version >/dev/null 2>&1; then
  # What the program was made of, for those who look for parts with known faults.
  cargo cyclonedx --format json --target "$target" --override-filename gammon.cdx --manifest-path Cargo.toml
  # Parts that lie here are named without the folder, which is the builder's.
  sed -E 's|path\+file://[^"#]*#||g' gammon.cdx.json >"$packages/gammon-$target.cdx.json"
  rm gammon.cdx.json
  find src -name gammon.cdx.json -delete
else
  echo "NOT MADE: the list of parts (\`cargo install --locked cargo-cyclonedx\`)" >&2
fi
python3 scripts/package/pack.py "$program" "$target" "$packages"
