"""Meanings of the buttons of a table: some are one player's, the others are for whoever is asked something now."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from controller.announce.health import Notice, notice
from controller.announce.questions import Question
from controller.referee.commands import PauseClock
from controller.referee.inputs import Button, ClockPressed, Commanded, Pressed
from controller.referee.state import Phase
from controller.referee.turn.judging import offending
from hardware.buttons import Use
from hardware.wiring.pins import PI_PINS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.referee.inputs import Input
    from controller.referee.state import RefereeState
    from controller.rules import Player
    from hardware.buttons import ButtonTrouble

DIRECTOR: Final = "the director's button"
"""Who stops the clock when the director is called, in the audit trail."""

NAMES: Final[Mapping[str, str]] = MappingProxyType({pin.use: pin.words for pin in PI_PINS})
"""The buttons in words."""

ANOTHER: Final = 4.0
"""Seconds after a press of the repeat button, or of the director's, within which another means something else."""

_SHARED: Final[Mapping[Use, Button]] = MappingProxyType(
    {Use.CONFIRM: Button.CONFIRM, Use.CUBE: Button.CUBE, Use.UNDO: Button.UNDO}
)


def meant(use: Use, state: RefereeState, left: Player, time: float) -> Input | None:
    """Return what the press of a button tells the referee, None where it tells him nothing.

    Args:
        use: the button.
        state: what the referee knows.
        left: the player whose clock button is the left one.
        time: when, in seconds on the match's own clock.
    """
    match use:
        case Use.CLOCK_LEFT:
            return ClockPressed(time, left)
        case Use.CLOCK_RIGHT:
            return ClockPressed(time, left.other)
        case Use.DIRECTOR:
            if state.clock is None:
                return None
            return Commanded(time, DIRECTOR, "the director was called", PauseClock())
        case Use.REPEAT:
            return None
        case _:
            button = _SHARED[use]
            return Pressed(time, asked(state, button), button)


@dataclass(frozen=True, slots=True)
class RepeatPresses:
    """Presses of the repeat button, one soon after the other.

    Attributes:
        count: how many there were.
        last: the time of the last, in seconds on any clock that never goes backwards.
    """

    count: int = 0
    last: float = float("-inf")


def repeated(
    before: RepeatPresses, time: float, first: Question | None = None
) -> tuple[RepeatPresses, Question | None]:
    """Return what a press of the repeat button asks for; None where that is to hear again what was said last.

    The first asks for what is set. Each further one, no more than `ANOTHER` seconds after the one before, asks
    for what comes next: to hear again, then something about the match, in the order of `Question`, and again.

    Args:
        before: the presses before it.
        time: when it was pressed.
        first: what the first press asks for.
    """
    count = before.count + 1 if time - before.last <= ANOTHER else 1
    asked_for = (None, *Question)
    begins = asked_for.index(first)
    asked_for = (*asked_for[begins:], *asked_for[:begins])
    return RepeatPresses(count, time), asked_for[(count - 1) % len(asked_for)]


def asked(state: RefereeState, button: Button) -> Player:
    """Return whose word the press of a button is that both players share.

    It is that of whoever has to answer: to a double, to a resignation, to a roll thrown too early. What was played
    illegally only the other player can accept than who has broken the rules, so that confirming is that one's. Else it
    is that of the player on turn; after a match the first press asks for another, or confirms the one that waits, and
    the second agrees.
    """
    offer = state.cube.offer
    if state.phase is Phase.ANSWERING and offer is not None:
        return offer.by.other
    if state.turn.rematch is not None:
        return state.turn.rematch.other
    if state.turn.resignation is not None:
        return state.turn.resignation.player.other
    if state.phase is Phase.CORRECTING and button is Button.CONFIRM:
        return state.player if state.player.other in offending(state) else state.player.other
    return state.player


def button_notice(told: ButtonTrouble, at: float) -> Notice:
    """Return what people are told of a button that sticks, or does so no more.

    Args:
        told: the trouble.
        at: when, on the match's own clock.
    """
    return notice(at, told.key, name=NAMES[told.use])
