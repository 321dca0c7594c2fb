"""Places where a die or the cube may lie, looked at closely, each by several crops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.crops import Crop, cut
from vision.dice.die_net import CLASSES, CUBES, DICE, FACES, NONE, shipped_die_net
from vision.reading import FLOOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.dice.proposals import Proposal
    from vision.frame import Image

POSSIBLE: Final = 0.1
"""Chance of being a die or the cube, 0..1, from which further crops of a place are looked at."""

Step = tuple[float, float, float]
"""How far a crop is aside of a place, to the right and down in sides, and how much wider."""

STILL: Final[Step] = (0.0, 0.0, 1.0)

FURTHER_CROPS: Final[tuple[Step, ...]] = ((0.09, 0.0, 0.93), (-0.06, 0.07, 1.08), (-0.03, -0.08, 1.0))
"""Further crops of a place where something may lie."""

LEAST_CHANCE: Final = 1e-3
"""No chance is taken to be smaller: the network has learned from drawn dice."""

AFAR_COUNTS: Final = 2.0
"""How much the log-odds of the networks that see the whole board (`vision.dice.from_afar`) count against those of the
close crops: they learn to understate them."""

LEAST_ODDS: Final = 1.0
"""Nats that the networks' odds together have to reach for a die."""

LEAST_AFAR: Final = (LEAST_ODDS - math.log((1 - LEAST_CHANCE) / LEAST_CHANCE)) / AFAR_COUNTS
"""Log-odds from afar below which no crop can make a die of a place, see `DieCandidate.odds`: some -3."""


class DieCandidate(NamedTuple):
    """A place that has been looked at several times.

    Attributes:
        place: where, its side as it was seen best.
        chances: of the classes of `vision.dice.die_net`, as all crops say together.
        patch: the first crop.
        picture: in which it was looked at.
    """

    place: Proposal
    chances: Float
    patch: Image
    picture: Image

    @property
    def odds(self) -> float:
        """Log-odds that it is a die, as both networks say, in nats, less what speaks for nothing."""
        return _odds(float(self.chances[DICE].sum()), self.place.logit)

    @property
    def cube_odds(self) -> float:
        """The same for the doubling cube."""
        chance = float(self.chances[CUBES].sum())
        return log_odds(chance) + 0.5 * self.place.logit


def _odds(chance: float, logit: float) -> float:
    """Return `DieCandidate.odds` of what is a die by so much chance, proposed with so many nats."""
    return log_odds(chance) + AFAR_COUNTS * logit - LEAST_ODDS


def log_odds(chance: float) -> float:
    """Return log-odds in nats, of a chance that is taken to be no nearer to 0 or 1 than `LEAST_CHANCE`."""
    chance = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(chance / (1 - chance))


def scores_of(faces: Float) -> tuple[int, ...]:
    """Return chances of faces as scores in centinats."""
    logs = np.log(np.maximum(faces / max(float(faces.sum()), 1e-9), LEAST_CHANCE))
    return tuple(max(FLOOR, round(100 * float(value))) for value in logs - logs.max())


def classify_places(
    image: Image,
    places: Sequence[Proposal],
    steps: Sequence[Step] = (STILL,),
    wanted: slice = DICE,
) -> list[DieCandidate]:
    """Classify places, by several crops those where something may lie.

    Args:
        image: the picture at full resolution.
        places: where to look.
        steps: from where it is thought to be to where a thing may be instead: where its face is clearest counts.
        wanted: the classes that are looked for, `DICE` or `CUBES`.
    """
    if not places:
        return []
    tried = [_moved(place, *step) for place in places for step in steps]
    crops = [_crop(place) for place in tried]
    patches = [cut(image, crop) for crop in crops]
    said = np.exp(shipped_die_net().classify(patches, [crop.flatness for crop in crops]))
    each = said.reshape(len(places), len(steps), CLASSES)[..., wanted].max(axis=2)
    clearest = np.arange(len(places)) * len(steps) + each.argmax(axis=1)
    seen = [DieCandidate(tried[k], said[k], patches[k], image) for k in clearest]
    for k, one in enumerate(seen):
        if _may_be(one, wanted):
            crops = [_crop(_moved(one.place, *step)) for step in FURTHER_CROPS]
            further = np.exp(shipped_die_net().judge(image, crops))
            seen[k] = one._replace(chances=together(np.concatenate([one.chances[None], further])))
    return seen


def _may_be(one: DieCandidate, wanted: slice) -> bool:
    """Return whether a place may be what is looked for, were that seen for certain in each crop to come."""
    if 1 - one.chances[NONE] < POSSIBLE:
        return False
    again = len(FURTHER_CROPS)
    at_most = (float(one.chances[DICE].sum()) + again) / (1 + again)
    return wanted != DICE or _odds(at_most, one.place.logit) >= 0


def together(each: Float) -> Float:
    """Return chances of the classes as several crops of a place say together, shape (.., `CLASSES`).

    What it is they say in their mean. Which face it shows, and which number, in the mean of their log-chances, each
    counting as much as it sees a die, or a cube: each crop is off in its own way, and a face that none of them rules
    out is likelier than one of which some are sure and others are not.

    Args:
        each: chances by each crop, shape (.., n, `CLASSES`).
    """
    mean = each.mean(axis=-2)
    for kind in (FACES, CUBES):
        mean[..., kind] = mean[..., kind].sum(axis=-1, keepdims=True) * _named(each[..., kind])
    return np.asarray(mean, dtype=np.float32)


def _named(each: Float) -> Float:
    """Return the chances of one kind's faces, of sum 1, by what each crop says of them, shape (.., n, 6)."""
    seen = np.maximum(each.sum(axis=-1, keepdims=True), np.finfo(np.float32).tiny)
    logs = (seen * np.log(np.maximum(each / seen, LEAST_CHANCE))).sum(axis=-2) / seen.sum(axis=-2)
    chances = np.exp(logs)
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), dtype=np.float32)


def _moved(place: Proposal, right: float, down: float, wider: float) -> Proposal:
    side = place.side
    return place._replace(px=place.px + right * side, py=place.py + down * side, side=side * wider)


def _crop(place: Proposal) -> Crop:
    return Crop(place.px, place.py, place.side, place.stretch, place.flatness)
