# The program's play as a label.
import gnubg

position = gnubg.positionfromid("4PPgASTg8+ABMA")
money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
context = gnubg.evalcontext(1, 0, 1, 1, 0.0)
for dice in ((3, 1), (6, 5), (4, 4), (2, 2), (6, 2)):
    pos = gnubg.posinfo(1, 0, 0, 1, dice)
    move = gnubg.findbestmove(position, money, context, pos["dice"])
    print("ANSWER", dice, sorted(zip(move[::2], move[1::2])), gnubg.movetupletostring(move, position))
