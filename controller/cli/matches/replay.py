"""`tavola replay`: a match refereed anew from its journal, and compared with what was said then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.cli.arguments import add_journal, add_pages
from controller.cli.exit_status import DONE
from controller.cli.progress import progress
from controller.config.speech import add_language_option

if TYPE_CHECKING:
    import argparse


def add_arguments(replay: argparse.ArgumentParser) -> None:
    """Add the arguments of `replay`."""
    replay.description = "Referee a match anew from its journal, print it, and make sure that every event is the same."
    add_journal(replay)
    add_pages(replay)
    add_language_option(replay)


def run(chosen: argparse.Namespace) -> int:
    """Referee a match anew from its journal, print what is said or serve it, and make sure that it was said then.

    Raises:
        JournalError: the journal cannot be read, or gives other events now.
        CodecError: it speaks of something that this program does not know.
        LanguageError, CatalogueError: no such language, or one that cannot be used.
        PagesError: the pages cannot be served.
    """
    with progress(f"{chosen.journal} is refereed anew", quiet=chosen.quiet):
        from controller.record.journal.reader import read_journal, verify

        contents = read_journal(chosen.journal)
        replayed = verify(contents)
    from controller.announce.language import language
    from controller.announce.phrases import Phrases
    from controller.outputs.event_lines import print_events
    from controller.terminal import terminal

    console, words = terminal(), language(chosen.language)
    if chosen.pages is None:
        print_events(console, Phrases(contents.beginning.setup.names, words), replayed.events)
    console.print(f"{len(replayed.events)} events, bit for bit as they were kept", highlight=False)
    if chosen.pages is not None:
        from controller.table.pages.outputs import serve_replay

        serve_replay(chosen.journal, chosen.pages, words, console)
    return DONE
