# An engine that stays open: plays, cube decisions and answers to doubles by XGID, as JSON lines.
import json

import gnubg

for command in ("set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0"):
    gnubg.command(command)
for kind, xgid in (("checker", "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
                   ("cube", "---BCCD-B-A--a-a-b-dcca---:0:0:1:00:2:1:0:7:10"),
                   ("take", "---BCCD-B-A--a-a-b-dcca---:0:0:1:D:2:1:0:7:10"),
                   ("checker", "-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:10")):
    gnubg.command("set xgid XGID=" + xgid)
    board = gnubg.board()
    answer = {"class": gnubg.classifypos(board), "turn": gnubg.posinfo()["turn"], "doubled": gnubg.posinfo()["doubled"]}
    if kind == "checker":
        answer["plays"] = [play["move"] for play in gnubg.hint()["hint"][:3]]
    else:
        info, context = gnubg.cubeinfo(), gnubg.evalcontext()
        answer["verdict"] = gnubg.cfevaluate(board, info, context)[4:]
        answer["win"] = round(gnubg.evaluate(board, info, context)[0], 2)
    print("ANSWER", json.dumps(answer, sort_keys=True))
