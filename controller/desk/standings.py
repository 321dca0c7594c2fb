"""Standings of a tournament by its results, as far as its pairings name the players; pure.

A result counts for a pairing where the same two players met at the same table to the same length. Where two have met
more often, each result counts for one pairing, in the order in which they ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.hall.messages import HallPairing, HallRound, TableResult


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands.

    Attributes:
        name: the player's.
        group: in which group; empty where there are none.
        won, lost: matches.
        points, against: won and lost in all of them.
        lives: that are left, in a Swiss tournament by lives.
        out: the player plays no more.
        to_play: matches that are paired and not over.
    """

    name: str
    group: str
    won: int
    lost: int
    points: int
    against: int
    lives: int | None
    out: bool
    to_play: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A pairing, and its result where it has one."""

    pairing: HallPairing
    result: TableResult | None


def paired(whole: HallRound, results: Iterable[tuple[str, TableResult]]) -> tuple[Paired, ...]:
    """Return the pairings with their results.

    Args:
        whole: the pairings.
        results: each with its table.
    """
    left = sorted(results, key=lambda one: (one[1].ended, one[1].match))
    found = []
    for pairing in whole.pairings:
        fits = next((one for one in left if _fits(pairing, *one)), None)
        if fits is not None:
            left.remove(fits)
        found.append(Paired(pairing, None if fits is None else fits[1]))
    return tuple(found)


def standings(whole: HallRound, results: Iterable[tuple[str, TableResult]]) -> tuple[Standing, ...]:
    """Return how the players stand, the first first: by group, then by matches, then by the difference of points.

    Args:
        whole: the pairings.
        results: each with its table.
    """
    played = paired(whole, results)
    names = dict.fromkeys((name, one.pairing.group) for one in played for name in one.pairing.names)
    found = [_standing(whole, name, group, played) for name, group in names]
    found.sort(key=lambda one: (one.group, one.out, -one.won, one.lost, one.against - one.points, one.name.casefold()))
    return tuple(found)


def _standing(whole: HallRound, name: str, group: str, played: tuple[Paired, ...]) -> Standing:
    """Return how a player stands."""
    won = lost = points = against = to_play = 0
    for one in played:
        if name not in one.pairing.names or one.pairing.group != group:
            continue
        if one.result is None or one.result.winner is None:
            to_play += 1
            continue
        at = next(number for number, each in enumerate(one.result.names) if each.casefold() == name.casefold())
        won += one.result.winner == at
        lost += one.result.winner != at
        points += one.result.score[at]
        against += one.result.score[1 - at]
    lives = max(0, whole.lives - lost) if whole.format == "swiss" else None
    out = lives == 0 or (whole.format == "knock-out" and lost > 0)
    return Standing(name, group, won, lost, points, against, lives, out, to_play)


def _fits(pairing: HallPairing, table: str, result: TableResult) -> bool:
    """Return whether a result is one of a pairing."""
    same = {name.casefold() for name in pairing.names} == {name.casefold() for name in result.names}
    return same and table == pairing.table and result.length == pairing.length
