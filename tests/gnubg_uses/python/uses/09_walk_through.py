# A walk through a match, record by record, as the scripts that come with gnubg take it.
import gnubg
import os
import tempfile

MATCH = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13             42: 24/22 13/9
  3) 61: 13/7 8/7
                                  Wins 1 point

 Game 2
 Ann : 0                          Ben : 1
  1) 43: 24/20 13/10             52: 13/8 13/11
"""
path = os.path.join(tempfile.mkdtemp(), "walk.mat")
with open(path, "w") as file:
    file.write(MATCH)
gnubg.command("set player 0 human")
gnubg.command("set player 1 human")
gnubg.command("import mat " + path)
match = gnubg.match(0)
print("ANSWER", match["match-info"]["X"]["name"], match["match-info"]["O"]["name"], match["match-info"]["match-length"])
for game in match["games"]:
    print("ANSWER", game["info"]["score-X"], game["info"]["score-O"], game["info"]["winner"])
    for action in game["game"]:
        print("ANSWER", action["action"], action["player"], action.get("dice"), action.get("move"))
gnubg.navigate()
seen = [gnubg.positionid()]
while gnubg.navigate(next=1) is None:
    seen.append(gnubg.positionid())
print("ANSWER", seen[0], seen[1], seen[-1])
