#!/usr/bin/env python3
"""Asks gammon for the best plays of the opening rolls: commands in, one JSON object a line out.

Usage: scripts/client.py [PATH_OF_GAMMON]
"""
import json
import subprocess
import sys


class Gammon:
    """A running gammon that answers each command with the object it prints."""

    def __init__(self, program="gammon"):
        self.process = subprocess.Popen(
            [program, "--json", "--no-rc", "--keep-going"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


if __name__ == "__main__":
    gammon = Gammon(*sys.argv[1:2])
    for command in ["new session", "set turn 1", "set board 4HPwATDgc/ABMA"]:
        gammon.ask(command)
    for high in range(2, 7):
        for low in range(1, high):
            gammon.ask(f"set dice {high} {low}")
            best = gammon.ask("hint 1")["candidates"][0]
            print(f"{high}{low}  {best['play']:16} {best['cubeful']:+.3f}")
    sys.exit(gammon.close())
