# Matches of a folder into the database of players.
import gnubg
import os
import tempfile

MATCH = """ 1 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13             42: 24/22 13/9
                                  Wins 1 point and the match
"""
folder = tempfile.mkdtemp()
os.makedirs(os.path.expanduser("~/.gnubg"), exist_ok=True)
gnubg.command("relational setup dbtype=sqlite")
gnubg.command("relational setup SQLite-database=gnubg")
gnubg.command("set analysis chequerplay evaluation plies 0")
gnubg.command("set analysis cubedecision evaluation plies 0")
for number, name in enumerate(("Ben", "Cid")):
    path = os.path.join(folder, "%d.mat" % number)
    with open(path, "w") as file:
        file.write(MATCH.replace("Ben", name))
    gnubg.command("import mat " + path)
    gnubg.command("analyse match")
    gnubg.command("relational add match quiet")
import sqlite3

base = sqlite3.connect(os.path.expanduser("~/.gnubg/gnubg.db"))
print("ANSWER", base.execute("SELECT name FROM player ORDER BY name").fetchall())
print("ANSWER", base.execute("SELECT length, result FROM session ORDER BY session_id").fetchall())
query = "SELECT name, sum(total_moves), count(*) FROM matchstat JOIN player USING (player_id) GROUP BY name ORDER BY name"
print("ANSWER", base.execute(query).fetchall())
print("ANSWER", base.execute("SELECT game_number, score_0, score_1, result, crawford FROM game").fetchall())
