# Errors of a match by player.
import gnubg

for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off",
             "set automatic move off", "set analysis chequerplay evaluation plies 0",
             "set analysis cubedecision evaluation plies 0", "new match 3"):
    gnubg.command(line)
for turn, dice, play in ((1, "3 1", "24/21 6/5"), (0, "6 5", "13/7 13/8"), (1, "4 2", "24/22 13/9")):
    gnubg.command("set turn %d" % turn)
    gnubg.command("set dice " + dice)
    gnubg.command("move " + play)
gnubg.command("analyse match")
match = gnubg.match(analysis=1, boards=1, statistics=1, verbose=0)
for action in match["games"][0]["game"]:
    if action["action"] != "move":
        continue
    known = action["analysis"]
    lost = known["moves"][known["imove"]]["score"] - known["moves"][0]["score"]
    print("ANSWER", action["player"], action["dice"], "%.3f" % lost, known.get("skill"))
for seat in "XO":
    moves = match["stats"][seat]["moves"]
    rate = moves["error-skill"] / max(moves["unforced-moves"], 1)
    print("ANSWER", seat, moves["total-moves"], "%.3f" % rate, gnubg.errorrating(rate))
