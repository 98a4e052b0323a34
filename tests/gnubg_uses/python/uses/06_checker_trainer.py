# A trainer asks for every play with its loss.
import gnubg

for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off",
             "set evaluation chequerplay evaluation plies 0", "new session"):
    gnubg.command(line)


def losses(position, dice):
    gnubg.command("set board " + position)
    gnubg.command("set turn 1")
    gnubg.command("set board " + position)
    gnubg.command("set dice %d %d" % dice)
    return [(row["move"], round(row["eqdiff"], 3)) for row in gnubg.hint()["hint"]]


for position, dice in (("4HPwATDgc/ABMA", (4, 3)), ("4PPgASTg8+ABMA", (6, 2))):
    rows = losses(position, dice)
    print("ANSWER", len(rows), rows[:3], gnubg.classifypos(gnubg.board()))
