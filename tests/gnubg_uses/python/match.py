"""The dictionary of a match, before and after its analysis."""
import gnubg
import os
import tempfile

MATCH = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13              Doubles => 2
  3)  Takes                      66: 24/18 24/18 13/7 13/7
  4) 42: 8/4 6/4                  21: 13/11 6/5
  5)  Doubles => 4                Drops
      Wins 2 points

 Game 2
 Ann : 2                          Ben : 0
  1) 43: 24/20 13/10              52: 13/8 13/11
  2) 64: 24/14                    11: bar/24 8/7 6/5(2)
                                  Wins 1 point
"""


def text(value):
    if isinstance(value, float):
        return "%.4f" % value
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (text(key), text(value[key])) for key in sorted(value) if key != "date")
    if isinstance(value, (tuple, list)):
        return "(%s,)" % ", ".join(map(text, value))
    return repr(value)


def say(name, match):
    """A line for each part, so that a difference has a place."""
    print("ANSWER %s info = %s" % (name, text(match["match-info"])))
    for number, game in enumerate(match["games"]):
        place = "%s game %d" % (name, number)
        print("ANSWER %s info = %s" % (place, text(game["info"])))
        for seat in sorted(game.get("stats", {})):
            for kind in sorted(game["stats"][seat]):
                print("ANSWER %s %s %s = %s" % (place, seat, kind, text(game["stats"][seat][kind])))
        for at, action in enumerate(game["game"]):
            rest = {key: value for key, value in action.items() if key != "analysis"}
            print("ANSWER %s action %d = %s" % (place, at, text(rest)))
            for key in sorted(action.get("analysis", {})):
                value = action["analysis"][key]
                if key == "moves":
                    value = (len(value),) + value[:2]
                print("ANSWER %s action %d %s = %s" % (place, at, key, text(value)))
    for seat in sorted(match.get("stats", {})):
        for kind in sorted(match["stats"][seat]):
            print("ANSWER %s %s %s = %s" % (name, seat, kind, text(match["stats"][seat][kind])))


for line in ("set output rawboard on", "set player 0 human", "set player 1 human", "set automatic roll off",
             "set automatic game off", "set automatic move off",
             "set analysis chequerplay evaluation plies 0", "set analysis cubedecision evaluation plies 0",
             "set evaluation cubedecision evaluation plies 0", "set evaluation chequerplay evaluation plies 0"):
    gnubg.command(line)
path = os.path.join(tempfile.mkdtemp(), "m.mat")
with open(path, "w") as file:
    file.write(MATCH)
gnubg.command("import mat " + path)
say("plain", gnubg.match())
gnubg.command("analyse match")
say("analysed", gnubg.match())
match = gnubg.match(1, 0, 1, 1)
print("ANSWER verbose =", sorted(match["games"][0]["game"][1]["analysis"]), sorted(match["games"][0]["game"][1]))
match = gnubg.match(analysis=0, statistics=1)
for game in match["games"]:
    game["game"] = ()
say("statistics", match)
gnubg.navigate()
print("ANSWER first =", gnubg.gnubgid())
for _ in range(4):
    print("ANSWER next =", gnubg.navigate(next=1), gnubg.gnubgid())
print("ANSWER three on =", gnubg.navigate(next=3), gnubg.gnubgid())
gnubg.navigate(game=1)
print("ANSWER game 1 =", gnubg.gnubgid())
gnubg.navigate(game=-1)
print("ANSWER game 0 =", gnubg.gnubgid())
gnubg.navigate(2, 1)
print("ANSWER game 1, two on =", gnubg.gnubgid())
