"""The words of the command line with which one plays against a computer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from controller.errors import TavolaError
from controller.rules import Player

if TYPE_CHECKING:
    from collections.abc import Mapping

LEVELS: Final = ("beginner", "club", "gnubg")
"""The levels of the computer, as `controller.players.levels` has them; that module is slow to load."""

DEEPEST: Final = 3
"""How many rolls ahead the engine looks at most."""

SIDES: Final[Mapping[str, Player]] = {"black": Player.ONE, "white": Player.TWO, "ONE": Player.ONE, "TWO": Player.TWO}
"""Whose checkers the computer plays, by their colour and by the player's number."""


class AgainstError(TavolaError, ValueError):
    """A computer player cannot play here."""


def add_against(parser: argparse.ArgumentParser) -> None:
    """Add `--against`, `--ply` and `--computer-plays` to a command that referees."""
    parser.add_argument(
        "--against",
        choices=LEVELS,
        help="play against the computer: you throw its dice, too, and move its checkers as it says",
    )
    parser.add_argument(
        "--ply",
        type=int,
        choices=range(DEEPEST + 1),
        help="with --against gnubg: how many rolls ahead it looks (default 2)",
    )
    parser.add_argument(
        "--computer-plays",
        type=_side,
        metavar="SIDE",
        help="whose checkers the computer plays: white (TWO), or black (ONE) (default white)",
    )


def refuse_against(chosen: argparse.Namespace) -> None:
    """Refuse a computer player where the command cannot have one.

    Raises:
        AgainstError: one is asked for ("against.not_for_long").
    """
    if chosen.against is not None:
        raise AgainstError("against.not_for_long")


def side_name(player: Player) -> str:
    """Return the name of a player by the colour of his checkers."""
    return "black" if player is Player.ONE else "white"


def _side(text: str) -> Player:
    """Return a player of the command line.

    Raises:
        argparse.ArgumentTypeError: there is none of this name.
    """
    if text in SIDES:
        return SIDES[text]
    raise argparse.ArgumentTypeError(f"white or black (TWO or ONE) is wanted, not {text!r}")
