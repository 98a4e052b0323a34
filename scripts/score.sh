#!/bin/sh
# score.sh [NETFILE [NETFILE]]: how far static evaluations are from positions rolled out by an unrelated engine.
#
# The positions are not part of this project: *.tsv.gz in $ROLLED_OUT, or in ../shared/reference/benchmark beside it. Needs a
# release build of this program ($GAMMON_TRAIN, else target/release/gammon-train). Without arguments the built-in nets are measured; a
# second file is compared with the first, decision by decision.
set -e
here=$(dirname "$0")
trainer=${GAMMON_TRAIN:-$here/../target/release/gammon-train}
from=${ROLLED_OUT:-$here/../../shared/reference/benchmark}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for file in "$from"/*.tsv.gz; do
    gzip -dc "$file" > "$folder/$(basename "$file" .tsv.gz)"
done
"$trainer" score "$folder"/* ${1:+--nets "$1"} ${2:+--against "$2"}
