"""Results of the matches of a folder, each proved by its journal: made of the journal alone, so always the same."""

from __future__ import annotations

import logging
from contextlib import closing
from typing import TYPE_CHECKING, Final

from controller.hall.messages import LONGEST_NAME, TableResult
from controller.record.errors import CodecError, JournalError
from controller.record.journal.folder import journals
from controller.record.journal.reader import chain_at, last_state, read_journal
from controller.record.journal.schema import open_to_read
from controller.referee.events import MatchWon
from controller.referee.state import Phase

if TYPE_CHECKING:
    from pathlib import Path

    from controller.record.journal.reader import JournalContents

_log: Final = logging.getLogger(__name__)

MOST: Final = 30
"""Matches of a folder of which the results are told, the newest."""


def result_of(path: Path) -> TableResult | None:
    """Return the result of a journal's match; None where it is not over.

    Raises:
        JournalError, CodecError: the journal cannot be read.
    """
    contents = read_journal(path)
    state = last_state(contents)
    decided = _decided(contents)
    if state.phase is not Phase.OVER or decided is None:
        return None
    with closing(open_to_read(path)) as db:
        first, last = chain_at(db, path.name, 0), chain_at(db, path.name, decided)
    entry = contents.entries[decided]
    run = contents.runs[entry.run - 1]
    winner = state.match.winner
    names = state.setup.names
    return TableResult(
        match=first.hex()[:16],
        session=path.stem[:64],
        seq=decided,
        digest=last.hex(),
        names=(names[0][:LONGEST_NAME], names[1][:LONGEST_NAME]),
        length=state.match.length,
        score=state.match.score,
        winner=None if winner is None else int(winner),
        games=state.match.games_played,
        variant=contents.record.variant.name[:LONGEST_NAME],
        ended=max(0.0, round(run.wall + entry.time - run.time, 3)),
    )


def results_of(folder: Path) -> tuple[TableResult, ...]:
    """Return the results of the newest matches of a folder; a journal that cannot be read has none."""
    found = []
    for path in journals(folder)[-MOST:]:
        try:
            result = result_of(path)
        except (JournalError, CodecError, OSError, ValueError) as error:
            _log.info("%s has no result: %s", path.name, error)
            continue
        if result is not None:
            found.append(result)
    return tuple(found)


def _decided(contents: JournalContents) -> int | None:
    """Return the number of the entry with which the match was won last; None where there is none."""
    won = (entry.number for entry in contents.entries if any(isinstance(one, MatchWon) for one in entry.events))
    return max(won, default=None)
