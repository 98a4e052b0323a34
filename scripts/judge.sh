#!/bin/sh
# judge.sh [N] [SEED] [NETFILE]: how much equity our 0-ply plays lose, judged by GNU Backgammon at 2-ply.
#
# Prints the mean loss of N unforced decisions of self-play (1000 if absent) in thousandths, with its standard
# error and by class. Needs GNU Backgammon with Python ($GNUBG, else gnubg of the PATH or /usr/games) and a release
# build of this program ($GAMMON_TRAIN, else target/release/gammon-train). About five decisions a second.
set -e
here=$(dirname "$0")
trainer=${GAMMON_TRAIN:-$here/../target/release/gammon-train}
PATH="$PATH:/usr/games"
decisions=$(mktemp)
trap 'rm -f "$decisions"' EXIT
"$trainer" decisions "${1:-1000}" --seed "${2:-1}" ${3:+--nets "$3"} > "$decisions"
JUDGE_DECISIONS="$decisions" "${GNUBG:-gnubg}" -t -q -r -p "$here/judge.py" 2>&1 < /dev/null | grep -a --line-buffered 'lost per decision'
