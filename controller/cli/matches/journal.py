"""`tavola journal`: what was kept of matches, listed, shown, checked, exported, deleted."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.cli.arguments import add_journal, add_json, days
from controller.cli.exit_status import DONE
from controller.cli.progress import progress
from controller.cli.streams import print_document
from controller.config.folders import data_folder
from controller.others_text import shown

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from rich.console import Console
    from rich.text import Text

    from controller.record.journal.reader import Entry, JournalContents
    from controller.record.transcript import MatchRecord

FORMATS: Final = ("mat", "sgf", "text", "json")
"""What a match can be written as."""


def add_arguments(journal: argparse.ArgumentParser) -> None:
    """Add the arguments of `journal`."""
    journal.description = "Deal with what was kept of matches."
    actions = journal.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="list the matches of a folder")
    listed.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=data_folder(),
        metavar="FOLDER",
        help="where they were kept (default ~/.local/share/tavola)",
    )
    add_json(listed)
    show = actions.add_parser("show", help="print what happened, entry by entry")
    show.add_argument("--all", action="store_true", help="also the pictures that led to nothing")
    add_json(show)
    export = actions.add_parser("export", help="write the match for other programs")
    export.add_argument("--format", choices=FORMATS, default="mat", help="as what (default mat)")
    export.add_argument("--out", type=Path, metavar="FILE", help="into this file instead of the terminal")
    verify = actions.add_parser("verify", help="check that it is whole and gives the same events again")
    forget = actions.add_parser("forget", help="delete the pictures of disputed turns")
    forget.add_argument(
        "--older-than", type=days, default=0.0, metavar="DAYS", help="only those of that age (default: all)"
    )
    for action in (show, export, verify, forget):
        add_journal(action)


def run(chosen: argparse.Namespace) -> int:
    """Deal with journals.

    Raises:
        JournalError, CodecError: a journal cannot be read.
        OSError: a file cannot be written or deleted.
    """
    match chosen.action:
        case "list":
            _list(chosen.folder, as_json=chosen.json)
        case "show":
            _show(chosen.journal, everything=chosen.all, as_json=chosen.json)
        case "export":
            _export(chosen.journal, chosen.format, chosen.out)
        case "verify":
            _verify(chosen.journal, quiet=chosen.quiet)
        case _:
            _forget(chosen.journal, chosen.older_than)
    return DONE


def _list(folder: Path, *, as_json: bool) -> None:
    """Print the matches of a folder; of one that cannot be read, why."""
    from controller.record.journal.folder import journals

    found = [_about(path) for path in journals(folder)]
    if as_json:
        print_document("journals", {"folder": str(folder), "journals": found})
        return
    for one in found:
        score = one.get("trouble") or "{0[0]} {1[0]}, {0[1]} {1[1]}; {2}".format(
            one["players"], one["score"], "over" if one["over"] else "not over"
        )
        sys.stdout.write(shown(f"{one['file']}  {score}") + "\n")
    if not found:
        there = "no match was kept here" if folder.is_dir() else "there is no such folder"
        sys.stdout.write(shown(f"{folder}: {there}") + "\n")


def _about(path: Path) -> dict[str, Any]:
    """Return what a journal is about, as plain values."""
    from controller.announce.error_messages import trouble
    from controller.record.errors import RecordError
    from controller.record.journal.reader import read_journal

    try:
        contents = read_journal(path)
    except RecordError as error:
        return {"file": str(path), "trouble": trouble(error)}
    record = contents.record
    last = record.games[-1] if record.games else None
    outcome = last.outcome if last is not None else None
    score = list(last.score) if last is not None else list(contents.beginning.match.score)
    if outcome is not None:
        score[outcome.winner] += outcome.points
    return {
        "file": str(path),
        "players": list(contents.beginning.setup.names),
        "length": contents.beginning.match.length,
        "score": score,
        "games": len(record.games),
        "over": outcome is not None and outcome.wins_match,
        "begun": contents.runs[0].wall if contents.runs else None,
    }


def _verify(path: Path, *, quiet: bool) -> None:
    """Check that a journal is whole and that refereeing it anew gives the same events and states."""
    with progress(f"{path} is refereed anew", quiet=quiet):
        from controller.record.journal.reader import read_journal, verify

        contents = read_journal(path)
        verify(contents)
    from controller.terminal import terminal

    entries, events = len(contents.entries), len(contents.events)
    terminal().print(
        f"{path}: whole; {entries} entries in {len(contents.runs)} sittings, {events} events, the same again",
        highlight=False,
        soft_wrap=True,
    )


def _show(path: Path, *, everything: bool, as_json: bool) -> None:
    """Print what a journal holds, entry by entry.

    Args:
        path: the journal.
        everything: also print the pictures that led to nothing.
        as_json: print a document instead.
    """
    from controller.announce.phrases import Phrases
    from controller.outputs.event_lines import print_events
    from controller.record.journal.reader import read_journal
    from controller.record.journal.schema import reading_entry
    from controller.record.json_writer import plain_entry
    from controller.referee.inputs import Seen
    from controller.terminal import terminal

    contents = read_journal(path)
    entries = [entry for entry in contents.entries if everything or entry.events or not isinstance(entry.given, Seen)]
    if as_json:
        print_document(
            "journal", {"players": list(contents.beginning.setup.names), "entries": [*map(plain_entry, entries)]}
        )
        return
    console = terminal()
    _print_head(console, contents)
    phrases = Phrases(contents.beginning.setup.names)
    for entry in entries:
        with reading_entry(path.name, entry.number):
            console.print(_title(entry), soft_wrap=True, highlight=False)
            print_events(console, phrases, entry.events)


def _export(path: Path, form: str, out: Path | None) -> None:
    """Write the match of a journal for other programs, into a file or to the terminal."""
    from controller.record.files import write_whole
    from controller.record.journal.reader import read_journal
    from controller.record.json_writer import write_json
    from controller.record.mat_writer import write_mat_for_anybody
    from controller.record.sgf_writer import write_sgf
    from controller.record.text_writer import write_text
    from controller.terminal import terminal

    writers = {"mat": write_mat_for_anybody, "sgf": write_sgf, "text": write_text}
    console = terminal()
    contents = read_journal(path)
    text = write_json(contents) if form == "json" else _written(contents, writers[form])
    if out is None:
        console.out(text, end="", highlight=False)
        return
    write_whole(out, text.encode())
    console.print(f"{out}: {len(contents.record.games)} games", highlight=False, soft_wrap=True)


def _forget(path: Path, older_than: float) -> None:
    """Delete the pictures of a journal that are so many days old, all of them for 0 days."""
    from controller.record.journal.pictures import forget
    from controller.terminal import terminal

    count = forget(path, time.time(), "asked to forget", days=older_than)
    terminal().print(f"{path}: {count} pictures deleted", highlight=False, soft_wrap=True)


def _written(contents: JournalContents, write: Callable[[MatchRecord], str]) -> str:
    """Return the record of a match as text.

    Raises:
        JournalError: what is kept makes no such text ("journal.damaged"); the first entry with which it makes none.
        MatFileError: this form cannot hold it.
    """
    from controller.record.errors import JournalError
    from controller.record.journal.schema import damaged, reading_entry
    from controller.record.keeper import Keeper

    name, last = contents.path.name, contents.entries[-1].number
    with suppress(JournalError), reading_entry(name, last):
        return write(contents.record)
    keeper = Keeper()
    for entry in contents.entries:
        with reading_entry(name, entry.number):
            keeper = keeper.heard(entry.events)
            if entry.events and keeper.record.games:
                write(keeper.record)
    raise damaged(name, last)


def _print_head(console: Console, contents: JournalContents) -> None:
    """Print what a journal is about."""
    one, two = map(shown, contents.beginning.setup.names)
    console.print(f"{contents.path}: {one} against {two}", highlight=False, soft_wrap=True, style="bold")
    for number, run in enumerate(contents.runs, 1):
        wall = time.strftime("%Y-%m-%d %H:%M", time.gmtime(run.wall))
        console.print(
            f"Sitting {number}: boot {run.boot}, {wall} by the computer's clock, tavola {run.program}",
            highlight=False,
            soft_wrap=True,
        )


def _title(entry: Entry) -> Text:
    """Return the line that names an entry, with who and why for a director's order."""
    from rich.text import Text

    from controller.referee.inputs import Commanded

    what = "begins" if entry.given is None else type(entry.given).__name__
    text = f"#{entry.number} {what}"
    if isinstance(entry.given, Commanded):
        text += f" {type(entry.given.command).__name__} by {entry.given.who}: {entry.given.why}"
    return Text(shown(text), style="dim")
