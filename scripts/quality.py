#!/usr/bin/env python3
"""Decision quality against processor seconds: gammon's plies and levels, GNU Backgammon's plies and rollouts.

    scripts/quality.py measure --out FILE [--decisions 200] [--block 25] [--subjects "own 0,own 2,roller,gnubg 2"]
                               [--sets xg,gnubg4,benchmark] [--skip N]
    scripts/quality.py table FILE ... [--svg docs/quality.svg]

`measure` asks every subject the same decisions, block by block in turn, one thread each. It appends a JSON line for each
subject and block: the loss of every decision by its judge, and the seconds of processor time for the block. Time for
starting and for setting positions up is measured with the same commands without the questions, and taken off.

The judges are no part of this project and are read from $JUDGES and $ROLLED_OUT (../shared/reference/judges and
../shared/reference/benchmark beside it):

- xg: plays judged in `.xg` files by XG at 3 plies or deeper (two plays or more so judged)
- xg-rollers: of these, plays of which XG has judged two or more by its rollers: the close ones, judged best
- gnubg4: plays of matches judged by GNU Backgammon at 4 plies; its nets are those of GNU Backgammon at fewer plies
- benchmark: candidates rolled out by an unrelated engine, cubeless for money. The position before the play is found from
  the candidates; of a subject's list the first play counts that was rolled out
- xg-cubes, gnubg4-cubes: near cube decisions, doubling and taking together

Subjects are `own N` and `its N` (gammon at N plies with its nets, or with GNU Backgammon's), the levels of gammon,
`gnubg N`, and `gnubg roller`, `gnubg roller+`: GNU Backgammon's rollouts of plays with the settings of those levels.

`table` prints means with standard errors, and paired differences to GNU Backgammon at 2 plies.
"""
import argparse
import base64
import collections
import csv
import gzip
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GAMMON = os.environ.get("GAMMON", os.path.join(HERE, "../target/release/gammon"))
GNUBG = os.environ.get("GNUBG", "/usr/games/gnubg")
JUDGES = os.environ.get("JUDGES", os.path.join(HERE, "../../shared/reference/judges"))
ROLLED_OUT = os.environ.get("ROLLED_OUT", os.path.join(HERE, "../../shared/reference/benchmark"))
XG_LEVELS = {"3-ply", "4-ply", "XG Roller", "XG Roller+", "XG Roller++"}
XG_ROLLERS = {"XG Roller+", "XG Roller++"}
BASELINE = "gnubg 2"

Decision = collections.namedtuple("Decision", "setup is_cube values")


# ---- boards: 26 points seen by the side on roll, 25 its bar, 0 the other's bar (negative) -------------------------

def board_of_xgid(xgid):
    points = [0] * 26
    for i, letter in enumerate(xgid.split("=")[1].split(":")[0]):
        points[i] = ord(letter) - 64 if letter.isupper() else 96 - ord(letter) if letter.islower() else 0
    return points if int(xgid.split(":")[3]) > 0 else [-count for count in reversed(points)]


def board_of_id(position_id):
    bits = "".join(f"{byte:08b}"[::-1] for byte in base64.b64decode(position_id + "=="))
    counts = [len(ones) for ones in bits.split("0")]
    mine, theirs = counts[25:50], counts[:25]
    points = [0] * 26
    for i in range(24):
        points[i + 1] += mine[i]
        points[24 - i] -= theirs[i]
    points[25], points[0] = mine[24], -theirs[24]
    return points


def flipped(points):
    return [-count for count in reversed(points)]


def after(points, play):
    """The board after a play written in any order, with or without stops; seen by the mover."""
    points = list(points)
    for token in re.sub(r"(?i)off", "0", re.sub(r"(?i)bar", "25", play)).split():
        times = re.match(r"^(.*)\((\d)\)$", token)
        token, n = (times[1], int(times[2])) if times else (token, 1)
        try:
            stops = [int(stop.replace("*", "")) for stop in token.split("/")]
        except ValueError:
            return None
        for _ in range(n):
            for start, end in zip(stops, stops[1:]):
                points[start] -= 1
                if end == 0:
                    continue
                if points[end] < 0:
                    points[end] += 1
                    points[0] -= 1
                points[end] += 1
    return tuple(points)


def xgid(points, dice):
    letter = lambda n: chr(64 + n) if n > 0 else chr(96 - n) if n < 0 else "-"
    return f"XGID={''.join(map(letter, points))}:0:0:1:{dice}:0:0:0:0:10"


# ---- decisions ----------------------------------------------------------------------------------------------------

def lines_of(folder, name):
    with gzip.open(os.path.join(folder, name + ".tsv.gz"), "rt") as file:
        return list(csv.DictReader((line.lstrip("#") for line in file), delimiter="\t"))


def xg_rollers(_):
    """Close plays, of which XG has judged two or more by its rollers."""
    return xg(False, XG_ROLLERS)


def xg(is_cube, levels=None):
    levels = levels or XG_LEVELS
    groups = collections.OrderedDict()
    for row in lines_of(JUDGES, "xg-decisions"):
        groups.setdefault((row["kind"], row["xgid"]), []).append(row)
    for (kind, identifier), rows in groups.items():
        if kind == "checker_play" and not is_cube:
            start = board_of_xgid(identifier)
            values = {after(start, row["move"]): float(row["equity"]) for row in rows if row["level"] in levels}
            values.pop(None, None)
            if len(values) > 1:
                yield Decision(f"set xgid {identifier}", False, values)
        if kind == "cube_action" and is_cube:
            found = {row["move"]: float(row["equity"]) for row in rows if row["equity"]}
            if {"No Double/Take", "Double/Take"} <= found.keys():
                values = found["No Double/Take"], found["Double/Take"], found["Double/Pass"]
                if is_near(values):
                    yield Decision(f"set xgid {identifier}", True, values)


def gnubg4(is_cube):
    for row in lines_of(JUDGES, "gnubg4-cube" if is_cube else "gnubg4-checker"):
        candidates = [text.split(";") for text in (row["candidates"] if not is_cube else list(row.values())[3]).split("|")]
        if not is_cube:
            start = board_of_id(row["position_id"])
            values = {after(start, play): float(equity) for play, ply, equity in candidates if ply == "4"}
            values.pop(None, None)
            if len(values) > 1:
                yield Decision(f"set gnubgid {row['position_id']}:{row['match_id']}", False, values)
        else:
            found = {name.lower().replace("redouble", "double"): float(equity) for name, equity in candidates}
            if {"no double", "double, take", "double, pass"} <= found.keys():
                values = found["no double"], found["double, take"], found["double, pass"]
                if values[2] > 0 and is_near(values):
                    bits = int.from_bytes(base64.b64decode(row["match_id"]), "little") & ~(0x3F << 15)
                    match_id = base64.b64encode(bits.to_bytes(9, "little")).decode().rstrip("=")
                    yield Decision(f"set gnubgid {row['position_id']}:{match_id}", True, values)


def is_near(values):
    none, take, drop = values
    return abs(none - min(take, drop)) < .2 or abs(take - drop) < .2


def benchmark(_):
    groups = collections.OrderedDict()
    for row in lines_of(ROLLED_OUT, "ordinary"):
        if int(row["decision"]) > 0:
            groups.setdefault(row["decision"], {})[tuple(flipped(board_of_id(row["position_id"])))] = float(row["equity"])
    for values in groups.values():
        if len(values) > 1 and max(values.values()) - min(values.values()) >= .001:
            before = predecessor(list(values))
            if before:
                points, dice = before
                yield Decision(f"set jacoby off;set xgid {xgid(points, dice)}", False, values)


def predecessor(results):
    """A position and a roll from which all of these boards may come, without asking whether each play is legal."""
    for high in range(6, 0, -1):
        for low in range(high, 0, -1):
            dice = [high] * 4 if high == low else [high, low]
            common = None
            for result in results:
                befores = {result}
                for die in dice:
                    befores = {before for board in befores for before in moved_back(board, die)}
                    if len(befores) > 60_000:
                        befores = set()
                common = befores if common is None else common & befores
                if not common:
                    break
            # Without hits where there is a choice, and never with both sides out of proportion.
            plausible = [b for b in common or () if sum(n for n in b if n > 0) <= 15 and -sum(n for n in b if n < 0) <= 15]
            if plausible:
                return min(plausible, key=lambda board: (board[0] + 16, board)), f"{high}{low}"
    return None


def moved_back(board, die):
    for end in range(1, 25):
        start = end + die
        if board[end] <= 0 or start > 25 or (start < 25 and board[start] < 0):
            continue
        if board[25] > 0 and start != 25:
            continue  # a checker on the bar would have had to enter first
        before = list(board)
        before[end] -= 1
        before[start] += 1
        yield tuple(before)
        if before[end] == 0 and before[0] < 0:
            before[end], before[0] = -1, before[0] + 1
            yield tuple(before)


SETS = {"xg": (xg, False), "xg-rollers": (xg_rollers, False), "gnubg4": (gnubg4, False), "benchmark": (benchmark, False), "xg-cubes": (xg, True),
        "gnubg4-cubes": (gnubg4, True)}


# ---- subjects -----------------------------------------------------------------------------------------------------

def settings(subject):
    """What is typed before the questions, and the question about plays and about cubes."""
    if subject.startswith("try "):  # a rollout in place of a level: `try PLIES N SETTING;SETTING`
        _, plies, n, text = subject.split(" ", 3)
        rollout = [f"set rollout {setting}" for setting in text.split(";")]
        return plies_of(plies) + ["set rollout seed 1"] + rollout, f"rollout plays best {n}", "rollout cube"
    kind, _, plies = subject.rpartition(" ")
    if kind in ("own", "its"):
        return plies_of(plies), "hint 10", "hint"
    level = [f"set evaluation {part} type {subject}" for part in ("chequerplay", "cubedecision")]
    return level, "hint 10", "hint"


def plies_of(plies):
    return [f"set evaluation {part} evaluation plies {plies}" for part in ("chequerplay", "cubedecision")]


def gammon(subject, decisions, asks):
    start, plays, cube = settings(subject)
    commands = ["set display off", *start]
    for decision in decisions:
        commands += decision.setup.split(";")
        commands += [cube if decision.is_cube else plays] if asks else []
    arguments = [GAMMON, "--no-rc", "-q", "--json", "--no-time", "--keep-going", "--threads", "1", "-"]
    if subject.startswith("its "):
        arguments[1:1] = ["--weights", os.environ.get("GNUBG_WEIGHTS", "/usr/lib/gnubg/gnubg.wd")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(arguments, input="\n".join(commands), capture_output=True, text=True).stdout
    seconds = cpu_since(before)
    answers = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    return [answer for answer in answers if answer["command"] in ("hint", "rollout")], seconds


def cpu_since(before):
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime


def choice_of_gammon(answer, decision):
    if decision.is_cube:
        cube = answer.get("cube")
        if cube:
            return cube["no_double"], cube["double_take"], cube["double_pass"]
        return None
    start = board_of_xgid(answer["xgid"])
    rows = sorted(answer.get("candidates") or [], key=lambda row: row["rank"])
    return [after(start, row.get("play") or row.get("name")) for row in rows]


GNUBG_SCRIPT = r"""
import gnubg, json, os, time
decisions, plies, out = json.load(open(os.environ["DECISIONS"])), os.environ["PLIES"], open(os.environ["ANSWERS"], "w")
level = json.loads(os.environ["LEVEL"])
for text in ("set automatic game off", "set automatic roll off", "set automatic move off", "set automatic bearoff off",
             "set player 0 human", "set player 1 human", "set display off", "set confirm new off", "set threads 1",
             "set automatic crawford off", "new session"):
    gnubg.command(text)
for part in ("chequerplay", "cubedecision"):
    for text in ("plies " + plies, "prune on", "cubeful on", "noise 0", "deterministic on"):
        gnubg.command("set evaluation %s evaluation %s" % (part, text))
gnubg.command("set evaluation movefilter 2 0 0 8 0.16")
for text in level["settings"] if level else ():
    gnubg.command("set rollout " + text)

def plays():
    found = gnubg.hint(10)["hint"]
    if level:
        close = [play for play in found[:level["most"]] if play["eqdiff"] > -level["margin"]]
        if len(close) > 1:
            gnubg.command("cmark move set rollout " + " ".join(str(play["movenum"]) for play in close))
            gnubg.command("analyse rollout move")
            found = gnubg.hint(10)["hint"]
            found.sort(key=lambda play: (play["type"] != "rollout", -play["equity"]))
    return [play["move"] for play in found]

for setup, is_cube in decisions:
    for text in setup.split(";"):
        gnubg.command(text)
    gnubg.command("clear hint")
    gnubg.command("clear cache")
    begun = time.process_time()
    try:
        if is_cube:
            context = gnubg.evalcontext(1, int(plies), 1, 1, 0.0)
            answer = list(gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context)[1:4])
        else:
            answer = plays()
        text = json.dumps([time.process_time() - begun, answer])
    except Exception as error:
        text = json.dumps([0.0, None])
    out.write(text + "\n")
out.close()
"""

# GNU Backgammon's rollouts as gammon's levels make theirs: which plays, how many trials, where they end.
ROLLOUT = ["seed 1", "varredn on", "quasirandom on", "cubeful on", "chequerplay plies 0", "cubedecision plies 0",
           "truncation enable on", "truncation chequerplay plies 0", "truncation cubedecision plies 0"]
GNUBG_LEVELS = {
    "roller": {"most": 3, "margin": .06, "settings": [*ROLLOUT, "trials 36", "truncation plies 5"]},
    "roller+": {"most": 4, "margin": .08, "settings": [*ROLLOUT, "trials 144", "truncation plies 7", "jsd stop on",
                                                       "jsd minimumgames 36", "jsd limit 3"]},
}


def gnubg(subject, decisions):
    """Answers and seconds: processor time within the questions alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        open(path("script.py"), "w").write(GNUBG_SCRIPT)
        json.dump([(d.setup, d.is_cube) for d in decisions], open(path("decisions"), "w"))
        how = subject.split()[1]
        level = GNUBG_LEVELS.get(how)
        environment = {**os.environ, "DECISIONS": path("decisions"), "ANSWERS": path("answers"),
                       "PLIES": "2" if level else how, "LEVEL": json.dumps(level)}
        subprocess.run([GNUBG, "-t", "-q", "-r", "-p", path("script.py")], env=environment, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        answers = [json.loads(line) for line in open(path("answers"))]
    return answers, sum(seconds for seconds, _ in answers)


def loss(decision, chosen):
    """What the answer gives up; `None` where the judge does not know it."""
    if chosen is None:
        return None
    if decision.is_cube:
        none, take, drop = decision.values
        own_none, own_take, own_drop = chosen
        turned = min(take, drop)
        doubles = min(own_take, own_drop) > own_none
        answer = take if own_take < own_drop else drop
        return max(none, turned) - (turned if doubles else none) + answer - turned
    known = [decision.values[board] for board in chosen if board in decision.values]
    return max(decision.values.values()) - known[0] if known else None


def ask(subject, decisions):
    if subject.startswith("gnubg "):
        answers, seconds = gnubg(subject, decisions)
        assert len(answers) == len(decisions), "GNU Backgammon stopped"
        chosen = []
        for (_, answer), decision in zip(answers, decisions):
            if answer is None:
                chosen.append(None)
            elif decision.is_cube:
                chosen.append(answer)
            else:
                start = start_of(decision)
                chosen.append([after(start, play) for play in answer])
    else:
        answers, seconds = gammon(subject, decisions, True)
        assert len(answers) == len(decisions), f"{len(answers)} answers to {len(decisions)} questions"
        seconds -= gammon(subject, decisions, False)[1]
        chosen = [choice_of_gammon(answer, decision) for answer, decision in zip(answers, decisions)]
    return [loss(decision, answer) for decision, answer in zip(decisions, chosen)], seconds


def start_of(decision):
    setup = decision.setup.split(";")[-1]
    text = setup.split()[-1]
    return board_of_xgid(text) if "XGID" in text else board_of_id(text.split(":")[0])


def measure(args):
    for name in args.sets.split(","):
        reader, is_cube = SETS[name]
        decisions = list(reader(is_cube))
        random.Random(7).shuffle(decisions)
        decisions = decisions[args.skip:args.skip + args.decisions]
        for first in range(0, len(decisions), args.block):
            block = decisions[first:first + args.block]
            for subject in args.subjects.split(","):
                losses, seconds = ask(subject, block)
                row = {"set": name, "first": args.skip + first, "subject": subject, "seconds": seconds, "losses": losses}
                with open(args.out, "a") as file:
                    file.write(json.dumps(row) + "\n")


# ---- the table ----------------------------------------------------------------------------------------------------

def mean(numbers):
    n = len(numbers)
    average = sum(numbers) / n
    return average, math.sqrt(sum((x - average) ** 2 for x in numbers) / max(1, n - 1) / n)


def read(files):
    """By set and subject: losses by decision, seconds and decisions."""
    found = collections.defaultdict(lambda: {"losses": {}, "seconds": 0.0, "n": 0})
    for file in files:
        for line in open(file):
            row = json.loads(line)
            one = found[row["set"], row["subject"]]
            one["losses"].update({row["first"] + i: loss for i, loss in enumerate(row["losses"])})
            one["seconds"] += row["seconds"]
            one["n"] += len(row["losses"])
    return found


def table(args):
    found = read(args.files)
    if args.svg:
        draw(found, args.svg)
    for name in dict.fromkeys(name for name, _ in found):
        base = found.get((name, BASELINE))
        print(f"\n| {name} | decisions | lost, mEq | less GNU Backgammon at 2 plies | ms a decision | of its time |\n|---|---|---|---|---|---|")
        for (_, subject), one in ((key, one) for key, one in found.items() if key[0] == name):
            losses = {i: 1000 * loss for i, loss in one["losses"].items() if loss is not None}
            if not losses:
                continue
            average, error = mean(list(losses.values()))
            ms = 1000 * one["seconds"] / one["n"]
            paired = share = ""
            if base:
                pairs = [losses[i] - 1000 * base["losses"][i] for i in losses if base["losses"].get(i) is not None]
                paired = pairs and "{:+.2f} ± {:.2f}".format(*mean(pairs))
                share = f"{ms / (1000 * base['seconds'] / base['n']):.2f}"
            print(f"| {subject} | {len(losses)} | {average:.2f} ± {error:.2f} | {paired} | {ms:.1f} | {share} |")


NAMES = {"xg": "XG, 3 plies and deeper", "xg-rollers": "close plays, XG Roller+ and ++", "gnubg4": "GNU Backgammon, 4 plies", "benchmark": "rolled out by another engine",
         "xg-cubes": "XG, near cubes", "gnubg4-cubes": "GNU Backgammon, near cubes"}
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 300, 44, 34, 250


def draw(found, file):
    """A panel for each set: loss against milliseconds, one thread; bars are standard errors."""
    sets = list(dict.fromkeys(name for name, _ in found))
    every = [1000 * one["seconds"] / one["n"] for one in found.values()]
    low, high = math.log10(max(.05, min(every))) - .1, math.log10(max(every)) + .1
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * len(sets)} {HEIGHT}" font-family="sans-serif" '
           'font-size="11">', "<title>Decision quality against processor time</title>",
           f'<rect width="{WIDTH * len(sets)}" height="{HEIGHT}" fill="white"/>']
    for panel, name in enumerate(sets):
        rows = []
        for (_, subject), one in ((key, one) for key, one in found.items() if key[0] == name):
            average, error = mean([1000 * loss for loss in one["losses"].values() if loss is not None])
            rows.append((subject, max(.05, 1000 * one["seconds"] / one["n"]), average, error))
        most = max(average + error for _, _, average, error in rows) * 1.05
        left, right = panel * WIDTH + LEFT, (panel + 1) * WIDTH - 14
        x = lambda ms: left + (math.log10(ms) - low) * (right - left) / (high - low)
        y = lambda lost: BOTTOM - lost * (BOTTOM - TOP) / most
        out.append(f'<text x="{left}" y="18" font-weight="bold">{NAMES[name]}</text>')
        for power in range(math.ceil(low), math.floor(high) + 1):
            out.append(f'<path d="M{x(10 ** power):.1f} {TOP}V{BOTTOM}" stroke="#eee"/><text x="{x(10 ** power):.1f}" '
                       f'y="{BOTTOM + 14}" text-anchor="middle">{10 ** power:g} ms</text>')
        for lost in range(0, math.floor(most) + 1):
            out.append(f'<path d="M{left} {y(lost):.1f}H{right}" stroke="#eee"/><text x="{left - 6}" y="{y(lost) + 4:.1f}" '
                       f'text-anchor="end">{lost}</text>')
        for subject, ms, average, error in rows:
            colour = "#c33" if subject.startswith("gnubg") else "#26a" if subject.startswith("own") else "#283"
            label = subject.replace("own ", "") + ("-ply" if subject[-1].isdigit() else "")
            out.append(f'<path d="M{x(ms):.1f} {y(average - error):.1f}V{y(average + error):.1f}" stroke="{colour}"/>'
                       f'<circle cx="{x(ms):.1f}" cy="{y(average):.1f}" r="3" fill="{colour}"/>'
                       f'<text x="{x(ms) + 5:.1f}" y="{y(average) - 5:.1f}" fill="{colour}">{label}</text>')
    out.append(f'<text x="{LEFT}" y="{HEIGHT - 12}">thousandths lost a decision against processor time, one thread; blue: '
               "gammon's plies, green: its levels, red: GNU Backgammon</text></svg>")
    open(file, "w").write("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    one = parts.add_parser("measure")
    one.add_argument("--out", required=True)
    one.add_argument("--decisions", type=int, default=200)
    one.add_argument("--skip", type=int, default=0)
    one.add_argument("--block", type=int, default=25)
    one.add_argument("--subjects", default="own 0,own 1,own 2,own 3,roller,roller+,roller++,gnubg 0,gnubg 2")
    one.add_argument("--sets", default="xg,gnubg4,benchmark")
    one.set_defaults(do=measure)
    one = parts.add_parser("table")
    one.add_argument("files", nargs="+")
    one.add_argument("--svg")
    one.set_defaults(do=table)
    args = parser.parse_args()
    args.do(args)


if __name__ == "__main__":
    main()
