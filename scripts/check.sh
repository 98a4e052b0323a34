#!/usr/bin/env bash
# Everything that CI checks: format, lints, tests, doc tests, doc links. Says how long each step took.
set -euo pipefail
cd "$(dirname "$0")/.."
step() {
  local begin=$SECONDS
  "$@"
  echo "$((SECONDS - begin)) s: $*"
}
step cargo fmt --check
step cargo clippy --all-targets --quiet -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --no-deps --quiet
# The same generated inputs every time; `PROPTEST_RNG_SEED` chooses others.
export PROPTEST_RNG_SEED="${PROPTEST_RNG_SEED:-1}"
step cargo test --quiet --no-fail-fast
step scripts/signature.sh
# Once more with the kernel that defines the others.
GAMMON_KERNEL=scalar step cargo test --quiet --test engine -- own_nets:: search:: search_properties::
GAMMON_KERNEL=scalar step cargo test --quiet --test rollouts -- rollout::
# What is compiled for 64-bit ARM alone, as far as it goes without such a machine.
arm=aarch64-unknown-linux-gnu
if [ -d "$(rustc --print target-libdir --target "$arm")" ]; then
  # Without the network, whose C code needs a compiler for that machine.
  step cargo clippy --all-targets --no-default-features --quiet --target "$arm" -- -D warnings
else
  skipped="NOT CHECKED: code for ARM (\`rustup target add $arm\`)"
  echo "$skipped" >&2
fi
# Advisories, licences and sources of crates, by deny.toml; its database comes over the network.
if cargo deny --version >/dev/null 2>&1; then
  step cargo deny --all-features check
else
  unchecked="NOT CHECKED: advisories and licences of crates (\`cargo install --locked cargo-deny\`)"
  echo "$unchecked" >&2
fi
echo "all checks passed${unchecked:+ - $unchecked}${skipped:+ - $skipped}"
