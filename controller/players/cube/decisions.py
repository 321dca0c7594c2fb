"""Answers of a player who can put a number on a position: doubles, takes and resignations from the five chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.players.cube.cubeful import Owner, worth
from controller.players.cube.stakes import worths
from controller.players.player import CubeAnswer
from controller.rules import CubeMoment, Level, OfferKind, why_no_beaver, why_no_double, why_no_raccoon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.players.player import Situation

_NO_HOPE: Final = 0.001
"""A chance so small that nobody makes the others wait for it."""

_CONTENT: Final = 0.005
"""How much more than a resignation, in shares of a plain win's worth over a loss, playing on must promise."""


def owner_of(situation: Situation) -> Owner:
    """Return who may turn the cube, as the player that is asked sees it."""
    owner = situation.cube.owner
    if owner is None:
        return Owner.NOBODY
    return Owner.ME if owner is situation.me else Owner.THEM


def may_double(situation: Situation) -> bool:
    """Return whether the rules let the player that is asked double before his roll."""
    if not situation.profile.variant.cube:
        return False
    moment = CubeMoment(situation.me if situation.on_roll else situation.me.other)
    return not why_no_double(situation.cube, situation.me, moment, situation.match, situation.profile)


def wants_to_double(situation: Situation, chances: Sequence[float]) -> bool:
    """Return whether doubling is worth more than waiting, whatever the other player answers."""
    cube = situation.cube
    waiting = worth(situation, chances, cube.value, owner_of(situation), turned=cube.turned)
    taken = worth(situation, chances, 2 * cube.value, Owner.THEM)
    passed = worths(situation, cube.value, turned=True).win[0]
    return min(taken, passed) > waiting


def offer_answer(situation: Situation, chances: Sequence[float]) -> CubeAnswer:
    """Return what to do about the pending offer.

    Args:
        situation: the game, with the offer of the other player.
        chances: the five probabilities of the player that is asked.
    """
    cube, offer = situation.cube, situation.cube.offer
    if offer is None:
        return CubeAnswer.TAKE
    beavered = offer.kind is OfferKind.BEAVER
    owner = Owner.THEM if beavered else Owner.ME
    taken = worth(situation, chances, offer.value, owner)
    if taken < worths(situation, offer.value // 2, turned=True).lose[0]:
        return CubeAnswer.PASS
    if taken > 0 and beavered and not why_no_raccoon(cube, situation.me, situation.match, situation.profile):
        return CubeAnswer.RACCOON
    if taken > 0 and not beavered and not why_no_beaver(cube, situation.me, situation.match, situation.profile):
        return CubeAnswer.BEAVER
    return CubeAnswer.TAKE


def resignation(chances: Sequence[float]) -> Level | None:
    """Return at which level the game is as good as lost; None while there is hope, for the game or for less."""
    win, _, _, gammon, backgammon = chances
    if win > _NO_HOPE:
        return None
    for level, less, more in (
        (Level.SINGLE, 0.0, gammon),
        (Level.GAMMON, 1 - gammon, backgammon),
        (Level.BACKGAMMON, 1 - backgammon, 0.0),
    ):
        if less <= _NO_HOPE and more <= _NO_HOPE:
            return level
    return None


def is_content(situation: Situation, chances: Sequence[float], level: Level) -> bool:
    """Return whether winning this much at once is worth as much as playing on."""
    cube = situation.cube
    stakes = worths(situation, cube.value, turned=cube.turned)
    going_on = worth(situation, chances, cube.value, owner_of(situation), turned=cube.turned)
    return stakes.win[level - 1] >= going_on - _CONTENT * (stakes.win[0] - stakes.lose[0])
