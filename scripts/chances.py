#!/usr/bin/env python3
"""chances.py looks|rollouts|cubes [--gammon FILE] [--decisions N]: do chances come true?

`looks`: what `hint` says of its best play, without look-ahead, 1 ply and 2 plies deep, against three judges: eXtreme
Gammon's stored verdicts, plays that an unrelated engine rolled out, and GNU Backgammon at 4 plies; likewise what it says of near
cube decisions, doubling and taking apart, against the first and the last of them. Only plays that the
judge knows count; decisions whose two best it has within half a thousandth are left out.

`rollouts`: what short rollouts say of their leader. Trials are cut off after two turns, without look-ahead, dice as they
come and the luck left in, so that the truth is exact: the mean of 1,296 trials with evenly dealt dice.

`cubes`: likewise what short rollouts say of near cube decisions, doubling and taking apart; with `--turns 7` the truth is
the mean of 5,184 trials of seven turns, evenly dealt and with the luck subtracted.
"""

import argparse
import collections
import json
import math
import random
import subprocess

import quality

EQUAL = 0.0005
ENDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.975, 1.01)


class Said:
    """Chances that were said, what came true, and losses that were expected and that came."""

    def __init__(self):
        self.rows = []

    def enter(self, chance, is_so, expected=0.0, lost=0.0):
        self.rows.append((chance, is_so, expected, lost))

    def line(self, name):
        cells = []
        for low, high in zip((0.0, *ENDS), ENDS):
            of = [(chance, is_so) for chance, is_so, _, _ in self.rows if low <= chance < high]
            n = len(of)
            cells.append(f"{sum(c for c, _ in of) / n:.3f}, {sum(s for _, s in of) / n:.3f} ({n})" if n > 19 else "")
        return f"| {name} | {len(self.rows)} | " + " | ".join(cells) + " |"

    def losses(self):
        n = len(self.rows)
        expected = sum(row[2] for row in self.rows) / n
        lost = sum(row[3] for row in self.rows) / n
        error = math.sqrt(sum((row[3] - lost) ** 2 for row in self.rows)) / n
        return f"{1000 * expected:.2f} | {1000 * lost:.2f} ± {1000 * error:.2f}"


def looks(args):
    print("| judge | plies | decisions | below 50 % | 50 to 60 | 60 to 70 | 70 to 80 | 80 to 90 | 90 to 97.5 | above |"
          " expected loss, mEq | lost |\n" + "|---" * 12 + "|")
    for name in ("xg", "benchmark", "gnubg4"):
        reader, is_cube = quality.SETS[name]
        decisions = list(reader(is_cube))
        random.Random(7).shuffle(decisions)
        decisions = decisions[args.skip:args.skip + args.decisions]
        for plies in (0, 1, 2):
            said = Said()
            for answer, decision in zip(quality.gammon(f"own {plies}", decisions, True)[0], decisions):
                values = sorted(decision.values.values(), reverse=True)
                start = quality.board_of_xgid(answer["xgid"])
                rows = answer.get("candidates") or [{}]
                first = quality.after(start, rows[0]["play"]) if "probability_best" in rows[0] else None
                if first not in decision.values or values[0] - values[1] < EQUAL:
                    continue
                # Plays that the judge does not know were not in question: their chances go to the others.
                known = [row for row in rows if quality.after(start, row["play"]) in decision.values]
                share = sum(row.get("probability_best", 0.0) for row in known)
                lost = values[0] - decision.values[first]
                said.enter(rows[0]["probability_best"] / share, lost < 1e-6, rows[0]["expected_loss"] * share, lost)
            line = said.line(f"{name} | {plies}")
            print(line, said.losses(), "|", flush=True)
    for name in ("xg-cubes", "gnubg4-cubes"):
        reader, is_cube = quality.SETS[name]
        decisions = list(reader(is_cube))
        random.Random(7).shuffle(decisions)
        decisions = decisions[args.skip:args.skip + args.decisions]
        for plies in (0, 1, 2):
            answers = quality.gammon(f"own {plies}", decisions, True)[0]
            for question in ("double", "take"):
                said = Said()
                for answer, decision in zip(answers, decisions):
                    asked = ((answer.get("cube") or {}).get("questions") or {}).get(question)
                    none, take, drop = decision.values
                    
                    judged = (none, min(take, drop)) if question == "double" else (-take, -drop)
                    cube = answer.get("cube") or {}
                    if not asked or abs(judged[0] - judged[1]) < EQUAL:
                        continue
                    own_turned = min(cube["double_take"], cube["double_pass"])
                    own = cube["no_double"] < own_turned if question == "double" else cube["double_take"] > cube["double_pass"]
                    lost = max(judged) - judged[own]
                    said.enter(asked["probability_best"], lost < 1e-6, asked["expected_loss"], lost)
                print(said.line(f"{name}, {question} | {plies}"), said.losses(), "|", flush=True)


START = [
    "set display off", "set jacoby off", "set rollout truncation enable on", "set rollout truncation plies 2",
    "set rollout truncation cubedecision plies 0", "set rollout truncation chequerplay plies 0",
    "set rollout cubedecision plies 0", "set rollout chequerplay plies 0", "set autosave rollout off",
]


def asked(args, commands):
    call = [args.gammon, "--no-rc", "-q", "--json", "--no-time", "--keep-going", "--threads", "1", "-"]
    out = subprocess.run(call, input="\n".join(commands), capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def rollouts(args):
    setups = []
    for row in quality.lines_of(quality.JUDGES, "gnubg4-checker"):
        points = quality.board_of_id(row["position_id"])
        setups.append(f"set xgid {quality.xgid(points, ''.join(c for c in row['dice'] if c.isdigit())[:2])}")
    random.Random(11).shuffle(setups)
    setups = setups[args.skip:args.skip + args.decisions]
    kinds = collections.defaultdict(list)
    for plies in (0, 2):
        commands = START + quality.plies_of(plies)
        for setup in setups:
            commands += [setup, "hint 8"]
        hints = [answer for answer in asked(args, commands) if answer["command"] == "hint"]
        for setup, hint in zip(setups, hints):
            values = [row["cubeful"] for row in hint.get("candidates") or []]
            behind = [values[0] - value for value in values]
            if len(values) > 1 and behind[1] < 0.02:
                kinds[f"two within .02, {plies} plies"].append((setup, plies, 2))
            for n in (3, 5):
                if plies == 2 and len(values) >= n and behind[n - 1] < 0.16:
                    kinds[f"{n} within .16"].append((setup, plies, n))
    print("| decisions | trials | rollouts | below 50 % | 50 to 60 | 60 to 70 | 70 to 80 | 80 to 90 | 90 to 97.5 | above |\n"
          + "|---" * 10 + "|")
    loud, even = "set rollout varredn off;set rollout quasirandom off", "set rollout varredn off;set rollout quasirandom on"
    quiet = "set rollout varredn on;set rollout quasirandom off"
    for kind, chosen in kinds.items():
        chosen = chosen[:args.each]
        start = START + quality.plies_of(chosen[0][1])
        truth = start + even.split(";") + ["set rollout trials 1296"]
        for setup, _, n in chosen:
            truth += [setup, f"rollout plays best {n}"]
        truths = [found(answer) for answer in asked(args, truth) if answer["command"] == "rollout"]
        for name, how, trials in (("", loud, 36), ("", loud, 144), ("", loud, 360), (", luck subtracted", quiet, 36),
                                  (", evenly dealt", even, 36), (", evenly dealt", even, 360)):
            said = Said()
            for seed in range(11, 11 + args.seeds):
                commands = start + how.split(";") + [f"set rollout trials {trials}", f"set rollout seed {seed}"]
                for setup, _, n in chosen:
                    commands += [setup, f"rollout plays best {n}"]
                answers = [found(answer) for answer in asked(args, commands) if answer["command"] == "rollout"]
                for truth, answer in zip(truths, answers):
                    values = sorted((value for value, _ in truth.values()), reverse=True)
                    if len(values) < 2 or values[0] - values[1] < EQUAL:
                        continue
                    leader = max(answer, key=lambda play: answer[play][0])
                    chance = answer[leader][1]
                    if chance is not None:
                        said.enter(chance, truth[leader][0] == values[0])
            print(said.line(f"{kind}{name} | {trials}"), flush=True)


def cubes(args):
    reader, is_cube = quality.SETS["gnubg4-cubes"]
    setups = [decision.setup for decision in reader(is_cube)]
    random.Random(11).shuffle(setups)
    start = START + quality.plies_of(0) + [f"set rollout truncation plies {args.turns}"]
    start += ["set rollout limit enable off", "set rollout until off"]
    quiet, even = ["set rollout varredn on"], ["set rollout quasirandom on"]
    loud, odd = ["set rollout varredn off"], ["set rollout quasirandom off"]
    setups = setups[args.skip:args.skip + args.each]

    def answers(how, trials, seed):
        commands = start + how + [f"set rollout trials {trials}", f"set rollout seed {seed}"]
        for setup in setups:
            commands += [setup, "rollout cube"]
        return [answer for answer in asked(args, commands) if answer["command"] == "rollout"]

    truths = answers(even + (loud if args.turns == 2 else quiet), 1296 if args.turns == 2 else 5184, 7)
    print("| decisions | trials | rollouts | below 50 % | 50 to 60 | 60 to 70 | 70 to 80 | 80 to 90 | 90 to 97.5 | above |\n"
          + "|---" * 10 + "|")
    for name, how in (("luck left in", loud + odd), ("luck subtracted", quiet + odd), ("evenly dealt", quiet + even)):
        for trials in (2, 5, 12, 36, 144) if how[1:] == odd else (36, 144):
            said = {"double": Said(), "take": Said()}
            for seed in range(11, 11 + args.seeds):
                for truth, answer in zip(truths, answers(how, trials, seed)):
                    truth, chances = truth["cube"], answer["cube"]["probabilities"]
                    doubled = min(truth["double_take"], 1.0)
                    for question, ahead in (("double", doubled - truth["no_double"]), ("take", 1.0 - truth["double_take"])):
                        if EQUAL < abs(ahead) < 0.16:
                            chance = chances[question]
                            said[question].enter(max(chance, 1.0 - chance), (chance > 0.5) == (ahead > 0.0))
            for question in said:
                if said[question].rows:
                    print(said[question].line(f"{question}, {name} | {trials}"), flush=True)


def found(answer):
    """Mean and chance of each play of a rollout."""
    return {row["name"]: (row["cubeful"], row.get("probability_best")) for row in answer.get("candidates") or []}


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("what", choices=("looks", "rollouts", "cubes"))
    read.add_argument("--gammon", default=quality.GAMMON)
    read.add_argument("--decisions", type=int, default=2000)
    read.add_argument("--skip", type=int, default=0)
    read.add_argument("--each", type=int, default=300, help="decisions of a kind that are rolled out")
    read.add_argument("--seeds", type=int, default=4)
    read.add_argument("--turns", type=int, default=2, help="turns of a trial of `cubes`")
    args = read.parse_args()
    quality.GAMMON = args.gammon
    {"looks": looks, "rollouts": rollouts, "cubes": cubes}[args.what](args)


if __name__ == "__main__":
    main()
