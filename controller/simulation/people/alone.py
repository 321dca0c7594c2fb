"""A person alone at the table, who plays against a computer: throws its dice and moves its checkers as it says.

Now and then he moves them otherwise, and puts it right when he is told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import Doubled, Dropped, GameWon, PlayAnnounced, ResignationOffered, Taken
from controller.referee.inputs import Action
from controller.rules import Player, Position, apply_move, find_play, legal_plays
from controller.simulation.errors import SimulationError
from controller.simulation.people import doubling
from controller.simulation.people.slips import slip_result
from controller.simulation.table import BLINK, Beat

if TYPE_CHECKING:
    from collections.abc import Generator

    from controller.referee.events import Event
    from controller.rules import Roll
    from controller.simulation.people.company import Acting
    from controller.simulation.people.people import People
    from controller.simulation.people.slips import Slip
    from controller.simulation.table import Seat

ANOTHER: Final = "another-play"
"""The name of the mistake that a legal play is made which is not the computer's."""
WRONG: Final = 0.12
"""Share of the computer's turns in which its checkers are moved otherwise."""
_LOOKS_ON: Final = 4 * BLINK
"""Seconds for which he leaves the board alone after a move, to look where the next one goes."""


def seats_with(seats: tuple[Seat, Seat], computer: Player | None) -> tuple[Seat, Seat]:
    """Return both seats with the computer's moved for by the other player, or as they are where there is none."""
    one, two = seats
    if computer is None:
        return seats
    if computer is Player.ONE:
        return replace(one, moved_from=two.end), two
    return one, replace(two, moved_from=one.end)


def announced(people: People, before: Position, roll: Roll) -> Generator[Beat, tuple[Event, ...], Position]:
    """Return what the computer plays with a roll; the position before where it cannot move.

    Raises:
        SimulationError: it says nothing ("people.no_answer").
    """
    if legal_plays(before, roll, people.profile).is_dance:
        return before
    said = yield from people.answer(PlayAnnounced)
    if said is None:
        raise SimulationError("people.no_answer", waited_for=[PlayAnnounced.__name__])
    return said.after


def misplayed(people: People, before: Position, roll: Roll, wanted: Position) -> tuple[Slip, Position] | None:
    """Return how its checkers are moved instead, None where they are moved as the computer plays."""
    if people.rng.random() >= WRONG:
        return None
    if people.rng.random() < 0.5:
        illegal = slip_result("wrong-distance", before, roll, people.rng, people.profile)
        if illegal is not None:
            return "wrong-distance", illegal
    others = [after for after in legal_plays(before, roll, people.profile) if after != wanted]
    if not others:
        return None
    return ANOTHER, people.rng.choice(sorted(others, key=lambda one: (one.mine, one.theirs, one.unentered)))


def follow(people: People, player: Player, before: Position, roll: Roll, wanted: Position) -> Acting:
    """Move its checkers as the computer plays, one after the other, and look at the lights between."""
    here = before
    for move in find_play(before, roll, wanted, people.profile) if wanted != before else ():
        there = apply_move(here, move)
        yield from people.move(player, (here, there))
        yield from people.show(Beat(people.scene, _LOOKS_ON))
        here = there


def before_its_roll(
    people: People, computer: Player, cube: tuple[int, Player | None], position: Position
) -> Generator[Beat, tuple[Event, ...], tuple[int, Player | None]]:
    """Answer when the computer resigns or doubles; return value and owner of the cube after it.

    Args:
        people: the person.
        computer: whose turn it is.
        cube: value and owner of the cube.
        position: seen by the computer.
    """
    person = computer.other
    yield from people.show(Beat(people.scene))
    if people.heard(GameWon):
        return cube
    if people.heard(ResignationOffered):
        yield from people.show(Beat(people.scene, BLINK, ((person, Action.CONFIRM),)))
        people.note("resign", player=int(computer))
        yield from people.answer(GameWon)
        return cube
    if not people.heard(Doubled):
        return cube
    value = 2 * cube[0]
    people.note("double", player=int(computer), value=value)
    if not people.chooser.takes(position):
        yield from people.show(Beat(people.scene, BLINK, ((person, Action.DROP),)))
        people.note("drop", player=int(person))
        people.note("won", player=int(computer), points=cube[0])
        yield from people.answer(Dropped)
        return cube
    yield from people.show(Beat(people.scene, BLINK, ((person, Action.TAKE),)))
    people.note("take", player=int(person))
    yield from people.answer(Taken)
    for beat in doubling.take(people.scene, people.seats[person], value):
        yield from people.show(beat)
    return value, person


def its_answer(
    people: People, computer: Player, cube: tuple[int, Player | None]
) -> Generator[Beat, tuple[Event, ...], tuple[int, Player | None]]:
    """Wait for the computer's answer to a double, and lay the cube on its side if it takes; return value and owner.

    Raises:
        SimulationError: it says nothing ("people.no_answer").
    """
    said = yield from people.answer(Taken, Dropped)
    if said is None:
        raise SimulationError("people.no_answer", waited_for=[Taken.__name__, Dropped.__name__])
    if isinstance(said, Dropped):
        people.note("drop", player=int(computer))
        people.note("won", player=int(computer.other), points=cube[0])
        return cube
    value = 2 * cube[0]
    for beat in doubling.take(people.scene, people.seats[computer], value):
        yield from people.show(beat)
    people.note("take", since_left=True, player=int(computer))
    return value, computer
