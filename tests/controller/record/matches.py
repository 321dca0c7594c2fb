"""Matches of simulated people as the journal gets them: inputs with the noise of a camera, events and states."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from controller.record.journal.folder import Run
from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.referee.options.options import CLUB
from controller.referee.options.words import with_words
from controller.referee.state import RefereeState, Setup
from controller.referee.step import start, step
from controller.rules import match_to
from controller.simulation.people.choosing import Simple
from controller.simulation.people.people import People
from controller.table.unseen.perfect_reading import SEATS, reading_of
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Scene, Seats
from vision.reading import FLOOR, Shade
from vision.track.temporal_filter import filtered

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.simulation.people.slips import Slip
    from vision.reading import Reading

RUN = Run("5d2c", 100.0, 0.0, 1.8e9, "0.1")
"""A sitting of the program."""


@dataclass(frozen=True)
class Happened:
    """One input, what the referee said to it, and what he knew then."""

    given: Input
    events: tuple[Event, ...]
    state: RefereeState


@dataclass(frozen=True)
class Story:
    """A whole match."""

    beginning: RefereeState
    first: tuple[Event, ...]
    entries: tuple[Happened, ...]


@cache
def story(
    seed: int = 1,
    length: int = 1,
    slips: tuple[tuple[int, Slip], ...] = ((3, "wrong-distance"),),
    game: str = "backgammon",
) -> Story:
    """Return a match of a game, played once for all tests."""
    rng, noise = random.Random(seed), random.Random(seed + 1)
    scene = set_table(BoardSize(), "club", rng, Seats(light="top", off="right"))
    people = People(scene, SEATS, rng, slips=list(slips))
    setup = Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK))
    if game != "backgammon":
        setup = Setup.at(setup.names, with_words(CLUB, [f"game={game}"]), setup.layout)
        people.profile = setup.profile
        people.chooser = Simple(profile=setup.profile)
    beginning, first = start(setup, match_to(length), 0.0)
    state, time = beginning, 0.0
    entries: list[Happened] = []
    previous: Scene | None = None
    kept: Reading | None = None
    acting = people.play_match()
    beat = next(acting)
    while True:
        inputs: list[Input] = [*beat.inputs(time + 0.01)]
        time += round(beat.seconds, 3)
        if not beat.scene.hands and beat.scene == previous:
            kept = filtered(kept, noisy(reading_of(beat.scene, round(time, 3)), noise))
            inputs.append(Seen(kept))
        previous = beat.scene
        said: tuple[Event, ...] = ()
        for given in inputs:
            state, events = step(state, given)
            entries.append(Happened(given, events, state))
            said += events
        try:
            beat = acting.send(said)
        except StopIteration:
            return Story(beginning, first, tuple(entries))


def noisy(reading: Reading, rng: random.Random) -> Reading:
    """Return a reading as the camera's noise makes it: all but the likeliest score of each place tremble.

    As measured between settled pictures of simulated tables: of the places that nobody touched half have a score that
    differs by 70 centinats or more, one in ten one that differs by 160.
    """

    def tremble(scores: tuple[int, ...], place: int) -> tuple[int, ...]:
        width = rng.choice((40, 47, 50, 59, 65, 70, 78, 82, 90, 100, 110, 118, 140, 165, 188, 282))
        best, fall = scores.index(0), 600 + 37 * place % 600
        return tuple(
            0 if at == best else max(FLOOR, -fall * abs(at - best) - rng.randint(0, width)) for at in range(len(scores))
        )

    return replace(
        reading,
        points=tuple(replace(one, scores=tremble(one.scores, place)) for place, one in enumerate(reading.points)),
        bar_dark=replace(reading.bar_dark, scores=tremble(reading.bar_dark.scores, 24)),
        bar_light=replace(reading.bar_light, scores=tremble(reading.bar_light.scores, 25)),
    )
