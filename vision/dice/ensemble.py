"""An ensemble of crops and classifiers at places where a die may lie."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.dice.die_net import (
    CLASSES,
    COCKED,
    FIRST_CUBE,
    GREYS,
    NONE,
    Crop,
    close_net,
    cut,
    first_net,
    in_grey,
    in_strong_ink,
)
from vision.dice.face_net import face_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Float
    from vision.dice.die_net import DieNet
    from vision.dice.proposals import Proposal
    from vision.frame import Image

DICE: Final = slice(NONE + 1, FIRST_CUBE)
CUBES: Final = slice(FIRST_CUBE, CLASSES)
FACES: Final = slice(NONE + 1, COCKED)
"""Classes of `vision.dice.die_net`."""

POSSIBLE: Final = 0.1
"""Chance of being a die or the cube, 0..1, from which further crops of a place are looked at."""

IN_DOUBT: Final = 0.99
"""Chance of the likeliest of the six faces, 0..1, below which a die is in doubt: it is looked at in greys, and by the
network for faces in doubt, as well."""

Step = tuple[float, float, float]
"""How far a crop is aside of a place, to the right and down in sides, and how much wider."""

STILL: Final[Step] = (0.0, 0.0, 1.0)

FURTHER_CROPS: Final[tuple[Step, ...]] = ((0.09, 0.0, 0.93), (-0.06, 0.07, 1.08), (-0.03, -0.08, 1.0))
"""Further crops of a place where something may lie."""

MANY_CROPS: Final[tuple[Step, ...]] = (
    *FURTHER_CROPS,
    (0.06, 0.06, 1.0),
    (-0.07, -0.02, 0.94),
    (0.03, -0.07, 1.07),
    (0.0, 0.1, 0.97),
    (0.08, -0.05, 1.1),
    STILL,
)
"""Further crops where time is no matter."""


LEAST_CHANCE: Final = 1e-3
"""No chance is taken to be smaller: the networks have learned from drawn dice."""

BOTH_COUNT: Final = 0.7
"""How much the sum of both networks' log-chances of a face counts, from 0.5, their mean, to 1: they look at the same
pixels."""

VIEWS_COUNT: Final = (0.2, 0.4, 0.4)
"""How much the log-chances of a face count that a network sees in colours, in greys, and in their strong ink alone: one
in sum, as they are views of the same pixels."""

LEAST_IN_INK: Final = 0.02
"""Chance that no face falls below by its strong ink: squared, a pip under a glare is no pip. By that view alone,
however sure it is in both networks, a face leads by less than a throw is announced with."""

THIRD_COUNTS: Final = 0.68
"""How much the log-chances of the network for faces in doubt count, one in sum with those of the other two. From 0.69
on it alone could announce a face of which both others are as sure that it is another."""

THIRD_SURE: Final = 0.8
"""Chance that the network for faces in doubt gives the likeliest face, 0..1, below which this is in doubt, however sure
the other two are."""

PROPOSED_COUNTS: Final = 2.0
"""How much the proposing network's log-odds count against those of the close crops: it learns to understate them."""

NUMBER_COUNTS: Final = 2.0
"""How much it counts against a cube that its number is in doubt: what is no cube has seldom a clear one."""

LEAST_ODDS: Final = 1.0
"""Nats that the networks' odds together have to reach for a die. A die lost is looked for again; a logo taken for one
spoils every throw."""

PERHAPS: Final = -2.0
"""Log-odds of a die from which a place may be its upper face, though another looks surer: where a lamp is mirrored in
it, it is white. So may one that the proposing network, which sees all of the die, holds for the likelier of two."""

LEAST_PROPOSED: Final = (LEAST_ODDS - math.log((1 - LEAST_CHANCE) / LEAST_CHANCE)) / PROPOSED_COUNTS
"""Log-odds of the proposing network below which no crop can make a die of a place, see `DieCandidate.odds`: some -3."""


class DieCandidate(NamedTuple):
    """A place that has been looked at several times.

    Attributes:
        place: where, its side as it was seen best.
        chances: of the classes of `vision.dice.die_net`: what it is, as the first network says in the mean of all
            crops; which face it shows, as both say, in greys as well where that is in doubt; which number a cube shows,
            as the close one says, since two digits need its pixels. Of what is no die or cube, only that it is none.
        close: likewise, as the close network alone says by all of its crops; it is asked where there is something.
        patch: the first crop.
        picture: in which it was looked at.
    """

    place: Proposal
    chances: Float
    close: Float
    patch: Image
    picture: Image

    @property
    def odds(self) -> float:
        """Log-odds of both networks together that it is a die, in nats, less what speaks for nothing."""
        return _odds(float(self.chances[DICE].sum()), self.place.logit)

    @property
    def cube_odds(self) -> float:
        """The same for the doubling cube, as all three networks see it."""
        both = _log_odds(float(self.chances[CUBES].sum())) + _log_odds(float(self.close[CUBES].sum()))
        number = float(self.close[CUBES].max()) / max(float(self.close[CUBES].sum()), LEAST_CHANCE)
        return 0.5 * (both + self.place.logit) + NUMBER_COUNTS * math.log(max(number, LEAST_CHANCE))


def _odds(chance: float, logit: float) -> float:
    """Return `DieCandidate.odds` of what is a die by so much chance, proposed with so many nats."""
    return _log_odds(chance) + PROPOSED_COUNTS * logit - LEAST_ODDS


def _log_odds(chance: float) -> float:
    """Return log-odds in nats."""
    chance = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return math.log(chance / (1 - chance))


def classify_places(  # noqa: PLR0913 - where and how often is looked, and for what
    image: Image,
    places: Sequence[Proposal],
    steps: Sequence[Step] = (STILL,),
    wanted: slice = DICE,
    again: Sequence[Step] = FURTHER_CROPS,
    *,
    least: float = 0.0,
) -> list[DieCandidate]:
    """Classify places, by several crops those where something may lie.

    Args:
        image: the picture at full resolution.
        places: where to look.
        steps: from where it is thought to be to where a thing may be instead: where one is clearest counts.
        wanted: the classes that are looked for, `DICE` or `CUBES`.
        again: further crops where something may lie.
        least: `DieCandidate.odds` from which there is a die; which face shows what has less is not asked.
    """
    if not places:
        return []
    net = first_net()
    tried = [_moved(place, *step) for place in places for step in steps]
    patches = [_patch(image, place) for place in tried]
    each = np.exp(net.classify(patches)).reshape(len(places), len(steps), -1)
    clearest = [k * len(steps) + int(each[k, :, wanted].sum(axis=1).argmax()) for k in range(len(places))]
    chances = each.reshape(len(tried), -1)[clearest]
    unseen = np.eye(1, CLASSES, NONE, dtype=np.float32)[0]
    seen = [DieCandidate(tried[k], chances[n], unseen, patches[k], image) for n, k in enumerate(clearest)]
    likely = [k for k, one in enumerate(seen) if _may_matter(one, wanted, len(again), least)]
    further = {k: [_crop(_moved(seen[k].place, *step)) for step in again] for k in likely}
    more = np.exp(net.judge(image, [crop for crops in further.values() for crop in crops]))
    for k, each_crop in zip(likely, more.reshape(len(likely), len(again), CLASSES), strict=True):
        seen[k] = seen[k]._replace(chances=_mean(np.concatenate([chances[None, k], each_crop])))
    lying = {k: further[k] for k in likely if wanted != DICE or seen[k].odds >= least}
    close = np.exp(close_net().judge(image, [crop for crops in lying.values() for crop in crops]))
    for (k, crops), said in zip(lying.items(), close.reshape(len(lying), len(again), CLASSES), strict=True):
        seen[k] = _with_faces_read(seen[k], crops, said) if wanted == DICE else _seen_closely(seen[k], said)
    return seen


def _may_matter(one: DieCandidate, wanted: slice, again: int, least: float) -> bool:
    """Return whether a place is looked at again after a first crop.

    Not so where something else is seen; nor where, were it a die for certain in each crop to come, it would turn out to
    be neither one nor what hides another one's front.
    """
    if 1 - one.chances[NONE] < POSSIBLE:
        return False
    at_most = (float(one.chances[DICE].sum()) + again) / (1 + again)
    return wanted != DICE or _odds(at_most, one.place.logit) >= min(PERHAPS, least)


def _seen_closely(one: DieCandidate, close: Float) -> DieCandidate:
    """Return a place with what the close network says of each crop, shape (n, `CLASSES`)."""
    mean = _mean(close)
    return one._replace(chances=with_close_look(one.chances[None], mean[None])[0], close=mean)


def _with_faces_read(one: DieCandidate, crops: Sequence[Crop], close: Float) -> DieCandidate:
    """Return a die with what the close network says of each crop, and its face read, in doubt by all that is seen."""
    seen = _seen_closely(one, close)
    faces = doubt_settled(one.picture, crops, seen.chances[FACES], one.chances[FACES], close[:, FACES])
    return seen._replace(chances=_with_faces(seen.chances, faces))


def mean_over_crops(each: Float) -> Float:
    """Return the chances of the six faces, of sum 1, by a network's answers to all crops of a die, shape (.., 6).

    The mean of their log-chances, each counting as much as it sees a die: each crop is off in its own way, and a face
    that none of them rules out is likelier than one of which some are sure and others are not.

    Args:
        each: chances of the six faces in each crop, of whichever sum, shape (.., n, 6).
    """
    tiny = np.finfo(np.float32).tiny
    seen = np.maximum(each.sum(axis=-1, keepdims=True), tiny)
    logs = (seen * np.log(np.maximum(each / seen, LEAST_CHANCE))).sum(axis=-2) / seen.sum(axis=-2)
    chances = np.exp(logs)
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), dtype=np.float32)


def _mean(crops: Float) -> Float:
    """Return what the crops of a place say together: their mean, the faces in it as `mean_over_crops` has them.

    Args:
        crops: chances of all classes at each, shape (n, `CLASSES`).
    """
    return _with_faces(crops.mean(axis=0), mean_over_crops(crops[:, FACES]))


def with_close_look(first: Float, close: Float) -> Float:
    """Return chances of the classes of `vision.dice.die_net` as both networks say together.

    Args:
        first: of the network that sees a box and what is round it, shape (n, `CLASSES`).
        close: of the one that sees little more than an upper face, likewise.

    Returns:
        What it is as the first says, and which of its faces it shows as `DieCandidate.chances` tells.
    """
    chances = first.copy()
    numbers = np.maximum(close[:, CUBES], LEAST_CHANCE)
    numbers /= numbers.sum(axis=1, keepdims=True)
    for kind, said in ((FACES, both_say(first[:, FACES], close[:, FACES])), (CUBES, numbers)):
        chances[:, kind] = first[:, kind].sum(axis=1, keepdims=True) * said
    return chances


def both_say(first: Float, close: Float) -> Float:
    """Return chances of the six faces, of sum 1, as both networks say together, from what each says; (.., 6)."""
    said = (np.maximum(first, LEAST_CHANCE) * np.maximum(close, LEAST_CHANCE)) ** BOTH_COUNT
    return np.asarray(said / said.sum(axis=-1, keepdims=True), dtype=np.float32)


def in_doubt(faces: Float, third: Float) -> bool:
    """Return whether a die has to be looked at in greys as well: no face is so likely, or so sure for the third.

    Args:
        faces: what the faces' chances are in proportion to for the first two networks, shape (6,).
        third: the chances that the third gives them, of sum 1, see `as_third_says`.
    """
    likeliest = int(faces.argmax())
    return float(faces[likeliest]) < IN_DOUBT * float(faces.sum()) or float(third[likeliest]) < THIRD_SURE


def doubt_settled(image: Image, crops: Sequence[Crop], said: Float, first: Float, close: Float) -> Float:
    """Return the chances of a die's six faces, of sum 1: by both networks, or where in doubt by all that is seen.

    Args:
        image: the picture at full resolution.
        crops: of the die.
        said: what they are in proportion to for the first two networks together, see `both_say`, shape (6,).
        first: the same for the first network in colours, shape (6,).
        close: the chances that the close one gives for each crop in colours, shape (n, 6).
    """
    if not in_doubt(said, as_third_says(image, crops, close)):
        return np.asarray(said / said.sum(), dtype=np.float32)
    return face_in_doubt(image, crops, first, close, as_third_says(image, crops, close, every_way=True))


def as_third_says(image: Image, crops: Sequence[Crop], close: Float, *, every_way: bool = False) -> Float:
    """Return the chances of a die's six faces, of sum 1, that the network for faces in doubt gives.

    Args:
        image: the picture at full resolution.
        crops: of the die.
        close: the chances of faces that the close network gives for each crop in colours, shape (n, 6). Beside a die,
            or from too far, no face is seen: what sees no die there says how much a crop counts.
        every_way: see `vision.dice.face_net.FaceNet.judge`.
    """
    faces = np.exp(face_net().judge(image, crops, every_way=every_way))
    third = (close.sum(axis=1, keepdims=True) * faces).sum(axis=0)
    return np.asarray(third / max(float(third.sum()), np.finfo(np.float32).tiny), dtype=np.float32)


def face_in_doubt(image: Image, crops: Sequence[Crop], first: Float, close: Float, third: Float) -> Float:
    """Return the chances of a die's six faces, of sum 1, by all that is seen of it.

    Args:
        image: the picture at full resolution.
        crops: of the die.
        first: what they are in proportion to in colours for the first network, shape (6,).
        close: the chances that the close one gives for each crop in colours, shape (n, 6).
        third: see `as_third_says`.
    """
    by_first, by_close = faces_in_greys(image, crops)
    both = both_say(with_greys(first, by_first), with_greys(mean_over_crops(close), by_close))
    third = np.maximum(third, LEAST_CHANCE)
    said = np.maximum(both, LEAST_CHANCE) ** (1 - THIRD_COUNTS) * third**THIRD_COUNTS
    return np.asarray(said / said.sum(), dtype=np.float32)


def faces_in_greys(image: Image, crops: Sequence[Crop]) -> tuple[Float, Float]:
    """Read a die in the greys of `vision.dice.die_net`: in all that is seen of each, and in its strong ink alone.

    Args:
        image: the picture at full resolution.
        crops: of the die.

    Returns:
        The chances of its faces that the first network gives, and those that the close one gives, each in the mean of
        the greys, shape (2, n, 6): by `in_grey`, and by `in_strong_ink`.
    """
    by_first, by_close = (_each_in_greys(net, image, crops) for net in (first_net(), close_net()))
    return by_first, by_close


def _each_in_greys(net: DieNet, image: Image, crops: Sequence[Crop]) -> Float:
    """Return what one network says, see `faces_in_greys`."""
    patches = [cut(image, crop, net.span) for crop in crops]
    greys = [grey for turned in (in_grey, in_strong_ink) for patch in patches for grey in turned(patch, net.span)]
    said = np.exp(net.classify(greys))[:, FACES].reshape(2, len(crops), len(GREYS), -1)
    return np.asarray(said.mean(axis=2), dtype=np.float32)


def with_greys(in_colours: Float, in_greys: Float) -> Float:
    """Return the chances of the six faces, of sum 1, as a network sees them in colours and in greys together.

    Args:
        in_colours: what they are in proportion to in colours, shape (6,).
        in_greys: the same for each crop of the die in greys, see `faces_in_greys`, shape (2, n, 6).
            What sees no die at all says nothing of its face.
    """
    views = np.maximum(np.stack([in_colours, *mean_over_crops(in_greys)]), np.finfo(np.float32).tiny)
    least = np.array([LEAST_CHANCE, LEAST_CHANCE, LEAST_IN_INK], dtype=np.float32)
    chances = np.maximum(views / views.sum(axis=1, keepdims=True), least[:, None])
    said = np.exp(np.asarray(VIEWS_COUNT) @ np.log(chances))
    return np.asarray(said / said.sum(), dtype=np.float32)


def _with_faces(chances: Float, faces: Float) -> Float:
    """Return chances of which those of the faces are replaced."""
    parted = chances.copy()
    parted[FACES] = chances[FACES].sum() * faces
    return parted


def _moved(place: Proposal, right: float, down: float, wider: float) -> Proposal:
    side = place.side
    return place._replace(px=place.px + right * side, py=place.py + down * side, side=side * wider)


def _crop(place: Proposal) -> Crop:
    return Crop(place.px, place.py, place.side, place.stretch)


def _patch(image: Image, place: Proposal) -> Image:
    return cut(image, _crop(place))
