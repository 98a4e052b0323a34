# Positions in, JSON out.
import gnubg
import json

position = gnubg.positionfromid("4PPgASTg8+ABMA")
cube = gnubg.cubeinfo(1, -1, 1, 7, (2, 3), 0, 0)
context = gnubg.evalcontext(1, 0, 1, 1, 0.0)
best, no_double, take, drop, code, words = gnubg.cfevaluate(position, cube, context)
prices = gnubg.calcgammonprice(cube)["gammonprice"]
answer = {
    "id": gnubg.positionid(position),
    "moves": gnubg.parsemove("24/18 13/11"),
    "cube": [round(value, 2) for value in (best, no_double, take, drop)] + [code, words],
    "prices": [[round(value, 2) for value in pair] for pair in prices],
    "chances": [round(value, 2) for value in gnubg.evaluate(position, cube, context)],
}
print("ANSWER", json.dumps(answer, sort_keys=True))
