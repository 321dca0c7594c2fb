"""`tavola replay` and `tavola journal`: what was kept of a match, shown, checked, exported, deleted."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from rich.text import Text

from controller.announce.phrases import Phrases
from controller.others_text import shown
from controller.outputs.event_lines import print_events
from controller.record.errors import JournalError
from controller.record.files import write_whole
from controller.record.journal import damage
from controller.record.journal.codec import tag_of, to_plain
from controller.record.journal.json_export import write_json
from controller.record.journal.pictures import forget
from controller.record.journal.reader import read_journal
from controller.record.journal.replay import verify
from controller.record.keeper import Keeper
from controller.record.mat_writer import write_mat_for_anybody
from controller.record.sgf_writer import write_sgf
from controller.record.text_writer import write_text
from controller.referee.inputs import Commanded, Seen
from controller.terminal import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from rich.console import Console

    from controller.record.journal.reader import Entry, JournalContents
    from controller.record.transcript import MatchRecord

Format = Literal["mat", "sgf", "text", "json"]
"""What a match can be written as."""

_WRITERS: Final[Mapping[str, Callable[[MatchRecord], str]]] = MappingProxyType(
    {"mat": write_mat_for_anybody, "sgf": write_sgf, "text": write_text}
)


def replay_journal(path: Path, console: Console | None = None) -> None:
    """Referee a match anew from its journal, print what is said, and make sure that it is what was said then.

    Raises:
        JournalError: the journal cannot be read, or gives other events now.
        CodecError: it speaks of something that this program does not know.
    """
    console = console or terminal()
    contents = read_journal(path)
    replayed = verify(contents)
    print_events(console, Phrases(contents.beginning.setup.names), replayed.events)
    console.print(f"{len(replayed.events)} events, bit for bit as they were kept", highlight=False)


def verify_journal(path: Path, console: Console | None = None) -> None:
    """Check that a journal is whole and that refereeing it anew gives the same events and states.

    Raises:
        JournalError, CodecError: see `replay_journal`.
    """
    console = console or terminal()
    contents = read_journal(path)
    verify(contents)
    entries, events = len(contents.entries), len(contents.events)
    console.print(
        f"{path}: whole; {entries} entries in {len(contents.runs)} sittings, {events} events, the same again",
        highlight=False,
        soft_wrap=True,
    )


def show_journal(path: Path, *, everything: bool, as_json: bool, console: Console | None = None) -> None:
    """Print what a journal holds, entry by entry.

    Args:
        path: the journal.
        everything: also print the pictures that led to nothing.
        as_json: print each entry as a line of JSON.
        console: where to print.

    Raises:
        JournalError, CodecError: the journal cannot be read.
    """
    console = console or terminal()
    contents = read_journal(path)
    shown = [entry for entry in contents.entries if everything or entry.events or not isinstance(entry.given, Seen)]
    if as_json:
        for entry in shown:
            console.out(json.dumps(_as_json(entry)), highlight=False)
        return
    _print_head(console, contents)
    phrases = Phrases(contents.beginning.setup.names)
    for entry in shown:
        with damage.entry(path.name, entry.number):
            console.print(_title(entry), soft_wrap=True, highlight=False)
            print_events(console, phrases, entry.events)


def export_journal(path: Path, form: Format, out: Path | None, console: Console | None = None) -> None:
    """Write the match of a journal for other programs, into a file or to the terminal.

    Raises:
        JournalError, CodecError: the journal cannot be read.
        OSError: the file cannot be written; what was there is untouched.
    """
    console = console or terminal()
    contents = read_journal(path)
    text = write_json(contents) if form == "json" else _written(contents, _WRITERS[form])
    if out is None:
        console.out(text, end="", highlight=False)
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, text.encode())
    console.print(f"{out}: {len(contents.record.games)} games", highlight=False, soft_wrap=True)


def forget_pictures(path: Path, days: float, console: Console | None = None) -> None:
    """Delete the pictures of a journal that are so many days old, all of them for 0 days.

    Raises:
        JournalError: the journal cannot be read or written.
        OSError: a picture cannot be deleted.
    """
    console = console or terminal()
    count = forget(path, time.time(), "asked to forget", days=days)
    console.print(f"{path}: {count} pictures deleted", highlight=False, soft_wrap=True)


def _written(contents: JournalContents, write: Callable[[MatchRecord], str]) -> str:
    """Return the record of a match as text.

    Raises:
        JournalError: what is kept makes no such text ("journal.damaged"); the first entry with which it makes none.
        MatFileError: this form cannot hold it.
    """
    name, last = contents.path.name, contents.entries[-1].number
    with suppress(JournalError), damage.entry(name, last):
        return write(contents.record)
    keeper = Keeper()
    for entry in contents.entries:
        with damage.entry(name, entry.number):
            keeper = keeper.heard(entry.events)
            if entry.events and keeper.record.games:
                write(keeper.record)
    raise damage.damaged(name, last)


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
    what = "begins" if entry.given is None else tag_of(entry.given).partition(".")[2]
    text = f"#{entry.number} {what}"
    if isinstance(entry.given, Commanded):
        text += f" {tag_of(entry.given.command).partition('.')[2]} by {entry.given.who}: {entry.given.why}"
    return Text(shown(text), style="dim")


def _as_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain values."""
    return {
        "number": entry.number,
        "run": entry.run,
        "time": entry.time,
        "input": to_plain(entry.given),
        "events": to_plain(entry.events),
    }
