"""`tavola replay`: a match refereed anew from its journal, and compared with what was said then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.cli.arguments import add_journal
from controller.cli.exit_status import DONE
from controller.cli.progress import progress

if TYPE_CHECKING:
    import argparse


def add_arguments(replay: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    replay.description = "Referee a match anew from its journal, print it, and make sure that every event is the same."
    add_journal(replay)


def run(chosen: argparse.Namespace) -> int:
    """Referee a match anew from its journal, print what is said, and make sure that it is what was said then.

    Raises:
        JournalError: the journal cannot be read, or gives other events now.
        CodecError: it speaks of something that this program does not know.
    """
    with progress(f"{chosen.journal} is refereed anew", quiet=chosen.quiet):
        from controller.record.journal.reader import read_journal, verify

        contents = read_journal(chosen.journal)
        replayed = verify(contents)
    from controller.announce.phrases import Phrases
    from controller.outputs.event_lines import print_events
    from controller.terminal import terminal

    console = terminal()
    print_events(console, Phrases(contents.beginning.setup.names), replayed.events)
    console.print(f"{len(replayed.events)} events, bit for bit as they were kept", highlight=False)
    return DONE
