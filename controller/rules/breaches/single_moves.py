"""Moves that single dice allow one after the other, to be shown to a player who could have made them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from controller.rules.plays.constraints import USUAL_CONSTRAINTS
from controller.rules.position import BAR, OFF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.rules.plays.constraints import Constraints
    from controller.rules.position import Position


class Hop(NamedTuple):
    """One checker moved by one die.

    Attributes:
        source: the mover's point it leaves, 25 for the bar.
        target: the point it reaches, 0 for off.
        die: the face.
    """

    source: int
    target: int
    die: int


def enemies(position: Position) -> tuple[int, ...]:
    """Return 26 counts of the other player's checkers by the MOVER's points 1..24; 0 at 0 and 25."""
    return (0, *position.theirs[24:0:-1], 0)


def open_hops(
    mine: Sequence[int], held: Sequence[int], die: int, constraints: Constraints = USUAL_CONSTRAINTS
) -> Iterator[Hop]:
    """Yield the legal moves of one die, from the highest point down.

    Args:
        mine: 26 counts of the mover.
        held: the other player's checkers as `enemies` gives them. Blots already hit may still be in it: a point that
            is closed stays so during a play.
        die: the face.
        constraints: what holds the mover's checkers back.
    """
    all_home = not any(mine[7:])
    for source in range(BAR, OFF, -1):
        if mine[source] <= 0:
            continue
        target = max(OFF, source - die)
        if target:
            if held[target] < 2:
                yield Hop(source, target, die)
        elif all_home and (source == die or not (constraints.exact or any(mine[source + 1 :]))):
            yield Hop(source, target, die)
        if source == BAR and constraints.obliges(mine[BAR], constraints.unentered):
            return


def some_play(
    mine: Sequence[int],
    held: Sequence[int],
    dice: Sequence[int],
    length: int,
    constraints: Constraints = USUAL_CONSTRAINTS,
) -> tuple[Hop, ...] | None:
    """Return a sequence of legal moves that uses exactly so many of the dice, or None if there is none.

    The larger die is tried first, and the highest checker.

    Args:
        mine: 26 counts of the mover.
        held: see `open_hops`.
        dice: the faces that may be played, larger first, each once.
        length: how many of them.
        constraints: what holds the mover's checkers back.
    """
    if not length:
        return ()
    for i, die in enumerate(dice):
        if die in dice[:i]:
            continue
        rest = (*dice[:i], *dice[i + 1 :])
        for hop in open_hops(mine, held, die, constraints):
            then = some_play(after_hop(mine, hop), held, rest, length - 1, constraints)
            if then is not None:
                return (hop, *then)
    return None


def after_hop(mine: Sequence[int], hop: Hop) -> tuple[int, ...]:
    """Return the mover's 26 counts after one of his checkers has moved."""
    counts = list(mine)
    counts[hop.source] -= 1
    counts[hop.target] += 1
    return tuple(counts)
