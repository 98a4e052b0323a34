# A coach asks for everything after each command, at the end of a game too.
import gnubg


def safe(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__


def state(name):
    position, cube = safe(gnubg.posinfo), safe(gnubg.cubeinfo)
    shown = position if isinstance(position, str) else [position[key] for key in sorted(position)]
    score = cube if isinstance(cube, str) else (cube["cube"], cube["cubeowner"], cube["score"], cube["matchto"])
    print("ANSWER", name, shown, score, safe(gnubg.positionid))


state("before")
for command in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off",
                "set player 0 name You", "set player 1 name Bot", "set jacoby off", "set seed 42", "new match 3",
                "set turn 0", "set dice 3 1"):
    gnubg.command(command)
state("dice")
gnubg.command("move 8/5 6/5")
state("moved")
gnubg.command("move 8/5 6/9")
state("still")
for command in ("double", "take", "resign gammon", "accept", "new game"):
    gnubg.command(command)
    state(command)
for name in ("4HPwATDgc/ABMA", "nonsense", ""):
    print("ANSWER", safe(lambda: len(gnubg.positionfromid(name))))
