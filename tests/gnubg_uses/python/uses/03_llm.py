# The situation in words for a language model: ids, pips, best plays, the cube.
import gnubg

gnubg.command("set player 0 human")
gnubg.command("set player 1 human")
gnubg.command("set evaluation chequerplay evaluation plies 0")
gnubg.command("set evaluation cubedecision evaluation plies 0")
gnubg.command("new match 7")
gnubg.command("set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:3:0:7:10")
pos, cube = gnubg.posinfo(), gnubg.cubeinfo()
print("ANSWER dice", pos["dice"], "score", cube["score"], "match to", cube["matchto"], "cube", cube["cube"])
print("ANSWER id", gnubg.positionid(), gnubg.matchid(), gnubg.gnubgid())
board = gnubg.board()
print("ANSWER pips", [sum((i + 1) * n for i, n in enumerate(side)) for side in board])
for row in gnubg.hint(3)["hint"]:
    print("ANSWER", row["movenum"], row["move"], "%.3f" % row["equity"], "%.3f" % row["details"]["probs"][0])
best, nd, take, drop, code, words = gnubg.cfevaluate(board, cube, gnubg.evalcontext(1, 0))
print("ANSWER %.3f %.3f %.3f %.3f %d %s" % (best, nd, take, drop, code, words))
