#!/usr/bin/env python3
"""Compares gammon in GNU Backgammon's place with the real program, by random sequences of commands.

usage: stand-in.py GAMMON [--gnubg PROGRAM] [--sequences N] [--first SEED] [--length N] [--all]

Each sequence is made from a seed. Both programs read it through a pipe, with a mark after every line, so that the
answers to each line are compared: sentences as they are, blanks at the ends of lines and blank lines aside, numbers to
1.5 in the last of three digits (the real program's reciprocal is approximate). What docs/compatibility.md lists is not
counted; what follows from commands that the rules do not allow while an offer is open is counted apart, by its kind.
Prints what differs and the number of sequences; ends with status 1 where something unlisted does.

       stand-in.py GAMMON --answers [--gnubg PROGRAM] [--situation NAME] [--all]

Puts some 180 fixed commands, well-formed and malformed, in ten situations instead, each time set up anew, and counts
the answers that are equal; nothing is left out of these. `--all` shows those that are not.
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


# ---- fixed commands in ten situations ---------------------------------------------------------------------------

PEOPLE = ["set player 0 human", "set player 1 human", "set automatic game off", "set automatic roll off",
          "set automatic move off", "set display on", "set output mwc off", "set output digits 3",
          "set output rawboard off",
          "set beavers 3", "set jacoby on", "set cube use on", "set automatic doubles 0", "set variation standard",
          "set clockwise off", "set seed 11", "set rollout truncation enable off",
          "set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0",
          "set player 0 name gnubg", "set player 1 name root", "set matchlength 7"]
SITUATIONS = {
    "none": [],
    "money": ["new session", "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAE"],
    "dice": ["new match 5", "set gnubgid 4HPwATDgc/ABMA:cAmgAAAAAAAE", "set turn 1", "set dice 31"],
    "crawford": ["new match 5", "set gnubgid 4HPwATDgc/ABMA:8AmgAEAAEAAE"],
    "postcrawford": ["new match 5", "set gnubgid 4HPwATDgc/ABMA:cAmgAEAAEAAE"],
    "bearoff": ["new session", "set board AAAA27YNAAAAAA", "set turn 1"],
    "double": ["new session", "set turn 1", "double"],
    "resignation": ["new session", "set turn 1", "resign 1"],
    "finished": ["new match 1", "set turn 1", "resign 1", "accept"],
    "edited": ["new session", "set board 4NvgATDgc/ABMA", "set turn 1", "set cube value 4", "set cube owner 1",
               "set score 3 1"],
}
COMMANDS = """
roll|double|take|drop|pass|redouble|beaver|accept|reject|agree|decline|resign|resign 2|resign backgammon|resign x|play
move|move 8/5 6/5|8/5 6/5|24/18|x/y|m 1 2 3|bar/24|new game|new match 3|new match x|new match 65|new session
end game x|swap players|next|previous|next game|previous game|next x|previous 2|first game|first move|list game x
clear turn|clear hint|hint|hint 2|hint x|eval|eval 4HPwATDgc/ABMA|eval x|rollout x|eq2mwc|eq2mwc 0.3|eq2mwc x|mwc2eq
mwc2eq 0.6|mwc2eq x|dicerolls|dicerolls x|analyse x|analyse|analyse move|analyse rollout move|cmark|cmark move show
cmark move set rollout 9|annotate|annotate move bad|annotate move x|annotate cube bad|annotate roll lucky|copy
external|history x|foo|set|show|set foo|show foo|help foo|12|relational|import|export|load|save|load match|import mat
save match|export match mat|load match no-such.sgf|import auto no-such.mat|export game text|load commands
load commands no-such|load python|set board|set board 4HPwATDgc/ABMA|set board simple 1 2|set dice|set dice 6 1
set dice 7|set dice x|set turn|set turn 0|set turn x|set cube value 2|set cube value 3|set cube value|set cube owner 0
set cube owner x|set cube centre|set cube use off|set cube use|set score 1 2|set score x|set score|set crawford on
set crawford x|set postcrawford on|set matchid x|set gnubgid x|set xgid x|set player 0 name Ann|set player 0 name
set player x human|set player 0 foo|set player|set player 0 chequerplay evaluation plies 1
set player 0 chequerplay evaluation plies x|set jacoby off|set jacoby x|set jacoby|set beavers 1|set beavers x
set automatic doubles 2|set automatic doubles x|set automatic roll on|set automatic roll|set automatic bearoff x
set matchlength 9|set matchlength x|set variation nackgammon|set variation x|set confirm new x|set met
set invert met on|set cubeefficiency os 0.6|set cubeefficiency os x
set cubeefficiency race factor x|set defaultnames a|set rng mersenne x|set rng foo|set seed 4|set seed x
set ratingoffset x|set record off|set cheat enable on|set evaluation chequerplay evaluation plies 9
set evaluation cubedecision evaluation cubeful on|set evaluation chequerplay evaluation noise x
set evaluation chequerplay evaluation prune|set evaluation movefilter x|set evaluation movefilter 1 0 0 8 0.16
set evaluation chequerplay type x|set analysis chequerplay evaluation plies 0|set analysis luckanalysis plies x
set analysis threshold bad x|set analysis threshold lucky 0.4|set analysis moves off|set analysis player 0 analyse x
set cache 100|set cache x|set threads 1|set threads x|set tutor mode off|set tutor skill x|set rollout trials 36
set rollout trials x|set rollout trials|set rollout seed x|set rollout cubeful off|set rollout truncation plies 7
set rollout truncation plies x|set rollout later chequerplay plies 0|set rollout limit maxerror 0.1
set rollout limit maxerror x|set rollout jsd limit x|set rollout jsd stop on|set rollout later plies x
set rollout movefilter x|set rollout player 0 cubedecision plies 1|set output digits 4|set output digits 9
set output mwc on|set output mwc x|set output rawboard on|set output errorratefactor x|set prompt
set export include analysis off|set export moves number x|set export show board 2|set matchinfo event Cup
set matchinfo date x|set matchinfo rating|set lang|set lang x|set aliases Ann|set sound enable off
set sound sound move x|set geometry game height 5|set gui beep on|set panels off|set delay 5|set browser x|set warning
set calibration x|set fullscreen on|set toolbar x|set priority normal|show board|show cube|show dice|show turn
show score|show pipcount|show beavers|show jacoby|show crawford|show postcrawford|show matchlength|show variation
show prompt|show automatic|show rng|show display|show clockwise|show met 2|show matchinfo|show kleinman|show keith
show thorp|show 8912|show gammonvalues|show marketwindow|show fullboard|show gnubgid|show matchid|show engine x
show cache|show threads|show confirm|show tutor|show seed|show version x|show record|show browser|show delay
show cubeefficiency|show lang
set met no-such.xml
"""
# Commands that begin a game.
BEGINNINGS = ("new ", "set score", "set matchid", "set gnubgid", "set xgid", "set board", "import ", "load ")


def fixed_commands():
    return [command for line in COMMANDS.strip().splitlines() for command in line.split("|")]


def shown(answer):
    return [line.rstrip() for line in answer.split("\n") if line.strip() and "WARNING **" not in line]


def compare_answers(args):
    """Counts equal answers of both programs to the fixed commands in each situation."""
    equal = asked = 0
    for name, setup in SITUATIONS.items():
        if args.situation not in (None, name):
            continue
        found = [[], []]
        commands = fixed_commands()
        for program, into in zip((args.gammon, args.gnubg), found):
            # A game does not go away: where there is none, what begins one has a process of its own.
            alone = [command for command in commands if not setup and command.startswith(BEGINNINGS)]
            together = [command for command in commands if command not in alone]
            lines = [line for command in together for line in PEOPLE + setup + [command]]
            told = answers(program, lines)[len(PEOPLE) + len(setup)::len(PEOPLE) + len(setup) + 1]
            told = dict(zip(together, told))
            told.update((command, answers(program, PEOPLE + [command])[-1]) for command in alone)
            into += [told[command] for command in commands]
        same_here = 0
        for command, ours, theirs in zip(commands, *map(lambda texts: list(map(shown, texts)), found)):
            # A score ends without a newline there.
            is_same = len(ours) == len(theirs) and all(map(same, ours, theirs))
            same_here += is_same
            if args.all and not is_same:
                print(f"== {name}: {command}")
                for text in difflib.unified_diff(theirs, ours, "gnubg", "gammon", lineterm="", n=0):
                    if not text.startswith(("---", "+++", "@@")):
                        print("  ", text)
        equal, asked = equal + same_here, asked + len(commands)
        print(f"{name}: {same_here} of {len(commands)} answers are equal", flush=True)
    print(f"{equal} of {asked} answers are equal")


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
    parser.add_argument("--answers", action="store_true", help="fixed commands in ten situations")
    parser.add_argument("--situation", choices=SITUATIONS)
    args = parser.parse_args()
    if args.answers:
        return compare_answers(args)
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
