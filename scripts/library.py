#!/usr/bin/env python3
"""library.py GAMMON FOLDER [--played N] [--matches M]: makes a library of the size of the field, and times it.

GAMMON plays N matches to 15 against itself, with noise in its evaluations, and analyses them, both without looking
ahead. Copies of them under other names, days and events make M matches. Each question is asked five times: the median
of the seconds, and the most memory so far. What is there already in FOLDER is not made again.
"""

import argparse
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import time
from pathlib import Path

QUESTIONS = [
    "library",
    "library list 'Player 0007'",
    "library find",
    "library find 'Player 0007' cube",
    "library find roll 31 opening all",
    "library find score dmp backgame",
    "library find opponent board 5 bar",
    "library find prime 5 opponent anchor 20",
    "library find like this",
    "library plan 'Player 0007'",
    "pr library",
    "pr library since 2020 before 2021",
]


def asked(gammon, home, lines):
    text = "".join(line + "\n" for line in lines)
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    begin = time.monotonic()
    call = [gammon, "--no-rc"]
    done = subprocess.run(call, input=text, text=True, env=environment, stdout=subprocess.PIPE, check=True)
    return time.monotonic() - begin, done.stdout


def play(gammon, home, matches):
    lines = ["set seed 7", "set display off", "set automatic game on", "set automatic roll on", "set confirm new off"]
    for player in (0, 1):
        for what in ("chequerplay", "cubedecision"):
            lines.append(f"set player {player} {what} evaluation plies 0")
        lines += [f"set player {player} gnubg", f"set player {player} chequerplay evaluation noise 0.05"]
    lines += ["new match 15", "library add"] * matches
    seconds, _ = asked(gammon, home, lines)
    print(f"{matches} matches played in {seconds:.0f} s")
    plies = [f"set analysis {what} evaluation plies 0" for what in ("chequerplay", "cubedecision")]
    seconds, _ = asked(gammon, home, plies + ["analyse library"])
    print(f"analysed in {seconds:.0f} s")


def copy(file, matches):
    dice = random.Random(1)
    names = [f"Player {n:04d}" for n in range(2000)]
    library = sqlite3.connect(file, isolation_level=None)
    library.execute("BEGIN")
    played = [row[0] for row in library.execute("SELECT number FROM match")]
    columns = "length, top_points, bottom_points, decisions, judged, added FROM match WHERE number = ?"
    for n in range(len(played), matches):
        of = played[n % len(played)]
        day = f"{2000 + n % 26:04d}-{1 + n % 12:02d}-15"
        library.execute(
            "INSERT INTO match (digest, file, top, bottom, date, event, length, top_points, bottom_points, decisions,"
            f" judged, added) SELECT ?, file, ?, ?, ?, ?, {columns}",
            (f"copy {n}", *dice.sample(names, 2), day, f"Open {n % 300}", of),
        )
        for table, column in (("played", "json"), ("decisions", "packed")):
            library.execute(f"INSERT INTO {table} SELECT max(number), (SELECT {column} FROM {table} WHERE match = ?)"
                            " FROM match", (of,))
    library.execute("COMMIT")


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("gammon")
    read.add_argument("folder", type=Path)
    read.add_argument("--played", type=int, default=1000)
    read.add_argument("--matches", type=int, default=33000)
    given = read.parse_args()
    home = given.folder.resolve()
    home.mkdir(parents=True, exist_ok=True)
    file = home / "data/gammon/library.db"
    if not file.exists():
        play(given.gammon, home, given.played)
        copy(file, given.matches)
    _, told = asked(given.gammon, home, ["library"])
    print(told.strip().splitlines()[0], f"({file.stat().st_size / 1e9:.2f} GB)")
    for question in QUESTIONS:
        line = question.replace("'", '"')
        seconds = [asked(given.gammon, home, ["new game", line])[0] for _ in range(5)]
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
        print(f"{statistics.median(seconds):6.2f} s  {most:5.0f} MB  {line}")


if __name__ == "__main__":
    main()
