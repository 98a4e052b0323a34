# Matches made and written to files.
import gnubg
import os
import tempfile

folder = tempfile.mkdtemp()
for line in ("set automatic game on", "set automatic roll on", "set automatic move on", "set rng mersenne 8"):
    gnubg.command(line)
for player in (0, 1):
    gnubg.command("set player %d gnubg" % player)
    gnubg.command("set player %d chequerplay evaluation plies 0" % player)
    gnubg.command("set player %d cubedecision evaluation plies 0" % player)
gnubg.command("new match 1")
gnubg.command("save match %s/a.sgf" % folder)
gnubg.command("export match mat %s/a.mat" % folder)
print("ANSWER", sorted(os.listdir(folder)))
print("ANSWER", open(folder + "/a.mat").read().count(" point match"), open(folder + "/a.sgf").read()[:2])
print("ANSWER", len(gnubg.matchchecksum()))
