"""What each of the functions answers: run inside gnubg and inside gammon, the lines have to be the same.

    gnubg -t -q -r -p functions.py        gammon --weights gnubg.wd -r -p functions.py
"""
import gnubg


def say(name, value):
    print("ANSWER %s = %s" % (name, text(value)))


def text(value):
    """A value as Python writes it, but for floats: four digits, and the keys of a dictionary in order."""
    if isinstance(value, float):
        return "%.4f" % value
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (text(key), text(value[key])) for key in sorted(value))
    if isinstance(value, tuple):
        return "(%s,)" % ", ".join(map(text, value))
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(text, value))
    return repr(value)


def ask(source):
    try:
        answer = eval(source, globals())
    except BaseException as error:
        return print("ANSWER %s ! %s" % (source, kind(error)))
    say(source, answer)


def kind(error):
    """SystemError is what Python says where gnubg forgets to say what is wrong."""
    return "SystemError" if isinstance(error, SystemError) else type(error).__name__


def each(*sources):
    for source in sources:
        ask("gnubg." + source)


OPENING = gnubg.positionfromid("4HPwATDgc/ABMA")
SPLIT = gnubg.positionfromid("4PPgASTg8+ABMA")
RACE = ((0,) * 6 + (3, 3, 3, 3, 3) + (0,) * 14, (2, 2, 2, 0, 0, 3, 3, 3) + (0,) * 17)
BEAROFF = ((0, 3, 3, 3, 3, 3) + (0,) * 19, (2, 2, 2, 3, 3, 3) + (0,) * 19)
LAST = ((1, 1) + (0,) * 23, (1, 0, 2) + (0,) * 22)
MONEY = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
OWNED = gnubg.cubeinfo(2, 1, 1, 0, (0, 0), 0, 0)
AWAY = gnubg.cubeinfo(1, -1, 0, 7, (2, 3), 0, 0)
ZERO, ONE, CUBELESS = gnubg.evalcontext(1, 0), gnubg.evalcontext(1, 1), gnubg.evalcontext(0, 0)

for line in ("set output rawboard on", "set player 0 human", "set player 1 human", "set automatic roll off",
             "set automatic game off", "set automatic move off", "set rng mersenne 5",
             "set rollout seed 7", "set rollout trials 36", "set rollout chequerplay plies 0",
             "set rollout cubedecision plies 0"):
    gnubg.command(line)

print("-- nothing on the table")
each("board()", "posinfo()", "cubeinfo()", "hint()", "match()", "matchid()", "gnubgid()", "positionid()",
     "positionkey()", "navigate()", "nextturn()", "updateui()", "positionbearoff()", "positionfrombearoff()",
     "positionfromid()", "positionfromkey()", "evaluate()", "classifypos()", "findbestmove()")

print("-- makers of dictionaries")
each("evalcontext()", "evalcontext(1,2,0,1,0.1)", "evalcontext(0)", "evalcontext(1,9)", "evalcontext((1,2))",
     "evalcontext(1,2,1,1,0.1,3)", "rolloutcontext()", "rolloutcontext(1,1,0,1,0,0,10,1,1,0,144,5)",
     "rolloutcontext(0,0,0,0,0,0,7,0,0,0,100,5,324,1,5,300,0.1,2.0)", "rolloutcontext((1,))",
     "posinfo(1,0,0,1,(3,1))", "posinfo(5)", "posinfo(1,0,0,1,(3,7))",
     "cubeinfo(1,-1,1,5,(0,0),0,0)", "cubeinfo(2,0,1,0,(0,0),0)", "cubeinfo(2)", "cubeinfo(1,-1,1,7,(2,3),0,1)",
     "cubeinfo(1,-1,1,7,(6,3),1)", "cubeinfo(3,5,9,7,(6,3),1)", "calcgammonprice()", "calcgammonprice({})",
     "calcgammonprice(3)", "calcgammonprice(gnubg.cubeinfo(4,0,1,7,(2,1),0))", "calcgammonprice(MONEY)",
     "calcgammonprice(OWNED)", "getevalhintfilter()", "setevalhintfilter()")

print("-- numbers and names")
each("met(3)", "met(7)", "met(100)", "met('a')", "dicerolls(5)", "dicerolls(0)", "dicerolls('a')", "dicerolls()")
for rate in (-0.07, -0.061, -0.06, -0.05, -0.031, -0.03, -0.02, 0, 0.02, 0.03, 0.031, 0.05, 0.06, 0.061):
    ask("gnubg.luckrating(%r)" % rate)
for rate in (-1, 0, 0.0019, 0.002, 0.0049, 0.005, 0.0079, 0.008, 0.0119, 0.012, 0.018, 0.026, 0.034, 0.035, 1):
    ask("gnubg.errorrating(%r)" % rate)
each("luckrating()", "errorrating(2,3)", "luckrating('a')")

print("-- identifiers")
each("positionfromid('4PPgASTg8+ABMA')", "positionfromid('4PPgASTg8+ABM')", "positionfromid('x')",
     "positionfromid('!!!!!!!!!!!!!!')", "positionfromid(3)", "positionid(SPLIT)", "positionid(RACE)",
     "positionid('x')", "positionid(3)", "positionid(((1,2),(3,)))",
     "positionfromkey(list(bytes.fromhex('e073f00130e073f00130')))", "positionfromkey([1,2])",
     "gnubgid(SPLIT,AWAY,gnubg.posinfo(0,0,0,1,(6,5)))", "gnubgid(SPLIT)",
     "matchid(AWAY,gnubg.posinfo(0,0,0,1,(6,5)))",
     "matchid(gnubg.cubeinfo(2,0,1,7,(2,3),0),gnubg.posinfo(1,0,0,1,(6,5)))", "matchid(AWAY)", "matchid(3)",
     "matchid({},{})", "classifypos(SPLIT)", "classifypos(RACE)", "classifypos(BEAROFF)", "classifypos(LAST)",
     "classifypos(SPLIT,0)", "classifypos(SPLIT,5)", "classifypos('x')")
for side in (OPENING[1], RACE[1], BEAROFF[0], BEAROFF[1], LAST[0], LAST[1], (1, 2, 3) + (0,) * 22):
    ask("gnubg.positionbearoff(%r)" % (side,))
for number in (0, 1, 2, 17, 461, 3554, 46138, 54263):
    ask("gnubg.positionfrombearoff(%d)" % number)

each("classifypos(SPLIT,1)", "classifypos(LAST,2)", "classifypos(LAST,4)")

print("-- plays in words")
each("parsemove('8/5 6/5')", "parsemove('8/5(2) 6/3*')", "parsemove('bar/24 6/off')", "parsemove('8/5/4')",
     "parsemove('24/18/13')", "parsemove('31')", "parsemove('x')", "parsemove()", "parsemove(3)",
     "movetupletostring((8,5,6,5,0,0,0,0),SPLIT)", "movetupletostring((8,5,6,5),SPLIT)",
     "movetupletostring(((8,5),(6,5)),SPLIT)", "movetupletostring((25,20,20,18,0,0,0,0),SPLIT)",
     "movetupletostring((6,3,6,3,8,5,8,5),SPLIT)", "movetupletostring((13,7,13,7,8,2,8,2),SPLIT)",
     "movetupletostring((6,0,5,0),RACE)", "movetupletostring((6,3,24,22),SPLIT)", "movetupletostring((8,5),'x')",
     "movetupletostring()")

print("-- a match")
gnubg.command("new match 5")
gnubg.command("set turn 1")
gnubg.command("set board 4PPgASTg8+ABMA")
each("board()", "posinfo()", "cubeinfo()", "matchid()", "gnubgid()", "positionid()", "positionkey()", "hint()",
     "evaluate()", "cfevaluate()", "findbestmove()", "classifypos()", "positionbearoff()",
     "evaluate(SPLIT,AWAY,ZERO)", "evaluate(SPLIT,AWAY,ONE)", "evaluate(SPLIT,AWAY,CUBELESS)",
     "evaluate(SPLIT,MONEY,CUBELESS)", "evaluate(SPLIT,AWAY)", "evaluate(SPLIT)", "evaluate(RACE)",
     "evaluate(BEAROFF,MONEY)", "evaluate(LAST,MONEY)", "evaluate([list(x) for x in SPLIT],AWAY,CUBELESS)",
     "cfevaluate(SPLIT,AWAY,ZERO)", "cfevaluate(SPLIT,AWAY,ONE)", "cfevaluate(SPLIT,AWAY)",
     "cfevaluate(SPLIT,MONEY,ZERO)", "cfevaluate(SPLIT,OWNED,ONE)",
     "cfevaluate(SPLIT,gnubg.cubeinfo(2,0,1,0,(0,0),0),ZERO)", "cfevaluate(BEAROFF,MONEY)",
     "cfevaluate(BEAROFF,OWNED)", "cfevaluate(RACE,MONEY)", "cfevaluate(RACE,OWNED)", "cfevaluate(LAST,OWNED)")
for cube in ("AWAY", "gnubg.cubeinfo()", "gnubg.cubeinfo(4,1,1,9,(3,2),0)"):
    for name in ("eq2mwc", "mwc2eq", "eq2mwc_stderr", "mwc2eq_stderr"):
        ask("gnubg.%s(0.3,%s)" % (name, cube))
each("eq2mwc()", "mwc2eq(0.4)", "eq2mwc('x')")
gnubg.command("set dice 3 1")
gnubg.command("set evaluation chequerplay evaluation plies 1")
each("posinfo()", "hint(2)", "hint()['hint'][-1]['movenum']", "hint(0)['hint'][-1]['movenum']", "hint('x')", "findbestmove()", "evalcontext()",
     "findbestmove(SPLIT,AWAY,ZERO)", "findbestmove(SPLIT,AWAY,ZERO,(6,5))", "findbestmove(SPLIT,AWAY,ZERO,(4,4))",
     "findbestmove(SPLIT,MONEY,ONE,(2,1))", "findbestmove(RACE,MONEY,ZERO,(6,6))", "findbestmove(3)")
for dice in ((2, 1), (4, 1), (5, 5), (6, 3), (1, 1), (6, 2)):
    ask("gnubg.movetupletostring(gnubg.findbestmove(SPLIT,MONEY,ZERO,%r),SPLIT)" % (dice,))
gnubg.command("double")
each("hint(1)", "posinfo()", "board()")
gnubg.command("set dice 3 1")
gnubg.command("8/5 6/5")
gnubg.command("double")
each("hint()", "posinfo()", "cubeinfo()", "board()", "gnubgid()")
gnubg.command("take")
each("posinfo()", "cubeinfo()", "board()", "gnubgid()")
gnubg.command("set dice 6 4")
gnubg.command("resign normal")
each("hint()", "posinfo()", "board()")
gnubg.command("reject")
gnubg.command("hint")
gnubg.command("analyse rollout move 1")
row = gnubg.hint(2)["hint"][0]
say("rolled out", [row["type"], row["move"], row["context"], sorted(row), sorted(row["details"]), row["details"]["trials"]])

print("-- other games")
for name in ("nackgammon", "1-chequer-hypergammon", "3-chequer-hypergammon", "standard"):
    gnubg.command("set variation " + name)
    gnubg.command("new session")
    say(name, [gnubg.cubeinfo()["bgv"], gnubg.match()["match-info"]["variation"], gnubg.match()["match-info"]["rules"]])
