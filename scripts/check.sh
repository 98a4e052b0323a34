#!/usr/bin/env bash
# Everything that CI checks: format, lints, tests, doc tests, doc links.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --check
cargo clippy --all-targets --quiet -- -D warnings
cargo test --quiet
scripts/signature.sh
# Once more with the kernel that defines the others.
GAMMON_KERNEL=scalar cargo test --quiet --test own_nets --test search --test search_properties --test rollout
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet
echo "all checks passed"
