#!/bin/sh
# What `set rollout focus on` saves, on 200 decisions of 5 to 10 plays: the tables of docs/validation.md.
# The trials are kept in a folder (target/focus unless one is named), so that a run that was broken off goes on.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-target/focus}
mkdir -p "$folder"
exec cargo run --quiet --release --example focus -p gammon-engine -- "$folder" "${2:-200}"
