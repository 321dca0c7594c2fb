"""What stands on each point: the network's look at every strip and the classical search for lines of discs, together.

Both say how likely every content is. Neither is an independent witness of the other: both see the same pixels. What
each one counts for was fitted on simulated tables that trained nothing (`models/README.md`). Where six checkers or more
may stand, others look closer (`close_look`) and say how the chances of tall points are to be parted.

People push rows to the rail, but not all: a row may begin farther in, or have a gap. Where the lines say that it may be
so, another network is asked too, which went on learning from such rows, and counts for as much as that is likely. It is
not asked everywhere, as it reads photographs less well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.place_net import CONTENTS, prepared, shipped_net, strewn_net
from vision.places import AFAR, BELIEF, lines_in, place_readings, profiles_of
from vision.reading import FLOOR, MAX_COUNT, PLACES, PlaceReading
from vision.stacks import layered, parallax_of
from vision.strips import cut_strips, layer_maps, shifts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.appearance import Densities, Mask
    from vision.geometry import BoardGeometry, Float, WarpMap
    from vision.place_net import PlaceNet
    from vision.places import Evidence, Lines
    from vision.standpoint import Standpoint
    from vision.strips import Bytes


@dataclass(frozen=True, slots=True)
class Weights:
    """What each witness counts for; fitted by likelihood on tables with as many stacks as games have.

    Attributes:
        net: how much of a nat of the network's counts.
        lines: the same of the search for lines, of whose evidence `places.BELIEF` is believed before.
        empty: nats for an empty point beforehand, beside one to five checkers.
        tall: nats for six checkers beforehand; both witnesses were made for other numbers of stacks.
        taller: nats for each checker more.
        bare: nats for a checker; a point all along which less speaks for one is empty: the network is not asked.
        afar: what a row costs beforehand that begins off the rail or has a gap, nats of the lines' evidence.
    """

    net: float
    lines: float
    empty: float = 0.0
    tall: float = 0.0
    taller: float = 0.0
    bare: float = -math.inf
    afar: float = AFAR


KNOWN_SET: Final = Weights(net=1.0, lines=0.65, tall=0.5, taller=-0.2, bare=-4.0, afar=4.0)
"""Where geometry and colours come from the start position; where rows begin is surer, and rows off the rail cost less.

Below `bare`, whatever shows no clear rim, every spot of a point has the colours of the empty board and not of the sets.
"""

UNKNOWN_SET: Final = Weights(net=1.0, lines=0.5, tall=-1.5)
"""Where they come from the picture itself, and nothing else is known of the game.

In matches between people there are 0.25 points with six checkers and more for each one with five (8,281 positions); on
the tables of the fit there were 1.2, which is 1.5 nats more.
"""

BARE_ELSE: Final = -9.0
"""Log-chance of each other content of a bare point, as the network says in the mean where it is asked."""

DOUBTED: Final = 4.0
"""A row off the rail that explains the picture worse by so many nats of evidence is not thought of."""

COUNTS: Final = np.concatenate([[0], np.arange(1, MAX_COUNT + 1), np.arange(1, MAX_COUNT + 1)])
"""How many checkers each content of a point is, in the order of its scores."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A picture as a reader has prepared it.

    Attributes:
        lab: the rectified picture in Lab.
        rim: rim evidence for a checker's diameter.
        densities: how well every pixel's colour suits checkers and board.
        evidence: for a checker centred at each pixel.
        geometry: where the points are.
        stand: where the camera stands.
        strips: where the strips of the points are in the rectified picture.
        layers: of them, see `vision.strips.layer_maps`, where they have been worked out.
    """

    lab: Float
    rim: Float
    densities: Densities
    evidence: Evidence
    geometry: BoardGeometry
    stand: Standpoint
    strips: WarpMap
    layers: tuple[Bytes, Bytes] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What the networks said of points, 24 in the order of `reading.PLACES`.

    Attributes:
        asked: of which the first was asked, shape (24,).
        said: log-chances of their contents, shape (24, `CONTENTS`).
        asked_strewn: of which the one for rows off the rail was asked too.
        said_strewn: what it said.
        heights: log-chances of 0 to `MAX_COUNT` checkers on those at which was looked closer, by index.
        lines: and what lines of discs did; None where they have not been asked.
    """

    asked: Mask
    said: Float
    asked_strewn: Mask
    said_strewn: Float
    heights: Mapping[int, Float]
    lines: Lines | None = None


_NOBODY: Final = np.zeros(len(PLACES), dtype=np.bool_)
UNASKED: Final = Judged(
    _NOBODY, np.empty((24, CONTENTS), np.float32), _NOBODY, np.empty((24, CONTENTS), np.float32), {}
)
"""Nothing has been said of any point."""


def count_checkers(seen: Seen, weights: Weights) -> tuple[PlaceReading, ...]:
    """Return 24 readings of what stands on the points, in the order of `reading.PLACES`."""
    return judged_points(seen, weights, UNASKED)[0]


def judged_points(seen: Seen, weights: Weights, known: Judged) -> tuple[tuple[PlaceReading, ...], Judged]:
    """Return 24 readings of what stands on the points, and what the networks have said.

    Args:
        seen: the picture.
        weights: what each witness counts for.
        known: what they have said of points that have not changed since; these are not looked at again.
    """
    geometry, stand = seen.geometry, seen.stand
    profiles = profiles_of(seen.evidence, geometry)
    found = lines_in(profiles, geometry, weights.afar - DOUBTED, known.lines)
    lead = found.apart.max(axis=(0, 2)) - found.pushed.max(axis=(0, 2))
    lines = place_readings(np.maximum(found.pushed, found.apart - DOUBTED), BELIEF)
    lines = layered(lines, seen.evidence, (geometry, parallax_of(geometry, stand)), BELIEF)
    asked = profiles.max(axis=(0, 1)) >= weights.bare
    strewn = asked & (lead > 0)
    maps = layer_maps(seen.lab, seen.rim, seen.densities) if seen.layers is None else seen.layers

    unknown, unknown_strewn = asked & ~known.asked, strewn & ~known.asked_strewn
    cut = np.flatnonzero(unknown | unknown_strewn)
    strips = prepared(cut_strips(maps, seen.strips, cut.tolist()), shifts(stand, geometry)[cut])

    def ask(net: PlaceNet, wanted: Mask, said: Float) -> Float:
        """Return what a network says of points, shape (24, CONTENTS): anew of those that are wanted."""
        if not wanted.any():
            return said
        among = wanted[cut]
        anew = said.copy()
        anew[wanted] = net.classify(strips if among.all() else strips[among])
        return anew

    said = ask(shipped_net(), unknown, known.said)
    said_strewn = ask(strewn_net(), unknown_strewn, known.said_strewn)
    judged = np.full((len(PLACES), CONTENTS), BARE_ELSE, dtype=np.float32)
    judged[:, 0] = 0
    judged[asked] = said[asked]
    judged[strewn] = either(said[strewn], said_strewn[strewn], BELIEF * (lead - DOUBTED)[strewn])
    points = weighed(judged, np.array([line.scores for line in lines], dtype=np.float32), weights)
    return points, Judged(asked, said, strewn, said_strewn, known.heights, found)


def still_known(judged: Judged, changed: Mask) -> Judged:
    """Return what was said of the points that have not changed, shape (24,)."""
    heights = {place: said for place, said in judged.heights.items() if not changed[place]}
    return replace(judged, asked=judged.asked & ~changed, asked_strewn=judged.asked_strewn & ~changed, heights=heights)


def either(at_rail: Float, off_rail: Float, odds: Float) -> Float:
    """Return what is known of contents when it is not known whether a row begins at the rail.

    Args:
        at_rail: log-chances if it does and has no gap, shape (n, 31).
        off_rail: log-chances if not, shape (n, 31).
        odds: log-odds that it does not, shape (n,).
    """
    off, at = -np.logaddexp(0, -odds)[:, None], -np.logaddexp(0, odds)[:, None]
    return np.asarray(np.logaddexp(at + at_rail, off + off_rail), dtype=np.float32)


def weighed(judged: Float, lines: Float, weights: Weights) -> tuple[PlaceReading, ...]:
    """Weigh the network's judgement and that of the lines together.

    Args:
        judged: natural logarithms of probabilities, shape (n, 31).
        lines: scores in centinats, shape (n, 31).
        weights: what each counts for.
    """
    beforehand = np.where(COUNTS == 0, weights.empty, 0.0)
    beforehand += np.where(COUNTS > 5, weights.tall + weights.taller * (COUNTS - 6), 0.0)
    total = 100 * (weights.net * judged + beforehand) + weights.lines * lines
    total -= total.max(axis=1, keepdims=True)
    scores = np.maximum(np.rint(total), FLOOR).astype(np.int64)
    return tuple(PlaceReading(tuple(row)) for row in scores.tolist())
