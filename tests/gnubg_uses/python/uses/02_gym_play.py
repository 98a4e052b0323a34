# A gym: the board as features, the plays of hint() as actions.
import gnubg

for line in ("set player 0 human", "set player 1 human", "set automatic game off", "set automatic roll off",
             "set automatic move off", "set evaluation chequerplay evaluation plies 0", "new match 1",
             "set turn 1", "set board 4HPwATDgc/ABMA"):
    gnubg.command(line)
for dice in ("3 1", "4 2", "6 5"):
    gnubg.command("set turn 1")
    gnubg.command("set board 4HPwATDgc/ABMA")
    gnubg.command("set dice " + dice)
    mover, other = gnubg.board()[1], gnubg.board()[0]
    features = [count / 2.0 for count in mover] + [count / 2.0 for count in other]
    actions = {row["move"]: row["equity"] for row in gnubg.hint(5)["hint"]}
    print("ANSWER", dice, sum(features), sorted(actions))
    gnubg.command("move " + max(actions, key=actions.get))
    print("ANSWER", gnubg.board()[0])
