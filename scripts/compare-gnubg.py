#!/usr/bin/env python3
"""Puts the same random questions to GNU Backgammon and to gammon, and compares every number they print.

    scripts/compare-gnubg.py --evals 300 --plays 200 --plies 0,1,2

Positions come from random games of players with different plans (runners, holders of back points, builders,
wanderers), with random cubes, rules and scores to 25 points. Both programs are driven with their own commands and
read by the same parser. The reference's cache is emptied, since its entries do not know their cube.

Debian's program takes an approximate reciprocal in the hidden layers, so differences up to 0.002 are its own. An
emulated processor divides exactly, and then (nearly) every printed digit is the same:

    scripts/compare-gnubg.py --gnubg "qemu-x86_64-static /usr/games/gnubg" --evals 300 --tolerance 2e-4

With `--mets FOLDER` every match equity table of a folder is read by both programs, and compared entry by entry to 64
points away, with conversions between equities and chances, evaluations and plays at random scores under each table:

    scripts/compare-gnubg.py --mets /usr/share/gnubg/met --evals 20 --plays 10 --plies 0 --longest 64

Equities are compared in points relative to max(1, |equity|) for money and as match winning chances in matches.
Exit status 1 when something differs by more than the tolerance that is no tie.
"""
import argparse
import base64
import glob
import os
import random
import re
import shlex
import subprocess
import sys

START = [0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
PREAMBLE = """set automatic game off
set automatic roll off
set automatic move off
set automatic bearoff off
set automatic crawford off
set confirm new off
set player 0 human
set player 1 human
set output digits 6
set output matchpc off
set output mwc on
set beavers 3
"""


# ---- positions -------------------------------------------------------------------------------------------------

def step(me, them, start, die):
    """The boards after one checker moves, None where it may not. A board is 25 counts, the bar last."""
    if me[24] and start != 24:
        return None
    end = start - die
    if end < 0 and (any(me[6:]) or (start + 1 < die and any(me[start + 1:6]))):
        return None
    if end >= 0 and them[23 - end] > 1:
        return None
    me, them = list(me), list(them)
    me[start] -= 1
    if end >= 0:
        me[end] += 1
        if them[23 - end] == 1:
            them[23 - end] = 0
            them[24] += 1
    return tuple(me), tuple(them)


def legal(me, them, roll):
    """Every board that a roll may lead to."""
    found = {}

    def go(boards, dice, used, pips):
        moved = False
        for i, die in enumerate(dice):
            if i and die == dice[i - 1]:
                continue
            for start in range(25):
                after = boards[0][start] and step(*boards, start, die)
                if after:
                    moved = True
                    go(after, dice[:i] + dice[i + 1:], used + 1, pips + die)
        if not moved:
            found[boards] = max(found.get(boards, (0, 0)), (used, pips))

    go((tuple(me), tuple(them)), roll * 2 if roll[0] == roll[1] else roll, 0, 0)
    most = max(found.values())
    return [boards for boards, count in found.items() if count == most]


LENGTHS = [1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 21, 25, 33, 49, 64]
PLANS = {
    "wander": lambda me: 0,
    "run": lambda me: -sum(n * i * i for i, n in enumerate(me)),
    "hold": lambda me: sum(min(n, 3) for n in me[18:]),
    "build": lambda me: sum(2 * (n > 1) - (n == 1) for n in me),
    "pile": lambda me: sum(n for n in me[:3]),
}


def roll_dice(rng):
    return sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)


def positions(rng):
    """Positions before the roll without end, none of them over."""
    while True:
        me, them = tuple(START), tuple(START)
        plans = [rng.choice(list(PLANS)) for _ in range(2)]
        wait = rng.randint(2, 14)
        while any(me) and any(them):
            if wait == 0:
                yield me, them
                wait = rng.randint(4, 24)
            wait -= 1
            after = legal(me, them, roll_dice(rng))
            fit = [PLANS[plans[0]](boards[0]) for boards in after]
            me, them = rng.choice([boards for boards, f in zip(after, fit) if f == max(fit)])
            me, them = them, me
            plans.reverse()
            if rng.random() < 0.03:
                plans[0] = rng.choice(list(PLANS))


def cube(rng, longest):
    """Cube value, owner (player 1 is on roll), Jacoby, length, scores of players 0 and 1, Crawford."""
    owner = rng.choice([3, 3, 0, 1])
    if rng.random() < 0.35:
        return (0 if owner == 3 else rng.randint(1, 3), owner, rng.random() < 0.5, 0, 0, 0, False)
    length = rng.choice([n for n in LENGTHS if n <= longest])
    score = [rng.randrange(length) for _ in range(2)]
    if rng.random() < 0.15:
        score[rng.randrange(2)] = length - 1
    crawford = (score[0] == length - 1) != (score[1] == length - 1) and rng.random() < 0.4
    most = 0 if owner == 3 or crawford else 4
    value = max(v for v in range(rng.randint(0, most) + 1) if v == 0 or 1 << v < 2 * (length - min(score)))
    return (value, owner if value else 3, False, length, *score, crawford)


def base64_of(bits, count):
    return base64.b64encode(bits.to_bytes(count, "little")).decode().rstrip("=")


def position_id(me, them):
    bits, at = 0, 0
    for side in (them, me):
        for n in side:
            bits |= ((1 << n) - 1) << at
            at += n + 1
    return base64_of(bits, 10)


def match_id(state, dice):
    value, owner, jacoby, length, score0, score1, crawford = state
    high, low = dice or (0, 0)
    fields = [(value, 4), (owner, 2), (1, 1), (crawford, 1), (1, 3), (1, 1), (0, 1), (0, 2), (high, 3), (low, 3),
              (length, 15), (score0, 15), (score1, 15), (not jacoby, 1)]
    bits, at = 0, 0
    for field, width in fields:
        bits |= int(field) << at
        at += width
    return base64_of(bits, 9)


# ---- the programs ----------------------------------------------------------------------------------------------

class Question:
    def __init__(self, rng, boards, state, plies, dice):
        self.boards, self.state, self.plies, self.dice = boards, state, plies, dice
        self.id = position_id(*boards) + ":" + match_id(state, dice)

    def commands(self):
        lines = ["set evaluation %s evaluation plies %d" % (kind, self.plies) for kind in ("chequerplay", "cubedecision")]
        return lines + ["set gnubgid " + self.id, "clear hint", "clear cache", "hint 400" if self.dice else "eval"]

    def is_match(self):
        return self.state[3] > 0

    def __str__(self):
        return "%s at %d plies" % (self.id, self.plies)


def ask(command, preamble, questions):
    """What a program prints about each question, by its ID and plies."""
    script = preamble + "".join("\n".join(question.commands()) + "\n" for question in questions)
    done = subprocess.run(shlex.split(command), input=script, capture_output=True, text=True, errors="replace")
    found, key, plies = {}, None, None
    for line in done.stdout.splitlines():
        board = re.match(r".*Position ID: (\S+)\s*$", line)
        match = re.match(r"\s*Match ID   : (\S+)\s*$", line)
        setting = re.search(r"will use (\d) ply|^set evaluation cubedecision evaluation plies (\d)", line)
        if setting:
            key, plies = None, int(setting.group(1) or setting.group(2))
        elif board:
            key = board.group(1)
        elif match and key:
            key = key.split(":")[0] + ":" + match.group(1)
            found.setdefault((key, plies), [])
        elif key and ":" in key:
            found[key, plies].append(line)
    if done.returncode not in (0,):
        sys.exit("%s ended with status %d: %s" % (command, done.returncode, done.stderr[-2000:]))
    return found


def numbers(text):
    return [float(number) for number in re.findall(r"[-+]?\d+\.\d+", text.replace("+-", "-"))]


def read_eval(lines):
    """The rows by ply, the values of the cube decision, the verdict and its percentage."""
    rows, values, verdict, percent = {}, {}, None, None
    for line in lines:
        row = re.match(r"\s*(static| ?\d ply):(.*)", line)
        value = re.match(r"\d\. (.*?)\s\s+(\S+)", line)
        action = re.match(r"Proper cube action: (.*?)(?: \((-?[\d.]+)%\))?\s*$", line)
        if row:
            rows[0 if row.group(1) == "static" else int(row.group(1).split()[0])] = numbers(row.group(2))
        elif value:
            values[value.group(1)] = numbers(value.group(2))[0]
        elif action:
            verdict, percent = action.group(1), action.group(2)
    return rows, values, verdict, percent and float(percent)


def read_plays(lines, boards):
    """The plays in their order: result, plies, score."""
    plays = []
    for line in lines:
        play = re.match(r"\s*\d+\. Cube\w+ (\d)-ply\s+(.*?)\s+(?:Eq\.|MWC): *(\S+)", line)
        if play:
            plays.append((after(boards, play.group(2)), int(play.group(1)), float(play.group(3)), play.group(2)))
    return plays


def after(boards, text):
    """The result of a play as text."""
    me, them = map(list, boards)
    place = lambda word: {"bar": 24, "off": -1}.get(word) if word in ("bar", "off") else int(word) - 1
    for word in text.split():
        times = int(re.search(r"\((\d)\)", word).group(1)) if "(" in word else 1
        stops = [stop.rstrip("*") for stop in re.sub(r"\(\d\)", "", word).split("/")]
        for _ in range(times):
            for start, end in zip(map(place, stops), map(place, stops[1:])):
                me[start] -= 1
                if end >= 0:
                    me[end] += 1
                    if them[23 - end] == 1:
                        them[23 - end] = 0
                        them[24] += 1
    return tuple(me), tuple(them)


# ---- comparing -------------------------------------------------------------------------------------------------

class Differences:
    """The differences of one kind of number."""

    def __init__(self):
        self.kinds = {}
        self.beyond = []

    def add(self, kind, ours, theirs, tolerance, question):
        difference = abs(ours - theirs) / max(1.0, abs(theirs))
        self.kinds.setdefault(kind, []).append(difference)
        if difference > tolerance:
            self.beyond.append("%s %.6f, not %.6f: %s" % (kind, ours, theirs, question))

    def report(self):
        print("%-28s %8s %10s %10s %10s %10s" % ("numbers", "n", "median", "99 %", "99.9 %", "largest"))
        for kind, found in sorted(self.kinds.items()):
            found.sort()
            at = lambda share: found[min(len(found) - 1, int(share * len(found)))]
            print("%-28s %8d %10.1e %10.1e %10.1e %10.1e" % (kind, len(found), at(0.5), at(0.99), at(0.999), found[-1]))


def compare_eval(question, ours, theirs, tolerance, differences, verdicts):
    (rows, values, verdict, percent), (their_rows, their_values, their_verdict, their_percent) = ours, theirs
    unit = "MWC" if question.is_match() else "money"
    if sorted(rows) != sorted(their_rows) or set(values) != set(their_values) or not rows:
        differences.beyond.append("other rows: %s: %s %s / %s %s" % (question, sorted(rows), sorted(values), sorted(their_rows), sorted(their_values)))
        return
    for plies, row in rows.items():
        for mine, other in zip(row[:5], their_rows[plies][:5]):
            differences.add("%d-ply output" % plies, mine, other, tolerance, question)
        for name, mine, other in zip(("cubeless", "cubeful"), row[5:], their_rows[plies][5:]):
            differences.add("%d-ply %s %s" % (plies, name, unit), mine, other, tolerance, question)
    for name, value in values.items():
        differences.add("%d-ply decision %s" % (question.plies, unit), value, their_values[name], tolerance, question)
    margins = sorted(values.values())
    gap = min((b - a for a, b in zip(margins, margins[1:])), default=1.0)
    verdicts.append(verdict == their_verdict)
    if verdict != their_verdict:
        text = "verdict %r, not %r, %.1e apart: %s" % (verdict, their_verdict, gap, question)
        (differences.beyond.append if gap > tolerance else print)(text)
    elif percent is not None and their_percent is not None:
        # The share is a quotient: its error grows as the values come together.
        differences.add("percentage / 100", percent / 100, their_percent / 100, 5e-4 + 4 * tolerance / max(gap, 1e-6), question)


def compare_plays(question, ours, theirs, tolerance, differences, best):
    if not theirs and not ours:
        return
    mine, others = ({play[0]: play for play in plays} for plays in (ours, theirs))
    if set(mine) != set(others):
        differences.beyond.append("other plays: %s: %d and %d" % (question, len(ours), len(theirs)))
        return
    unit = "MWC" if question.is_match() else "money"
    for result, play in mine.items():
        if play[1] == others[result][1]:
            differences.add("%d-ply play %s" % (play[1], unit), play[2], others[result][2], tolerance, question)
    their_best = theirs[0][0]
    loss = others[their_best][2] - others[ours[0][0]][2] if others[ours[0][0]][1] == theirs[0][1] else None
    best.append(ours[0][0] == their_best)
    if ours[0][0] != their_best:
        text = "best play %s, not %s, losing %s: %s" % (ours[0][3], theirs[0][3], loss, question)
        (print if loss is not None and loss <= 2 * tolerance else differences.beyond.append)(text)


# ---- match equity tables ---------------------------------------------------------------------------------------

class Conversion(Question):
    """Equities as chances and back, at the score and cube of a position."""

    def commands(self):
        values = ["eq2mwc", "mwc2eq", "eq2mwc 0.3", "eq2mwc -1.75", "mwc2eq 0.4", "mwc2eq 0.95"]
        return super().commands()[:4] + values


def read_conversions(lines):
    """What is printed by kind and argument, both as text."""
    found, kind = {}, None
    for line in lines:
        theirs = re.match(r"(MWC|Equity) for \w+ = +([-+\d.]+)%?: +([-+\d.]+)%?", line)
        ours = re.match(r" +([-+\d.]+)%? +([-+\d.]+)%?\s*$", line)
        if line.split() in (["Equity", "MWC"], ["MWC", "Equity"]):
            kind = line.split()[1]
        elif theirs:
            found[theirs.group(1), theirs.group(2)] = theirs.group(3)
        elif ours and kind:
            found[kind, ours.group(1)] = ours.group(2)
    return found


def table(command, script):
    """The rows of `show met` to 64 points away: before Crawford, then of each player after it."""
    done = subprocess.run(shlex.split(command), input=script, capture_output=True, text=True, errors="replace")
    cells = [re.findall(r"\d+\.\d{4}(?!\d)", line) for line in done.stdout.splitlines() if re.match(r" *(\d+-away|\d+ |post)", line)]
    return [row for row in cells if len(row) == 64]


def compare_mets(args, rng, theirs_command, ours_command):
    """Compares every table of a folder; returns lines about what differs."""
    faults = []
    source = positions(rng)
    for path in sorted(glob.glob(args.mets + "/*.xml")):
        name = os.path.basename(path)
        if name == "catalog.xml":
            continue
        setup = PREAMBLE + "set met %s\n" % path
        rows = [table(theirs_command, setup + "new match 64\nshow met\n"),
                table(ours_command, setup + "set output digits 5\nnew match 64\nshow met 64\n")]
        unlike = [(theirs, ours) for pair in zip(*rows) for theirs, ours in zip(*pair) if theirs != ours]
        largest = max((abs(float(theirs) - float(ours)) for theirs, ours in unlike), default=0.0)
        if [len(found) for found in rows] != [66, 66] or largest > 1.5e-4 or not rows[0]:
            faults.append("%s: %s rows, entries differ by %g" % (name, [len(found) for found in rows], largest))
        states = []
        while len(states) < 40:
            state = cube(rng, 64)
            states += [state] if state[3] else []
        questions = [Conversion(rng, next(source), state, 0, None) for state in states]
        found = [ask(command, setup + "new session\n", questions) for command in (theirs_command, ours_command)]
        compared, others = 0, []
        for question in questions:
            theirs, ours = (read_conversions(answers[question.id, 0]) for answers in found)
            if not theirs or not set(ours) <= set(theirs) or len(ours) < 8:
                faults.append("%s: conversions %s, not %s: %s" % (name, ours, theirs, question))
            for key in set(ours) & set(theirs):
                compared += 1
                if ours[key] != theirs[key]:
                    # Far from even chances the quotient of two small differences shows the last bit of an entry.
                    value, other = float(ours[key]), float(theirs[key])
                    others.append(abs(value - other) / max(1.0, abs(other)))
                    if others[-1] > 2e-3:
                        faults.append("%s: %s %s, not %s: %s" % (name, key, ours[key], theirs[key], question))
        print("%-24s %d of %d entries differ in the last digit, by %.1g %%; %d of %d conversions, by %.0e of their size" % (
            name, len(unlike), 66 * 64, largest, len(others), compared, max(others, default=0.0)))
        sys.stdout.flush()
    return faults


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--evals", type=int, default=100, help="evaluations with cube decisions, at each number of plies")
    parse.add_argument("--plays", type=int, default=100, help="rolls to rank the plays of, at each number of plies")
    parse.add_argument("--plies", default="0,1,2")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--tolerance", type=float, default=3e-3)
    parse.add_argument("--longest", type=int, default=25, help="the longest match")
    parse.add_argument("--setup", default="", metavar="COMMANDS", help="commands for both programs, separated by ;")
    parse.add_argument("--mets", metavar="FOLDER", help="compare the match equity tables of a folder")
    parse.add_argument("--gnubg", default="/usr/games/gnubg", help="the reference program, without arguments")
    parse.add_argument("--gammon", default="target/release/gammon")
    parse.add_argument("--weights", default="/usr/lib/gnubg/gnubg.wd")
    args = parse.parse_args()

    rng = random.Random(args.seed)
    theirs_command = args.gnubg + " -t -q -r"
    ours_command = "%s -r --keep-going --weights %s -" % (args.gammon, args.weights)
    faults = compare_mets(args, rng, theirs_command, ours_command) if args.mets else []
    setups = [args.setup]
    if args.mets:
        tables = [path for path in sorted(glob.glob(args.mets + "/*.xml")) if not path.endswith("catalog.xml")]
        setups = [args.setup + ";set met " + path for path in tables]
    differences, verdicts, best = Differences(), [], []
    differences.beyond += faults
    source = positions(rng)
    for setup in setups:
        questions = []
        for plies in map(int, args.plies.split(",")):
            for _ in range(args.evals):
                questions.append(Question(rng, next(source), cube(rng, args.longest), plies, None))
            for _ in range(args.plays):
                questions.append(Question(rng, next(source), cube(rng, args.longest), plies, roll_dice(rng)))
        preamble = PREAMBLE + "".join(line.strip() + "\n" for line in setup.split(";"))
        theirs = ask(theirs_command, preamble + "set cache 0\nnew session\n", questions)
        ours = ask(ours_command, preamble + "set output style gnubg\nnew session\n", questions)
        for question in questions:
            key = question.id, question.plies
            if key not in ours or key not in theirs:
                differences.beyond.append("no answer of %s: %s" % ("ours" if key not in ours else "theirs", question))
            elif question.dice:
                plays = [read_plays(found[key], question.boards) for found in (ours, theirs)]
                compare_plays(question, *plays, args.tolerance, differences, best)
            else:
                compare_eval(question, read_eval(ours[key]), read_eval(theirs[key]), args.tolerance, differences, verdicts)
    differences.report()
    print("verdicts equal: %d of %d" % (sum(verdicts), len(verdicts)))
    print("best plays equal: %d of %d" % (sum(best), len(best)))
    print("beyond %g: %d" % (args.tolerance, len(differences.beyond)))
    for line in differences.beyond:
        print("  " + line)
    sys.exit(bool(differences.beyond))


if __name__ == "__main__":
    main()
