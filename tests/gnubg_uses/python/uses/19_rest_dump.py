# Everything about the position as one object.
import gnubg
import json

gnubg.command("set player 0 human")
gnubg.command("set player 1 human")
gnubg.command("new match 5")
gnubg.command("set gnubgid 4PPgASTg8+ABMA:cAmgAAAAAAAE")
state = {"board": gnubg.board(), "pos": gnubg.posinfo(), "cube": gnubg.cubeinfo(), "id": gnubg.gnubgid()}
state["cube"]["gammonprice"] = [[round(price, 3) for price in pair] for pair in state["cube"]["gammonprice"]]
state["class"] = gnubg.classifypos(gnubg.board())
state["mwc"] = round(gnubg.eq2mwc(0.1, gnubg.cubeinfo()), 4)
print("ANSWER", json.dumps(state, sort_keys=True))
print("ANSWER", "0" in gnubg.show("score"))
