#!/usr/bin/env bash
# check-semver.sh [COMMIT]: whether the engine's interface since a commit, or since the last version if none is given,
# changed by more than its version number says. Needs `cargo install --locked cargo-semver-checks`.
set -euo pipefail
cd "$(dirname "$0")/.."
baseline=${1:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)}
if [ -z "$baseline" ]; then
  echo "no version is tagged yet: there is no promise to break"
  exit
fi
exec cargo semver-checks --package gammon-engine --baseline-rev "$baseline"
