# The text of a command, caught at the file descriptor, as flash-card makers do.
import gnubg
import os
import sys
import tempfile


def caught(line):
    sys.stdout.flush()
    with tempfile.TemporaryFile(mode="w+") as file:
        before = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            gnubg.command(line)
            sys.stdout.flush()
        finally:
            os.dup2(before, 1)
            os.close(before)
        file.seek(0)
        return file.read()


caught("set output style gnubg")
caught("set player 0 human")
caught("set player 1 human")
caught("set evaluation chequerplay evaluation plies 0")
caught("set evaluation cubedecision evaluation plies 0")
caught("new session")
caught("set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
rows = [line for line in caught("hint 3").splitlines() if "Eq.:" in line]
print("ANSWER", [(line.split()[0], line.split("  ")[-1].strip()) for line in rows][:3])
caught("set turn 1")
caught("set board 4HPwATDgc/ABMA")
table = caught("eval")
print("ANSWER", [line.split()[0] for line in table.splitlines() if line.startswith(("static", " 0 ply", "0 ply"))][:1])
print("ANSWER", "Cubeful equities" in caught("hint"))
