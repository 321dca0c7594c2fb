"""The grammar of `tavola replay` and `tavola journal` on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.values import number

if TYPE_CHECKING:
    import argparse


days = number("a number of days is needed", lambda days: 0 <= days < 100_000)
"""Reads for how many days something is kept, or how old it is."""


def add_journal_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that deal with what was kept of a match."""
    replay = commands.add_parser(
        "replay",
        help="referee a match anew from its journal",
        description="Referee a match anew from its journal, print it, and make sure that every event is the same.",
    )
    replay.add_argument("journal", type=Path, metavar="JOURNAL", help="such as out/match-0001.journal")

    journal = commands.add_parser(
        "journal",
        help="show, check, export or clear a journal",
        description="Deal with what was kept of a match.",
    )
    actions = journal.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="print what happened, entry by entry")
    show.add_argument("--all", action="store_true", help="also the pictures that led to nothing")
    show.add_argument("--json", action="store_true", help="print lines of JSON")
    export = actions.add_parser("export", help="write the match for other programs")
    export.add_argument("--format", choices=("mat", "sgf", "text", "json"), default="mat", help="as what (default mat)")
    export.add_argument("--out", type=Path, metavar="FILE", help="into this file instead of the terminal")
    actions.add_parser("verify", help="check that it is whole and gives the same events again")
    forget = actions.add_parser("forget", help="delete the pictures of disputed turns")
    forget.add_argument(
        "--older-than", type=days, default=0.0, metavar="DAYS", help="only those of that age (default: all)"
    )
    for action in actions.choices.values():
        action.add_argument("journal", type=Path, metavar="JOURNAL", help="such as out/match-0001.journal")


def run_replay(chosen: argparse.Namespace) -> int:
    """Referee a match anew."""
    from controller.cli.journal_actions import replay_journal

    replay_journal(chosen.journal)
    return 0


def run_journal(chosen: argparse.Namespace) -> int:
    """Deal with a journal."""
    from controller.cli import journal_actions as journal

    match chosen.action:
        case "show":
            journal.show_journal(chosen.journal, everything=chosen.all, as_json=chosen.json)
        case "export":
            journal.export_journal(chosen.journal, chosen.format, chosen.out)
        case "verify":
            journal.verify_journal(chosen.journal)
        case _:
            journal.forget_pictures(chosen.journal, chosen.older_than)
    return 0
