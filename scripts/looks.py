#!/usr/bin/env python3
"""looks.py FILE.tsv ... > src/engine/eval/doubt/numbers.rs: learns how far off looks are.
looks.py rollouts FILE.tsv: how far apart the manners of the example's `rollouts` are, beyond what their errors explain.

FILE.tsv is what `cargo run --release --example looks -p gammon-training -- SEED DECISIONS plays` (or `cubes`) prints.
Needs NumPy and SciPy. For each pair of the play that a look prefers and another one, the error of the look about their difference is what the
rollout found less what the look found. It is taken from a mixture of three normal distributions, to which the error of
the rollout is added. Only errors that favour the other play count: those of plays which are even worse than they
looked tell nothing about choices, and are wider. Pairs that nothing tells apart are left out. The two choices of a cube
decision are no double against a double, and take against pass; two parts do for them.
"""

import collections
import sys

import numpy as np
from scipy.optimize import minimize

LEAST = 0.001
CONTACT = ("contact", "crashed")


def decisions(files):
    found = collections.defaultdict(list)
    for file in files:
        for line in open(file):
            number, kind, before, klass, _, *values = line.rstrip("\n").split("\t")
            found[file, number, kind, before].append((klass, *map(float, values)))
    of = lambda is_cube: [found[key] for key in found if (key[2] == "cube") == is_cube and len(found[key]) > 1]
    return of(False), of(True)


def pairs(plays, depth, has_contact):
    """Gap, shift, spread, what the rollout found, and its error."""
    rows = []
    for one in plays:
        if (one[0][0] in CONTACT) != has_contact:
            continue
        looks = np.array([row[1:4] for row in one])
        truth, errors, behind = (np.array([row[k] for row in one]) for k in (4, 5, 6))
        best, found = int(np.argmax(looks[:, depth])), int(np.argmax(truth))
        spread = np.std(looks[:, depth] - looks[:, 0])
        for j in range(len(one)):
            if j == best:
                continue
            gaps, gap = looks[best] - looks[j], looks[best, depth] - looks[j, depth]
            difference = truth[best] - truth[j]
            # The rollout tells the errors of distances from its own best play.
            error = behind[j] if best == found else behind[best] if j == found else 0.9 * np.hypot(errors[best], errors[j])
            if max(np.max(np.abs(gaps)), abs(difference)) > LEAST / 2:
                rows.append((gap, gap - gaps[0], spread, difference, max(error, 3e-4)))
    return np.array(rows).T


# A double or a take that is further away from another answer than this is no question.
FAR = 0.25


def cubes(decisions, depth, has_contact, is_take):
    rows = []
    for no_double, take in decisions:
        if (no_double[0] in CONTACT) != has_contact:
            continue
        gap = lambda k: take[k] - 1 if is_take else no_double[k] - min(take[k], 1.0)
        looked, difference = gap(1 + depth), gap(4)
        error = take[5] if is_take else no_double[5] if take[4] > 1 else max(no_double[6], take[6])
        if abs(looked) < FAR and max(abs(difference), *(abs(gap(k)) for k in (1, 2, 3))) > LEAST / 2:
            sign = 1 if looked >= 0 else -1
            rows.append((sign * looked, 0.0, 0.0, sign * difference, max(error, 3e-4)))
    return np.array(rows).T


def widths(t, gap, shift, spread, by_all):
    rest = t[6] * np.log(np.abs(shift) + LEAST) + t[7] * np.log(spread + LEAST) if by_all else 0.0
    return [np.exp(np.clip(t[k] + t[3 + k] * np.log(gap + LEAST) + rest, -12, 1)) for k in range(3)]


def shares(t):
    weights = np.append(np.exp(np.append(0.0, t[8:])), np.zeros(10 - len(t)))
    return weights / weights.sum()


def unlikely(t, rows, by_all):
    gap, shift, spread, difference, error = rows
    off = difference - gap
    density = 0.0
    for width, share in zip(widths(t, gap, shift, spread, by_all), shares(t)):
        variance = width**2 + error**2 + 1e-8
        density = density + share * np.exp(-0.5 * off**2 / variance) / np.sqrt(2 * np.pi * variance)
    likely = np.where(off < 0, np.log(density + 1e-300), np.log(0.5))
    return -np.mean(likely) + 3e-4 * np.sum(t[3:8] ** 2) + 1e-4 * np.sum((t[:3] + 4) ** 2)


def learned(rows, by_all, parts=3):
    start = np.array([-4.0, -2.5, -5.5, 0.2, 0.1, 0.2, 0.2, 0.2, -1.5, -0.5])[:7 + parts]
    return minimize(unlikely, start, args=(rows, by_all), method="BFGS", options={"maxiter": 400, "gtol": 1e-5}).x


def line(t, by_all):
    numbers = lambda values: "[" + ", ".join(f"{value:.4f}" for value in values) + "]"
    shift, spread = t[6:8] if by_all else (0.0, 0.0)
    first, second, _ = np.round(shares(t), 4)
    return (f"errors({numbers(t[:3])}, {numbers(t[3:6])}, {shift:.4f}, {spread:.4f}, "
            f"{numbers((first, second, 1 - first - second))}),")


def manners(file):
    """Each manner against the first: differences of the two plays, and how often they are four errors apart."""
    head, *lines = (line.rstrip("\n").split("\t") for line in open(file))
    rows = np.array([line[3:] for line in lines if len(line) == len(head)], dtype=float)
    values, errors = rows[:, 1::2], rows[:, 2::2]
    for i, name in enumerate(head[6::2], 1):
        apart, error = values[:, i] - values[:, 0], np.hypot(errors[:, i], errors[:, 0])
        is_open = error > 1e-5
        apart, error = apart[is_open], error[is_open]
        far = np.abs(apart) > 4 * error
        rms = lambda x: np.sqrt(np.mean(x[~far] ** 2))
        print(f"{name}: {len(apart)} decisions, apart {rms(apart):.4f}, by chance {rms(error):.4f}, {far.sum()} far apart")


def main():
    if sys.argv[1] == "rollouts":
        return manners(sys.argv[2])
    plays, cube = decisions(sys.argv[1:])
    print("//! What was learned: written by `scripts/looks.py`.\n\nuse super::{Looks, errors};")

    def table(name, about, rows_of, is_looked_into, parts):
        print(f"\n/// {about}.\npub(super) const {name}: Looks = [")
        for depth in range(3):
            rows = rows_of(depth)
            # Without looking ahead nothing has changed.
            by_all = is_looked_into and depth > 0
            t = learned(rows, by_all, parts)
            print("   ", line(t, by_all))
            print(f"{name} {depth}: {rows.shape[1]} pairs, {unlikely(t, rows, by_all):.4f}", file=sys.stderr)
        print("];")

    for has_contact, name, where in ((True, "CONTACT", "where the sides can still meet"), (False, "RACE", "in races")):
        # Few races change by looking ahead.
        for is_looked_into in (True, False) if has_contact else (False,):
            by_gap = has_contact and not is_looked_into
            table(name + ("_BY_GAP" if by_gap else "_PLAYS"), f"Plays {where}" + (", by the gap alone" if by_gap else ""),
                  lambda depth: pairs(plays, depth, has_contact), is_looked_into, 3)
        table(f"{name}_DOUBLES", f"Doubles {where}", lambda depth: cubes(cube, depth, has_contact, False), False, 2)
    table("CONTACT_TAKES", "Takes where the sides can still meet", lambda depth: cubes(cube, depth, True, True), False, 2)


if __name__ == "__main__":
    main()
