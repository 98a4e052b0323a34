# A series of matches of the program against itself, with a tally.
import gnubg

for line in ("set automatic game on", "set automatic roll on", "set automatic move on", "set display off",
             "set rng mersenne 3"):
    gnubg.command(line)
for player in (0, 1):
    gnubg.command("set player %d gnubg" % player)
    gnubg.command("set player %d chequerplay evaluation plies 0" % player)
    gnubg.command("set player %d cubedecision evaluation plies 0" % player)
won = {"X": 0, "O": 0}
for number in range(2):
    gnubg.command("new match 1")
    last = gnubg.match(0)["games"][-1]["info"]
    if last["winner"]:
        won[last["winner"]] += 1
print("ANSWER", sum(won.values()), gnubg.match(0)["match-info"]["match-length"], last["points-won"] > 0)
