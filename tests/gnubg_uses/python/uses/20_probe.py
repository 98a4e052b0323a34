# What is there?
import gnubg

names = [name for name in dir(gnubg) if not name.startswith("_")]
functions = [name for name in names if callable(getattr(gnubg, name))]
known = """board calcgammonprice cfevaluate classifypos command cubeinfo dicerolls eq2mwc eq2mwc_stderr errorrating
evalcontext evaluate findbestmove getevalhintfilter gnubgid hint luckrating match matchchecksum matchid met
movetupletostring mwc2eq mwc2eq_stderr navigate nextturn parsemove posinfo positionbearoff positionfrombearoff
positionfromid positionfromkey positionid positionkey rolloutcontext setevalhintfilter show updateui""".split()
print("ANSWER", [name for name in known if name not in functions], len(known))
print("ANSWER", [name for name in known if not getattr(gnubg, name).__doc__])
gnubg.command("no such command")
print("ANSWER still here")
