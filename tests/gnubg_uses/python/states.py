"""What the functions answer about the table in every state of a game, and wherever commands of navigation lead."""
import gnubg

MATCH = """ 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13              Doubles => 2
  3)  Takes                      66: 24/18 24/18 13/7 13/7
  4) 42: 8/4 6/4                  21: 13/11 6/5
  5)  Doubles => 4                Drops
      Wins 2 points

 Game 2
 Ann : 2                          Ben : 0
  1) 43: 24/20 13/10              52: 13/8 13/11
  2) 64: 24/14                    11: bar/24 8/7 6/5(2)
                                  Wins 1 point

 Game 3
 Ann : 2                          Ben : 1
  1) 41: 24/23 13/9               62: 24/18 13/11
                                  Wins 2 points
"""
TABLE = (
    "posinfo()", "board()", "positionid()", "matchid()", "gnubgid()", "cubeinfo()", "classifypos()", "positionkey()",
    "evaluate()", "cfevaluate()", "findbestmove()",
)
# Once a game is over: who would have been to decide is not told alike.
OVER = ("board()", "positionid()", "classifypos()", "positionkey()", "evaluate()")
OF_MATCH = TABLE + ("eq2mwc(0.1)", "eq2mwc_stderr(0.1)", "mwc2eq(0.5)", "mwc2eq_stderr(0.1)")


def text(value):
    if isinstance(value, float):
        return "%.4f" % value
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (text(key), text(value[key])) for key in sorted(value) if key != "date")
    if isinstance(value, (tuple, list)):
        return "(%s,)" % ", ".join(map(text, value))
    return repr(value)


def is_over():
    try:
        return gnubg.posinfo()["gamestate"] > 1
    except Exception:
        return False


def tell(state, functions=TABLE):
    for function in OVER if is_over() else functions:
        try:
            answer = "= " + text(eval("gnubg." + function))
        except BaseException as error:
            answer = "! " + ("SystemError" if isinstance(error, SystemError) else type(error).__name__)
        print("\nANSWER %s: %s %s" % (state, function, answer))
    match = gnubg.match(analysis=0, boards=0)
    if match is not None:
        won = tuple((game["info"]["winner"], game["info"].get("points-won")) for game in match["games"])
        print("\nANSWER %s: result %d of %s" % (state, match["match-info"]["result"], text(won)))


def run(*lines):
    for line in lines:
        gnubg.command(line)


def go(state, *lines):
    run(*lines)
    match = gnubg.match(analysis=0, boards=0)
    tell(state, OF_MATCH if match and match["match-info"]["match-length"] else TABLE)


run("set rng mersenne", "set seed 1", "set defaultnames Ann Ben", "set player 0 human", "set player 1 human",
             "set automatic roll off",
    "set automatic game off", "set automatic move off", "set confirm new off", "set confirm save off",
    "set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0")
tell("nothing", TABLE[:9])
go("money", "new session", "set turn 0")
go("money dice", "set dice 52")
go("money played", "move 13/8 13/11")
go("money doubled", "double")
go("money taken", "take")
go("money resigned", "set dice 41", "resign gammon")
go("money accepted", "accept")
go("money next", "new game", "set turn 1", "set dice 61")
go("edited", "set board 4PPgASTg8+ABMA", "set dice 21")
go("edited turn", "set turn 0")
go("match", "new match 5", "set turn 1", "set score 2 1")
go("match cube", "set cube value 2", "set cube owner 0")
go("crawford", "new match 3", "set score 2 0", "set turn 0", "set dice 31")
go("post", "set postcrawford on")
go("xgid", "set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:63:3:2:0:5:10")
go("xgid doubled", "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:2:0:5:10")
go("dropped", "new match 1", "set turn 0", "set dice 31", "move 8/5 6/5", "resign normal", "accept")

with open("states.mat", "w") as file:
    file.write(MATCH)
go("import", "import mat states.mat")
for line in ("first game", "next", "next 1", "next roll", "next rolled", "next 3", "next 100", "next game",
             "next", "next roll",
             "previous", "previous roll", "next game 1", "next game 5", "previous game 1", "next 2", "first move",
             "previous game 7", "next game 2", "next 50", "previous 2"):
    go(line, line)


def navigate(*args, **names):
    try:
        answer = text(gnubg.navigate(*args, **names))
    except BaseException as error:
        answer = "! " + type(error).__name__
    state = "navigate %s %s" % (text(args), text(names))
    print("\nANSWER %s = %s" % (state, answer))
    tell(state, ("posinfo()", "positionid()", "matchid()", "cubeinfo()"))


run("import mat states.mat", "first game")
for args in ((1,), (3,), (0,), (0, 0), (1, 1), (100,), (0, 1), (0, 1), (100,), (0, 5), (2, -1), (0, -5), (1,
             -1), (0, 5), (0, -2),
             (4, 2), (-1,), (100, 1), (0, -3)):
    navigate(*args)
for names in ({"next": 2}, {"game": 1}, {"game": -1, "next": 1}, {"foo": 1}, {"game": 2, "next": 100}, {"game": -9}):
    navigate(**names)
