"""The people at the simulated table, beat by beat: the source of its loop."""

from __future__ import annotations

import logging
import random
import time as clocks
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from controller.announce.health import notice
from controller.announce.language import language
from controller.announce.phrases import Phrases
from controller.config.settings_file import laid_over
from controller.outputs.match_files import last_picture
from controller.record.journal.pictures import TYPED
from controller.record.journal.writer import LAST_PICTURE
from controller.referee.events import Danced, MatchWon, PlayAccepted
from controller.referee.inputs import Lifted, Seen, Ticked
from controller.referee.options.options import CubeBySight, TurnEnd
from controller.referee.state import Phase
from controller.rules import Form, Player
from controller.simulation.errors import LeftTableError, SimulationError
from controller.simulation.people.alone import seats_with
from controller.simulation.people.by_hand import ByHand, LaidTable
from controller.simulation.people.choosing import Simple
from controller.simulation.people.people import People
from controller.simulation.people.typed import Typed
from controller.simulation.relive import BeatState as Stop
from controller.simulation.relive import PastInput, relive
from controller.simulation.table import BLINK, Beat
from controller.table.bot.seat import is_of
from controller.table.loop import Moment
from controller.table.order import about, computers_side
from controller.table.session_start import appointed, confirmed, forget_pictures
from controller.table.typed_words import kept_words

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.config.simulation_settings import SimulatedSettings
    from controller.outputs.pages.bench import Bench
    from controller.record.journal.reader import JournalContents
    from controller.record.journal.writer import Journal
    from controller.referee.events import Event
    from controller.referee.state import RefereeState, Setup
    from controller.rules import MatchState
    from controller.simulation.people.choosing import Chooser
    from controller.simulation.people.company import Acting
    from controller.simulation.people.slips import Slip
    from controller.simulation.theatre import Theatre
    from controller.table.loop import Table

_log: Final = logging.getLogger(__name__)
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
        settings: what is wanted; in a service, for the match in progress.
        theatre, table: where they sit.
        past: the journal of an interrupted match, which they come to by doing again what they did; by hand
            the table is set up as it lay.
        waits: told each time that a match is over and they wait for the next; None where they get up then.
        typed: asks the person who plays against a computer: returns what is typed in answer to some lines, raises
            EOFError where nobody types any more. None where a simulated person plays.
        bench: where deeds come from, where the table is played at by hand.
        people: those of the match in progress.
        waiting: nothing is played; they wait for the next match.
    """

    settings: SimulatedSettings
    theatre: Theatre
    table: Table
    past: JournalContents | None
    waits: Callable[[], None] | None = None
    typed: Callable[[str], str] | None = None
    bench: Bench | None = None
    people: People | ByHand = field(init=False)
    waiting: bool = field(init=False, default=False)
    _notices: tuple[Notice, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Seat the people."""
        self.people = self._seated()

    @property
    def time(self) -> float:
        """Seconds on the theatre's clock."""
        return self.theatre.time

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what is done in the match at the table, and in every other that begins at it.

        One that begins before the match at the table is over takes its place. Where a director has the referee know
        something else than lies on the table, so that the people cannot go on, they wait for the next, too.

        Raises:
            SimulationError: the people cannot go on, and wait for no other match.
        """
        session, past = self.table.session, self.past
        while True:
            journal, following = session.journal, laid_over(self.settings, {"seed": self.settings.simulation.seed + 1})
            session.about = about(following)  # of a match that begins from now on
            if past is None:
                yield Moment(appointed(session.state.setup, session.now(self.time)))
            acting = self.people.play_match()
            try:
                fresh = past is None or self.bench is not None
                yield from self._perform(acting, Stop(next(acting, None)) if fresh else self._relived(acting), journal)
            except LeftTableError:
                pass
            except SimulationError:
                if self.waits is None:
                    raise
                _log.info("the simulated players cannot go on", exc_info=True)
                self._notices += (notice(session.now(self.time), "simulated.stuck"),)
            past, self.settings = None, following
            if session.journal is journal:
                if self.waits is None:
                    return
                self.write()
                self.table.bus.finish(_PRINTED)
                self.waits()
                yield from self._wait(journal)
            self.people = self._seated()

    def _wait(self, journal: Journal | None) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what is done until another match has begun than that of a journal; one that is sent is confirmed."""
        session, record = self.table.session, self.settings.record
        self._notices += forget_pictures(record.out, clocks.time(), record.keep_pictures)
        self.waiting = True
        while session.journal is journal:
            yield Moment(confirmed(session.state, session.now(self.time)), wait=_ORDERED)
        self.waiting = False

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what there is to be said of old pictures and of people who cannot go on, once."""
        notices, self._notices = self._notices, ()
        return notices

    def write(self) -> dict[str, Path]:
        """Have the match file written, and the picture of the last position with the reading drawn over it.

        Returns:
            The files, the journal with them, by what they are.
        """
        if self.settings.simulation.film is not None:
            for _ in range(_EPILOGUE):
                self.theatre.film(Beat(self.people.scene))
        out, session = self.settings.record.out, self.table.session
        picture, frame = out / LAST_PICTURE, self.theatre.film(Beat(self.people.scene))
        written = self.table.write(out, (picture, lambda: last_picture(frame, session.calibration)))
        journal = out if session.journal is None else session.journal.path
        return {"Match file": written, "Picture": picture, "Journal": journal}

    def _perform(
        self, acting: Acting, stop: Stop, journal: Journal | None
    ) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what the people do, and tell them what the referee says.

        They get up when the match is over, also where a director has decided it over their heads or has another begin,
        or after some turns.

        Args:
            acting: what they do.
            stop: where they are in it.
            journal: of the match that they play.
        """
        session, turns, played = self.table.session, self.settings.simulation.turns, 0
        while stop.beat is not None:
            said = stop.beat.inputs(session.now(self.time))[stop.spoken :]
            events = yield Moment(said, self.theatre.frames(stop.beat, stop.filmed))
            if session.journal is not journal:
                return
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
            PastInput(
                entry.time,
                isinstance(entry.given, Seen | Ticked | Lifted) or is_of(entry.given, self.people.computer),
                entry.events,
            )
            for entry in entries
        )
        return relive(acting, self.theatre, past)

    def _seated(self) -> People | ByHand:
        """Return the people of a match, as the settings and what was agreed have them."""
        rng, state = random.Random(self.settings.simulation.seed), self.table.session.state
        setup = state.setup
        if self.bench is not None:
            take = partial(self.bench.take, BLINK)
            lying = None if self.past is None else laid_table(state)
            return ByHand(self.theatre.scene, self.theatre.seats, rng, take=take, profile=setup.profile, lying=lying)
        people = people_at(self.theatre, state.match, setup, rng, Simple())
        people.slips, people.computer = list(SLIPS), computers_side(self.settings)
        people.games = 1 if state.match.form is Form.MONEY else None
        people.seats = seats_with(self.theatre.seats, people.computer)
        if self.typed is not None and people.computer is not None:
            self._have_typed(people, people.computer.other, self.typed)
        return people

    def _have_typed(self, people: People, player: Player, typed: Callable[[str], str]) -> None:
        """Let a person type what a player chooses; nothing is done wrong then that is not typed."""
        journal, words = self.table.session.journal, language(self.settings.speech.language)

        def ask(lines: str) -> str:
            self.table.bus.finish(_PRINTED)  # what the referee has said is read first
            return typed(lines)

        kept = ask if journal is None else kept_words(journal.path.with_suffix(TYPED), ask)
        phrases = Phrases(self.table.session.state.setup.names, words)
        people.chooser = Typed(player, kept, phrases, profile=people.profile)
        people.slips, people.careful = [], True
        people.doubles = self.table.session.state.match.length != 1 and people.profile.cube_in_play


def laid_table(state: RefereeState) -> LaidTable:
    """Return what lies on the table of a match, as the referee has read it last: people set it up so to go on."""
    asked = state.phase in (Phase.CORRECTING, Phase.ASKING) and state.turn.shown is not None
    position = state.turn.shown if asked and state.turn.shown is not None else state.position
    roll, offer = state.turn.roll, state.cube.offer
    return LaidTable(
        position if state.player is Player.ONE else position.turned(),
        (state.cube.value, state.cube.owner) if offer is None else (offer.value, None),
        None if offer is None else offer.by,
        (state.player, (roll.high, roll.low)) if roll is not None and state.phase is Phase.PLAYING else None,
    )


def people_at(theatre: Theatre, match: MatchState, setup: Setup, rng: random.Random, chooser: Chooser) -> People:
    """Return two people at a table, who know the game and what was agreed.

    Args:
        theatre: the table.
        match: what is played for.
        setup: what was agreed.
        rng: their chance.
        chooser: says what they throw and play.
    """
    profile, by_sight = setup.profile, setup.options.cube_by_sight is CubeBySight.AFTER_PAUSE
    if isinstance(chooser, Simple):
        chooser.profile = profile
    return People(
        theatre.scene,
        theatre.seats,
        rng,
        clock=setup.options.turn_end is TurnEnd.CLOCK,
        doubles=by_sight and match.length != 1 and profile.cube_in_play,
        chooser=chooser,
        profile=profile,
    )
