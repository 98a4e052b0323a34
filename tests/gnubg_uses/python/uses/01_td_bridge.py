# A learner plays against the program: commands in, the board and the last record of match(0) out.
import gnubg

gnubg.command("set automatic game off")
gnubg.command("set automatic roll off")
gnubg.command("set automatic move off")
gnubg.command("set player 0 gnubg")
gnubg.command("set player 0 chequer evaluation plies 0")
gnubg.command("set player 0 cubedecision evaluation plies 0")
gnubg.command("set player 1 human")
gnubg.command("set cube use off")
gnubg.command("set rng mersenne 11")
gnubg.command("new session")
for _ in range(6):
    game = gnubg.match(0)["games"][-1]
    if game["info"]["winner"]:
        break
    board = gnubg.board()
    if gnubg.posinfo()["turn"] == 1:
        if gnubg.posinfo()["dice"] == (0, 0):
            gnubg.command("roll")
        if gnubg.posinfo()["turn"] == 1 and gnubg.posinfo()["dice"] != (0, 0):
            rows = gnubg.hint()["hint"]
            gnubg.command("move " + rows[0]["move"])
    else:
        gnubg.command("play")
    last = gnubg.match(0)["games"][-1]["game"][-1]
    print("ANSWER", board is not None, sorted(last))
print("ANSWER", gnubg.board() is not None, len(gnubg.board()), len(gnubg.board()[0]))
