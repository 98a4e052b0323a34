#!/usr/bin/env python3
"""Compares gammon in GNU Backgammon's place with the real program, by random sequences of commands.

usage: stand-in.py GAMMON [--gnubg PROGRAM] [--sequences N] [--first SEED] [--length N] [--all]

Each sequence is made from a seed. Both programs read it through a pipe, with a mark after every line, so that the
answers to each line are compared: sentences as they are, blanks at the ends of lines and blank lines aside, numbers to
1.5 in the last of three digits (the real program's reciprocal is approximate). What docs/compatibility.md lists is not
counted; what follows from commands that the rules do not allow while an offer is open is counted apart, by its kind.
Prints what differs and the number of sequences; ends with status 1 where something unlisted does.
"""

import argparse
import collections
import difflib
import os
import random
import re
import subprocess
import sys
import tempfile

MARK = "MARK"
BOARD = 15  # lines
NUMBER = re.compile(r"[-+]?\d+\.\d+")

# Lines whose difference is listed: what they are about stands in docs/compatibility.md.
LISTED = [
    re.compile(r"^\S+ rolls (\d), \S+ rolls \1\.$"),  # equal dice at the start are not told
    re.compile(r"^\(|^Generated using|^Position  |^Bearing off|^Rolls\t|^ +\d+\t|^Average rolls|^\tPlayer|^Mean\t|^Std dev"),
    re.compile(r"^Effective pip|^EPC|^Wastage|^ +Player  "),  # the table's origin; bearoffs are shown by `show bearoff`
    re.compile(r"^set |^  |^The nets|^This is gammon"),  # settings are shown as commands
]

# Commands that leave the real program in states which no rule knows, until the next game: docs/compatibility.md has
# these kinds by the same names.
OVER_A_RESIGNATION = "over a resignation"  # another one, an answer to a double, a double
SET_ASIDE = "an offer set aside"  # by setting something up
DICE_BACK = "dice taken back"  # the same ones come again
SCORE_ALONE = "a score without a game"
CRAWFORD_ANEW = "the Crawford game begun anew"
MATCH_OVER = "a match that is over"
JACOBY = "Jacoby's rule set in a session"


class Table:
    """What the real program's table has come to, as far as its sentences tell."""

    def __init__(self):
        self.resigned = self.doubled = self.rolled = self.match_over = False
        self.is_playing = True
        self.kinds = []

    def before(self, line):
        """Notes what a line does to an offer that is open."""
        words = line.split()
        first, second = (words + ["", ""])[:2]
        answers = ("resign", "take", "drop", "accept", "reject", "double", "redouble", "beaver")
        sets_up = first == "clear" and second == "turn"
        sets_up |= first == "set" and second in ("turn", "board", "score", "cube", "xgid", "crawford", "dice")
        if self.resigned and first in answers and first not in ("accept", "reject") or self.doubled and first == "resign":
            self.kinds.append(OVER_A_RESIGNATION)
        if (self.resigned or self.doubled) and sets_up:
            self.kinds.append(SET_ASIDE)
        if self.rolled and sets_up and second != "dice":
            self.kinds.append(DICE_BACK)
        if line.startswith("set jacoby on"):
            self.kinds.append(JACOBY)
        if line == "new game" and self.is_playing:
            self.kinds.append(CRAWFORD_ANEW)
        if self.match_over and first == "eval":
            self.kinds.append(MATCH_OVER)
        if not self.is_playing and (first, second) == ("set", "score"):
            self.kinds.append(SCORE_ALONE)

    def after(self, line, answer):
        """Takes in what was answered."""
        if re.search(r"^\S+ rolls \d, \S+ rolls (\d)\.$", answer, re.M) or line.startswith("new "):
            began = "rolls" in answer
            if began:
                self.__init__()
        if "offers to resign" in answer:
            self.resigned = True
        if re.search(r"declines the|accepts and wins| wins a | and gives up ", answer):
            self.resigned = False
        if re.search(r"^\S+ doubles\.$|immediately redoubles", answer, re.M):
            self.doubled = True
        if re.search(r"accepts the cube|refuses the cube", answer):
            self.doubled = False
        self.match_over |= "has won the match" in answer
        if " wins a " in answer:
            self.is_playing = self.doubled = self.rolled = False
        if line.startswith("set xgid") and "Position ID" in answer:
            self.resigned = self.doubled = False
            self.is_playing = True
        if "Rolled" in answer:
            self.rolled = not line.startswith(("set dice", "set xgid"))
        elif "On roll" in answer:
            self.rolled = False


BOARDS = [
    "4HPwATDgc/ABMA", "4HPhASjgc/ABMA", "sGfwATDgc/ABMA", "2+4OAADb7g4AAA", "mGfwAGDgc/gBMA", "AAAA27YNAAAAAA",
    "d+4OAADb7g4AAA", "NtsBAAA2bRsAAA", "4NvgATDgc/ABMA", "sM/gAQOYc8wADQ", "fw8QDAhvNoAAAA", "2wEAAFgHAAAAAA",
]
XGIDS = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10",
    "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:10", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:4:0:9:10",
]
SHOWS = ["turn", "dice", "cube", "score", "pipcount", "jacoby", "beavers", "crawford", "matchlength", "automatic",
         "rng", "prompt", "board", "met 3", "variation", "postcrawford", "display", "clockwise"]
PLAYS = ["8/5 6/5", "24/18 13/10", "13/11 13/10", "24/23 13/8", "8/4 6/4", "13/7 8/7", "bar/22", "6/1", "24/20 13/8"]


def command(rng):
    player, die = rng.choice("01"), lambda: rng.randint(1, 6)
    kinds = [
        (5, lambda: rng.choice(["new session", f"new match {rng.choice([1, 3, 5, 7, 64])}", "new game"])),
        (6, lambda: "set dice {} {}".format(*sorted((die(), die()), reverse=True))),
        (6, lambda: f"set turn {player}"),
        (5, lambda: "roll"),
        (4, lambda: rng.choice(PLAYS)),
        (4, lambda: "double"),
        (4, lambda: rng.choice(["take", "drop", "accept", "reject", "agree", "decline", "redouble", "beaver"])),
        (3, lambda: rng.choice(["resign", "resign 1", "resign 2", "resign backgammon", "resign g", "resign x"])),
        (3, lambda: f"set board {rng.choice(BOARDS)}"),
        (2, lambda: f"set xgid {rng.choice(XGIDS)}"),
        (3, lambda: f"set score {rng.randint(0, 4)} {rng.randint(0, 4)}"),
        (2, lambda: f"set cube value {rng.choice([1, 2, 4, 3])}"),
        (2, lambda: f"set cube owner {rng.choice(['0', '1', 'both'])}"),
        (1, lambda: "set cube centre"),
        (1, lambda: f"set crawford {rng.choice(['on', 'off'])}"),
        (1, lambda: f"set jacoby {rng.choice(['on', 'off', 'maybe', ''])}"),
        (1, lambda: f"set beavers {rng.randint(0, 3)}"),
        (8, lambda: f"show {rng.choice(SHOWS)}"),
        (3, lambda: f"hint {rng.choice(['', '1', '3', '0'])}".strip()),
        (3, lambda: "eval"),
        (1, lambda: rng.choice(["eq2mwc 0.2", "mwc2eq 0.55", "eq2mwc"])),
        (1, lambda: rng.choice(["foo", "set foo", "set", "show foo", "12", "# nothing", ":", ""])),
        (1, lambda: f"set player {player} {rng.choice(['name Ann', 'human'])}"),
        (1, lambda: f"set output {rng.choice(['mwc', 'matchpc', 'winpc', 'rawboard'])} {rng.choice(['on', 'off'])}"),
        (1, lambda: f"set automatic {rng.choice(['move', 'bearoff', 'crawford'])} {rng.choice(['on', 'off'])}"),
        (1, lambda: f"set variation {rng.choice(['nackgammon', 'standard'])}"),
        (2, lambda: "clear turn"),
        (1, lambda: f"set matchlength {rng.choice(['3', '1001', 'x'])}"),
    ]
    weights = [weight for weight, _ in kinds]
    return rng.choices([make for _, make in kinds], weights)[0]()


def sequence(seed, length):
    rng = random.Random(seed)
    start = ["set player 0 human", "set player 1 human", "set automatic game off", "set automatic roll off"]
    for what in ("evaluation chequerplay evaluation", "evaluation cubedecision evaluation"):
        start.append(f"set {what} plies 0")
    start += [f"set seed {seed + 1}", rng.choice(["new session", "new match 3", "new match 5"])]
    return start + [command(rng) for _ in range(length)]


def answers(program, lines):
    with tempfile.TemporaryDirectory() as home:
        env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, LC_ALL="C")
        text = "".join(f"{line}\nset prompt {MARK}{i}.\n" for i, line in enumerate(lines))
        done = subprocess.run([program, "-t", "-q", "-r"], input=text.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=env, cwd=home, timeout=300)
    rest, found = done.stdout.decode("utf-8", "replace"), []
    for i in range(len(lines)):
        answer, mark, rest = rest.partition(f"The prompt has been set to `{MARK}{i}.'.\n")
        if not mark:
            sys.exit(f"{program}: no answer to {lines[i]!r}: {answer[-300:]!r}")
        found.append(answer)
    return found


def plain(answer):
    # The score ends without a newline there.
    answer = re.sub(r"^(The score \(after .*?\) is: .*?\)\.?)(?=\S)", r"\1\n", answer, flags=re.M)
    lines = [line.rstrip() for line in answer.split("\n")]
    return [line for line in lines if line and not any(listed.search(line) for listed in LISTED)]


def same(ours, theirs):
    if ours == theirs:
        return True
    if NUMBER.sub("", ours).split() != NUMBER.sub("", theirs).split():
        return False
    pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs))
    return all(abs(float(a) - float(b)) <= 1.5 * 10.0 ** -len(a.split(".")[1]) for a, b in pairs)


def fits(kind, ours, theirs):
    """Whether a difference is of what this kind changes."""
    pairs = [x + y for x, y in zip(ours, theirs) if not same(x, y)]
    if kind == CRAWFORD_ANEW:
        return all("Crawford game" in pair for pair in pairs)
    if kind == JACOBY:
        return len(ours) == len(theirs)
    if kind != DICE_BACK:
        return True
    if any("rolls" in pair for pair in pairs):
        return True  # Another roll may begin the game, by another player.
    # What was rolled, and identifiers that tell it.
    are = [re.search(r"Rolled|rolls|^board:|has rolled", pair) for pair in pairs]
    return len(ours) == len(theirs) and any(are) and all(is_one or "Match ID" in x for is_one, x in zip(are, pairs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gammon")
    parser.add_argument("--gnubg", default="/usr/games/gnubg")
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--length", type=int, default=25)
    parser.add_argument("--all", action="store_true", help="print the kinds that are listed as well")
    args = parser.parse_args()
    differing, known = 0, collections.Counter()
    for seed in range(args.first, args.first + args.sequences):
        lines = sequence(seed, args.length)
        ours, theirs = answers(args.gammon, lines), answers(args.gnubg, lines)
        table = Table()
        for i, line in enumerate(lines):
            table.before(line)
            noted = list(table.kinds)
            # The first answer has the greeting before it.
            a, b = (plain(ours[i]), plain(theirs[i])) if i else ([], [])
            table.after(line, theirs[i])
            if line.startswith("set xgid"):
                # The boards on the way to the last one are of no interest.
                height = 1 if b and b[-1].startswith("board:") else BOARD
                a, b = a[-height:], b[-height:]
            # A line that lacks its end there runs into the next.
            if len(a) == len(b) and all(same(x, y) for x, y in zip(a, b)):
                continue
            kind = next((kind for kind in reversed(noted) if fits(kind, a, b)), None)
            if kind:
                known[kind] += 1
            differing += not kind
            if not kind or args.all:
                print(f"== seed {seed}, line {i + 1}: {line}   (after: {' | '.join(lines[max(0, i - 4):i])}) {kind or ''}")
                for text in difflib.unified_diff(b, a, "gnubg", "gammon", lineterm="", n=0):
                    if not text.startswith(("---", "+++", "@@")):
                        print("  ", text)
            break  # What comes after follows from it.
    for kind, count in sorted(known.items()):
        print(f"{count} differ in what follows from {kind}")
    print(f"{args.sequences} sequences, {differing} differ otherwise")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
