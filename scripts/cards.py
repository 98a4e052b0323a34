#!/usr/bin/env python3
"""cards.py GAMMON FOLDER [--cards N] [--seed N]: are the best answers of the cards of `practise` the best?

Makes cards of the errors of all players in the matches of FOLDER, in a home of its own, then rolls the best four plays
of each, or its cube, out again with another seed, and counts cards whose best answer is another one now. A card whose other best answer is
within .005 of its own is close, not wrong: practise itself goes no further.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import tempfile

WITHIN = 0.005


def run(args, home, lines, flags=()):
    call = [args.gammon, "--no-rc", "-q", "--json", "--no-time", "--keep-going", "--threads", "1", *flags, "-"]
    out = subprocess.run(call, input="\n".join(lines), capture_output=True, text=True, env=dict(os.environ, HOME=home))
    return [json.loads(line) for line in out.stdout.splitlines() if line.startswith("{")]


def names_of(folder):
    texts = [open(file, errors="replace").read() for file in glob.glob(os.path.join(folder, "*.mat"))]
    return sorted({name for text in texts for name in re.findall(r'\[Player \d "([^"]+)"\]', text)})


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("gammon")
    read.add_argument("folder")
    read.add_argument("--cards", type=int, default=200)
    read.add_argument("--seed", type=int, default=20261130)
    args = read.parse_args()
    with tempfile.TemporaryDirectory() as home:
        setup = [f'set me "{";".join(names_of(args.folder))}"', f'set matches "{os.path.abspath(args.folder)}"']
        run(args, home, [*setup, f"practise {args.cards}", *["practise answer 1"] * (2 * args.cards)])
        shown = run(args, home, ["show practice cards"])
        cards = [card for answer in shown for card in answer.get("cards", [])][:args.cards]
        wrong = close = 0
        for i, card in enumerate(cards):
            ask = "rollout cube" if card["asked"] != "play" else "rollout plays best 4"
            answers = run(args, home, ["set jacoby off", f"set xgid {card['xgid']}", f"set rollout seed {args.seed + i}",
                                       "set rollout until decided 0.005", "set autosave rollout off", ask])
            result = answers[-1].get("rollout") or answers[-1]
            if card["asked"] == "play":
                means = {one["name"]: one["cubeful"] for one in result["candidates"]}
                behind = max(means.values()) - means.get(card["best"], -9.0)
            else:
                cube = result["cube"]
                turned = min(cube["double_take"], cube["double_pass"])
                gain = turned - cube["no_double"] if card["asked"] == "double" else cube["double_pass"] - cube["double_take"]
                behind = gain if card["best"] in ("no double", "pass") else -gain
            wrong += behind > WITHIN
            close += 0 < behind <= WITHIN
            print(f"{i + 1}\t{card['asked']}\t{card['best']}\t{card['made']}\t{card['loss']:.3f}\t{-behind:+.3f}", flush=True)
        print(f"{len(cards)} cards: {wrong} with another best answer, {close} within {WITHIN} of one")


if __name__ == "__main__":
    main()
