"""`tavola options`: the options of the referee, what they are in a preset, and where that comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.referee.options.games import Game
from controller.referee.options.options import PRESETS, TABLE, choice
from controller.referee.options.words import values_of, word_of

if TYPE_CHECKING:
    import argparse


def add_option_words(parser: argparse.ArgumentParser) -> None:
    """Add `--game` and `--option` to a command that referees."""
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


def agreed_words(chosen: argparse.Namespace) -> tuple[str, ...]:
    """Return what is agreed otherwise than in the preset, as `option_words` reads it."""
    game = () if chosen.game is None else (f"game={chosen.game}",)
    return (*game, *(chosen.option or ()))


def add_options(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `options` to the commands of a parser."""
    options = commands.add_parser(
        "options",
        help="list what can be agreed on at a table",
        description="List every option of the referee: its value in a preset, what it may be, and the rules from which"
        " that comes.",
    )
    options.add_argument("preset", nargs="?", choices=tuple(PRESETS), default="club", help="(default club)")


def run_options(chosen: argparse.Namespace) -> int:
    """Print the options of a preset."""
    from controller.terminal import terminal

    console = terminal()
    for name in TABLE:
        has = choice(chosen.preset, name)
        line = f"{name}={word_of(has.value)}"
        console.print(f"{line:<40} {has.source} ({values_of(name)})", soft_wrap=True, highlight=False, markup=False)
    return 0
