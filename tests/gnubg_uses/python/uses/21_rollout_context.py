# Contexts for rollouts, and a rollout by commands.
import gnubg

context = gnubg.rolloutcontext(1, 1, 0, 1, 0, 0, 10, 1, 1, 0, 144, 5)
print("ANSWER", sorted(context.items()))
for line in ("set player 0 human", "set player 1 human", "set automatic roll off", "set automatic game off",
             "set evaluation chequerplay evaluation plies 0", "set rollout trials 36", "set rollout seed 4",
             "set rollout chequerplay plies 0", "set rollout cubedecision plies 0", "new session", "set turn 1",
             "set board 4HPwATDgc/ABMA", "set dice 3 1"):
    gnubg.command(line)
gnubg.hint(2)
gnubg.command("analyse rollout move 1")
for row in gnubg.hint(2)["hint"]:
    print("ANSWER", row["type"], row["move"], row["context"].get("trials"), sorted(row["details"]))
    if row["type"] == "rollout":
        print("ANSWER", "%.2f" % row["details"]["cubeful-eq"], row["details"]["trials"])
