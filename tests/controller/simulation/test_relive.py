"""Simulated people come to the very moment again at which their match was interrupted."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from controller.referee.inputs import Seen
from controller.referee.layout import Layout
from controller.referee.state import Setup
from controller.referee.step import start, step
from controller.rules import match_to
from controller.simulation.errors import SimulationError
from controller.simulation.people.people import People
from controller.simulation.relive import PastInput, relive
from controller.simulation.table import BLINK, Beat
from controller.simulation.theatre import frames_of
from controller.table.unseen.perfect_reading import SEATS, reading_of
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start as set_table
from hardware.simulated.scene.table import Scene, Seats
from vision.reading import Shade


@dataclass
class Clock:
    """A theatre without a picture."""

    time: float = BLINK

    def skip(self, frames: int) -> None:
        """Let time go by."""
        for _ in range(frames):
            self.time += BLINK


def people(seed: int) -> People:
    """Return two players who make a mistake."""
    rng = random.Random(seed)
    scene = set_table(BoardSize(), "club", rng, Seats(light="top", off="right"))
    return People(scene, SEATS, rng, slips=[(2, "wrong-distance")])


def played(seed: int, beats: int) -> tuple[list[PastInput], list[tuple[Beat, float]]]:
    """Play for some beats; return what the referee was given and said, and every beat with its beginning."""
    clock = Clock()
    state, events = start(Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK)), match_to(1), clock.time)
    past, shown = [PastInput(clock.time, seen=True, events=events)], []
    acting = people(seed).play_match()
    beat = next(acting)
    previous: Scene | None = None
    for _ in range(beats):
        shown.append((beat, clock.time))
        for given in beat.inputs(clock.time):
            state, said = step(state, given)
            events += said
            past.append(PastInput(clock.time, seen=False, events=said))
        for _ in range(frames_of(beat)):
            clock.skip(1)
            if not beat.scene.hands and beat.scene == previous:
                state, said = step(state, Seen(reading_of(beat.scene, clock.time)))
                events += said
                past.append(PastInput(clock.time, seen=True, events=said))
            previous = beat.scene
        beat = acting.send(events)
        events = ()
    return past, shown


@pytest.mark.parametrize("seed", [1, 5])
def test_the_people_are_at_the_beat_and_frame_at_which_the_last_input_came(seed: int) -> None:
    past, shown = played(seed, 260)
    assert len(past) > 30
    for kept in range(1, len(past), 9):
        clock = Clock()
        moment = relive(people(seed).play_match(), clock, past[:kept])
        assert clock.time == pytest.approx(past[kept - 1].time)
        assert moment.beat is not None
        number = max(
            index for index, (_, begun) in enumerate(shown) if begun <= clock.time - moment.filmed * BLINK + 1e-6
        )
        assert (moment.beat.scene, moment.beat.said) == (shown[number][0].scene, shown[number][0].said)
        assert 0 <= moment.filmed <= frames_of(moment.beat)
        assert set(past[kept - 1].events) <= set(moment.heard)


def test_what_was_not_their_past_is_refused() -> None:
    past, _ = played(1, 60)
    far = [*past, PastInput(1e6, seen=True, events=())]
    with pytest.raises(SimulationError):
        relive(people(1).play_match(), Clock(), far)
