"""Drives the program by pexpect, with and without echo, and on a dumb terminal. Status 77: no pexpect here.

Around each line there may be the marks of an editor of lines that asks the terminal to mark what is pasted, as there
are in GNU Backgammon; nothing else that is no text.
"""

import os
import re
import sys

try:
    import pexpect
except ImportError:
    sys.exit(77)

program, home = sys.argv[1:3]
surroundings = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)


def talk(echo, term):
    env = dict(surroundings, TERM=term)
    child = pexpect.spawn(program, ["-t", "-q"], encoding="utf-8", timeout=60, echo=echo, env=env)
    child.expect(r"\) ")
    assert child.before.endswith("(No game"), repr(child.before)
    child.sendline("set player 0 human")
    child.expect("Moves for gnubg must now be entered manually")
    child.expect(r"\) ")
    child.sendline("new session")
    child.expect(r"rolls (\d), \S+ rolls (\d)\.")
    child.expect(r"\) ")
    child.sendline("hint 1")
    child.expect(r"Eq\.: ([+-]\d\.\d{3})")
    child.expect(r"\) $")
    # A line and its answer up to the next prompt: what was typed stands there once at most, and no prompt.
    for line, answer in [("show turn", r"\w+ in on move\."), ("set seed 5", r"Seed set to 5\."), ("show jacoby", r".* rule\.")]:
        child.sendline(line)
        child.expect(r"\) $")
        text = re.sub("\x1b\\[\\?2004[hl]", "", child.before).replace("\r", "")
        typed = line + "\n" if echo else "\n?"
        assert re.fullmatch(r"%s(?:%s\n)+\(\w+" % (typed, answer), text), repr(child.before)
        assert term != "dumb" or "\x1b" not in child.before, repr(child.before)
    child.sendline("quit")
    child.expect("discard the current match")
    child.sendline("y")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, child.exitstatus


for echo, term in [(True, "xterm"), (False, "xterm"), (True, "dumb"), (False, "dumb")]:
    try:
        talk(echo, term)
    except Exception as error:
        sys.exit(f"echo {echo}, TERM={term}: {error}")
