"""Questions to GNU Backgammon, and its answers: plays in its order of liking, cube equities, winning chances."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.engine.dialogue import Dialogue
from controller.engine.errors import EngineAnswerError, EngineError, EngineMissingError
from controller.rules import RulesError, apply_play, gnubg_id, parse_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.rules import MatchId, Position

_PLAY: Final = re.compile(r"^\s*\d+\. Cube\S+ \d-ply\s+(?P<play>\S.*?)\s+(?:Eq\.|MWC)", re.MULTILINE)
_EQUITY: Final = re.compile(
    r"^\d\. (?P<what>No (?:re)?double|(?:Double|Redouble), (?:pass|take|beaver))\s+(?P<equity>[+-]\d+\.\d+)",
    re.MULTILINE,
)
_CHANCES: Final = re.compile(r"^\s*(?:static|\d+ ply):((?:\s+[01]\.\d+){5})\s", re.MULTILINE)
_START_SECONDS: Final = 20.0
_PLAYS_ASKED: Final = 10
_SETTINGS: Final = (
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set confirm save off",
    "set output winpc off",
    "set output mwc off",
    "set display off",
)


@dataclass(frozen=True, slots=True)
class CubeEquities:
    """What a double is worth to the player on roll, a plain win of the game at the present cube being 1.

    Attributes:
        no_double: of playing on.
        taken: of doubling, when it is taken.
        passed: of doubling, when it is passed: 1.
    """

    no_double: float
    taken: float
    passed: float


def find_gnubg() -> str | None:
    """Return where GNU Backgammon is installed; None where it is not. Debian keeps games out of most paths."""
    return shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}:/usr/games")


class Gnubg:
    """A running GNU Backgammon."""

    def __init__(self, command: Sequence[str], plies: int, seconds: float = 5.0) -> None:
        """Start it and give it its settings; those of the user are not read.

        Args:
            command: the program, and arguments that make it talk in text (`-t -q`).
            plies: how deep it looks, 0 to 3.
            seconds: how long an answer may take.

        Raises:
            EngineError: it cannot be started, or does not answer.
        """
        self._seconds = seconds
        self._asked = 0
        self._home = tempfile.TemporaryDirectory(prefix="tavola-gnubg-")
        try:
            self._dialogue = Dialogue(command, {**os.environ, "HOME": self._home.name, "LC_ALL": "C", "TERM": "dumb"})
        except EngineError:
            self._home.cleanup()
            raise
        depths = [f"set evaluation {kind} evaluation plies {plies}" for kind in ("chequerplay", "cubedecision")]
        try:
            self._ask([*_SETTINGS, *depths, "new session"], _START_SECONDS)
        except EngineError:
            self.close()
            raise

    def plays(self, position: Position, match: MatchId) -> tuple[Position, ...]:
        """Return what its favourite plays leave, the best first, seen by the mover; nothing where there is no play.

        Args:
            position: seen by the mover.
            match: the rest of the state, with the dice.

        Raises:
            EngineError: it has died, hangs, or talks nonsense.
        """
        text = self._ask_about(position, match, f"hint {_PLAYS_ASKED}")
        try:
            return tuple(apply_play(position, parse_play(hint["play"])) for hint in _PLAY.finditer(text))
        except RulesError as error:
            raise EngineAnswerError("engine.no_such_play", text=text[-200:]) from error

    def cube_equities(self, position: Position, match: MatchId) -> CubeEquities:
        """Return what a double is worth; the player on roll must be allowed to double.

        Args:
            position: seen by the player on roll.
            match: the rest of the state, without dice or offer.

        Raises:
            EngineError: it has died, hangs, or talks nonsense.
        """
        text = self._ask_about(position, match, "hint")
        found = {line["what"].lower(): float(line["equity"]) for line in _EQUITY.finditer(text)}
        by_end = {what.rsplit(" ", 1)[-1]: equity for what, equity in found.items()}
        taken = by_end.get("take", by_end.get("beaver"))
        no_double = by_end.get("double", by_end.get("redouble"))
        passed = by_end.get("pass")
        if no_double is None or taken is None or passed is None:
            raise EngineAnswerError("engine.no_equities", text=text[-200:])
        return CubeEquities(no_double, taken, passed)

    def chances(self, position: Position, match: MatchId) -> tuple[float, ...]:
        """Return the chances of the player on roll: win, win gammon, win backgammon, lose gammon, lose backgammon.

        Args:
            position: seen by the player on roll.
            match: the rest of the state, without dice.

        Raises:
            EngineError: it has died, hangs, or talks nonsense.
        """
        found = _CHANCES.findall(self._ask_about(position, match, "eval"))
        if not found:
            raise EngineAnswerError("engine.no_chances")
        return tuple(float(number) for number in found[-1].split())

    def close(self) -> None:
        """End the program; may be called more than once."""
        self._dialogue.close()
        self._home.cleanup()

    def _ask_about(self, position: Position, match: MatchId, question: str) -> str:
        """Return the answer to a question about a state."""
        try:
            state = gnubg_id(position, match)
        except RulesError as error:
            raise EngineAnswerError("engine.no_id", reason=error.key) from error
        text = self._ask([f"set gnubgid {state}", question], self._seconds)
        announced = f"Setting GNUbg ID {state}"
        if announced not in text:
            raise EngineAnswerError("engine.state_refused", state=state)
        return text.rsplit(announced, 1)[-1]

    def _ask(self, commands: Sequence[str], seconds: float) -> str:
        """Return the answer to commands: all up to the name that a player is given after them, a new one each time."""
        self._asked += 1
        name = f"asked{self._asked}"
        return self._dialogue.ask([*commands, f"set player 0 name {name}"], f"known as `{name}'", seconds)


def start_gnubg(plies: int, seconds: float = 5.0) -> Gnubg:
    """Start the installed GNU Backgammon.

    Raises:
        EngineMissingError: it is not installed.
        EngineError: it does not answer.
    """
    program = find_gnubg()
    if program is None:
        raise EngineMissingError("engine.missing", program="gnubg")
    return Gnubg((program, "-t", "-q"), plies, seconds)
