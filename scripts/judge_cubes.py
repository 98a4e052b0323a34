#!/usr/bin/env python3
"""What cube decisions for money lose, by a judge that looks deeper with other nets.

    judge_cubes.py GAMMON [--positions FILE] [--first COMMANDS] [--second COMMANDS] [--plies 0] [--judge COMMANDS]
                   [--judge-weights FILE] [--judge-plies 2]

Every position is set up twice for money under the Jacoby rule without beavers: with the cube centered, and owned by the
side on roll. FILE holds a Position ID a line; without it positions come from `gammon-train decisions`, a program beside
GAMMON. The two players are the program after COMMANDS (separated by `;`), the judge is the program with the weights of
GNU Backgammon, 2 plies deep. Near decisions count: where the judge has doubling within .2 of not doubling, or taking
within .2 of passing. Losses are thousandths of a point in units of the cube; the difference is paired.
"""
import argparse
import base64
import json
import math
import subprocess


def sides(position_id):
    """Checkers by their own points, bar last: of the side on roll, of the other."""
    bits = "".join(f"{byte:08b}"[::-1] for byte in base64.b64decode(position_id + "=="))
    counts = [len(ones) for ones in bits.split("0")]
    return counts[25:50], counts[:25]


def xgid(position_id, owned):
    on_roll, other = sides(position_id)
    letter = lambda count, first: chr(ord(first) + count - 1) if count else "-"
    points = [letter(mine, "A") if mine else letter(other[23 - point], "a") for point, mine in enumerate(on_roll[:24])]
    board = letter(other[24], "a") + "".join(points) + letter(on_roll[24], "A")
    return f"XGID={board}:{int(owned)}:{int(owned)}:1:00:0:0:1:0:10"


def values(args, positions, commands, plies, weights=None):
    """No double and double, take of every decision: the cube centered, then owned."""
    start = [command for command in commands.split(";") if command.strip()]
    start.append(f"set evaluation cubedecision evaluation plies {plies}")
    asked = [line for position in positions for owned in (False, True) for line in (f"set xgid {xgid(position, owned)}", "hint")]
    command = [args.gammon, *(["--weights", weights] if weights else []), "--no-rc", "-q", "--json", "--no-time", "-"]
    out = subprocess.run(command, input="\n".join(start + asked), capture_output=True, text=True, check=True).stdout
    cubes = [answer["cube"] for answer in map(json.loads, out.splitlines()) if answer.get("kind") == "cube"]
    assert len(cubes) == 2 * len(positions), "an answer to each question"
    return [(cube["no_double"], cube["double_take"]) for cube in cubes]


def loss(player, judge):
    (stays, turned), (no_double, take) = player, judge
    doubled = min(take, 1.0)
    doubles = doubled if min(turned, 1.0) > stays else no_double
    answers = take if turned < 1.0 else 1.0
    return 1000 * (max(no_double, doubled) - doubles), 1000 * (answers - doubled)


def mean(numbers):
    average = sum(numbers) / len(numbers)
    error = math.sqrt(sum((number - average) ** 2 for number in numbers)) / len(numbers)
    return f"{average:6.2f} +- {error:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gammon")
    parser.add_argument("--positions")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", default="set cubeefficiency by numbers")
    parser.add_argument("--second", default="set cubeefficiency by nets")
    parser.add_argument("--plies", type=int, default=0)
    parser.add_argument("--judge", default="")
    parser.add_argument("--judge-weights", default="/usr/lib/gnubg/gnubg.wd")
    parser.add_argument("--judge-plies", type=int, default=2)
    args = parser.parse_args()
    if args.positions:
        lines = open(args.positions).read().splitlines()
    else:
        decisions = [args.gammon + "-train", "decisions", str(args.count), "--seed", "5"]
        lines = subprocess.run(decisions, capture_output=True, text=True, check=True).stdout.splitlines()
    positions = list(dict.fromkeys(line.split()[0] for line in lines if line.strip()))[: args.count]
    judge = values(args, positions, args.judge, args.judge_plies, args.judge_weights)
    players = [values(args, positions, commands, args.plies) for commands in (args.first, args.second)]
    for name, owned in (("centered", 0), ("owned", 1)):
        near = [i for i, (stays, take) in enumerate(judge)
                if i % 2 == owned and (abs(stays - min(take, 1)) < 0.2 or abs(take - 1) < 0.2)]
        print(f"{name}: {len(near)} near decisions of {len(positions)}")
        losses = [[loss(player[i], judge[i]) for i in near] for player in players]
        for commands, lost in zip((args.first, args.second), losses):
            doubles, takes = [mean([each[k] for each in lost]) for k in (0, 1)]
            print(f"  {commands}: doubling {doubles}, taking {takes}")
        both = [sum(first) - sum(second) for first, second in zip(*losses)]
        print(f"  the second loses less by {mean(both)}")
        for k, what in ((0, "no double"), (1, "double, take")):
            offs = [[player[i][k] - judge[i][k] for i in near] for player in players]
            rms = lambda off: math.sqrt(sum(number * number for number in off) / len(off))
            shown = ", ".join(f"off by {rms(off):.4f}, on average {sum(off) / len(off):+.4f}" for off in offs)
            print(f"  {what}: {shown}")


main()
