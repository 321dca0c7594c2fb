"""The people at the simulated table, beat by beat: the source of its loop."""

from __future__ import annotations

import random
import time as clocks
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from controller.announce.language import language
from controller.announce.phrases import Phrases
from controller.outputs.match_files import last_picture
from controller.record.journal.writer import LAST_PICTURE
from controller.referee.events import Danced, MatchStarted, MatchWon, PlayAccepted
from controller.referee.inputs import Lifted, Seen, Ticked
from controller.referee.options.options import CubeBySight, TurnEnd
from controller.simulation.errors import LeftTableError
from controller.simulation.people.alone import seats_with
from controller.simulation.people.choosing import Simple
from controller.simulation.people.people import People
from controller.simulation.people.typed import Typed
from controller.simulation.relive import BeatState as Stop
from controller.simulation.relive import Past, relive
from controller.simulation.table import BLINK, Beat
from controller.table.bot.seat import is_of
from controller.table.loop import Moment
from controller.table.session_start import appointed, forget_pictures
from controller.table.typed_words import SUFFIX, kept_words

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.record.journal.reader import JournalContents
    from controller.referee.events import Event
    from controller.rules import Player
    from controller.simulation.people.company import Acting
    from controller.simulation.people.slips import Slip
    from controller.simulation.theatre import Theatre
    from controller.table.loop import Table
    from controller.table.simulated_options import SimulatedOptions

SLIPS: Final[tuple[tuple[int, Slip], ...]] = ((4, "wrong-distance"), (9, "dice-unplayed"))
"""The mistakes of the default script: the turn from which each is made at the first chance, and its kind."""
_EPILOGUE: Final = 12
"""Frames that a film shows of the table when everything is over."""
_PRINTED: Final = 2.0
"""Seconds within which everything is printed that was said."""
_ORDERED: Final = 0.2
"""Seconds that a look for the order of a new match waits."""


@dataclass(slots=True)
class SimulatedCompany:
    """Two people, or one against a computer, who play in front of the camera; time goes by only with its frames.

    Attributes:
        options: what is asked for; in a service, those of the match in progress.
        theatre, table: where they sit.
        past: the journal of an interrupted match, which they come to by doing again what they did.
        people: those of the match in progress.
    """

    options: SimulatedOptions
    theatre: Theatre
    table: Table
    past: JournalContents | None
    people: People = field(init=False)
    _notices: tuple[Notice, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Seat the people."""
        self.people = self._seated()

    @property
    def time(self) -> float:
        """Seconds on the theatre's clock."""
        return self.theatre.time

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what is done match after match, where a service is wanted, and else in one."""
        session = self.table.session
        if self.past is None:
            for order in appointed(session.state.setup, session.now(self.time)):
                yield Moment((order,))
        acting = self.people.play_match()
        with suppress(LeftTableError):
            yield from self._perform(acting, Stop(next(acting, None)) if self.past is None else self._relived(acting))
        while self.options.serve:
            self.write()
            self.options = replace(self.options, seed=self.options.seed + 1)
            session.about = self.options.about()
            self._notices += forget_pictures(self.options.out, clocks.time(), self.options.keep_days)
            heard: tuple[Event, ...] = ()
            while not any(isinstance(event, MatchStarted) for event in heard):
                heard = yield Moment(wait=_ORDERED)
            self.people = self._seated()
            acting = self.people.play_match()
            yield from self._perform(acting, Stop(next(acting, None)))

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be said of old pictures, once."""
        notices, self._notices = self._notices, ()
        return notices

    def write(self) -> tuple[Path, Path]:
        """Have the match file written, and the picture of the last position with the reading drawn over it."""
        if self.options.film is not None:
            for _ in range(_EPILOGUE):
                self.theatre.film(Beat(self.people.scene))
        picture, frame = self.options.out / LAST_PICTURE, self.theatre.film(Beat(self.people.scene))
        calibration = self.table.session.calibration
        return self.table.write(self.options.out, (picture, lambda: last_picture(frame, calibration))), picture

    def _perform(self, acting: Acting, stop: Stop) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what the people do, and tell them what the referee says.

        They get up when the match is over, also where a director has decided it over their heads, or after some turns.
        """
        played, turns = 0, self.options.turns
        while stop.beat is not None:
            said = stop.beat.inputs(self.table.session.now(self.time))[stop.spoken :]
            events = yield Moment(said, self.theatre.frames(stop.beat, stop.filmed))
            try:
                stop = Stop(acting.send(stop.heard + events))
            except StopIteration:
                return
            played += sum(isinstance(event, PlayAccepted | Danced) for event in events)
            if any(isinstance(event, MatchWon) for event in events) or (turns is not None and played >= turns):
                return

    def _relived(self, acting: Acting) -> Stop:
        """Return where the people were in the past match when it was interrupted."""
        entries = () if self.past is None else self.past.entries
        self.theatre.skip(round((entries[0].time - self.theatre.time) / BLINK))
        past = (
            # What the computer says comes at the end of a frame, as what is seen does.
            Past(
                entry.time,
                isinstance(entry.given, Seen | Ticked | Lifted) or is_of(entry.given, self.people.computer),
                entry.events,
            )
            for entry in entries
        )
        return relive(acting, self.theatre, past)

    def _seated(self) -> People:
        """Return the people of a match, as the options and what was agreed have them."""
        theatre, options, setup = self.theatre, self.options, self.table.session.state.setup
        people = People(theatre.scene, theatre.seats, random.Random(options.seed), slips=list(SLIPS))
        people.profile = setup.profile
        people.chooser = Simple(profile=people.profile)
        people.computer = options.me
        people.games = None if options.length else 1
        people.seats = seats_with(theatre.seats, options.me)
        people.clock = setup.options.turn_end is TurnEnd.CLOCK
        people.doubles = setup.options.cube_by_sight is CubeBySight.AFTER_PAUSE and options.length != 1
        people.doubles = people.doubles and people.profile.cube_in_play
        if options.typed is not None and options.me is not None:
            self._have_typed(people, options.me.other, options.typed)
        return people

    def _have_typed(self, people: People, player: Player, typed: Callable[[str], str]) -> None:
        """Let a person type what a player chooses; nothing is done wrong then that is not typed."""
        journal, words = self.table.session.journal, language(self.options.language)

        def ask(lines: str) -> str:
            self.table.bus.finish(_PRINTED)  # what the referee has said is read first
            return typed(lines)

        kept = ask if journal is None else kept_words(journal.path.with_suffix(SUFFIX), ask)
        phrases = Phrases(self.table.session.state.setup.names, words)
        people.chooser = Typed(player, kept, phrases, profile=people.profile)
        people.slips, people.careful = [], True
        people.doubles = self.options.length != 1 and people.profile.cube_in_play
