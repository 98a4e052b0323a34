#!/usr/bin/env python3
"""replies.py [--gnubg PROGRAM] [--plies N] [BOOK]: the opening book beside another program's opinion.

Asks GNU Backgammon for its best play of every first roll and reply of the book (src/library/book.jsonl, or what `book
export` wrote), looking N plies ahead, and counts how often that is the book's, and what the book says it gives up.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import tempfile

START = """set player 0 human
set player 1 human
set confirm new off
set automatic roll off
set automatic game off
set automatic move off
set evaluation chequerplay evaluation plies {0}
set evaluation cubedecision evaluation plies {0}
set beavers 3
set jacoby on
"""
BEST = re.compile(r"^ *1\. Cubeful \S+ +(.+?) +Eq\.", re.MULTILINE)


def moved(play):
    """What a play comes to: the places that its checkers leave and reach, hits and ways aside."""
    places = collections.Counter()
    for part in play.replace("*", "").split():
        way, times = re.fullmatch(r"([^(]+)(?:\((\d)\))?", part).groups()
        stops = way.split("/")
        places[stops[0]] -= int(times or 1)
        places[stops[-1]] += int(times or 1)
    return {place: n for place, n in places.items() if n}


def asked(program, plies, xgids):
    lines = START.format(plies) + "".join(f"new session\nset xgid {xgid}\nhint 1\n" for xgid in xgids)
    with tempfile.TemporaryDirectory() as home:
        run = subprocess.run([program, "-t", "-q", "-r"], input=lines, capture_output=True, text=True,
                             env=dict(os.environ, HOME=home))
    return BEST.findall(run.stdout)


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--gnubg", default="/usr/games/gnubg")
    read.add_argument("--plies", type=int, default=2)
    read.add_argument("book", nargs="?", default=os.path.join(os.path.dirname(__file__), "../src/library/book.jsonl"))
    args = read.parse_args()
    entries = [json.loads(line) for line in open(args.book)]
    entries = [one for one in entries if one["asked"] == "play" and one["theme"] in ("opening", "reply")]
    answers = asked(args.gnubg, args.plies, [one["xgid"] for one in entries])
    if len(answers) != len(entries):
        raise SystemExit(f"{len(answers)} answers to {len(entries)} questions")
    for theme in ("opening", "reply"):
        alike = close = wrong = unknown = 0
        lost = 0.0
        for one, answer in zip(entries, answers):
            if one["theme"] != theme:
                continue
            choice = next((choice for choice in one["choices"] if moved(choice["name"]) == moved(answer)), None)
            best = one["choices"][0]["name"]
            if choice is None:
                unknown += 1
            elif choice["name"] == best:
                alike += 1
            else:
                lost += choice["loss"]
                close += choice["loss"] < 0.01
                wrong += choice["loss"] >= 0.01
            if choice is None or choice["loss"] >= 0.01:
                told = "not rolled out" if choice is None else f"{choice['loss']:.3f} ± {choice.get('std_err', 0):.3f}"
                print(f"{theme}\t{one['xgid']}\tbook {best}\tother {answer}\t{told}")
        print(f"{theme}: {alike} alike, {close} give up less than .010, {wrong} more, {unknown} not rolled out; "
              f"given up in all {lost:.3f}")


main()
