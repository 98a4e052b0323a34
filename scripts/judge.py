"""Scores decisions with GNU Backgammon at 2-ply. Runs inside that program: see judge.sh.

Every decision is one line: Position ID, both dice, Position ID after the play chosen (of the side then on
roll). The plays are ranked with the standard move filter, cubeless for money. A play that the filter dropped is
evaluated alone at the same depth, so that nothing is judged by the nets' first impression.
"""
import math
import os
import sys
import time

import gnubg


# What the classes of positions are called in gnubg.classifypos.
CLASSES = {8: "race", 9: "crashed", 10: "contact"}


def command(text):
    gnubg.command(text)


def apply(board, flat):
    """The board (opponent, mover) after (from, to) pairs of a move."""
    them, me = list(board[0]), list(board[1])
    for start, end in flat:
        me[start - 1] -= 1
        if end > 0:
            me[end - 1] += 1
            if them[24 - end] == 1:
                them[24 - end] = 0
                them[24] += 1
    return tuple(them), tuple(me)


def settings():
    for text in ("set automatic game off", "set automatic roll off", "set automatic move off",
                 "set automatic bearoff off", "set player 0 human", "set player 1 human", "set display off",
                 "set confirm new off", "set threads 1", "set jacoby off", "set beavers 3", "new session", "clear turn"):
        command(text)
    for text in ("plies 2", "prune on", "cubeful off", "noise 0", "deterministic on"):
        command("set evaluation chequerplay evaluation " + text)


def class_of(board):
    return CLASSES.get(gnubg.classifypos(board), "bearoff")


def main():
    settings()
    context = gnubg.evalcontext(0, 2, 1, 1, 0.0)
    cube = gnubg.cubeinfo()
    losses, by_class = [], {}
    start = time.time()
    with open(os.environ["JUDGE_DECISIONS"]) as lines:
        decisions = [line.split() for line in lines]
    for number, (position, high, low, result) in enumerate(decisions):
        command("set board " + position)
        command("set dice %s %s" % (high, low))
        board = gnubg.board()
        found = {}
        for move in gnubg.hint(9999)["hint"]:
            after = apply(board, gnubg.parsemove(move["move"]))
            key = gnubg.positionid((after[1], after[0]))
            found[key] = (move["equity"], move["context"]["plies"])
        best, plies = max(found.values(), key=lambda value: (value[1], value[0]))
        mine, mine_plies = found[result]
        if mine_plies < plies:
            them, me = gnubg.positionfromid(result)
            mine = -gnubg.evaluate((them, me), cube, context)[5]
        loss = max(0.0, best - mine)
        losses.append(loss)
        by_class.setdefault(class_of(board), []).append(loss)
        if (number + 1) % 100 == 0:
            report(losses, by_class, time.time() - start)
    report(losses, by_class, time.time() - start)


def report(losses, by_class, seconds):
    n = len(losses)
    mean = sum(losses) / n
    deviation = math.sqrt(sum((x - mean) ** 2 for x in losses) / max(1, n - 1))
    parts = ", ".join("%s %.2f (%d)" % (name, 1000 * sum(part) / len(part), len(part)) for name, part in sorted(by_class.items()))
    sys.stderr.write("%d decisions: %.2f +- %.2f thousandths lost per decision; %s; %.0f s\n"
                     % (n, 1000 * mean, 1000 * deviation / math.sqrt(n), parts, seconds))


main()
