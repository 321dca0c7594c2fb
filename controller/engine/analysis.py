"""GNU Backgammon looks at a whole match: one process, given a match file, bounded in time, that answers with JSON.

It runs with no settings of its user's, on one core, in a folder of its own that is gone afterwards. Its own Python
(every Debian build has it) imports the match, analyses it, and writes what `analysis_answer` reads. Nothing of its
printed output is parsed: that is translated, rounded, and changes from version to version.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.engine.analysis_answer import parse_answer
from controller.engine.errors import EngineAnswerError, EngineMissingError, EngineSilentError
from controller.engine.gnubg import find_gnubg
from controller.foreign import ENGINE_ANSWER, MATCH_FILE, decode, load, parsed
from controller.others_text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.engine.analysis_answer import EngineMatch

_log: Final = logging.getLogger(__name__)

MOST_PLIES: Final = 3
"""How far ahead it may be asked to look; each ply costs some twenty times the time of the one before."""

ANSWER: Final = "GNU Backgammon's answer"
"""What its answer is called where something is said of it."""

_MOST_PRINTED: Final = 4 << 20
"""Bytes; a program that prints more babbles."""

_PIECE: Final = 1 << 16
_LAST_WORDS: Final = 4096
"""How many bytes of what is printed are kept."""

_CONVERTING: Final = 60.0
"""Seconds that it may take to turn a file into another; a match takes less than one."""


def installed_gnubg() -> str:
    """Return where GNU Backgammon is installed.

    Raises:
        EngineMissingError: it is not ("analyse.no_gnubg").
    """
    program = find_gnubg()
    if program is None:
        raise EngineMissingError("analyse.no_gnubg")
    return program


def analyse_mat(mat: str, *, plies: int, limit: float, program: str | None = None) -> EngineMatch:
    """Return what GNU Backgammon thinks of a match.

    Args:
        mat: the match as the text of a .mat file; its games are numbered from 1 without a gap.
        plies: how far ahead it looks at plays and cube, 0 to 3; each ply costs some twenty times the
            time of the one before. Luck is always told by 0 plies.
        limit: seconds after which it is ended.
        program: GNU Backgammon; None looks for it.

    Raises:
        EngineMissingError: it is not installed ("analyse.no_gnubg").
        EngineSilentError: it has not come to an end in time ("analyse.too_long").
        EngineAnswerError: it has ended without an answer ("analyse.no_answer"), or prints without end
            ("analyse.babbles").
        ForeignError: its answer cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="tavola-gnubg-") as folder:
        given, answer = Path(folder, "match.mat"), Path(folder, "answer.json")
        given.write_text(mat, encoding="utf-8")
        commands = [
            f'import mat "{given}"',
            *(f"set analysis {what} evaluation plies {plies}" for what in ("chequerplay", "cubedecision")),
            "analyse match",
        ]
        printed = _run(_script(commands, answer), Path(folder), limit, program)
        if not answer.exists():
            raise EngineAnswerError("analyse.no_answer", why=one_line(printed) or "it printed nothing")
        return parsed(decode(load(answer, ENGINE_ANSWER.size)), ANSWER, parse_answer, ENGINE_ANSWER)


def mat_of_sgf(sgf: bytes, *, limit: float, program: str | None = None) -> str:
    """Return a match that GNU Backgammon or another program has kept as SGF, as the text of a .mat file.

    Args:
        sgf: the file.
        limit: seconds after which it is ended.
        program: GNU Backgammon; None looks for it.

    Raises:
        EngineError: see `analyse_mat`; "analyse.bad_sgf" for what is no such file.
        ForeignError: what it makes of the file is larger than any match file.
    """
    with tempfile.TemporaryDirectory(prefix="tavola-gnubg-") as folder:
        given, answer = Path(folder, "match.sgf"), Path(folder, "match.mat")
        given.write_bytes(sgf)
        commands = [f'load match "{given}"', f'export match mat "{answer}"']
        printed = _run(_script(commands, None), Path(folder), min(limit, _CONVERTING), program)
        if not answer.exists():
            if _NO_GAME in printed:
                raise EngineAnswerError("analyse.bad_sgf")
            raise EngineAnswerError("analyse.no_answer", why=one_line(printed) or "it printed nothing")
        return decode(load(answer, MATCH_FILE.size))


def _run(script: str, folder: Path, limit: float, program: str | None) -> str:
    """Run a script in GNU Backgammon and return the end of what it has printed; it and what it started are gone then.

    Raises:
        EngineMissingError, EngineSilentError, EngineAnswerError: see `analyse_mat`.
    """
    began = time.monotonic()
    until = began + limit
    program = program or installed_gnubg()
    (folder / "script.py").write_text(script, encoding="utf-8")
    environment = {"HOME": str(folder), "PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8"}
    try:
        process = subprocess.Popen(  # noqa: S603 - a program of this machine, with files that are written here
            [program, "-t", "-q", "-r", "-p", str(folder / "script.py")],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError:
        raise EngineMissingError("analyse.no_gnubg") from None
    try:
        _bound_files(process)
        printed = _printed(process, until)
        process.wait(max(0.0, until - time.monotonic()))
    except (TimeoutError, subprocess.TimeoutExpired):
        raise EngineSilentError("analyse.too_long", seconds=limit) from None
    finally:
        _end(process)
        _log.info("GNU Backgammon ended after %.1f s with status %s", time.monotonic() - began, process.returncode)
    return printed.decode("utf-8", "replace")


def _printed(process: subprocess.Popen[bytes], until: float) -> bytes:
    """Return the end of what a process prints until it closes its output.

    Raises:
        TimeoutError: it does not in time.
        EngineAnswerError: "analyse.babbles".
    """
    kept, heard = b"", 0
    if process.stdout is None:
        return kept
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while selector.select(max(0.0, until - time.monotonic())):
            piece = os.read(process.stdout.fileno(), _PIECE)
            if not piece:
                return kept
            heard += len(piece)
            if heard > _MOST_PRINTED:
                raise EngineAnswerError("analyse.babbles", most=_MOST_PRINTED >> 10)
            kept = (kept + piece)[-_LAST_WORDS:]
    raise TimeoutError


def _bound_files(process: subprocess.Popen[bytes]) -> None:
    """Bound the files that a process writes, where the system can: a folder for what passes may lie in memory."""
    with suppress(ImportError, AttributeError, OSError):
        import resource  # noqa: PLC0415 - not every system has it

        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (ENGINE_ANSWER.size, ENGINE_ANSWER.size))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started, if anything is left of them."""
    with suppress(ProcessLookupError, PermissionError):  # there is nothing left to be ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
    if process.stdout is not None:
        process.stdout.close()


def _script(commands: Sequence[str], answer: Path | None) -> str:
    """Return a script for GNU Backgammon's own Python."""
    quiet = ["set automatic game off", "set automatic roll off", "set confirm new off", "set threads 1"]
    lines = [f"COMMANDS = {[*quiet, *commands]!r}", f"ANSWER = {str(answer)!r}", _BODY]
    return "\n".join(lines if answer is not None else [lines[0], _COMMAND])


_NO_GAME: Final = "No game in progress"
"""What it says, in English, when nothing was loaded."""

_COMMAND: Final = """
import gnubg
for command in COMMANDS:
    gnubg.command(command)
"""

_BODY: Final = (
    _COMMAND
    + """
import json
import os

match = gnubg.match(1, 1, 0, 0)
length = match["match-info"]["match-length"]


def told(record, cube, owner, info):
    # One record, without the plays that were neither made nor best, and with the cube in equities: in a match
    # GNU Backgammon gives winning chances here, which only it can turn into equities.
    analysis = record.get("analysis", {})
    kept = {key: record[key] for key in ("action", "player", "dice", "move") if key in record}
    kept["luck"] = analysis.get("luck-value")
    moves = analysis.get("moves", ())
    if moves:
        kept["count"] = len(moves)
        kept["best"] = [moves[0]["move"], moves[0]["score"]]
        if analysis.get("imove", len(moves)) < len(moves):
            kept["made"] = moves[analysis["imove"]]["score"]
    if "nd-cubeful-eq" in analysis:
        pair = [analysis["nd-cubeful-eq"], analysis["dt-cubeful-eq"]]
        if length:
            mover = "XO".index(record["player"])
            score = (info["score-X"], info["score-O"])
            about = gnubg.cubeinfo(cube, owner, mover, length, score, int(info.get("crawford", 0)))
            pair = [gnubg.mwc2eq(one, about) for one in pair]
        kept["cube"] = pair
    return kept


games = []
for game in match["games"]:
    cube, owner, offered, doubler, records = 1, -1, 0, 0, []
    for record in game["game"]:
        records.append(told(record, cube, owner, game["info"]))
        if record["action"] == "double":
            doubler = doubler if offered else "XO".index(record["player"])  # who beavers keeps the cube
            offered = 2 * (offered or cube)
        elif record["action"] == "take":
            cube, owner, offered = offered or cube, 1 - doubler, 0
    games.append({"info": game["info"], "records": records})
with open(ANSWER + ".part", "w") as file:
    json.dump({"length": length, "games": games}, file)
os.rename(ANSWER + ".part", ANSWER)
"""
)
