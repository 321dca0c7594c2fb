"""Many simulated tables of a hall in one process: people play and slip, perfect readings stand for cameras.

Everything but the pictures is that of any table: people, referee, journal, bus, the output to the hall, and orders.
The tables take turns in one thread, a beat each.
"""

from __future__ import annotations

import random
import time as clocks
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Event as Signal
from typing import TYPE_CHECKING, Final

from controller.announce.error_messages import trouble
from controller.announce.language import Words
from controller.control.requests import Requests
from controller.foreign import decode, load
from controller.hall.errors import HallError
from controller.hall.membership import LARGEST, parse_line
from controller.outputs.bus import Bus
from controller.outputs.listeners import Files
from controller.outputs.mqtt.opening import open_hall
from controller.record.journal.folder import FolderLock, next_journal
from controller.record.journal.reader import read_journal
from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB, TurnEnd
from controller.referee.state import Phase, Setup
from controller.rules import match_for
from controller.simulation.errors import SimulationError
from controller.simulation.people.choosing import Simple
from controller.simulation.people.people import People
from controller.table.hall_output import carried_out
from controller.table.loop import Moment, Table
from controller.table.session import Session
from controller.table.session_start import appointed, confirmed, gone_on, new_match, unfinished
from controller.table.unseen.perfect_reading import SEATS, reading_of
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Scene, Seats
from vision.reading import Shade

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from controller.announce.health import Notice
    from controller.hall.membership import Membership
    from controller.outputs.mqtt.listener import HallOutput
    from controller.record.journal.reader import Entry, JournalContents
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.simulation.people.slips import Slip

BEAT: Final = 1.0
"""Seconds of the match that a beat takes."""
_SEED: Final = "unseen-seed"
"""The fact of a journal by which the people of a match are known again."""
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kim", "Lea")
_SLIPS: Final[tuple[Slip, ...]] = ("wrong-distance", "dice-unplayed")
"""The faults of the people: one a table, at a turn that its seed says."""
_IDLE: Final = 0.05
"""Seconds between two looks at tables where nobody plays."""
_ENDING: Final = 5.0
"""Seconds that the end may take to tell what waits."""


@dataclass(slots=True)
class HallSeat:
    """A simulated table of a hall: the source of its loop.

    Attributes:
        table: the match.
        output: tells the hall.
        seed: of dice and people.
        past: what the journal of an interrupted match has: the people do it again, and then go on.
        time: seconds on the clock of the beats.
        played: how many matches are over.
        stuck: why the people could not go on; empty while they could.
    """

    table: Table
    output: HallOutput
    seed: str
    past: deque[Entry] = field(default_factory=deque)
    time: float = 0.0
    played: int = 0
    stuck: str = ""
    _moments: Generator[Moment, tuple[Event, ...], None] | None = field(default=None)
    _heard: tuple[Event, ...] | None = field(default=None)

    def beat(self) -> bool:
        """Let the table go on by a beat; return whether anything is still played there."""
        if self._moments is None:
            if self.table.session.state.phase is Phase.OVER or self.stuck:
                self.table.live(Moment(confirmed(self.table.session.state, self.table.session.now(self.time))), self)
                return self.table.session.state.phase is not Phase.OVER and not self.stuck
            self._moments, self._heard = self.moments(), None
        try:
            moment = next(self._moments) if self._heard is None else self._moments.send(self._heard)
        except StopIteration:
            self._moments = None
            self.played += 1
            return self.table.session.state.phase is not Phase.OVER
        except SimulationError as error:
            self._moments, self.stuck = None, trouble(error)
            return False
        self._heard = self.table.live(moment, self)
        return True

    def moments(self) -> Generator[Moment, tuple[Event, ...], None]:
        """Yield what the people do, and what is to be read of it while nothing moves."""
        state, journal = self.table.session.state, self.table.session.journal_path
        rng = random.Random(f"{self.seed} {journal and journal.stem} {state.setup.names}")
        scene = set_table(BoardSize(), "club", rng, Seats(light="top", off="right"))
        slips = [(rng.randrange(2, 9), rng.choice(_SLIPS))]
        people = People(scene, SEATS, rng, slips=slips, clock=state.setup.options.turn_end is TurnEnd.CLOCK)
        people.profile = state.setup.options.profile()
        people.chooser = Simple(profile=people.profile)
        people.games = None if state.match.length else 1
        yield Moment(self._done_before(appointed(state.setup, self.table.session.now(self.time)))[1])
        acting = people.play_match()
        previous: Scene | None = None
        beat = next(acting)
        while True:
            self.time += BEAT
            now = self.table.session.now(self.time)
            still = not beat.scene.hands and beat.scene == previous
            words = (*beat.inputs(now), *((Seen(reading_of(beat.scene, now)),) if still else ()))
            previous = beat.scene
            heard, words = self._done_before(words)
            if words or not self.past:
                heard += yield Moment(words)
            try:
                beat = acting.send(heard)
            except StopIteration:
                return

    def _done_before(self, words: tuple[Input, ...]) -> tuple[tuple[Event, ...], tuple[Input, ...]]:
        """Return what the referee has said to words that the journal has, and those that it does not have.

        What the journal has beside them came from outside, such as orders; that was heard with the next word.
        """
        heard: tuple[Event, ...] = ()
        while words and self.past:
            entry = self.past.popleft()
            heard += entry.events
            words = words[1:] if entry.given == words[0] else words
        return heard, words

    def take_notices(self) -> tuple[Notice, ...]:
        """Return nothing: there is nothing that could fail."""
        return ()


def members_of(folder: Path) -> tuple[Membership, ...]:
    """Return the tables of a hall, as `tavola hall setup` wrote them.

    Raises:
        HallError: there are none ("hall.nothing_set_up").
        ForeignError, OSError: one cannot be read.
    """
    found = [parse_line(decode(load(path, LARGEST))) for path in (folder / "tables").glob("*.txt")]
    if not found:
        raise HallError("hall.nothing_set_up", name=str(folder))
    return tuple(sorted(found, key=lambda one: (len(one.table), one.table)))


def seated(stack: ExitStack, member: Membership, out: Path, length: int, seed: int) -> HallSeat:
    """Return a table at which people sit down to a new match, or to one of theirs that was interrupted.

    Args:
        stack: closes it at its end.
        member: of the hall.
        out: the folder of its matches.
        length: points that win a new match.
        seed: of dice and people; that of an interrupted match is in its journal.
    """
    stack.enter_context(FolderLock(out))
    past = _interrupted(out)
    about = {_SEED: str(seed)} if past is None else {_SEED: past.about[_SEED]}
    if past is None:
        names = tuple(random.Random(f"names {seed}").sample(_NAMES, 2))
        setup = Setup.at((names[0], names[1]), CLUB, Layout(shade_one=Shade.DARK))
        session = Session(None, new_match(setup, match_for(length), 0.0, journal=next_journal(out), about=about))
    else:
        session = Session(None, gone_on(past, past.entries[-1].time))
    session.about = about
    stack.callback(session.close)
    requests, ended, bus = Requests(), Signal(), stack.enter_context(Bus())
    output = open_hall(
        member, lambda order: carried_out(order, requests, ended), words=Words(), folder=out, pages="", discovery=False
    )
    stack.enter_context(output)
    stack.callback(ended.set)
    bus.add("files", Files())
    bus.add("hall", output)
    table = Table(session, bus, out, requests)
    table.go_on(session)
    if past is None:
        return HallSeat(table, output, about[_SEED])
    return HallSeat(table, output, about[_SEED], deque(past.entries[1:]), past.entries[0].time)


def _interrupted(out: Path) -> JournalContents | None:
    """Return the journal of the match that was interrupted in a folder, where such people played it; else None."""
    waiting, _ = unfinished(out, lambda about: _SEED in about)
    return None if waiting is None else read_journal(waiting)


def play_hall(  # noqa: PLR0913, PLR0917 - what is typed
    folder: Path,
    out: Path,
    length: int,
    seed: int,
    pace: float,
    say: Callable[[str], None],
    ended: Callable[[], bool] = lambda: False,
    *,
    serve: bool = False,
) -> tuple[HallSeat, ...]:
    """Play at all tables of a hall until every match is over, or somebody ends it; return the tables.

    Args:
        folder: of the hall, as `tavola hall setup` wrote it.
        out: where matches are kept, a folder a table.
        length: points that win a match.
        seed: of dice and people.
        pace: beats a second at each table; 0 for as many as there can be.
        say: tells how far it is.
        ended: returns whether it is to end.
        serve: when all matches are over, the next ones are waited for, which the desk begins.

    Raises:
        HallError, ForeignError, OSError: a membership cannot be used, or a package is missing.
    """
    with ExitStack() as stack:
        members = members_of(folder)
        seats = [seated(stack, one, out / one.table, length, seed + number) for number, one in enumerate(members)]
        say(f"Tables: {len(seats)}.")
        begun, beats, over = clocks.monotonic(), 0, 0
        while not ended():
            playing = sum([seat.beat() for seat in seats])
            beats += 1
            if (now_over := sum(seat.played for seat in seats)) != over:
                over = now_over
                say(f"Over: {over} of {len(seats)}. Playing: {playing}.")
            if not playing and not serve:
                break
            late = begun + beats / pace - clocks.monotonic() if pace else 0.0 if playing else _IDLE
            if late > 0:
                clocks.sleep(late)
        for seat in seats:
            seat.table.bus.finish(_ENDING)
        _until(lambda: all(seat.output.told_all for seat in seats), _ENDING)
    return tuple(seats)


def _until(true: Callable[[], bool], seconds: float) -> None:
    """Wait until something is true, some seconds at most."""
    end = clocks.monotonic() + seconds
    while not true() and clocks.monotonic() < end:
        clocks.sleep(_IDLE)
