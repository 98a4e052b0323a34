#!/usr/bin/env bash
# try-windows.sh WINE PROGRAM: the program for Windows under Wine: the README's example, a script with Windows' ends of
# lines, files that are replaced, a rollout that is saved and gone on with, a socket, Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."
wine=$1
program=$(realpath "$2")
work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEARCH=win64 DISPLAY=
server=$(command -v wineserver || echo /usr/lib/wine/wineserver)
trap '"$server" -k 2>/dev/null || true; rm -rf "$work"' EXIT
gammon() { timeout 300 "$wine" "$program" "$@"; }
failed=0
# expect NAME PATTERN: what was printed into $work/out has a line like this.
expect() {
  if tr -d '\r' <"$work/out" | grep -q -e "$2"; then
    echo "ok: $1"
  else
    echo "FAILED: $1: no line like \`$2\` in" >&2
    sed 's/^/  /' "$work/out" >&2
    failed=1
  fi
}
cd "$work"
if ! find / -xdev -name bcryptprimitives.dll -path '*wine*' 2>/dev/null | grep -q .; then
  # Wine before 8.5 lacks a library that programs of Rust take their random numbers from.
  cat >random.c <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) { return RtlGenRandom(bytes, length); }
C
  cp "$program" gammon.exe
  program=$work/gammon.exe
  x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll random.c -ladvapi32
fi
gammon --version >out 2>&1 || true
expect "it starts" '^gammon [0-9]'

id=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
gammon --no-rc -e "$id; set threads 2; set rollout trials 36; hint 3; rollout plays best 2" >out 2>&1 || true
expect "the README's example: hint" '8/5 6/5'
expect "the README's example: a rollout" '36 trials'

printf 'set rng mersenne\r\nset seed 7\r\nnew match 3\r\nset board 4HPwATDgc/ABMA\r\nset dice 31\r\n8/5 6/5\r\nsave match a.sgf\r\nsave match a.sgf\r\nexport match html page.html\r\nshow board\r\n' >script.gbs
gammon --no-rc --force script.gbs >out 2>&1 || true
expect "a script with \\r\\n" 'Position ID'
ls >out
expect "a match saved twice" '^a\.sgf$'
expect "a page" '^page\.html$'
gammon --no-rc -e 'load match a.sgf; analyse match; show statistics match' >out 2>&1 || true
expect "a match read and analysed" 'Error rate'
gammon --no-rc 'Z:'"${work//\//\\}"'\a.sgf' -e 'show board' >out 2>&1 </dev/null || true
expect "a file by its Windows path" 'Position ID'

gammon --no-rc -e "set autosave rollout on; $id; set rollout trials 72; rollout plays best 2; rollout saved" >out 2>&1 || true
expect "a rollout that saves itself" '72 trials'

# Wine makes Ctrl-C of this signal.
rm out
gammon --no-rc -e "$id; set rollout trials 1000000; rollout plays best 2" >out 2>&1 &
# A loaded machine takes a minute to start it: the signal comes after the first news.
(for _ in $(seq 500); do grep -qs trials out && break; sleep .5; done; sleep 2; pkill -INT -P $!) &
status=0
wait %1 || status=$?
echo "status $status" >>out
expect "Ctrl-C leaves a partial result" 'Stopped by you after'
expect "Ctrl-C ends with 130" '^status 130$'

# A socket: the program asks itself.
timeout 120 "$wine" "$program" --no-rc -e 'external 127.0.0.1:14123' >server 2>&1 &
for _ in $(seq 100); do grep -q waiting server 2>/dev/null && break; sleep .2; done
if exec 3<>/dev/tcp/127.0.0.1/14123; then printf "version\n" >&3; timeout 20 head -n 1 <&3 >out; fi || true
exec 3>&- || true
expect "answers at a socket" '.'
kill %1 2>/dev/null || true
exit $failed
