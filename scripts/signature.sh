#!/usr/bin/env bash
# signature.sh [--update]: whether `gammon bench --signature` computes what the last declared change says, with every kernel.
#
# The signature stands in scripts/signature.txt. A change of it is a change of the engine: --update writes the new one, and
# the commit names it in its last line.
#
# All architectures have the same signature; `check-targets.sh arm` asks an emulated one. The kernels are those that the
# machine has, an emulated one if CARGO_BUILD_TARGET is set.
set -euo pipefail
cd "$(dirname "$0")/.."
# The profile of check.sh, which has built the program just before.
signature() { GAMMON_KERNEL=$1 cargo run --quiet --profile ci -- bench --signature; }
if [ "${1-}" = --update ]; then
  signature scalar > scripts/signature.txt
fi
declared=$(cat scripts/signature.txt)
kernels=$(cargo run --quiet --profile ci -- --no-rc -e "show engine" | sed -n 's/.*(this machine has \(.*\))/\1/p')
if [ -z "$kernels" ]; then
  echo "\`show engine\` names no kernel of this machine" >&2
  exit 1
fi
for kernel in ${kernels//,/}; do
  found=$(signature "$kernel")
  if [ "$found" != "$declared" ]; then
    echo "the $kernel kernel gives \`$found\`, scripts/signature.txt says \`$declared\`" >&2
    exit 1
  fi
done
echo "$declared ($kernels)"
