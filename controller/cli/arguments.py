"""Arguments that several commands share, and readers that say of a wrong one what is needed instead."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from controller.config.folders import data_folder
from controller.errors import TavolaError
from controller.players.strength import strengths
from controller.web.address import LOOPBACK, PORT

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from controller.config.settings import Settings

    _Kind = TypeVar("_Kind", bound=Settings)


def whole_number(wanted: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a whole number of the command line, for the `type` of an argument.

    Args:
        wanted: what is needed, such as "a number of turns is needed".
        least: the smallest that is taken; 0 or more.
        most: the largest; None for any.

    Returns:
        A function from the text to the number. It raises `argparse.ArgumentTypeError` where that is none of them.
    """

    def read(text: str) -> int:
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        raise ArgumentTypeError(f"{wanted}, not {text!r}")

    return read


def number(wanted: str, fits: Callable[[float], bool]) -> Callable[[str], float]:
    """Return what reads a number of the command line, for the `type` of an argument.

    Args:
        wanted: what is needed, such as "seconds are needed".
        fits: tells whether a number is taken.

    Returns:
        A function from the text to the number. It raises `argparse.ArgumentTypeError` where that is none of them.
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if fits(value):
            return value
        raise ArgumentTypeError(f"{wanted}, not {text!r}")

    return read


MONEY: Final = "money"
"""What stands for a length where games are played for money, without one."""


def match_length(text: str) -> int:
    """Return the length of a match of the command line, 0 for money.

    Raises:
        ArgumentTypeError: it is neither.
    """
    from controller.rules import MAX_LENGTH

    if text.casefold() == MONEY:
        return 0
    return whole_number(f"a match goes to 1 to {MAX_LENGTH} points, or it is {MONEY}", 1, MAX_LENGTH)(text)


count = whole_number("a number from 1 is needed", 1)
"""Reads how many of something there are to be."""

seconds = number("a number of seconds above 0 is needed", lambda seconds: 0 < seconds < math.inf)
"""Reads how long something may take."""

days = number("a number of days is needed", lambda days: 0 <= days < 100_000)
"""Reads for how many days something is kept, or how old it is."""


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Return the corners of the command line as (x, y) pairs.

    Raises:
        argparse.ArgumentTypeError: they are not eight numbers.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8:
        raise ArgumentTypeError(f"eight numbers with commas between are needed, not {text!r}")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def add_settings_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the file of settings."""
    parser.add_argument(
        "--settings",
        type=Path,
        metavar="FILE",
        help="the file of settings (default: that of $TAVOLA_SETTINGS, of the user, or of the machine)",
    )


def add_pages(parser: argparse._ActionsContainer, what: str = "serve pages of the match for browsers") -> None:
    """Add the option that serves pages to a command; `what` is its help."""
    parser.add_argument(
        "--pages",
        nargs="?",
        const=LOOPBACK,
        metavar="HOST:PORT",
        help=f"{what} (default {LOOPBACK}:{PORT}; 0.0.0.0 is for the whole network)",
    )


def add_hall(parser: argparse._ActionsContainer, default: str, more: str = "") -> None:
    """Add the option that lets a table take part in a hall; `default` says what happens without it."""
    parser.add_argument(
        "--hall",
        type=Path,
        metavar="FILE",
        help=f"take part in a hall with the membership that tavola hall join wrote (default {default}){more}",
    )


def add_out_folder(parser: argparse._ActionsContainer, what: str, default: Path | None = None) -> None:
    """Add the option that names the folder of matches to a command.

    Args:
        parser: the command.
        what: its help.
        default: the folder where none is named.
    """
    parser.add_argument(
        "--out",
        type=Path,
        default=default or data_folder(),
        metavar="FOLDER",
        help=f"{what} (default {default or '~/.local/share/tavola'})",
    )


def add_journal(parser: argparse.ArgumentParser) -> None:
    """Add the journal that a command deals with."""
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="such as match-0001.journal")


def add_json(parser: argparse._ActionsContainer) -> None:
    """Add `--json` to a command that lists or measures something."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")


def add_option_words(parser: argparse._ActionsContainer) -> None:
    """Add `--game` and `--option` to a command that referees."""
    from controller.referee.options.games import Game

    parser.add_argument(
        "--game",
        choices=tuple(game.value for game in Game),
        help="which game is played (default: backgammon, or as the settings say)",
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="NAME=VALUE",
        help="what is agreed otherwise than in the preset; `tavola options` lists them (may be repeated)",
    )


def chosen_settings(settings: _Kind, chosen: argparse.Namespace, **more: object) -> _Kind:
    """Return settings with what the command line says instead.

    Args:
        settings: what there is where it says nothing.
        chosen: the command line.
        more: settings that it names in other words.

    Raises:
        SettingsError: it says what cannot be.
    """
    from controller.config.settings_file import laid_over, named_alone

    known = named_alone(type(settings))
    given = {name: value for name, value in vars(chosen).items() if name in known}
    laid = laid_over(settings, {**given, "options": " ".join(chosen.option) if chosen.option else None, **more})
    if vars(chosen).get("pages") is not None:
        laid = laid.model_copy(update={"pages": laid.pages.model_copy(update={"address": chosen.pages})})
    if vars(chosen).get("hall") is not None:
        laid = laid.model_copy(update={"hall": laid.hall.model_copy(update={"membership": chosen.hall})})
    return laid


LEVELS: Final = ("beginner", "club", "gnubg")
"""The levels of the computer, as `controller.players.levels` has them; that module is slow to load."""

DEEPEST: Final = 3
"""How many rolls ahead the engine looks at most."""


class AgainstError(TavolaError, ValueError):
    """A computer player cannot play here."""


def add_against(parser: argparse._ActionsContainer) -> None:
    """Add `--against`, `--ply` and `--computer-plays` to a command that referees."""
    parser.add_argument(
        "--against",
        choices=LEVELS,
        help=f"play against the computer: you throw its dice, too, and move its checkers as it says ({strengths()})",
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


def _side(text: str) -> str:
    """Return whose checkers a player of the command line has.

    Raises:
        argparse.ArgumentTypeError: there is none of this name.
    """
    sides = {"black": "black", "white": "white", "ONE": "black", "TWO": "white"}
    if text in sides:
        return sides[text]
    raise ArgumentTypeError(f"white or black (TWO or ONE) is wanted, not {text!r}")
