# Boards after each play, for a learner of its own.
import gnubg

for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off",
             "set evaluation chequerplay evaluation plies 0", "new session", "set turn 1",
             "set board 4HPwATDgc/ABMA", "set dice 6 4"):
    gnubg.command(line)
for row in gnubg.hint(4)["hint"]:
    moves = gnubg.parsemove(row["move"])
    mine, theirs = list(gnubg.board()[1]), list(gnubg.board()[0])
    for start, end in moves:
        mine[start - 1] -= 1
        if end:
            mine[end - 1] += 1
            theirs[24 - end] = 0
    print("ANSWER", row["move"], moves, gnubg.positionid((tuple(mine), tuple(theirs))))
