# Lessons for a net, and the match equity table.
import gnubg

money, context = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0), gnubg.evalcontext(0, 1, 1, 1, 0.0)
for position in ("4HPwATDgc/ABMA", "4PPgASTg8+ABMA", "sGfwATDgc/ABMA"):
    numbers = gnubg.evaluate(gnubg.positionfromid(position), money, context)
    print("ANSWER", position, ["%.3f" % number for number in numbers])
table = gnubg.met(5)
for row in table[0]:
    print("ANSWER", ["%.4f" % chance for chance in row])
print("ANSWER", ["%.4f" % chance for chance in table[1]], len(table[2]))
