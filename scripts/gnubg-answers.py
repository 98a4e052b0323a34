#!/usr/bin/env python3
"""Asks GNU Backgammon again for the numbers of `tests/data/answers.txt`, and writes the file anew.

    scripts/gnubg-answers.py --gnubg "qemu-x86_64-static /usr/games/gnubg" tests/data/answers.txt

A line of the file is `NAME | COMMANDS | NUMBERS`: commands separated by semicolons, and every number with six digits
after the point that the last of them prints. An emulated processor divides exactly, as gammon does; Debian's program
takes an approximate reciprocal where the processor has one.

GNU Backgammon prints results of rollouts on a terminal only, so it is run on one (`script`). A command that gammon
does not need, `clear hint`, is asked before the last: answers are kept from one state to the next there.
"""
import argparse
import re
import shlex
import subprocess
import tempfile

PREAMBLE = """set player 0 human
set player 1 human
set confirm new off
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set output digits 6
"""
NUMBER = re.compile(r"[-+]?\d+\.\d{6}\b")


def answer(program, commands):
    """The numbers that the last command prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".gbs") as file:
        *first, last = commands
        # An unknown word marks the place.
        file.write(PREAMBLE + "".join(line + "\n" for line in first) + "herebegins\n" + last + "\n")
        file.flush()
        shell = f"{program} -t -q -r < {shlex.quote(file.name)}"
        run = subprocess.run(["script", "-qc", shell, "/dev/null"], capture_output=True, text=True, check=True,
                             stdin=subprocess.DEVNULL)
    return NUMBER.findall(run.stdout.split("herebegins")[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="the program, with whatever runs it")
    parser.add_argument("file")
    args = parser.parse_args()
    lines = []
    for line in open(args.file):
        if line.strip() and not line.startswith("#"):
            name, commands, _ = (part.strip() for part in line.split("|"))
            numbers = answer(args.gnubg, [command.strip() for command in commands.split(";")])
            line = f"{name} | {commands} | {' '.join(numbers)}\n"
        lines.append(line)
    open(args.file, "w").writelines(lines)


main()
