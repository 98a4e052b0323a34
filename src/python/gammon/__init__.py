"""Backgammon positions, plays, cubes, rollouts and matches, answered by the program `gammon`.

    import gammon

    with gammon.open() as engine:
        best = engine.plays("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")[0]
        print(best.play, best.equity)
        for value in engine.evaluate(list_of_position_ids, plies=0):
            print(value.win, value.equity)

`open` starts the program: the one that was installed with these modules, another on the PATH, or the one that $GAMMON
names. Within gammon itself (`gammon -p FILE`, lines that begin with `>`), `session()` is the session that runs the
code: both see the same board.

A position is a Position ID, a GNUbg ID (`positionid:matchid`), an XGID, or a pair of lists of 25 counts: the checkers
of the side that is not on roll, then those of the side on roll, each by its own points 1 to 24, the bar last. An
identifier with a score brings its own cube and score; other positions are money games, or are given a `cube`. Numbers
are those of the side on roll, for a play those of the side that makes it; equities are in units of the cube.

What is strange about a position, a cube or a file that is read comes as a warning (`GammonWarning`): the question is
answered all the same.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import traceback
import warnings
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

__all__ = [
    "Cube", "CubeDecision", "Engine", "Evaluation", "GammonError", "GammonWarning", "Play", "Rollout", "RolledOut",
    "Settings", "open", "session",
]

Board = Tuple[Sequence[int], Sequence[int]]
Position = Union[str, Board]


class GammonError(Exception):
    """A command or a call that gammon refused. `answer` is its whole answer, with what would have been right."""

    def __init__(self, message: str, answer: Optional[Mapping[str, Any]] = None):
        super().__init__(message)
        self.answer = dict(answer or {})


class GammonWarning(UserWarning):
    """What is strange about a position, a cube or a file that gammon was given."""


# --- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cube:
    """The cube, its owner (0, 1, or None in the middle), who is on roll, and the score.

    `length` 0 is money; `score` has the points of players 0 and 1.
    """

    value: int = 1
    owner: Optional[int] = None
    on_roll: int = 1
    length: int = 0
    score: Tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: int = 0

    def _argument(self) -> Dict[str, Any]:
        return {
            "cube": self.value,
            "cubeowner": -1 if self.owner is None else self.owner,
            "move": self.on_roll,
            "matchto": self.length,
            "score": list(self.score),
            "crawford": int(self.crawford),
            "jacoby": int(self.jacoby),
            "beavers": self.beavers,
        }


@dataclass(frozen=True)
class Settings:
    """How a position is evaluated; what is None is as `set evaluation chequerplay` has it."""

    plies: Optional[int] = None
    cubeful: Optional[bool] = None
    prune: Optional[bool] = None
    noise: Optional[float] = None
    deterministic: Optional[bool] = None

    def _argument(self) -> Dict[str, Any]:
        given = {
            "plies": self.plies,
            "cubeful": None if self.cubeful is None else int(self.cubeful),
            "prune": None if self.prune is None else int(self.prune),
            "noise": self.noise,
            "deterministic": None if self.deterministic is None else int(self.deterministic),
        }
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Evaluation:
    """Chances of the side on roll (a win includes gammons, a gammon backgammons) and its equity.

    `equity` is without the cube, `cubeful` with it; None where the evaluation was cubeless.
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
    equity: float
    cubeful: Optional[float]


@dataclass(frozen=True)
class Play:
    """A play and what it is worth to the side that makes it.

    `moves` are pairs of points, 25 for the bar and 0 for off; `position_id` is the position after it, seen by the
    opponent then on roll.
    """

    play: str
    moves: Tuple[Tuple[int, int], ...]
    position_id: str
    ply: int
    evaluation: Evaluation

    @property
    def equity(self) -> float:
        """The equity that decides: with the cube, where it was counted."""
        return self.evaluation.equity if self.evaluation.cubeful is None else self.evaluation.cubeful


@dataclass(frozen=True)
class CubeDecision:
    """The values of a cube decision for the side on roll, and what is right ("Double, take").

    `verdict` is None where the side on roll has no access to the cube. `mwc` has the three values as match winning
    chances in a match.
    """

    verdict: Optional[str]
    no_double: float
    double_take: float
    double_pass: float
    optimal: float
    outputs: Tuple[float, ...]
    equity: float
    mwc: Optional[Tuple[float, float, float]]


@dataclass(frozen=True)
class RolledOut:
    """A candidate of a rollout with its means and standard errors."""

    name: str
    trials: int
    outputs: Tuple[float, ...]
    equity: float
    cubeful: float
    std_err: Mapping[str, Any]
    probability_best: Optional[float] = None


@dataclass(frozen=True)
class Rollout:
    """A rollout. `answer` is the whole object that docs/json.md describes."""

    kind: str
    candidates: Tuple[RolledOut, ...]
    trials: int
    answer: Mapping[str, Any] = field(repr=False)


# --- engines ----------------------------------------------------------------------------------------------------------


class Engine:
    """A gammon that answers. Safe to share among threads: one question at a time is answered, in turn.

    Questions that name a position leave no trace. `command` and `ask` are the shell's commands with their effect on
    the session of this engine.
    """

    def __init__(self, link: "_Link"):
        self._link = link

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program that was started; the session that runs this code goes on."""
        self._link.close()

    def command(self, line: str) -> None:
        """Runs a line of commands as at the prompt; their text goes to sys.stdout.

        Raises GammonError where one is refused.
        """
        if self._link.run(line)["failed"]:
            raise GammonError("refused: " + line)

    def ask(self, line: str, at: Optional[str] = None) -> List[Dict[str, Any]]:
        """Runs a line of commands and returns their answers, the objects of docs/json.md.

        With `at`, a GNUbg ID or an XGID, the table is as it says meanwhile, and as it was afterwards. Raises
        GammonError where a command is refused.
        """
        replies = self._link.ask(line, at)
        for reply in replies:
            if "error" in reply:
                error = reply["error"]
                expected = ", ".join(error.get("expected") or ())
                raise GammonError(error["message"] + (": expected " + expected if expected else ""), error)
        return replies

    def evaluate(self, positions: Iterable[Position], cube: Optional[Cube] = None, **settings: Any) -> List[Evaluation]:
        """Evaluates positions, thousands at once if need be, on all threads of the program.

        A position that tells no score is one for money, without Jacoby's rule and beavers, unless `cube` says
        otherwise; `ask("eval …")` follows the table. `settings` are those of `Settings`: evaluate(ids, plies=2, cubeful=False).
        """
        rows = self._link.call("evaluate", **_question(positions, cube, settings))
        return [Evaluation(*row) for row in rows]

    def evaluation(self, position: Position, cube: Optional[Cube] = None, **settings: Any) -> Evaluation:
        """Evaluates one position."""
        return self.evaluate([position], cube, **settings)[0]

    def cube_decisions(
        self, positions: Iterable[Position], cube: Optional[Cube] = None, **settings: Any
    ) -> List[CubeDecision]:
        """Judges whether the side on roll should double, and the other take."""
        rows = self._link.call("decide", **_question(positions, cube, settings))
        return [_decision(row) for row in rows]

    def cube_decision(self, position: Position, cube: Optional[Cube] = None, **settings: Any) -> CubeDecision:
        """Judges one cube decision."""
        return self.cube_decisions([position], cube, **settings)[0]

    def plays(
        self,
        position: Position,
        dice: Optional[Tuple[int, int]] = None,
        cube: Optional[Cube] = None,
        most: Optional[int] = None,
        **settings: Any,
    ) -> List[Play]:
        """The legal plays, the best first, `most` of them at most; the dice may be part of the identifier."""
        return self.plays_of([position], dice, cube, most, **settings)[0]

    def plays_of(
        self,
        positions: Iterable[Position],
        dice: Optional[Tuple[int, int]] = None,
        cube: Optional[Cube] = None,
        most: Optional[int] = None,
        **settings: Any,
    ) -> List[List[Play]]:
        """The plays of each of many positions."""
        question = _question(positions, cube, settings)
        rows = self._link.call("plays", dice=dice and list(dice), most=most, **question)
        return [[_play(row) for row in plays] for plays in rows]

    def rollout(self, position: str, trials: Optional[int] = None, what: str = "", **settings: Any) -> Rollout:
        """Rolls a position out: its plays where dice lie, else the cube decision.

        `position` is a GNUbg ID or an XGID, `what` as behind the command: "position", "cube", "plays best 3".
        `settings` are words of `set rollout`, an underscore for a blank: seed=1, truncation_plies=7,
        cubeful="off". They hold for this rollout.
        """
        changes = dict(settings)
        if trials is not None:
            changes["trials"] = trials
        words = [name.replace("_", " ") for name in changes]
        before = [self.ask("show rollout")[0].get("commands", [])] if words else []
        try:
            for name, value in zip(words, changes.values()):
                self.ask("set rollout %s %s" % (name, _word(value)))
            reply = self.ask(("rollout " + what).strip(), at=position)[-1]
        finally:
            if before and before[0]:
                self._link.ask("; ".join(line for line in before[0] if line.startswith("set rollout")), None)
        reply = next((one for one in reply.get("replies", []) if "candidates" in one), reply)
        return _rollout(reply)

    def table(self) -> Optional[Dict[str, Any]]:
        """What lies on the table of the session: board, cube, dice, offers, identifiers; None without a game."""
        table: Optional[Dict[str, Any]] = self._link.call("table")
        return table

    def match(self) -> Dict[str, Any]:
        """The match or session that was played or loaded, as `export match json` writes it."""
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "match.json")
            self.ask('export match json "%s"' % path)
            with _open(path, encoding="utf-8") as file:
                match: Dict[str, Any] = json.load(file)
                return match

    def load(self, path: Union[str, "os.PathLike[str]"]) -> Dict[str, Any]:
        """Reads a match file of any format that `import` knows, and returns the match."""
        self._import(path)
        return self.match()

    def analyse(self, path: Union[str, "os.PathLike[str]", None] = None) -> Dict[str, Any]:
        """Analyses the match of a file, or the one that is loaded, and returns its statistics (docs/json.md)."""
        if path is not None:
            self._import(path)
        self.ask("analyse match")
        return self.ask("show statistics match")[-1]

    def _import(self, path: Union[str, "os.PathLike[str]"]) -> None:
        (answer,) = self.ask('import auto "%s"' % os.fspath(path))
        # The first line says what was read; each further one is a remark.
        first = answer.get("replies", [answer])[0]
        _warn(first.get("message", "").splitlines()[1:])


_open = open


def open(  # noqa: A001 (as in `with gammon.open()`)
    program: Optional[str] = None,
    weights: Union[str, "os.PathLike[str]", None] = None,
    threads: Optional[int] = None,
    rc: bool = False,
) -> Engine:
    """Starts a gammon that answers until it is closed.

    `program` is its path; otherwise it is $GAMMON, the program beside this Python, or `gammon` on the PATH. `weights`
    are nets in place of the built-in ones, such as gnubg.wd. With `rc`, the user's settings hold.
    """
    return Engine(_start(program, weights, threads, rc))


def session() -> Engine:
    """The session that runs this code; elsewhere, one that is started at the first call and ends with the program.

    Elsewhere the module `gnubg` has another session, which stands in GNU Backgammon's place.
    """
    return Engine(_shared())


# --- reading and writing values ---------------------------------------------------------------------------------------


def _board(position: Position) -> Any:
    if isinstance(position, str):
        return position
    opponent, on_roll = position
    return [[int(count) for count in opponent], [int(count) for count in on_roll]]


def _question(positions: Iterable[Position], cube: Optional[Cube], settings: Mapping[str, Any]) -> Dict[str, Any]:
    if isinstance(positions, str):
        raise TypeError("positions are a list; for one there are evaluation(), cube_decision() and plays()")
    boards = [_board(position) for position in positions]
    # Where nothing is said, it is for money, whatever lies on the table.
    money = cube is None and not any(isinstance(board, str) and ":" in board for board in boards)
    given = Cube() if money else cube
    return {"boards": boards, "cube": given and given._argument(), "context": Settings(**settings)._argument()}


def _decision(row: Mapping[str, Any]) -> CubeDecision:
    no_double, double_take, double_pass = row["values"]
    mwc = tuple(row["mwc"])
    return CubeDecision(
        row["verdict"], no_double, double_take, double_pass, row["optimal"], tuple(row["outputs"]), row["equity"],
        None if mwc[0] is None else mwc,
    )


def _play(row: Mapping[str, Any]) -> Play:
    moves = tuple((start, end) for start, end in row["moves"])
    return Play(row["play"], moves, row["position_id"], row["ply"], Evaluation(*row["numbers"]))


def _rollout(reply: Mapping[str, Any]) -> Rollout:
    candidates = tuple(
        RolledOut(
            one["name"], one["trials"], tuple(one["outputs"]), one["equity"], one["cubeful"], one["std_err"],
            one.get("probability_best"),
        )
        for one in reply["candidates"]
    )
    return Rollout(reply["kind"], candidates, reply["trials"], reply)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


# --- the conversation -------------------------------------------------------------------------------------------------


class _Link:
    """The line to gammon. One request at a time; what gammon prints meanwhile goes to sys.stdout and sys.stderr."""

    def __init__(self, reader: Any, writer: Any, process: Optional["subprocess.Popen[str]"] = None):
        self._reader, self._writer, self._process = reader, writer, process
        self._lock = threading.RLock()
        self._owner = os.getpid()
        self.is_closed = False

    def is_ours(self) -> bool:
        """Whether this process may use it: a forked child has to have a gammon of its own."""
        return not self.is_closed and self._owner == os.getpid()

    def run(self, line: str) -> Dict[str, Any]:
        colored = getattr(sys.stdout, "isatty", lambda: False)()
        done = self._request({"do": "run", "line": _one_line(line), "color": colored})
        if done.get("quit"):
            raise SystemExit(0)
        return done

    def ask(self, line: str, at: Optional[str] = None) -> List[Dict[str, Any]]:
        replies: List[Dict[str, Any]] = self._request({"do": "ask", "line": _one_line(line), "at": at})["replies"]
        return replies

    def call(self, name: str, **arguments: Any) -> Any:
        done = self._request({"do": "call", "args": dict(arguments, call=name)})
        if "error" in done:
            raise GammonError(done["error"])
        return done["value"]

    def close(self) -> None:
        if self._process is None or self.is_closed:
            return
        self.is_closed = True
        with self._lock:
            if self._owner == os.getpid():
                self._writer.close()
                self._process.wait()
                self._reader.close()

    def _request(self, message: Mapping[str, Any]) -> Dict[str, Any]:
        if self.is_closed:
            raise GammonError("this engine is closed")
        with self._lock, _Patience():
            self._send(message)
            while True:
                answer = self._receive()
                if "out" in answer:
                    _say(sys.stdout, answer["out"])
                elif "err" in answer:
                    _say(sys.stderr, answer["err"])
                elif "done" in answer:
                    break
                else:
                    self._send(_run_code(answer))
        if answer.get("interrupted"):
            raise KeyboardInterrupt
        _warn(answer.get("remarks", ()))
        return answer

    def serve(self) -> None:
        """Runs what gammon sends, until it closes the line."""
        while True:
            try:
                message = self._receive()
            except KeyboardInterrupt:
                continue
            except (EOFError, GammonError):
                return
            end = _run_code(message)
            try:
                self._send(end)
            except (KeyboardInterrupt, GammonError, OSError):
                return

    def _send(self, message: Mapping[str, Any]) -> None:
        try:
            self._writer.write(json.dumps(message) + "\n")
            self._writer.flush()
        except (OSError, ValueError) as error:
            raise GammonError("gammon is gone: %s" % error) from None

    def _receive(self) -> Dict[str, Any]:
        line = self._reader.readline()
        if not line:
            self.is_closed = True
            raise GammonError("gammon has ended")
        message: Dict[str, Any] = json.loads(line)
        return message


class _Patience:
    """Keeps a Ctrl-C until gammon has answered; gammon itself stops at once what it is doing."""

    def __enter__(self) -> None:
        self._came = False
        self._before = None
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self._before = before
                signal.signal(signal.SIGINT, self._keep)

    def __exit__(self, *_: Any) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            if self._came:
                raise KeyboardInterrupt

    def _keep(self, *_: Any) -> None:
        self._came = True


def _warn(remarks: Iterable[str]) -> None:
    """Warns of each remark, at the line outside these modules that has asked."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, "gnubg"):
        level, frame = level + 1, frame.f_back
    for remark in remarks:
        warnings.warn(remark, GammonWarning, stacklevel=level)


def _say(stream: Any, text: str) -> None:
    if stream is not None:
        stream.write(text)
        stream.flush()


def _one_line(line: str) -> str:
    if not isinstance(line, str):
        raise TypeError("a command is a str, not " + type(line).__name__)
    return " ".join(line.splitlines())


def _beside() -> Optional[str]:
    """The program that was installed with these modules: it lies with the scripts of this Python or of its user."""
    user = "nt_user" if os.name == "nt" else "posix_user"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user)]
    return next(filter(None, (shutil.which("gammon", path=folder) for folder in folders)), None)


def _start(
    program: Optional[str], weights: Any, threads: Optional[int], rc: bool, more: Sequence[str] = ()
) -> _Link:
    name = program or os.environ.get("GAMMON")
    path = shutil.which(name) if name else _beside() or shutil.which("gammon")
    if path is None:
        name = name or "gammon"
        raise GammonError("no program `%s` is found: install gammon, or give its path in $GAMMON" % name)
    options = ["--calls", "--quiet", *more] + ([] if rc else ["--no-rc"])
    if weights is not None:
        options += ["--weights", os.fspath(weights)]
    if threads is not None:
        options += ["--threads", str(threads)]
    process = subprocess.Popen(
        [path] + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    return _Link(process.stdout, process.stdin, process)


# By the options that make a session what it is: none, or those of GNU Backgammon's place.
_links: Dict[Tuple[str, ...], _Link] = {}


def _shared(*options: str) -> _Link:
    """The line to the session that runs this code, or else to one with these options that is started now."""
    link = _links.get(options)
    if link is None or not link.is_ours():
        weights = os.environ.get("GAMMON_WEIGHTS") or None
        link = _links[options] = _start(None, weights, None, True, options)
        import atexit

        atexit.register(link.close)
    return link


def _serve(reader: Any, writer: Any) -> None:
    """The life of a Python that gammon has started: both modules have its session."""
    link = _links[()] = _links[("--gnubg",)] = _Link(reader, writer)
    names = _main_names()
    names.pop("_begin", None)
    try:
        names["gnubg"] = __import__("gnubg")
        names["gammon"] = sys.modules[__name__]
        names.update(names["gnubg"]._of_the_prompt())
    except ImportError:
        pass
    names["os"], names["sys"] = os, sys
    link.serve()


def _main_names() -> Dict[str, Any]:
    return sys.modules["__main__"].__dict__


def _run_code(message: Mapping[str, Any]) -> Dict[str, Any]:
    """Runs code in the names that all lines share, and says how it ended."""
    names = _main_names()
    end: Dict[str, Any] = {"do": "end"}
    try:
        if message.get("prompt"):
            _prompt(names)
        else:
            path = message.get("file", "<string>")
            folder = os.path.dirname(os.path.abspath(path)) if "file" in message else None
            if folder and folder not in sys.path:
                # What lies beside a script can be imported.
                sys.path.append(folder)
            exec(compile(message["exec"], path, "exec"), names)
    except SystemExit as leave:
        code = leave.code
        if code is not None and not isinstance(code, int):
            _say(sys.stderr, "%s\n" % (code,))
        end["exit"] = 0 if code is None else code if isinstance(code, int) else 1
    except KeyboardInterrupt:
        _print_exception()
        end["interrupted"] = True
    except BaseException:
        _print_exception()
        end["failed"] = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass
    return end


def _prompt(names: Dict[str, Any]) -> None:
    """Python's own prompt, left by Ctrl-D."""
    import code

    try:
        import readline  # noqa: F401 (editing of lines)
    except ImportError:
        pass
    banner = "Python %s. Ctrl-D goes back to gammon." % sys.version.split()[0]
    try:
        code.interact(banner=banner, local=names, exitmsg="")
    except SystemExit:
        # `exit()` leaves the prompt, not the program.
        pass


def _print_exception() -> None:
    """Prints the traceback from the code of the user on."""
    kind, error, trace = sys.exc_info()
    here = (__file__,)
    while trace is not None and trace.tb_frame.f_code.co_filename in here:
        trace = trace.tb_next
    _say(sys.stderr, "".join(traceback.format_exception(kind, error, trace)))
