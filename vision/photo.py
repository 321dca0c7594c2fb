"""Reading one photograph of an unknown set: the colours of the checkers are found in the picture itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.appearance import (
    STRANGE,
    Appearance,
    brightness,
    colour_distance,
    densities_of,
    learn_background,
    learn_colour,
    split_colours,
)
from vision.bar import bar_readings
from vision.calibration import Calibration, check_size, disc_pixels, learn_appearance
from vision.counting import UNKNOWN_SET, Seen, count_checkers
from vision.covered import hidden_places, look_for_hands, silenced, uncovered
from vision.decoration import without_decoration
from vision.dice import find_dice_and_cube
from vision.die_search import Search
from vision.finding import find_corners
from vision.frame import Frame
from vision.geometry import RECT_MARGIN, RECT_WIDTH, check_inside
from vision.layout import FAINT, STRONG, Disc, circles_under, fit_proportions
from vision.places import disc_evidence
from vision.quality import PhotoError, check_quality
from vision.read import read
from vision.reading import MAX_COUNT, PLACES, CountReading, PlaceReading, Reading, Shade
from vision.rings import by_rings
from vision.roundness import measure_proportions
from vision.standpoint import standpoint
from vision.strips import strip_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image
    from vision.geometry import BoardGeometry, Corners, Float
    from vision.layout import Circles

MOST_DISCS: Final = 45
"""How many of the clearest discs are looked at at most: two sets, and half as many things again."""

MEASURED: Final = 30
"""How many of the clearest discs are measured at most: two sets have as many checkers."""

LEAST_DISCS: Final = 2
"""With fewer clear discs the board is taken to be empty."""

ONE_SET: Final = 14.0
"""Distance in Lab (lightness counting half) below which two groups of discs may be one set in uneven light."""

LEAST_ALIKE: Final = 3
"""How many faint discs of one colour are believed to be a set."""

SIZES: Final = (0.9, 1.25, 1.6)
"""How much larger than they are thought to be dice of an unknown set may be."""

SURER: Final = 2.0
"""How much surer it must be that there is a die than on a known board, in nats: of several sizes that one counts at
which a die is clearest, and nothing is known of what the bare board shows."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """What one photograph shows.

    Attributes:
        reading: places, bar, dice and cube; its time is 0.
        calibration: proportions and colours found in the picture itself.
        doubt: the chance that some place that is seen, or the bar, is misread, 0..1.
    """

    reading: Reading
    calibration: Calibration
    doubt: float


def read_photo(image: Image, corners: Corners | None = None) -> PhotoReading:
    """Read one photograph of a set that is not known.

    Args:
        image: the picture, blue-green-red.
        corners: of the playing surface; looked for where none are given.

    Returns:
        The reading.

    Raises:
        GeometryError: the corners are outside the picture, or none could be found with confidence.
        PhotoError: the picture shows nothing at all, no board, not the whole board, or is blurred or over-exposed.
    """
    if float(image.std()) < 4:
        raise PhotoError("photo.nothing_to_see")
    corners = find_corners(image) if corners is None else corners
    check_inside(corners, image)
    circles = _circles(image, corners)
    fit, lab, rim = circles.fit, circles.lab, circles.rim
    check_quality(circles.board)
    hands = look_for_hands(image, corners, fit.aspect)
    discs = uncovered([disc for disc in circles.discs if disc.rim > FAINT], hands)
    clear = [disc for disc in discs if disc.rim > STRONG]
    geometry = circles.layout(corners, clear)
    standing = [disc for disc in clear if _on_a_place(disc, geometry)]
    if len(standing) < LEAST_DISCS:
        return _empty(lab, geometry, hands)
    standing += _a_faint_set(lab, geometry, standing, discs)
    also = [disc for disc in discs if disc.rim <= STRONG and _beside_another(disc, standing, fit.diameter)]
    appearance = appearance_of(lab, geometry, standing, also, discs)
    densities = densities_of(appearance, lab)
    evidence = disc_evidence(densities, rim, appearance.rim, fit.diameter)
    stand = standpoint(corners, fit.aspect, image.shape[:2])
    seen = Seen(lab, rim, densities, evidence, geometry, stand, strip_map(geometry))
    points = by_rings(count_checkers(seen, UNKNOWN_SET), lab, rim, geometry)
    dark, light = bar_readings(lab, evidence, appearance.background, geometry, known=False)
    hidden = hidden_places(hands, geometry, points)
    points, (dark, light) = silenced(points, (dark, light), hidden)
    found = find_dice_and_cube(image, geometry, Search(sizes=SIZES, unknown_set=True, least=SURER))
    reading = Reading(
        time=0.0,
        points=points,
        bar_dark=dark,
        bar_light=light,
        off_dark=None,
        off_light=None,
        hidden=hidden,
        dice=without_decoration(circles.board, geometry, found),
        cube=found.cube,
    )
    return PhotoReading(reading, Calibration(geometry, appearance), _doubt(reading))


def _circles(image: Image, corners: Corners) -> Circles:
    """Return what is seen under the board's proportions, measured where the rims of enough checkers are clear."""
    seen = circles_under(fit_proportions(image, corners), image, corners, MOST_DISCS)
    measured = measure_proportions(
        image, corners, seen.fit, [disc for disc in seen.discs[:MEASURED] if disc.rim > STRONG]
    )
    return seen if measured is None else circles_under(measured, image, corners, MOST_DISCS)


def read_known(image: Image, calibration: Calibration) -> PhotoReading:
    """Read one photograph of a set that was calibrated, by the camera that it was calibrated for.

    Raises:
        CalibrationError: `calibration.other_size` where it is of another size.
    """
    check_size(calibration, image.shape[1], image.shape[0])
    reading = read(Frame(image, 0.0, 0), calibration, with_cube=True)
    return PhotoReading(reading, calibration, _doubt(reading))


def appearance_of(
    lab: Float, geometry: BoardGeometry, standing: Sequence[Disc], also: Sequence[Disc], discs: Sequence[Disc]
) -> Appearance:
    """Tell the two sets of checkers apart in a picture in which nothing is known, and learn their colours.

    Args:
        lab: the rectified picture in Lab.
        geometry: the board's layout.
        standing: clear discs on points or on the bar, which say what the two sets are.
        also: faint ones beside them, which belong to the set that they resemble, if to any.
        discs: all discs under which the board cannot be seen.

    Returns:
        The appearance; the darker set is the dark one.
    """
    colours = _disc_colours(lab, geometry, standing)
    groups = split_colours(colours, np.array([disc.rim for disc in standing], dtype=np.float32))
    sets = [[disc for disc, member in zip(standing, group, strict=True) if member] for group in groups]
    if not sets[1]:
        return _one_set(lab, geometry, sets[0], discs)
    middles = np.stack([np.median(colours[group], axis=0) for group in groups])
    for disc, colour in zip(also, _disc_colours(lab, geometry, also), strict=True):
        away = colour_distance(middles, colour)
        if away.min() < STRANGE:
            sets[int(away.argmin())].append(disc)
    appearance = learn_appearance(lab, geometry, sets[0], sets[1], discs)
    if brightness(appearance.dark) > brightness(appearance.light):
        return Appearance(appearance.light, appearance.dark, appearance.background, appearance.rim)
    return appearance


def _disc_colours(lab: Float, geometry: BoardGeometry, discs: Sequence[Disc]) -> Float:
    """Return the colour of every disc well within its rim where no glare whitens it, shape (n, 3), Lab."""
    inner = max(2, round(0.33 * geometry.diameter * RECT_WIDTH))
    colours = np.zeros((len(discs), 3), dtype=np.float32)
    for number, disc in enumerate(discs):
        mask = np.zeros(lab.shape[:2], dtype=np.uint8)
        cv2.circle(mask, (disc.x, disc.y), inner, 1, -1)
        inside = lab[mask > 0]
        dull = inside[:, 0] <= np.percentile(inside[:, 0], 35)
        colours[number] = np.median(inside[dull], axis=0)
    return colours


def _a_faint_set(lab: Float, geometry: BoardGeometry, standing: Sequence[Disc], discs: Sequence[Disc]) -> list[Disc]:
    """Return faint discs of one colour where the clear ones are all of one set: the other set's rims may be faint.

    Bases of points look like faint discs too, but what lies farther in on the point is of their colour.

    Args:
        lab: the rectified picture in Lab.
        geometry: the board's layout.
        standing: the clear discs on places.
        discs: all discs.
    """
    clear = _disc_colours(lab, geometry, standing)
    groups = split_colours(clear, np.array([disc.rim for disc in standing], dtype=np.float32))
    if all(group.any() for group in groups):
        first, second = (np.median(clear[group], axis=0) for group in groups)
        if colour_distance(first, second) > ONE_SET:
            return []
    faint = [disc for disc in discs if disc.rim <= STRONG and _on_a_place(disc, geometry)]
    if len(faint) < LEAST_ALIKE:
        return []
    colours = _disc_colours(lab, geometry, faint)
    diameter = geometry.diameter * RECT_WIDTH
    middle, bottom = lab.shape[0] / 2, lab.shape[0] - 1
    differs = np.zeros(len(faint), dtype=np.bool_)
    for number, disc in enumerate(faint):
        for steps in (1.1, 2.1, 3.1):
            y = disc.y + (steps if disc.y < middle else -steps) * diameter
            beyond = lab[min(bottom, max(0, round(y))), disc.x]
            differs[number] |= bool(colour_distance(beyond, colours[number]) > ONE_SET)
    new = colour_distance(colours[:, None], clear[None]).min(axis=1) > ONE_SET
    alike = (colour_distance(colours[:, None], colours[None]) < 0.5 * ONE_SET)[:, differs & new].sum(axis=1)
    chosen = differs & new & (alike >= LEAST_ALIKE)
    return [disc for disc, taken in zip(faint, chosen, strict=True) if taken]


def _one_set(lab: Float, geometry: BoardGeometry, only: Sequence[Disc], discs: Sequence[Disc]) -> Appearance:
    """Return an appearance where checkers of only one set are seen; nothing looks like the other set."""
    diameter = geometry.diameter * RECT_WIDTH
    seen = learn_colour(disc_pixels(lab, only, diameter))
    nothing = learn_colour(np.zeros((0, 3), dtype=np.float32))
    whole = learn_appearance(lab, geometry, only, (), discs)
    pair = (seen, nothing) if seen.mean[0] < 50 else (nothing, seen)
    return Appearance(pair[0], pair[1], whole.background, whole.rim)


def _on_a_place(disc: Disc, geometry: BoardGeometry) -> bool:
    x = (disc.x - RECT_MARGIN) / RECT_WIDTH
    middles = (*geometry.columns, (geometry.bar_left + geometry.bar_right) / 2)
    return min(abs(x - middle) for middle in middles) < 0.3 * geometry.pitch


def _beside_another(disc: Disc, standing: Sequence[Disc], diameter: float) -> bool:
    """Return whether a faint disc continues a column of clear ones."""
    return any(
        abs(disc.x - other.x) < 0.3 * diameter and 0.75 * diameter < abs(disc.y - other.y) < 1.25 * diameter
        for other in standing
    )


def _empty(lab: Float, geometry: BoardGeometry, hands: Float) -> PhotoReading:
    """Return the reading of a board on which no checker is seen, at most hands."""
    nothing = learn_colour(np.zeros((0, 3), dtype=np.float32))
    background = learn_background(lab, np.zeros(lab.shape[:2], dtype=np.bool_), geometry.bar_left, geometry.bar_right)
    unlikely = -900
    empty = PlaceReading((0, *([unlikely] * (2 * MAX_COUNT))))
    none = CountReading((0, *([unlikely] * MAX_COUNT)))
    points = (empty,) * len(PLACES)
    hidden = hidden_places(hands, geometry, points)
    points, (dark, light) = silenced(points, (none, none), hidden)
    reading = Reading(0.0, points, dark, light, None, None, hidden, (), None)
    return PhotoReading(reading, Calibration(geometry, Appearance(nothing, nothing, background, 0.6)), _doubt(reading))


def _chances(scores: Sequence[int]) -> Float:
    shares = np.exp(np.array(scores, dtype=np.float32) / 100)
    return np.asarray(shares / shares.sum(), dtype=np.float32)


def _doubt(reading: Reading) -> float:
    right = 1.0
    seen = [place.scores for name, place in zip(PLACES, reading.points, strict=True) if name not in reading.hidden]
    if "bar" not in reading.hidden:
        seen += [reading.bar_dark.scores, reading.bar_light.scores]
    for scores in seen:
        right *= float(_chances(scores).max())
    return 1 - right


def report(photo: PhotoReading) -> dict[str, Any]:
    """Return the reading as plain data for JSON.

    Returns:
        `places` (name to [shade, count], empty ones left out), `bar`, `dice` (value, x, y in picture pixels, doubt
        0..1), `cube` (None where none is seen), `hidden`, `doubt`.
    """
    reading = photo.reading
    places: dict[str, list[str | int]] = {}
    for name, place in zip(PLACES, reading.points, strict=True):
        shade, count = place.best
        if shade is not None and name not in reading.hidden:
            places[name] = [shade.value, count]
    dice = [
        {
            "value": die.value,
            "x": round(die.px),
            "y": round(die.py),
            "doubt": round(1 - float(_chances(die.scores).max()), 3),
        }
        for die in reading.dice
    ]
    return {
        "places": places,
        "bar": {Shade.DARK.value: reading.bar_dark.best, Shade.LIGHT.value: reading.bar_light.best},
        "dice": dice,
        "cube": None if reading.cube is None else {"value": reading.cube.value},
        "hidden": sorted(reading.hidden),
        "doubt": round(photo.doubt, 3),
    }
