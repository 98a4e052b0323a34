#!/usr/bin/env bash
# Everything that CI checks: format, links, lints, tests, doc tests. Says how long each step took.
set -euo pipefail
cd "$(dirname "$0")/.."
step() {
  local begin=$SECONDS
  # In a condition, nothing but the status says that it failed.
  "$@" || return
  echo "$((SECONDS - begin)) s: $*"
}
step cargo fmt --check
if command -v python3 >/dev/null; then step scripts/check-links.py; else echo "NOT CHECKED: links of pages (python3)" >&2; fi
step cargo clippy --all-targets --quiet -- -D warnings
# The engine as small as it can be had.
step cargo clippy --quiet -p gammon-engine --no-default-features -- -D warnings
# The program without pages for browsers and without farms.
step cargo clippy --quiet -p gammon --no-default-features -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --no-deps --quiet
# The same generated inputs every time; `PROPTEST_RNG_SEED` chooses others.
export PROPTEST_RNG_SEED="${PROPTEST_RNG_SEED:-1}"
step cargo test --profile ci --quiet --no-fail-fast
step scripts/signature.sh
# Once more with the kernel that defines the others: what takes no minutes there. Unit tests compare single evaluations of
# all kernels, and the signature the work of each.
GAMMON_KERNEL=scalar step cargo test --profile ci --quiet --test engine -- own_nets:: search_properties:: --skip are_means_of_optimal
GAMMON_KERNEL=scalar step cargo test --profile ci --quiet --test rollouts -- rollout:: --skip luck_is_valued --skip are_remembered
# Other systems take minutes of their own, and a standard library for each.
echo "NOT CHECKED: other systems (\`scripts/check-targets.sh\`)" >&2
# Licences, sources and advisories of crates, by scripts/deny.toml; the database of advisories comes over the network.
if ! cargo deny --version >/dev/null 2>&1; then
  unchecked="NOT CHECKED: advisories and licences of crates (\`cargo install --locked cargo-deny\`)"
elif step cargo deny --all-features fetch --config scripts/deny.toml db 2>/dev/null; then
  step cargo deny --all-features check --config scripts/deny.toml
else
  step cargo deny --all-features check --config scripts/deny.toml bans licenses sources
  unchecked="NOT CHECKED: advisories of crates, whose database cannot be reached"
fi
[ -z "${unchecked-}" ] || echo "$unchecked" >&2
echo "all checks passed - NOT CHECKED: other systems${unchecked:+ - $unchecked}"
