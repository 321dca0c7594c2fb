"""A match played by hand, as the bus tells it: what tests of the pages show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.outputs.told import MatchKnown, Told
from controller.record.journal.folder import Run
from controller.record.journal.writer import Journal
from controller.record.keeper import Keeper
from tests.controller.referee import scenario as played
from tests.controller.referee.scenario_files import lines_of, parse_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from controller.referee import events as ev
    from controller.referee.inputs import Input

MATCH: Final = """
match 5
option clock delay
option policy legal-moves
setup
open 3 1
play 8/5 6/5
lift
roll two 4 2
play 8/4 6/4
lift
roll one 6 5
play 24/18 18/13
lift
say two double
say one take
roll two 5 3
play 8/3 6/4
lift
play 4/3
roll one 6 4
play 24/14
lift
roll two 6 6
play 24/18 24/18 13/7 13/7
lift
roll one 3 3
play 8/5 8/5 6/3 6/3
lift
"""
"""A game with a double, an illegal play and its correction; settings first."""


RUN: Final = Run("5d2c", 100.0, 0.0, 1.8e9, "0.1")
"""A sitting of the program."""


def told(text: str = MATCH, session: str = "match-0001") -> Iterator[Told]:
    """Yield what the bus tells of a match that is played as a scenario says.

    Args:
        text: settings and lines of the language of scenarios (`tests.controller.referee.scenario`).
        session: the name of its journal.
    """
    settings, lines = parse_lines(lines_of(text))
    state, said = played._beginning(settings)
    table = played.Table(state)
    keeper, number = Keeper().heard(said), 0
    yield _told(said, state.setup.names, MatchKnown(state, keeper.record, session, number))
    for line in lines:
        heard = tuple(played._do(table, line))
        keeper, number = keeper.heard(heard), number + 1
        if heard:
            yield _told(heard, table.state.setup.names, MatchKnown(table.state, keeper.record, session, number))


def kept(
    path: Path, text: str = MATCH, lines: int | None = None, run: Run = RUN, about: Mapping[str, str] | None = None
) -> Journal:
    """Return the journal of a match that is played as a scenario says; whoever asks for it closes it.

    Args:
        path: its file.
        text: as `told` has it.
        lines: how many lines of it are played; None plays all.
        run: the sitting of the program.
        about: what its journal has to know besides.
    """
    settings, given = parse_lines(lines_of(text))
    state, said = played._beginning(settings)
    journal = Journal.begin(path, state, said, run, about)
    table = _KeptTable(state, journal=journal)
    for line in given[:lines]:
        played._do(table, line)
    return journal


@dataclass(slots=True)
class _KeptTable(played.Table):
    """A table of which a journal is kept."""

    journal: Journal | None = None

    def give(self, given: Input) -> list[ev.Event]:
        """Give the referee an input, and keep it."""
        said = played.Table.give(self, given)
        if self.journal is not None:
            self.journal.add(given, tuple(said), self.state)
        return said


def _told(events: tuple[ev.Event, ...], names: tuple[str, str], known: MatchKnown) -> Told:
    """Return what is told together."""
    return Told(events, names, known=known)
