"""A reader that is told the truth: simulated people and the referee without any picture between them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from controller.referee.commands import Appoint
from controller.referee.inputs import Commanded, Seen
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB, Options, Tell, TurnEnd
from controller.referee.state import RefereeState, Setup
from controller.referee.step import start, step
from controller.rules import match_for
from controller.simulation.people.alone import seats_with
from controller.simulation.people.choosing import Simple
from controller.simulation.people.people import People
from controller.table.unseen.perfect_reading import SEATS, reading_of
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Scene, Seats
from vision.reading import Reading, Shade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from controller.referee.commands import Command
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.simulation.people.slips import Slip
    from controller.simulation.table import Beat
    from controller.table.bot.seat import Computer
    from controller.table.session import Session


@dataclass(slots=True)
class Play:
    """A match of simulated people before a referee who sees perfectly.

    Attributes:
        people: the players.
        state: what the referee knows at the end.
        events: all that he said.
        beats: how many beats it took.
    """

    people: People
    state: RefereeState
    events: list[Event] = field(default_factory=list)
    beats: int = 0

    def now(self, at: float) -> float:
        """Return a time as the match has it."""
        return at

    def give(self, given: Input) -> tuple[Event, ...]:
        """Let the referee judge."""
        self.state, said = step(self.state, given)
        return said


def play(  # noqa: PLR0913 - a match can be all that
    seed: int,
    length: int = 1,
    slips: list[tuple[int, Slip]] | None = None,
    options: Options = CLUB,
    misread: Callable[[Reading], Reading] | None = None,
    *,
    doubles: bool = False,
    computer: Computer | None = None,
    orders: Mapping[int, Command] | None = None,
) -> Play:
    """Play a match and return it.

    Args:
        seed: of dice and players.
        length: the points to win; 0 for two games for money.
        slips: the mistakes to be made.
        options: what the referee goes by; where he is silent, the director appoints him at the start.
        misread: makes of what is seen what the referee is told.
        doubles: they use the cube.
        computer: plays one side, and one person moves for both.
        orders: what a director orders, by the number of the beat in which he does.
    """
    rng = random.Random(seed)
    scene = set_table(BoardSize(), "club", rng, Seats(light="top", off="right"))
    people = People(scene, SEATS, rng, slips=slips or [], clock=options.turn_end is TurnEnd.CLOCK, doubles=doubles)
    people.profile = options.profile()
    people.chooser = Simple(profile=people.profile)
    people.games = None if length else 2
    people.computer = None if computer is None else computer.me
    people.seats = seats_with(SEATS, people.computer)
    state, events = start(Setup.at(("Anna", "Boris"), options, Layout(shade_one=Shade.DARK)), match_for(length), 0.0)
    if options.tell is Tell.SILENT:
        state, more = step(state, Commanded(0.0, "Carla", "agreed", Appoint()))
        events += more
    played = Play(people, state, list(events))
    acting = people.play_match()
    previous: Scene | None = None
    said: tuple[Event, ...] = ()
    beat: Beat | None = next(acting)
    while beat is not None:
        said = ()
        played.beats += 1
        for given in beat.inputs(float(played.beats)):
            played.state, more = step(played.state, given)
            said += more
        if not beat.scene.hands and beat.scene == previous:
            seen = reading_of(beat.scene, float(played.beats))
            played.state, more = step(played.state, Seen(misread(seen) if misread else seen))
            said += more
        if computer is not None:
            said += computer.attend(cast("Session", played), said, float(played.beats), wait=True)
        if orders and played.beats in orders:
            said += played.give(Commanded(float(played.beats), "Carla", "a test", orders[played.beats]))
        previous = beat.scene
        played.events.extend(said)
        try:
            beat = acting.send(said)
        except StopIteration:
            beat = None
    return played
