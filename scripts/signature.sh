#!/usr/bin/env bash
# signature.sh [--update]: whether `gammon bench` computes what the last declared change says, with every kernel.
#
# The signature stands in scripts/signature.txt. A change of it is a change of the engine: --update writes the new one, and
# the commit names it in its last line.
set -euo pipefail
cd "$(dirname "$0")/.."
signature() { GAMMON_KERNEL=$1 cargo run --quiet -- bench | tail -1; }
if [ "${1-}" = --update ]; then
  signature scalar > scripts/signature.txt
fi
declared=$(cat scripts/signature.txt)
for kernel in scalar avx2 avx512; do # one that the machine lacks stands for the widest it has
  found=$(signature "$kernel")
  if [ "$found" != "$declared" ]; then
    echo "the $kernel kernel gives \`$found\`, scripts/signature.txt says \`$declared\`" >&2
    exit 1
  fi
done
echo "$declared"
