#!/usr/bin/env python3
"""Times GNU Backgammon and gammon on the same work, in turn, one thread each, and prints ratios of CPU time.

    scripts/bench-against.sh [--rounds 5] [--only NAME,...] [--scale 1.0]

Every round runs each piece of work with GNU Backgammon, with gammon and GNU Backgammon's weights, and with gammon's
own nets; what a program needs to start and to set up the positions is timed by itself and taken off. A ratio is the
quotient within one round; printed are the median and the range of the rounds.
GNU Backgammon runs in a pseudo-terminal, since it prints rollouts only there. $GNUBG, $GAMMON and $GNUBG_WEIGHTS
name other programs and weights than /usr/games/gnubg, target/release/gammon and /usr/share/gnubg/gnubg.wd.
"""
import argparse
import csv
import itertools
import os
import pty
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GNUBG = os.environ.get("GNUBG", "/usr/games/gnubg")
GAMMON = os.environ.get("GAMMON", os.path.join(HERE, "../target/release/gammon"))
WEIGHTS = os.environ.get("GNUBG_WEIGHTS", "/usr/share/gnubg/gnubg.wd")
OPENING = "4HPwATDgc/ABMA"
# Positions whose rollouts are timed to the same standard error: four, then the first of each other kind of
# tests/data/positions.csv. Without the cube where one side has lost its market.
SAME_ERROR = [("opening", OPENING, "cubeful on"), ("mid-game", "4HPMEwBwz2BwQA", "cubeful on"),
              ("blitz", "mGfwATDg8+ABUA", "cubeful on"), ("back-game", "bHdmAQCqnSAAOw", "cubeful off"),
              ("prime", "2G0BADdstwkAMg", "cubeful on"), ("late", "ru4ZgAB2FwAAAg", "cubeful on"),
              ("crashed", "+10IAANf7zAAAA", "cubeful off"), ("bar", "8/cAAIBWRwDgHA", "cubeful off"),
              ("game", "ezcDAMDeagBgEA", "cubeful off")]
PROGRAMS = ["gnubg", "its weights", "own nets"]

SETUP = """set automatic game off
set automatic roll off
set automatic crawford off
set confirm new off
set player 0 human
set player 1 human
set threads 1
set output digits 6
new session
set turn 1
"""


class Work:
    """Commands for both programs; `amounts` says how much of it each of PROGRAMS does, in units.

    `gain` reads from what was printed how many units were done, where that is not the amount.
    """

    def __init__(self, name, unit, prepare, do, amounts, gain=None):
        self.name, self.unit, self.prepare, self.do, self.amounts, self.gain = name, unit, prepare, do, amounts, gain


def rollout(*settings, board=OPENING):
    def do(trials):
        lines = ["set board " + board, "set rollout seed 1", f"set rollout trials {trials}"]
        return "\n".join(lines + ["set rollout " + setting for setting in settings] + ["rollout"]) + "\n"
    return do


def precision(printed):
    """1 over the squared standard error of the equity: what is won by time, in units that both programs share."""
    errors = re.findall(r"C[FL] +(\d*\.\d+)\]|^ *Current position .*?±(\d*\.\d+)", printed, re.M)
    return float("".join(errors[-1])) ** -2


def questions(rows):
    """Sets positions up, beginning again after the last one; with `ask` it also asks."""
    def do(n, ask=True):
        lines = []
        for pid, dice in itertools.islice(itertools.cycle(rows), n):
            lines += ["set board " + pid] + (["set dice " + dice] if dice else [])
            if ask:
                lines += ["clear hint", "hint"]
        return "\n".join(lines) + "\n"
    return do


def positions(n, dice):
    """Positions from games, evenly spread over the data, each once."""
    path = os.path.join(HERE, "../tests/data/moves.csv")
    with open(path, encoding="utf-8") as file:
        header, *rows = csv.reader(line for line in file if not line.startswith("#"))
    legal = header.index("n_legal")
    seen = {}
    for row in rows:
        if int(row[legal]) >= 8:  # no endings, which databases answer
            seen.setdefault(row[0], f"{row[1]} {row[2]}")
    items = list(seen.items())
    step = max(1, len(items) // n)
    return [(pid, roll if dice else None) for pid, roll in items[::step][:n]]


def match(n, ask=True):
    """Analyzes a match so many times."""
    lines = ["import mat " + os.path.join(HERE, "../tests/data/match7.mat")]
    lines += ["analyse clear match", "analyse match"] * n if ask else []
    return "\n".join(lines) + "\n"


def works(scale):
    """All pieces of work. Amounts: GNU Backgammon, gammon with its weights, gammon's own nets."""
    plain, strong = ("chequerplay plies 0", "cubedecision plies 0"), ("chequerplay plies 0", "cubedecision plies 2")

    def trials(*numbers):
        return [max(36, round(scale * n / 36) * 36) if n else 0 for n in numbers]

    def decisions(n, dice):
        """The same positions for all programs, as often as they are quick."""
        rows = positions(max(10, round(scale * n)), dice)
        return questions(rows), [len(rows), 3 * len(rows), 6 * len(rows)]
    evaluation = "set evaluation {0} evaluation plies {1}\nset evaluation {0} evaluation prune on\n"
    two = evaluation.format("chequerplay", 2) + evaluation.format("cubedecision", 2)
    return [
        Work("calibrate", "static evaluation", "", None, [1, 1, 1]),
        Work("plays", "game played, 0-ply plays, no luck looked at", "", rollout(*plain, "cubeful off", "varredn off"),
             trials(1296, 5184, 15552)),
        Work("cubeless", "trial", "", rollout(*plain, "cubeful off"), trials(144, 720, 1296)),
        Work("cubeful", "trial", "", rollout(*plain, "cubeful on"), trials(144, 720, 1296)),
        *[Work(f"error-{name}", f"1 / squared standard error, {cube}", "", rollout(*plain, cube, board=board),
               trials(1296, 2592, 5184), precision)
          for name, board, cube in SAME_ERROR],
        Work("prefilter", "trial (gnubg evaluates all plays, gammon 5 a roll)", "", rollout(*plain, "cubeful on"),
             trials(144, 1296, 0)),
        Work("default", "trial with 2-ply cube decisions (gammon: at near ones)", "", rollout(*strong, "cubeful on"), trials(72, 360, 720)),
        Work("play2", "2-ply play decision", two, *decisions(60, True)),
        Work("match", "7-point match analysed 2 plies deep", "set display off\n", match, [1, 2, 4]),
        Work("cube2", "2-ply cube decision", two, *decisions(120, False)),
    ]


def cpu_seconds(program, commands):
    """CPU seconds of a program that reads these commands, and what it printed."""
    with tempfile.NamedTemporaryFile("w", suffix=".gbs", delete=False) as file:
        file.write(commands)
    if program == "gnubg":
        arguments = [GNUBG, "-t", "-q", "-r", "-c", file.name]
    else:
        arguments = [GAMMON, "-r", "-c", file.name] + (["--weights", WEIGHTS] if program == "its weights" else [])
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="80")
        os.execv(arguments[0], arguments)
    printed = b""
    os.write(terminal, b"quit\ny\n" if program == "gnubg" else b"quit\n")
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        printed += data
    _, _, usage = os.wait4(child, 0)
    os.unlink(file.name)
    return usage.ru_utime + usage.ru_stime, printed.decode("utf-8", "replace")


def evaluations_per_second(program):
    """What `calibrate` says, which goes by the clock, as a rate of CPU time."""
    start = time.monotonic()
    used, text = cpu_seconds(program, "set threads 1\ncalibrate 20\n" if program == "gnubg" else "calibrate\n")
    share = used / (time.monotonic() - start)
    found = re.findall(r"result: ([\d.,]+)|([\d.,]+)(?: \w+)* in batches", text)
    if not found:
        sys.exit(f"{program}: no rate in what `calibrate` printed:\n{text[-500:]}")
    return float("".join(found[-1]).replace(",", "")) / share


def rate(work, program, amount):
    """Units a CPU second."""
    if work.name == "calibrate":
        return evaluations_per_second(program)
    extra = "set rollout prefilter 5\n" if work.name == "prefilter" and program != "gnubg" else ""
    body, idle = work.do(amount), work.do(amount, False) if work.prepare else work.do(amount).rsplit("rollout\n", 1)[0]
    base, _ = cpu_seconds(program, SETUP + work.prepare + extra + idle)
    used, text = cpu_seconds(program, SETUP + work.prepare + extra + body)
    if re.search(r"^\S*:\d+: error|Unknown keyword|Illegal", text, re.M):
        sys.exit(f"{program} refused a command:\n{text[-800:]}")
    return (work.gain(text) if work.gain else amount) / max(used - base, 1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="names of work, with commas between")
    parser.add_argument("--scale", type=float, default=1.0, help="amount of work, 1 for about a minute a round")
    options = parser.parse_args()
    chosen = [work for work in works(options.scale) if not options.only or work.name in options.only.split(",")]
    print("| work | unit | gnubg a second | its weights | own nets |\n|---|---|---|---|---|")
    for work in chosen:
        rounds = []
        for _ in range(options.rounds):
            rounds.append([rate(work, program, amount) if amount else None
                           for program, amount in zip(PROGRAMS, work.amounts)])
        cells = [f"{statistics.median(row[0] for row in rounds):.3g}"]
        for column in (1, 2):
            ratios = [row[column] / row[0] for row in rounds if row[column]]
            cells.append(f"{statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})" if ratios else "")
        print(f"| {work.name} | {work.unit} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
