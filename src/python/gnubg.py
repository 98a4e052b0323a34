"""The module that GNU Backgammon gives to Python, answered by gammon.

38 functions have the names, arguments and results of GNU Backgammon 1.07's; `setgnubgid` is that of 1.08, and
`findbestmoves` that of the package `gnubg` on PyPI. Inside gammon (`gammon -p FILE`, lines
that begin with `>`, `load python FILE`) they act on the session that runs the code; elsewhere the first call starts a
gammon in GNU Backgammon's place. Numbers are those of the nets that are loaded: GNU Backgammon's, where they are found.

What is not as there: errors that GNU Backgammon leaves without an exception are ValueErrors (and SystemErrors, as
there); `matchchecksum` is another digest; the output of commands goes to sys.stdout, so that it can be redirected.
docs/python.md has the list.
"""

import datetime
import hashlib
import json
import struct

import gammon

__all__ = [
    "board", "calcgammonprice", "cfevaluate", "classifypos", "command", "cubeinfo", "dicerolls", "eq2mwc",
    "eq2mwc_stderr", "errorrating", "evalcontext", "evaluate", "findbestmove", "findbestmoves", "getevalhintfilter",
    "gnubgid", "hint", "luckrating", "match", "matchchecksum", "matchid", "met", "movetupletostring", "mwc2eq", "mwc2eq_stderr",
    "navigate", "nextturn", "parsemove", "posinfo", "positionbearoff", "positionfrombearoff", "positionfromid",
    "positionfromkey", "positionid", "positionkey", "rolloutcontext", "setevalhintfilter", "setgnubgid", "show",
    "updateui",
]


class _NoResult(ValueError, SystemError):
    """What GNU Backgammon answers with nothing at all, which Python calls a SystemError."""


# --- commands ---------------------------------------------------------------------------------------------------------


def command(*args):
    """Runs a command; its output is printed. Returns None, also where the command is refused."""
    (line,) = _exactly("command", args, 1)
    _session().run(_text("command", line))


def show(*args):
    """Runs `show ARGUMENTS` and returns its output without the last line end.

    Sentences that GNU Backgammon's module does not hear are left out.
    """
    (words,) = _exactly("show", args, 1)
    import io
    import sys

    heard, out = io.StringIO(), sys.stdout
    sys.stdout = heard
    try:
        _session().run("show " + _text("show", words))
    finally:
        sys.stdout = out
    lines = heard.getvalue().split("\n")
    return "\n".join(line for line in lines if not line.startswith(_UNHEARD)).rstrip("\n")


_UNHEARD = (
    "No game is being played.", "The dice will not be rolled", "There is no game in progress.", "No position specified",
    "The doubling cube is disabled.", "The cube is disabled during", "This money session is played",
    "Crawford rule is not used", "This game is ", "This is post-Crawford", "This is not post-Crawford",
)


def updateui(*_):
    """There is no window to update."""


def nextturn(*_):
    """Lets the player who is to decide play, where that is the program."""
    table = _table()
    if table is not None and table["programs"][table["decides"]]:
        _session().run("play")


# --- the table --------------------------------------------------------------------------------------------------------


def board(*_):
    """The checkers of the side that is not on roll and of the side on roll: points 1 to 24, the bar. None without a game."""
    table = _table()
    return None if table is None else _pair(table["board"])


def posinfo(*args):
    """Dice, turn, offers and state of the game: those on the table, or of (turn, resigned, doubled, state, dice)."""
    if not args:
        table = _table()
        if table is None:
            start = _call("beginning")
            if start is None:
                raise Exception("error in SetPosInfo\n")
            return {"dice": (0, 0), "turn": start["turn"], "resigned": 0, "doubled": 0, "gamestate": 0}
        dice = tuple(table["dice"] or (0, 0))
        return {
            "dice": dice,
            "turn": table["decides"],
            "resigned": table["resigned"],
            "doubled": table["doubled"],
            "gamestate": table["gamestate"],
        }
    turn, resigned, doubled, state = _integers(args[:4] + (0, 0, 0, 0)[len(args[:4]):])
    dice = tuple(_integers(args[4])) if len(args) > 4 else (0, 0)
    good = turn in (0, 1) and 0 <= resigned <= 3 and doubled in (0, 1) and 0 <= state <= 5
    if not (good and len(dice) == 2 and all(0 <= die <= 6 for die in dice)):
        raise Exception("error in SetPosInfo\n")
    return {"dice": dice, "turn": turn, "resigned": resigned, "doubled": doubled, "gamestate": state}


def cubeinfo(*args):
    """The cube on the table, or one of (value, owner, on roll, match length, score, Crawford, variation)."""
    if not args:
        table = _table()
        if table is None:
            start = _call("beginning")
            if start is None:
                raise Exception("error in SetCubeInfo\n")
            return _cube(start["cube"])
        found = dict(table["cube"])
        if found["matchto"] == 0:
            # The points of a session are no score.
            found["score"] = (0, 0)
        if table["gamestate"] > 1 and found["matchto"] > 0:
            record = _call("record")
            if record["winner"] is not None and table["place"][0] == len(record["games"]) - 1:
                raise Exception("error in SetCubeInfo\n")
        return _cube(found)
    table = _table()
    if len(args) < 4 and table is None:
        raise Exception("error in SetCubeInfo\n")
    # What is not given is that of the table.
    here = [table["cube"][name] for name in ("cube", "cubeowner", "move", "matchto")] if table else []
    value, owner, on_roll, length = _integers(list(args[:4]) + here[len(args[:4]):])
    score = tuple(_integers(args[4])) if len(args) > 4 else (0, 0)
    crawford = _integer(args[5]) if len(args) > 5 else 0
    variation = _integer(args[6]) if len(args) > 6 else 0
    jacoby = 0
    if length == 0:
        jacoby = _call("settings")["jacoby"] if table is None else table["cube"]["jacoby"]
    given = {
        "cube": value, "cubeowner": owner, "move": on_roll, "matchto": length, "score": score,
        "crawford": crawford, "jacoby": jacoby, "beavers": 0, "bgv": variation,
    }
    return calcgammonprice(given)


def calcgammonprice(*args):
    """A cube-info dictionary with the gammon prices that follow from the rest of it."""
    if len(args) != 1:
        raise TypeError("gnubg.calcgammonprice() takes exactly one argument (%d given)" % len(args))
    (info,) = args
    if not isinstance(info, dict) or "cube" not in info:
        raise Exception("error in SetCubeInfo\n")
    try:
        return _cube(_call("cube", cube=_cube_argument(info)), info.get("bgv", 0))
    except (gammon.GammonError, TypeError, ValueError):
        raise Exception("error in SetCubeInfo\n") from None


def matchid(*args):
    """The Match ID of the table, or of a cube-info and a pos-info dictionary."""
    if not args:
        table = _table()
        if table is None:
            raise ValueError("no current position available")
        return table["match_id"]
    if len(args) != 2 or not all(isinstance(one, dict) for one in args):
        raise TypeError(
            "a cube-info argument requires a pos-info dictionary as an argument (see gnubg.matchid() for an example)"
        )
    return _match_id(*args)


def gnubgid(*args):
    """Position ID and Match ID with a colon: of the table, or of a board, a cube-info and a pos-info dictionary."""
    if not args:
        table = _table()
        if table is None:
            raise ValueError("no current position available")
        return "%s:%s" % (table["position_id"], table["match_id"])
    if len(args) != 3:
        raise TypeError(
            "requires 0 or exactly 3 arguments (Board, Cube-Info dict, Pos-Info dict). "
            "(see gnubg.board(), gnubg.cubeinfo(), gnubg.posinfo() for examples)"
        )
    return "%s:%s" % (positionid(args[0]), _match_id(args[1], args[2]))


def setgnubgid(*args):
    """Sets the table up by a GNUbg ID or an XGID. It is a function of GNU Backgammon 1.08, not of 1.07."""
    (name,) = _exactly("setgnubgid", args, 1)
    kind = "xgid" if _text("setgnubgid", name).startswith("XGID=") else "gnubgid"
    _session().run("set %s %s" % (kind, name))


def dicerolls(*args):
    """Rolls of the current dice, as pairs."""
    (count,) = _exactly("dicerolls", args, 1)
    count = _integer(count)
    if count <= 0:
        raise ValueError("number of rolls must be greater than 0")
    return tuple(tuple(roll) for roll in _call("dice", rolls=count))


def navigate(*args, **names):
    """Goes to the beginning of the match, or so many games (`game`) on or back and so many records (`next`) on.

    Returns None or a pair: how many records were left to be made, and how many games it went on; of games back, twice
    as many as asked for, less those it went.
    """
    given = dict(zip(("next", "game"), args))
    for name, value in names.items():
        if name not in ("next", "game"):
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        given[name] = value
    records, games = (_integer(given.get(name, 0)) for name in ("next", "game"))
    if records < 0:
        raise ValueError("negative next record")
    if not given:
        games = -(1 << 31)
    left = _call("navigate", games=games, entries=records)
    if left is None or not given:
        return None
    if games < 0:
        # So it counts there.
        left[1] = 2 * -games - left[1]
    return tuple(left) if any(left) else None


# --- identifiers ------------------------------------------------------------------------------------------------------


def positionid(*args):
    """The Position ID of a board, or of the table."""
    return _position_id(_board(args[0]) if args else _here() or ((0,) * 25,) * 2)


def positionfromid(*args):
    """The board of a Position ID."""
    if not args:
        return ((0,) * 25,) * 2
    letters = _text("positionfromid", args[0])
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    letters = letters[:14].ljust(14, "A")
    if any(letter not in alphabet for letter in letters):
        raise ValueError("invalid positionid")
    bits = [alphabet.index(letter) >> (5 - bit) & 1 for letter in letters for bit in range(6)]
    found = _from_key([sum(bits[8 * i + bit] << (7 - bit) for bit in range(8)) for i in range(10)])
    if found is None:
        raise ValueError("invalid positionid")
    return found


def positionkey(*args):
    """The ten bytes that a Position ID writes in letters, of a board or of the table."""
    return tuple(_key(_board(args[0]) if args else _here() or ((0,) * 25,) * 2))


def positionfromkey(*args):
    """The board of ten bytes."""
    if not args:
        return ((0,) * 25,) * 2
    key = list(args[0])
    if len(key) < 10:
        raise IndexError("list index out of range")
    found = _from_key(_integers(key[:10]))
    if found is None:
        raise _NoResult("invalid position key")
    return found


def positionbearoff(*args):
    """The number of a side's checkers in a bearoff database of (side, points 6, checkers 15); by default those of the
    player who is not on roll."""
    if args:
        side = list(_integers(args[0]))
        if len(side) != 25:
            raise _NoResult("a side has 25 counts")
    else:
        side = list((_here() or ((0,) * 25,) * 2)[0])
    points = _integer(args[1]) if len(args) > 1 else 6
    # The gaps between the points and the checkers, told from the ace point: a set of numbers, which is counted.
    place, number = points - 1 + sum(side[:points]), 0
    for rank, count in zip(range(points, 0, -1), [-1] + side[:points]):
        place -= count + 1
        number += _choose(place, rank)
    return number


def positionfrombearoff(*args):
    """The side with a number in a bearoff database of (number, checkers 15, points 6)."""
    number = _integer(args[0]) if args else 0
    checkers = _integer(args[1]) if len(args) > 1 else 15
    points = _integer(args[2]) if len(args) > 2 else 6
    if not (1 <= points <= 24 and 1 <= checkers <= 15 and 0 <= number < _choose(points + checkers, points)):
        raise ValueError("no such position in a bearoff database")
    places, rest = [], number
    for rank in range(points, 0, -1):
        place = rank - 1
        while _choose(place + 1, rank) <= rest:
            place += 1
        places.append(place)
        rest -= _choose(place, rank)
    counts = [high - low - 1 for high, low in zip(places, places[1:])] + [places[-1]]
    return tuple(counts + [0] * (25 - points))


def classifypos(*args):
    """The number of the class of a board (or of the table): 0 over, 4 and 6 bearoff, 8 race, 9 crashed, 10 contact."""
    where = _asked_board(args[0]) if args else _here()
    if where is None:
        return 0
    variation = _integer(args[1]) if len(args) > 1 else 0
    if not 0 <= variation <= 4:
        raise Exception("Variation unknown ")
    (name,) = _call("classes", boards=[_lists(where)])
    if name != "over" and variation > 1:
        return variation - 1
    if name == "hypergammon":
        return max(sum(side) for side in where)
    return {"over": 0, "bearoff2": 4, "bearoff1": 6, "race": 8, "crashed": 9}.get(name, 10)


# --- evaluations ------------------------------------------------------------------------------------------------------


def evalcontext(*args):
    """An eval-context dictionary of (cubeful, plies, deterministic, prune, noise); by default that of `hint`."""
    if len(args) > 5:
        raise TypeError("function takes at most 5 arguments (%d given)" % len(args))
    context = _context(_call("settings")["chequerplay"])
    for name, value in zip(("cubeful", "plies", "deterministic", "prune"), args):
        context[name] = min(max(_integer(value), 0), 7) if name == "plies" else int(_integer(value) != 0)
    if len(args) == 5:
        context["noise"] = _single(args[4])
    return context


def rolloutcontext(*args):
    """A rollout-context dictionary; its names in order are those of the arguments."""
    context = _rollout_context()
    if len(args) > len(context):
        raise TypeError("function takes at most %d arguments (%d given)" % (len(context), len(args)))
    for name, value in zip(list(context), args):
        context[name] = _single(value) if name.endswith("limit") else _integer(value)
    return context


def evaluate(*args):
    """Five chances of the side on roll and its cubeless equity, of ([board], [cube-info], [eval-context])."""
    if not args and _here() is None:
        return (0.0, 0.0, 0.0, 0.0, 0.0, -1.0)
    (row,) = _call("evaluate", **_question(args))
    return tuple(_single(number) for number in row[:6])


def cfevaluate(*args):
    """Equities best, no double, take, drop, and what to do as a number and in words, of the arguments of `evaluate`."""
    (row,) = _call("decide", **_question(args))
    values = [_single(value) for value in [row["optimal"]] + row["values"]]
    if row["verdict"] is None:
        return tuple(values) + (15, "Unknown cube decision")
    return tuple(values) + (row["code"], row["verdict"])


def findbestmove(*args):
    """The best play as a flat tuple from, to, from, to, …, of ([board], [cube-info], [eval-context], [dice])."""
    plays = _plays(args, 1)
    return plays[0]["move"] if plays else ()


def findbestmoves(*args):
    """All plays, best first, as dictionaries of `move` and `score`, of the arguments of `findbestmove`.

    It is a function of the package `gnubg` on PyPI, not of GNU Backgammon.
    """
    return _plays(args, 65535)


def _plays(args, most):
    question = _question(args)
    if len(args) > 3:
        dice = args[3]
        if not isinstance(dice, (tuple, list)) or len(dice) != 2 or not all(isinstance(die, int) for die in dice):
            raise _NoResult("dice are two numbers")
        question["dice"] = list(dice)
    else:
        table = _table()
        question["dice"] = table and table["dice"]
    if not question["dice"] or 0 in question["dice"]:
        raise Exception("What? No dice?\n")
    (plays,) = _call("plays", most=most, **question)
    flat = lambda play: tuple(point for move in play["moves"] for point in move)
    score = lambda numbers: _single(numbers[5] if numbers[6] is None else numbers[6])
    return [{"move": flat(play), "score": score(play["numbers"])} for play in plays]


def hint(*args):
    """The plays as `hint` ranks them, so many at most (all of them by default).

    GNU Backgammon 1.07 answers for plays alone, and raises these exceptions elsewhere; scripts look for their words.
    `gammon.Engine.cube_decision` answers for cubes.
    """
    most = _integer(args[0]) if args else -1
    table = _table()
    if table is None or table["gamestate"] != 1:
        raise Exception("You must set up a board first.")
    if table["resigned"]:
        raise Exception("Hints for resignations not yet implemented")
    if table["doubled"]:
        raise Exception("Hints for take actions not yet implemented")
    if table["dice"] is None:
        raise Exception("Hints for cube actions not yet implemented")
    replies = _session().ask("hint %d" % (10 if most == 0 else most if most > 0 else 60000))
    if "error" in replies[-1]:
        raise Exception(replies[-1]["error"]["message"])
    found = next((one for one in _all(replies) if one.get("kind") == "play"), {"candidates": []})
    context = _call("settings")["chequerplay"]
    return {
        "hinttype": "chequer",
        "gnubgid": "%s:%s" % (table["position_id"], table["match_id"]),
        "hint": [_hint_row(row, context) for row in found["candidates"]],
    }


def getevalhintfilter(*_):
    """The move filters of `hint`, one dictionary for each level of each depth."""
    names = ("ply", "level", "acceptmoves", "extramoves")
    rows = _call("settings")["filters"]
    return [dict(zip(names, row), threshold=_single(row[4])) for row in rows]


def setevalhintfilter(*args):
    """Sets the move filters of `hint`; levels that are not in the list are passed over."""
    if len(args) != 1:
        raise Exception("requires 1 argument: a list of move filters (see gnubg.getevalhintfilter() for an example))")
    rows = {(ply, level): (-1, 0, 0.0) for ply in range(1, 5) for level in range(ply)}
    try:
        for one in args[0]:
            place = int(one["ply"]), int(one["level"])
            if place not in rows:
                raise ValueError(place)
            rows[place] = int(one["acceptmoves"]), int(one["extramoves"]), float(one["threshold"])
    except (KeyError, TypeError, ValueError):
        raise _NoResult("a move filter has ply 1 to 4, level, acceptmoves, extramoves and threshold") from None
    lines = ["set evaluation movefilter %d %d %d %d %.6g" % (place + row) for place, row in rows.items()]
    _session().ask("; ".join(lines))


def met(*args):
    """Chances of player 0 by points both need, then those of both players after the Crawford game."""
    length = _integer(args[0]) if args else 64
    if not 1 <= length <= 64:
        raise ValueError("invalid matchlength")
    rows, top, bottom = _call("met", away=length)
    return [[_singles(row) for row in rows], _singles(top), _singles(bottom)]


def eq2mwc(*args):
    """An equity as match winning chance, with the cube of the table or of a cube-info dictionary."""
    return _scaled("to_mwc", args, False)


def eq2mwc_stderr(*args):
    """A standard error of an equity as one of a match winning chance."""
    return _scaled("to_mwc", args, True)


def mwc2eq(*args):
    """A match winning chance as equity."""
    return _scaled("to_equity", args, False)


def mwc2eq_stderr(*args):
    """A standard error of a match winning chance as one of an equity."""
    return _scaled("to_equity", args, True)


def errorrating(*args):
    """The rank of an error per decision, 0 (awful) to 7 (supernatural)."""
    rate = _number_of(args)
    return sum(rate < limit for limit in (0.035, 0.026, 0.018, 0.012, 0.008, 0.005, 0.002))


def luckrating(*args):
    """The rank of a luck per roll, 0 (very unlucky) to 4."""
    rate = _number_of(args)
    if rate < 0:
        return 2 - sum(rate < limit for limit in (-0.03, -0.06))
    return 2 + sum(rate > limit for limit in (0.03, 0.06))


# --- plays ------------------------------------------------------------------------------------------------------------


def parsemove(*args):
    """The pairs of points of a play as it is written, such as "8/5(2) 6/off"."""
    (text,) = _exactly("parsemove", args, 1)
    moves = []
    for word in _text("parsemove", text).lower().replace("*", "").split():
        word, times = (word[:-1].split("(", 1) + ["1"])[:2] if word.endswith(")") else (word, "1")
        stops = [_point(stop) for stop in word.split("/")]
        if len(stops) < 2 or not times.isdigit():
            raise _NoResult("no play: " + text)
        moves += [(start, end) for start, end in zip(stops, stops[1:])] * int(times)
    if not 1 <= len(moves) <= 4:
        raise _NoResult("no play: " + text)
    return tuple(moves)


def movetupletostring(*args):
    """A play in words, of its tuple (as of `findbestmove`) and the board before it."""
    if len(args) != 2:
        raise TypeError(
            "requires 2 arguments (MoveTuple, Board). (see gnubg.findbestmove() and gnubg.board() for examples)"
        )
    where = _asked_board(args[1])
    flat = [point for one in args[0] for point in (one if isinstance(one, (tuple, list)) else (one,))]
    pairs = [list(pair) for pair in zip(_integers(flat[::2]), _integers(flat[1::2])) if pair[0] > 0]
    return _call("write_play", board=_lists(where), moves=pairs)


# --- the match --------------------------------------------------------------------------------------------------------


def matchchecksum(*_):
    """A digest of what was played, 32 letters; not GNU Backgammon's."""
    return hashlib.md5(json.dumps(_without_analysis(_call("record")), sort_keys=True).encode()).hexdigest()


def match(*args, **names):
    """The match as a dictionary, with (analysis 1, boards 1, statistics 0, verbose 0)."""
    wanted = dict(zip(("analysis", "boards", "statistics", "verbose"), (1, 1, 0, 0)))
    wanted.update(zip(wanted, args))
    for name, value in names.items():
        if name not in wanted:
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        wanted[name] = value
    analysis, boards, statistics, verbose = (bool(_integer(value)) for value in wanted.values())
    record = _call("record")
    if not record["games"]:
        return None
    today = datetime.date.today()
    info = {seat: _player_info(record, player) for player, seat in enumerate("XO")}
    info["match-length"] = record["length"]
    info["date"] = tuple(record["date"] or (today.day, today.month, today.year))
    for name in ("event", "round", "place", "annotator", "comment"):
        if record[name]:
            info[name] = record[name]
    info["result"] = _result(record)
    info["variation"] = _variation(record["variation"])
    rules = ["Crawford"] if record["length"] else ["Jacoby"] if record["jacoby"] else []
    if rules:
        info["rules"] = tuple(rules)
    is_analysed = any("analysis" in action for game in record["games"] for action in game["actions"])
    if analysis and is_analysed:
        info["default-eval-context"] = _context(record["context"])
    found = {"match-info": info, "games": tuple(
        _game(record, game, analysis, boards, statistics, verbose) for game in record["games"]
    )}
    if statistics:
        found["stats"] = {
            seat: _statistics(record["statistics"][player], record["length"] > 0) for player, seat in enumerate("XO")
        }
    return found


def _result(record):
    """-1 or 1 for player 0 or 1 who won the last game that is over: in a match where it gave more points than were
    needed, as GNU Backgammon has it, in a money session always. Otherwise 0.
    """
    over = [game for game in record["games"] if game["winner"] is not None]
    if not over or over[-1]["score"][over[-1]["winner"]] + over[-1]["points"] <= record["length"]:
        return 0
    return 2 * over[-1]["winner"] - 1


def _player_info(record, player):
    rating = {"rating": record["ratings"][player]} if record["ratings"][player] else {}
    return dict(rating, name=record["names"][player])


def _game(record, game, analysis, boards, statistics, verbose):
    info = {"score-X": game["score"][0], "score-O": game["score"][1]}
    if record["length"] and max(game["score"]) == record["length"] - 1:
        info["crawford"] = game["crawford"]
    info["winner"] = None if game["winner"] is None else "XO"[game["winner"]]
    if game["winner"] is not None:
        info["points-won"] = game["points"]
        info["resigned"] = game["resigned"]
    found = {"info": info}
    if statistics:
        found["stats"] = {seat: _statistics(game["statistics"][player]) for player, seat in enumerate("XO")}
    found["game"] = tuple(_action(one, record["context"], analysis, boards, verbose) for one in game["actions"])
    return found


def _action(action, context, analysis, boards, verbose):
    found = {}
    if action.get("dice"):
        found["dice"] = tuple(action["dice"])
    if "moves" in action:
        found["move"] = tuple(tuple(move) for move in action["moves"])
    if boards and "board" in action:
        found["board"] = action["board"]
    found["action"] = action["action"]
    if "player" in action:
        found["player"] = "XO"[action["player"]]
    if "points" in action:
        found["points"] = action["points"]
    if analysis and "analysis" in action:
        known = _analysis(action["analysis"], context, verbose)
        if known:
            found["analysis"] = known
    if "comment" in action:
        found["comment"] = action["comment"]
    return found


def _analysis(known, context, verbose):
    found = {}
    if "cube" in known:
        cube = known["cube"]
        no_double, double_take, method = cube["no_double"], cube["double_take"], cube["method"]
        is_rollout = "rollout" in method
        found["type"] = "rollout" if is_rollout else "eval"
        if is_rollout:
            found["trials"] = method["rollout"]["trials"]
        found["probs"] = _five(no_double["outputs"])
        for name, side in (("nd", no_double), ("dt", double_take)):
            found[name + "-cubeful-eq"] = _worth(side)
        if verbose or is_rollout:
            for name, side in (("nd", no_double), ("dt", double_take)):
                found[name + "-match-eq"] = _single(side["equity"])
        if is_rollout and no_double["std_err"]:
            for name, side in (("nd", no_double), ("dt", double_take)):
                found.update(_errors(side["std_err"], name + "-"))
        elif "eval" in method:
            other = _difference(method["eval"], context)
            if other:
                found["eval-context"] = other
    if "plays" in known:
        found["moves"] = tuple(_valued(play, context) for play in known["plays"])
        found["imove"] = known["played"]
    if "luck" in known:
        found["luck-value"] = _single(known["luck"]["value"])
        if known["luck"]["mark"]:
            words = {"lucky": "good", "very lucky": "verygood", "unlucky": "bad", "very unlucky": "verybad"}
            found["luck"] = words[known["luck"]["mark"]]
    if "cube_skill" in known:
        found["cube-skill"] = known["cube_skill"]
    if "skill" in known:
        found["skill"] = known["skill"]
    return found


def _valued(play, context):
    found = {"type": "eval", "move": tuple(tuple(move) for move in play["moves"])}
    if "rollout" in play["method"]:
        found["type"] = "rollout"
        found["trials"] = play["method"]["rollout"]["trials"]
        found["probs"] = _five(play["outputs"])
        found["match-eq"] = _single(play["equity"])
        found["cubeful-eq"] = _worth(play)
        if play["std_err"]:
            found.update(_errors(play["std_err"], ""))
        return found
    found["probs"] = _five(play["outputs"])
    found["score"] = _single(play["cubeful"])
    # Another program's level is no context of this one.
    other = _difference(play["method"].get("eval", context), context)
    if other:
        found["evalcontext"] = other
    return found


def _errors(errors, before):
    return {
        before + "probs-std": _five(errors["outputs"]),
        before + "match-eq-std": _single(errors["equity"]),
        before + "cubeful-eq-std": _worth(errors),
    }


def _worth(numbers):
    in_match = numbers["cubeful_mwc"]
    return _single(numbers["cubeful"] if in_match is None else in_match)


def _difference(context, default):
    context, default = _context(context), _context(default)
    if context["plies"] == 0:
        # Without looking ahead there is nothing to prune.
        context["prune"] = default["prune"]
    return {name: value for name, value in context.items() if value != default[name]}


def _statistics(of, is_match=False):
    plays, cube, luck = of["plays"], of["cube"], of["luck"]
    doubtful, bad, very_bad = plays["marked"]
    very_lucky, lucky, unlucky, very_unlucky = luck["marked"]
    kinds = (
        ("missed-double-below-cp", "missed_below"), ("missed-double-above-cp", "missed_above"),
        ("wrong-double-below-dp", "wrong_below"), ("wrong-double-above-tg", "wrong_above"),
        ("wrong-take", "wrong_takes"), ("wrong-drop", "wrong_passes"),
    )
    cube_found = {
        "total-cube": cube["total"], "close-cube": cube["close"], "n-doubles": cube["doubles"],
        "n-takes": cube["takes"], "n-drops": cube["passes"],
    }
    cube_found.update((name, cube[key][0]) for name, key in kinds)
    for name, key in kinds:
        cube_found["err-%s-skill" % name] = _single(cube[key][1])
        cube_found["err-%s-cost" % name] = _single(cube[key][2])
    # Of the cube it is the mean of what was close or done, of plays the sum.
    cube_found["error-skill"], cube_found["error-cost"] = (_single(sum / max(cube["close"], 1)) for sum in cube["error"])
    dice = {"luck": _single(luck["luck"][0]), "luck-cost": _single(luck["luck"][1])}
    dice["actual-result"], dice["luck-adjusted-result"] = _single(of["actual"]), _single(of["luck_adjusted"])
    if is_match and of["rating_by_luck"] is not None:
        dice["fibs-rating-difference"] = _single(of["rating_by_luck"])
    dice["marked-rolls"] = {
        "verybad": very_unlucky, "bad": unlucky, "unmarked": luck["unmarked"], "good": lucky, "verygood": very_lucky,
    }
    found = {
        "moves": {
            "unforced-moves": plays["unforced"], "total-moves": plays["total"],
            "error-skill": _single(plays["error"][0]), "error-cost": _single(plays["error"][1]),
            "marked": {"very bad": very_bad, "bad": bad, "doubtful": doubtful, "unmarked": plays["unmarked"]},
        },
        "cube": cube_found,
        "dice": dice,
    }
    if is_match:
        rating = {"total": _single(of["rating"])}
        by_plays, by_cube = of["rating_losses"]
        if by_plays is not None:
            rating["chequer"] = _single(by_plays)
        if by_cube is not None:
            rating["cube"] = _single(by_cube)
        found["error-based-fibs-rating"] = rating
    return found


def _without_analysis(record):
    games = [
        [{name: value for name, value in action.items() if name != "analysis"} for action in game["actions"]]
        for game in record["games"]
    ]
    return [record["names"], record["length"], record["date"], games]


# --- arguments and numbers --------------------------------------------------------------------------------------------


def _session():
    """The session that runs this code, or else one of its own that stands in GNU Backgammon's place."""
    return gammon._shared("--gnubg")


def _call(name, **arguments):
    return _session().call(name, **arguments)


def _exactly(name, args, count):
    if len(args) != count:
        raise TypeError("%s() takes exactly %d argument%s (%d given)" % (name, count, "s" * (count > 1), len(args)))
    return args


def _text(name, value):
    if not isinstance(value, str):
        raise TypeError("%s() argument 1 must be str, not %s" % (name, type(value).__name__))
    return value


def _integer(value):
    if not hasattr(value, "__index__"):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
    return value.__index__()


def _integers(values):
    return tuple(_integer(value) for value in values)


def _number_of(args):
    if len(args) != 1:
        raise TypeError("function takes exactly 1 argument (%d given)" % len(args))
    return _real(args[0])


def _real(value):
    if not hasattr(value, "__float__") and not hasattr(value, "__index__"):
        raise TypeError("must be real number, not %s" % type(value).__name__)
    return float(value)


def _single(value):
    """A number as gnubg's Python has it: of single precision."""
    return struct.unpack("f", struct.pack("f", value))[0]


def _singles(values):
    return [_single(value) for value in values]


def _five(values):
    return tuple(_singles(values))


def _context(context):
    return {name: _single(context[name]) if name == "noise" else context[name] for name in _CONTEXT}


def _rollout_context():
    context = _call("settings")["rollout"]
    return {name: _single(context[name]) if name.endswith("limit") else context[name] for name in _ROLLOUT}


def _scaled(name, args, is_error):
    value = _real(args[0]) if args else 0.0
    cube = _cube_argument(args[1]) if len(args) > 1 and isinstance(args[1], dict) else None
    start = _call("beginning") if cube is None else None
    if start is not None:
        cube = _cube_argument(start["cube"])
    if cube is None and _call("table") is None:
        return float("nan")
    found = _call(name, value=value, cube=cube, is_error=is_error)
    return float("nan") if found is None else _single(found)


def _pair(sides):
    return tuple(tuple(side) for side in sides)


def _lists(sides):
    return [list(side) for side in sides]


def _board(value):
    """A board as pairs of 25 counts."""
    try:
        first, second = value
        sides = _integers(first), _integers(second)
    except (TypeError, ValueError):
        raise _NoResult("invalid board") from None
    if any(len(side) != 25 for side in sides):
        raise _NoResult("invalid board")
    return sides


def _asked_board(value):
    try:
        return _board(value)
    except _NoResult:
        raise Exception("Invalid board as argument ") from None


def _table():
    """What lies on the table; None without a game, and where nothing of a game has happened yet."""
    return _call("table") if _call("beginning") is None else None


def _here():
    """The board that lies there, also where its game has not begun; None where there is neither."""
    there = _call("beginning") or _call("table")
    return None if there is None else _pair(there["board"])


def _question(args):
    """The arguments board, cube-info and eval-context; others than these are passed over, as there."""
    question = {}
    start = None if len(args) > 1 else _call("beginning")
    if start is not None:
        question["boards"], question["cube"] = [start["board"]], _cube_argument(start["cube"])
    if args:
        question["boards"] = [_lists(_board(args[0]))]
    if len(args) > 1 and isinstance(args[1], dict) and args[1]:
        question["cube"] = _cube_argument(args[1])
    if len(args) > 2 and isinstance(args[2], dict):
        question["context"] = {name: args[2][name] for name in _CONTEXT if name in args[2]}
    return question


_VARIATIONS = ("Standard", "Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3")
_CONTEXT = ("cubeful", "plies", "deterministic", "prune", "noise")
_ROLLOUT = (
    "cubeful", "variance-reduction", "initial-position", "quasi-random-dice", "late-eval", "truncated-rollouts",
    "n-truncation", "truncate-bearoff2", "truncate-bearoffOS", "stop-on-std", "trials", "seed", "minimum-games",
    "stop-on-jsd", "late-on-move-n", "minimum-jsd-games", "std-limit", "jsd-limit",
)
_CUBE = ("cube", "cubeowner", "move", "matchto", "score", "crawford", "jacoby", "beavers")


def _variation(name):
    """A variation as it is called there: Hypergammon3 for 3-chequer-hypergammon."""
    number, _, rest = name.partition("-chequer-")
    return rest.capitalize() + number if rest else name.capitalize()


def _cube_argument(info):
    given = {name: info[name] for name in _CUBE if name in info}
    return {name: list(_integers(value)) if name == "score" else _integer(value) for name, value in given.items()}


def _cube(found, variation=None):
    if variation is None:
        name = _variation(_call("settings")["variation"])
        variation = _VARIATIONS.index(name) if name in _VARIATIONS else 0
    return {
        "cube": found["cube"], "cubeowner": found["cubeowner"], "move": found["move"], "matchto": found["matchto"],
        "score": tuple(found["score"]), "crawford": found["crawford"], "jacoby": found["jacoby"], "beavers": 0,
        "gammonprice": tuple(tuple(_singles(prices)) for prices in found["gammonprice"]), "bgv": variation,
    }


def _hint_row(row, context):
    is_rollout = "rollout" in row
    value = _single(row["cubeful"])
    found = {
        "movenum": row["rank"],
        "type": "rollout" if is_rollout else "eval",
        "move": row["play"],
        "equity": value,
        "eqdiff": _single(row["difference"]),
        "context": _rollout_context() if is_rollout else dict(_context(context), plies=row["ply"]),
    }
    details = {"probs": _five(row["outputs"])}
    if is_rollout:
        errors = row["rollout"]["std_err"]
        details["probs-std"] = _five(errors["outputs"])
        details["match-eq"] = _single(row["equity"])
        details["cubeful-eq"] = _single(row.get("cubeful_mwc", row["cubeful"]))
        details["score"], details["score2"] = value, _single(row["equity"])
        details["trials"] = row["rollout"]["trials"]
        details["stopped-on-jsd"] = 0.0
    else:
        details["score"] = value
    found["details"] = details
    return found


def _all(replies):
    """Every object of answers, those within others, too."""
    for reply in replies:
        yield reply
        yield from _all(reply.get("replies", []))


def _point(word):
    if word in ("bar", "b"):
        return 25
    if word in ("off", "o"):
        return 0
    if not word.isdigit() or int(word) > 25:
        raise _NoResult("no point: " + word)
    return int(word)


def _choose(of, many):
    import math

    return math.comb(of, many) if of >= many else 0


def _key(sides):
    """Each checker a one, each point's end a zero, the side that is not on roll first; ten bytes from the low bit."""
    bits = [bit for side in sides for count in side for bit in [1] * count + [0]]
    bits = (bits + [0] * 80)[:80]
    return [sum(bits[8 * i + bit] << bit for bit in range(8)) for i in range(10)]


def _from_key(key):
    bits = [byte >> bit & 1 for byte in key for bit in range(8)]
    sides, counts = [[], []], 0
    for bit in bits:
        side = sides[0] if len(sides[0]) < 25 else sides[1]
        if bit:
            counts += 1
        elif len(side) < 25:
            side.append(counts)
            counts = 0
    first, second = (tuple((side + [0] * 25)[:25]) for side in sides)
    is_good = max(sum(first), sum(second)) <= 15
    shares = any(first[point] and second[23 - point] for point in range(24))
    return (first, second) if is_good and not shares else None


def _position_id(sides):
    key = _key(sides)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits = [byte >> (7 - bit) & 1 for byte in key for bit in range(8)] + [0] * 4
    return "".join(alphabet[sum(bits[6 * i + bit] << (5 - bit) for bit in range(6))] for i in range(14))


def _match_id(cube, pos):
    """The 66 bits of a Match ID from two dictionaries."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits = []

    def put(value, size):
        bits.extend(int(value) >> bit & 1 for bit in range(size))

    value = int(cube.get("cube", 0))
    owner = int(cube.get("cubeowner", 0))
    dice = tuple(pos.get("dice", (0, 0)))
    score = tuple(cube.get("score", (0, 0)))
    put(max(value, 1).bit_length() - 1, 4)
    put(3 if owner == -1 else owner, 2)
    put(cube.get("move", 0), 1)
    put(cube.get("crawford", 0), 1)
    put(pos.get("gamestate", 0), 3)
    put(pos.get("turn", 0), 1)
    put(pos.get("doubled", 0), 1)
    put(pos.get("resigned", 0), 2)
    put(dice[0], 3)
    put(dice[1], 3)
    put(cube.get("matchto", 0), 15)
    put(score[0], 15)
    put(score[1], 15)
    put(0 if cube.get("jacoby", 0) or not cube else 1, 1)
    bits.extend([0] * (72 - len(bits)))
    key = [sum(bits[8 * i + bit] << bit for bit in range(8)) for i in range(9)]
    bits = [byte >> (7 - bit) & 1 for byte in key for bit in range(8)]
    return "".join(alphabet[sum(bits[6 * i + bit] << (5 - bit) for bit in range(6))] for i in range(12))


# --- names that stand at GNU Backgammon's prompt ----------------------------------------------------------------------


def _of_the_prompt():
    """Names that lines after `>` find there without an import."""

    def pipcount(sides):
        """The pips of both sides of a board."""
        return [sum(count * (point + 1) for point, count in enumerate(side)) for side in sides]

    def swapboard(sides):
        """A board with its sides exchanged."""
        return [sides[1], sides[0]]

    return {"pipcount": pipcount, "swapboard": swapboard}
