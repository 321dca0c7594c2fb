"""The computer players by name: the one place that knows which there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.engine.gnubg import start_gnubg
from controller.players.beginner import BeginnerPlayer
from controller.players.club import ClubPlayer
from controller.players.errors import LevelError
from controller.players.evaluation.network import load
from controller.players.gnubg_player import GnubgPlayer

if TYPE_CHECKING:
    from controller.players.player import ComputerPlayer

LEVELS: Final = ("beginner", "club", "gnubg")
"""The names, the weakest first."""

_DEEPEST: Final = 3
_ANSWER_SECONDS: Final = 5.0


def player_of(level: str, *, plies: int = 2, seed: int = 0) -> ComputerPlayer:
    """Return the computer player of a level; to be closed when the match is over.

    The level `gnubg` needs GNU Backgammon; where that is missing, or fails, the level `club` answers in its place and
    says so in a note.

    Args:
        level: one of `LEVELS`.
        plies: how deep the level `gnubg` looks, 0 to 3.
        seed: of the errors that the level `beginner` makes.

    Raises:
        LevelError: there is no such level, or no such depth.
        ModelError: the networks that belong to the program are missing.
    """
    if level not in LEVELS:
        raise LevelError("players.no_such_level", level=level, known=LEVELS)
    if not 0 <= plies <= _DEEPEST:
        raise LevelError("players.no_such_depth", plies=plies, deepest=_DEEPEST)
    networks = load()
    if level == "beginner":
        return BeginnerPlayer(networks, seed)
    club = ClubPlayer(networks)
    return club if level == "club" else GnubgPlayer(lambda: start_gnubg(plies, _ANSWER_SECONDS), club)
