"""Looking closely, several times, at places where a die may lie."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.die_net import CLASSES, COCKED, FIRST_CUBE, NONE, Look, close_net, cut, first_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import Float
    from vision.proposals import Proposal

DICE: Final = slice(NONE + 1, FIRST_CUBE)
CUBES: Final = slice(FIRST_CUBE, CLASSES)
FACES: Final = slice(NONE + 1, COCKED)
"""Classes of `vision.die_net`."""

POSSIBLE: Final = 0.1
"""Chance of being a die or the cube from which a place is looked at again."""

AGAIN: Final = ((0.09, 0.0, 0.93), (-0.06, 0.07, 1.08), (-0.03, -0.08, 1.0))
"""Further looks: aside in sides, two ways, and how much closer."""


LEAST_CHANCE: Final = 1e-3
"""No chance is taken to be smaller: the networks have learned from drawn dice."""

BOTH_COUNT: Final = 0.7
"""How much the sum of both networks' log-chances of a face counts: they look at the same pixels. With it, on simulated
tables, fewer dice than with either alone fell short of what a throw is announced with, and none was wrong."""

PROPOSED_COUNTS: Final = 3.0
"""How much the proposing network's log-odds count against those of the close looks, which it trained to understate."""

NUMBER_COUNTS: Final = 2.0
"""How much it counts against a cube that its number is in doubt: what is no cube has seldom a clear one."""

LEAST_ODDS: Final = 2.0
"""Sum of both from which there is a die. Both numbers were chosen on simulated tables: with 1.0 one die fewer of 448
was lost on ordinary ones, but of thirty crowded with dice, hands and clutter four showed a die too many, with 2.0
none. A die lost is looked for again; a logo taken for one spoils every throw."""


LEAST_PROPOSED: Final = (LEAST_ODDS - math.log((1 - LEAST_CHANCE) / LEAST_CHANCE)) / PROPOSED_COUNTS
"""Log-odds of the proposing network below which no look can make a die of a place, see `Sighting.odds`: about -1.6."""


class Sighting(NamedTuple):
    """A place that has been looked at several times.

    Attributes:
        place: where, its side as it was seen best.
        chances: of the classes of `vision.die_net`: what it is, as the first network says in the mean of all looks;
            which face it shows, as both say; which number a cube shows, as the close one says, since two digits need
            its pixels.
        close: likewise, as the close network alone says in the mean of its looks; it looks where something may be.
        patch: the first look.
    """

    place: Proposal
    chances: Float
    close: Float
    patch: Image

    @property
    def odds(self) -> float:
        """How both networks together hold it for a die: log-odds in nats, less what speaks for nothing."""
        return _log_odds(self.chances[DICE]) + PROPOSED_COUNTS * self.place.logit - LEAST_ODDS

    @property
    def cube_odds(self) -> float:
        """The same for the doubling cube, as all three networks see it."""
        looks = _log_odds(self.chances[CUBES]) + _log_odds(self.close[CUBES])
        number = float(self.close[CUBES].max()) / max(float(self.close[CUBES].sum()), LEAST_CHANCE)
        return 0.5 * (looks + self.place.logit) + NUMBER_COUNTS * math.log(max(number, LEAST_CHANCE))


def _log_odds(chances: Float) -> float:
    """Return the log-odds of any of some classes, in nats."""
    chance = min(max(float(chances.sum()), LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(chance / (1 - chance))


def look_at(
    image: Image, places: Sequence[Proposal], sizes: Sequence[float] = (1.0,), wanted: slice = DICE
) -> list[Sighting]:
    """Look at places, several times at those where something may lie.

    Args:
        image: the picture at full resolution.
        places: where to look.
        sizes: how much larger things may be than they are thought to be: that at which one is clearest counts.
        wanted: the classes that are looked for, `DICE` or `CUBES`.
    """
    if not places:
        return []
    net = first_net()
    tried = [_moved(place, 0, 0, size) for place in places for size in sizes]
    patches = [_patch(image, place) for place in tried]
    each = np.exp(net.classify(patches)).reshape(len(places), len(sizes), -1)
    clearest = [k * len(sizes) + int(each[k, :, wanted].sum(axis=1).argmax()) for k in range(len(places))]
    chances = each.reshape(len(tried), -1)[clearest]
    seen_close = np.zeros_like(chances)
    seen_close[:, NONE] = 1
    again = [k for k in range(len(places)) if 1 - chances[k, NONE] >= POSSIBLE]
    if again:
        further = [_look(_moved(tried[clearest[k]], *step)) for k in again for step in AGAIN]
        more, close = (
            np.exp(each_net.judge(image, further)).reshape(len(again), len(AGAIN), -1)
            for each_net in (net, close_net())
        )
        seen_close[again] = close.mean(axis=1)
        chances[again] = with_close_look((chances[again] + more.sum(axis=1)) / (1 + len(AGAIN)), seen_close[again])
    return [Sighting(tried[k], chances[n], seen_close[n], patches[k]) for n, k in enumerate(clearest)]


def with_close_look(first: Float, close: Float) -> Float:
    """Return chances of the classes of `vision.die_net` as both networks say together.

    Args:
        first: of the network that sees a box and what is round it, shape (n, `CLASSES`).
        close: of the one that sees little more than an upper face, likewise.

    Returns:
        What it is as the first says, and which of its faces it shows as `Sighting.chances` tells.
    """
    chances = first.copy()
    both = np.maximum(first[:, FACES], LEAST_CHANCE) * np.maximum(close[:, FACES], LEAST_CHANCE)
    for kind, said in ((FACES, both**BOTH_COUNT), (CUBES, np.maximum(close[:, CUBES], LEAST_CHANCE))):
        chances[:, kind] = first[:, kind].sum(axis=1, keepdims=True) * said / said.sum(axis=1, keepdims=True)
    return chances


def _moved(place: Proposal, right: float, down: float, closer: float) -> Proposal:
    side = place.side
    return place._replace(px=place.px + right * side, py=place.py + down * side, side=side * closer)


def _look(place: Proposal) -> Look:
    return Look(place.px, place.py, place.side, place.stretch)


def _patch(image: Image, place: Proposal) -> Image:
    return cut(image, _look(place))
