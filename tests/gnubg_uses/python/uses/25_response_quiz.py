# A quiz: all plays of a roll, and each judged by the board that it leads to.
import gnubg

context = {"cubeful": 0, "plies": 0, "deterministic": 1, "noise": 0.0}
info = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
for command in ("new session", "set player 0 name Gray", "set player 1 name Hero", "set player 0 human",
                "set player 1 human", "set cube use off"):
    gnubg.command(command)
start = gnubg.positionfromid("4HPwATDgc/ABMA")
for dice in ((2, 1), (6, 6)):
    gnubg.command("set board " + gnubg.positionid(start))
    gnubg.command("set turn Hero")
    gnubg.command("set dice %d %d" % dice)
    plays = gnubg.hint(2000)["hint"]
    print("ANSWER", len(plays), plays[0]["move"], gnubg.parsemove(plays[0]["move"]))
print("ANSWER", ["%.3f" % number for number in gnubg.evaluate(start, info, context)])
print("ANSWER", gnubg.cubeinfo(1)["cubeowner"], gnubg.cubeinfo(2, 0)["matchto"])
