# XGIDs one after another.
import gnubg

gnubg.command("set player 0 human")
gnubg.command("set player 1 human")
gnubg.command("set evaluation chequerplay evaluation plies 0")
gnubg.command("set evaluation cubedecision evaluation plies 0")
gnubg.command("new session")
for xgid in ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "-b----E-C---eE---c-e----B-:1:1:1:00:2:4:0:7:10",
             "-a-B--D-B---eE---d-e----B-:0:0:1:52:4:1:1:5:10", "-BBBCCC------------bcccbb-:0:0:1:00:0:0:0:0:10"):
    gnubg.command("set xgid XGID=" + xgid)
    if gnubg.posinfo()["dice"] == (0, 0):
        print("ANSWER", gnubg.gnubgid(), gnubg.cfevaluate()[-1])
    else:
        print("ANSWER", gnubg.gnubgid(), gnubg.hint(1)["hint"][0]["move"])
