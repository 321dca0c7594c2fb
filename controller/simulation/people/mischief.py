"""Misdeeds of simulated people besides illegal plays, and how they own up to what nobody noticed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.commands import SetPosition
from controller.referee.events import BoardAgrees, Danced, Desync, GameStarted, PlayAccepted, PrematureRoll, Ruled
from controller.referee.events import StartPositionAwaited as Awaited
from controller.referee.inputs import Action
from controller.referee.options.options import Premature
from controller.rules import Player, Position, Roll, legal_plays
from controller.rules.profile import AT_THE_TABLE
from controller.simulation.people.slips import moved
from controller.simulation.table import BLINK, Beat
from hardware.simulated.scene.checkers import lift_checker, put_checker
from hardware.simulated.scene.table import Hand, with_hand, without_hands

if TYPE_CHECKING:
    import random
    from collections.abc import Generator, Iterable

    from controller.referee.events import Event
    from controller.simulation.people.company import Acting
    from controller.simulation.people.people import People
    from hardware.simulated.scene.table import Scene

_AWAY = 3
"""How many points a checker is slid at most."""


def start_wrong(people: People, game: int, ready: Scene) -> Acting:
    """Set one checker up on a neighbouring point, if it is due, and wait whether the referee points it out.

    Not where he has seen the start already and begun the game: a first board stands there before anybody sets it up.
    """
    if people.heard(GameStarted) or not people.plan.due(game, 1, ("wrong-start",), people.rng):
        return
    people.plan.note("wrong-start")
    seat = people.rng.choice(people.seats)
    source = seat.place(people.rng.choice((6, 8, 13, 24)))
    target = next(one for one in _beside(source) if not any(c.place == one for c in ready.checkers))
    lifted, _ = lift_checker(ready, source, seat.shade)
    people.note("wrong-start", game=game)  # it lies there from here on; no hand was over the first board of a match
    yield from people.show(Beat(put_checker(lifted, seat.shade, target, people.rng)))
    yield from people.answer(Awaited, tries=1)
    yield from people.show(Beat(with_hand(people.scene, Hand(0.0, -120.0, side=seat.end)), 2 * BLINK))
    people.forget()


def _beside(place: object) -> list[int]:
    """Return the columns next to a column, the nearest first."""
    column = int(str(place))
    return sorted((one for one in range(1, 25) if one != column), key=lambda one: (abs(one - column), one))


def slide(people: People, number: tuple[int, int], player: Player, position: Position) -> Acting:
    """Slide a checker of the player who has just played, if it is due, before `player` throws; then put it back."""
    if people.early is not None or not people.plan.due(*number, ("checker-slid",), people.rng):
        return
    here = position.turned()
    ways = [
        after
        for source in range(1, 25)
        for far in range(-_AWAY, _AWAY + 1)
        if 1 <= source + far < 25
        and (after := moved(here, source, source + far)) is not None
        and after.theirs == here.theirs
    ]
    if not ways:
        return
    people.plan.note("checker-slid")
    slid = people.rng.choice(ways)
    people.forget()
    yield from people.move(player.other, (here, slid))
    people.note("slid", since_left=True, game=number[0], turn=number[1], player=int(player.other))
    said = yield from people.answer(Desync, tries=1)
    people.forget()
    yield from people.move(player.other, (slid, here))
    people.note("slid-back", since_left=True, game=number[0], turn=number[1], player=int(player.other))
    if said is not None:
        yield from people.answer(BoardAgrees, tries=1)


def turned_result(before: Position, roll: Roll, rng: random.Random) -> Position | None:
    """Return what a roll with one die turned can lead to, and the roll itself cannot; None where nothing can."""
    legal = legal_plays(before, roll, AT_THE_TABLE)
    found = sorted(
        {
            after
            for value in range(1, 7)
            if value not in roll.dice
            for after in legal_plays(before, Roll.of(value, roll.low))
            if not legal.allows(after)
        },
        key=lambda after: (after.mine, after.theirs),
    )
    return rng.choice(found) if found else None


def turn_die(people: People, player: Player, roll: Roll) -> Acting:
    """Turn the higher die by hand; the play that follows tells to what, as far as anybody can see."""
    seat = people.seats[player]
    index = next((i for i, die in enumerate(people.scene.dice) if die.value == roll.high), None)
    if index is None:
        return
    die = people.scene.dice[index]
    other = people.rng.choice([value for value in range(1, 7) if value not in roll.dice])
    yield from people.show(Beat(with_hand(people.scene, Hand(die.x, die.y, side=seat.end, pose="pinch"))))
    dice = list(people.scene.dice)
    dice[index] = replace(die, value=other, turn=die.turn + people.rng.uniform(-20.0, 20.0))
    yield from people.show(Beat(with_hand(replace(people.scene, dice=tuple(dice)), Hand(die.x, die.y, side=seat.end))))
    yield from people.show(Beat(without_hands(people.scene)))
    people.note("die-turned", since_left=True, player=int(player), value=other)


def throw_early(people: People, player: Player) -> Acting:
    """Throw for the other player before `player` has lifted his dice."""
    other = player.other
    values = (people.rng.randint(1, 6), people.rng.randint(1, 6))
    people.forget()
    yield from people.cast(people.seats[other], values)
    people.note("early", player=int(other), dice=sorted(values, reverse=True))
    said = yield from people.answer(PrematureRoll, tries=1)
    if said is not None and said.ruling is Premature.REROLL:
        yield from people.lift(people.seats[other], people.seats[other].shade)
        return
    if said is not None and said.ruling is Premature.CHOICE:
        yield from people.show(Beat(people.scene, BLINK, ((player, Action.CONFIRM),)))
    people.early = Roll.of(*values)


def own_up(
    people: People, player: Player, change: tuple[Position, Position], answer: Event
) -> Generator[Beat, tuple[Event, ...], Position]:
    """Return the position that play goes on from, after a verdict.

    Where the referee took a play for legal that is not, they put right what is wrong with it and no more; where he took
    it for another one, he is told.

    Args:
        people: both players.
        player: who played.
        change: what lies there, and what he should have played; both seen by him.
        answer: the verdict.
    """
    shown, wanted = change
    if not isinstance(answer, PlayAccepted | Danced):
        return shown
    taken_for = answer.before if isinstance(answer, Danced) else answer.after
    if shown == wanted == taken_for:
        return shown
    if shown != wanted:
        legal = () if answer.roll is None else legal_plays(answer.before, answer.roll, people.profile)
        wanted = nearest((taken_for, *legal, wanted), shown)
        yield from people.move(player, (shown, wanted))
    if taken_for != wanted:
        seen_by_one = wanted if player is Player.ONE else wanted.turned()
        yield from people.contest(SetPosition(seen_by_one), wanted=Ruled)
    return wanted


def nearest(positions: Iterable[Position], shown: Position) -> Position:
    """Return the position to which the fewest checkers lead from what is shown, the first of several.

    Whoever finds that a checker is missing puts that one back; nobody takes his whole play back for it.
    """

    def touched(after: Position) -> int:
        pairs = (*zip(after.mine, shown.mine, strict=True), *zip(after.theirs, shown.theirs, strict=True))
        return sum(abs(there - here) for there, here in pairs)

    return min(positions, key=touched)
