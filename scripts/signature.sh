#!/usr/bin/env bash
# signature.sh [--update]: whether `gammon bench --signature` computes what the last declared change says, with every kernel.
#
# The signature stands in scripts/signature.txt. A change of it is a change of the engine: --update writes the new one, and
# the commit names it in its last line.
#
# All architectures have the same signature; `check-targets.sh arm` asks an emulated one. The kernels are those of
# CARGO_BUILD_TARGET, where that is set.
set -euo pipefail
cd "$(dirname "$0")/.."
# The profile of `cargo test`, which has built the program just before.
signature() { GAMMON_KERNEL=$1 cargo run --quiet --profile test -- bench --signature; }
if [ "${1-}" = --update ]; then
  signature scalar > scripts/signature.txt
fi
declared=$(cat scripts/signature.txt)
case ${CARGO_BUILD_TARGET:-$(uname -m)} in
  aarch64* | arm64*) kernels="scalar neon" ;;
  *) kernels="scalar avx2 avx512" ;; # one that the machine lacks stands for the widest it has
esac
for kernel in $kernels; do
  found=$(signature "$kernel")
  if [ "$found" != "$declared" ]; then
    echo "the $kernel kernel gives \`$found\`, scripts/signature.txt says \`$declared\`" >&2
    exit 1
  fi
done
echo "$declared"
