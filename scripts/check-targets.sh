#!/usr/bin/env bash
# check-targets.sh [check|arm|windows]...: whether gammon compiles for other systems than this one, and computes the same
# there, as far as this machine can tell. What could not be looked at is named at the end, and is no failure.
#
#   check     `cargo check` for Windows, 64-bit ARM, macOS, and of the engine for WebAssembly
#   arm       tests of kernels, bearoff and rollouts, and the signature, on an emulated 64-bit ARM processor
#   windows   the program for Windows, run by Wine
#
# Without words: check and arm, minutes of processor time. The standard library of a target comes with rustup
# (`rustup target add`), or is built from its sources, as Debian has them:
#
#   apt-get install rustc-web rust-web-src gcc-mingw-w64-x86-64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
#                   qemu-user-static wine64
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/targets" CARGO_INCREMENTAL=0
# Dependencies are compiled to be checked, or run for a moment: no time is spent on making them fast.
quick=(--config 'profile.dev.package."*".opt-level=1' --config 'profile.dev.build-override.opt-level=0')
left=()
skip() { left+=("$*"); echo "NOT CHECKED: $*" >&2; }

# Cargo with the standard library of a target: that of rustup, or one built from the sources of another compiler.
debian=${DEBIAN_RUSTC:-/usr/bin/rustc}
sources=$("$debian" --print sysroot 2>/dev/null || true)/lib/rustlib/src/rust/library/std
has_std() { [ -d "$(rustc --print target-libdir --target "$1")" ] || [ -d "$sources" ]; }
with_std() {
  local target=$1 command=$2
  shift 2
  if [ -d "$(rustc --print target-libdir --target "$target")" ]; then
    cargo "$command" --quiet "${quick[@]}" --target "$target" "$@"
  else
    local parts=std,panic_abort,panic_unwind
    case $command in test) parts+=,test ;; esac
    RUSTC=$debian RUSTC_BOOTSTRAP=1 cargo "$command" --quiet "${quick[@]}" -Zbuild-std=$parts --target "$target" "$@"
  fi
}
step() {
  local begin=$SECONDS
  "$@"
  echo "$((SECONDS - begin)) s: $*" >&2
}

# Without SQLite inside and without the network: their C code would need a compiler for the target.
check() {
  local target
  for target in x86_64-pc-windows-gnu aarch64-unknown-linux-gnu aarch64-apple-darwin; do
    if ! has_std "$target"; then
      skip "$target: \`rustup target add $target\`, or Debian's rustc-web and rust-web-src"
    elif [ "$target" = x86_64-pc-windows-gnu ] && ! command -v x86_64-w64-mingw32-dlltool >/dev/null; then
      skip "$target: \`apt-get install binutils-mingw-w64-x86-64\`"
    else
      step with_std "$target" check -p gammon --no-default-features
    fi
  done
  target=wasm32-wasip1
  if has_std "$target"; then
    step with_std "$target" check -p gammon-engine -p gammon-language
  else
    skip "$target: \`rustup target add $target\`, or Debian's rustc-web and rust-web-src"
  fi
}

arm() {
  local target=aarch64-unknown-linux-gnu qemu
  qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)
  if [ -z "$qemu" ] || ! command -v aarch64-linux-gnu-gcc >/dev/null; then
    skip "64-bit ARM: \`apt-get install qemu-user-static gcc-aarch64-linux-gnu libc6-dev-arm64-cross\`"
    return
  elif ! has_std "$target"; then
    skip "64-bit ARM: \`rustup target add $target\`, or Debian's rustc-web and rust-web-src"
    return
  fi
  export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
  export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="$qemu -L /usr/aarch64-linux-gnu"
  local declared here there kernel
  declared=$(cat scripts/signature.txt)
  here=$(cargo run --quiet "${quick[@]}" -p gammon-training --example signature)
  for kernel in scalar neon; do
    there=$(GAMMON_KERNEL=$kernel step with_std "$target" run -p gammon-training --example signature)
    if [ "$(grep -v ' s: ' <<<"$there")" != "$here" ] || [ "$(head -n 1 <<<"$here")" != "$declared" ]; then
      printf 'the %s kernel of 64-bit ARM gives\n%s\nthis machine\n%s\nscripts/signature.txt\n%s\n' \
        "$kernel" "$there" "$here" "$declared" >&2
      return 1
    fi
    echo "64-bit ARM, $kernel: $declared"
  done
  step with_std "$target" test -p gammon-engine --lib -- simd:: eval::own:: eval::bearoff:: rollout::trial:: rollout::judge::
}

windows() {
  local target=x86_64-pc-windows-gnu wine
  wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null || true)
  if [ -z "$wine" ] || ! command -v x86_64-w64-mingw32-gcc >/dev/null || ! has_std "$target"; then
    skip "the program under Wine: \`apt-get install wine64 gcc-mingw-w64-x86-64\` and a standard library for $target"
    return
  fi
  step with_std "$target" build -p gammon --bin gammon --no-default-features --features bundled-sqlite
  scripts/try-windows.sh "$wine" "$CARGO_TARGET_DIR/$target/debug/gammon.exe"
}

for what in "${@:-check arm}"; do
  for word in $what; do
    case $word in
      check | arm | windows) "$word" ;;
      *) echo "check-targets.sh [check|arm|windows]...: there is no \`$word\`" >&2; exit 2 ;;
    esac
  done
done
if [ ${#left[@]} -eq 0 ]; then
  echo "all targets checked"
else
  printf 'not checked: %s\n' "${left[@]}"
fi
