"""Labelled strips of points, cut from pictures of simulated tables as the reader cuts them.

The geometry is what the reader's own fit would find under corners that a person clicked, about one per cent off: the
true upper faces seen through those corners, and a fit's errors on top. Colours are learned either from the picture
itself as `vision.photo` does, or from the checkers of another picture of the table as `vision.calibration` does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.board import column_end, column_x
from hardware.simulated.scene import census
from vision.appearance import colour_distance, densities_of
from vision.calibration import learn_appearance
from vision.discs import edge_directions, gradients, rim_evidence, to_lab
from vision.errors import VisionError
from vision.geometry import RECT_MARGIN, RECT_WIDTH, BoardGeometry, Corners, parse_corners, rectify, to_board
from vision.layout import FAINT, STRONG, Disc, find_discs
from vision.photo import appearance_of
from vision.reading import MAX_COUNT, PLACES
from vision.standpoint import standpoint
from vision.strips import cut_strips, layer_maps, shifts, strip_map
from vision.training.place_tables import draw_style, drifted, film, place_plate, place_scene, seen_corners, upper_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.board import Shade
    from hardware.simulated.scene import Scene
    from vision.appearance import Appearance
    from vision.geometry import Double, Float
    from vision.training.place_tables import PlacePlate, Table

PAD: Final = 4
"""Pixels more on every side of stored strips, for small shifts while training."""

COVERED: Final = 0.35
"""A point of which a hand covers more than this share says nothing."""

UNLIKE: Final = 14.0
"""How far a learned colour may be from the true one, as `appearance.colour_distance` measures."""


@dataclass(frozen=True, slots=True)
class Strips:
    """Strips and what they show.

    Attributes:
        pictures: shape (n, LAYERS, ALONG + 2 PAD, ACROSS + 2 PAD), uint8.
        shifts: shape (n, 2), float32, see `strips.shifts`.
        labels: shape (n,), uint8, as the scores of `reading.PlaceReading` are indexed; "dark" is whatever the layer
            of the dark set's colours was learned from.
    """

    pictures: npt.NDArray[np.uint8]
    shifts: Float
    labels: npt.NDArray[np.uint8]


def place_name(column: int) -> str:
    """Return what the reader calls a column of the simulated board."""
    return f"B{13 - column}" if column <= 12 else f"T{column - 12}"


COLUMN_AT: Final = tuple(next(column for column in range(1, 25) if place_name(column) == place) for place in PLACES)
"""The simulated board's columns in the order of `PLACES`."""


def true_geometry(table: Table, plate: PlacePlate, corners: Corners) -> BoardGeometry:
    """Return what a fit without errors would find under some corners."""
    size, pinhole = table.scene.size, plate.renderer.pinhole
    spots = np.array(
        [(column_x(size, column), _along(table.scene, column, nth)) for column in COLUMN_AT for nth in range(size.row)]
    )
    rims = to_board(corners, upper_faces(size, pinhole, spots).reshape(-1, 2) * table.scale).reshape(
        24, size.row, 16, 2
    )
    spans = rims.max(axis=2) - rims.min(axis=2)
    wide, tall = float(spans[..., 0].mean()), float(spans[..., 1].mean())
    aspect = wide / tall
    middles = rims.mean(axis=2)
    away = np.where(np.arange(24)[:, None] < 12, middles[..., 1], 1 - middles[..., 1]) * aspect
    edges = np.array(
        [(side * size.bar_width / 2, y, 0.0) for side in (-1, 1) for y in (-0.25 * size.height, 0.25 * size.height)]
    )
    bar = to_board(corners, np.asarray(pinhole.project(edges)) * table.scale)[:, 0]
    return BoardGeometry(
        corners=corners,
        aspect=aspect,
        bar_left=float(bar[:2].mean()),
        bar_right=float(bar[2:].mean()),
        diameter=wide,
        columns=tuple(float(v) for v in middles[..., 0].mean(axis=1)),
        first=(float(away[:12, 0].mean()), float(away[12:, 0].mean())),
        spacing=float(np.diff(away, axis=1).mean()),
    )


def _along(scene: Scene, column: int, nth: int) -> float:
    """Return y of the nth checker of a neat row that touches the rail, millimetres."""
    size = scene.size
    sign = -1 if column_end(column) == "bottom" else 1
    return sign * (size.height / 2 - size.checker_diameter * (0.52 + 1.013 * nth))


def clicked(corners: Double, rng: random.Random) -> Corners:
    """Return corners as a person or a search gives them, up to about one per cent of the width off."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    off = width * rng.choice((0.001, 0.003, 0.006))
    return parse_corners([(x + rng.gauss(0.0, off), y + rng.gauss(0.0, off)) for x, y in corners.tolist()])


def misfitted(
    geometry: BoardGeometry, rng: random.Random, roughness: tuple[float, ...] = (0.4, 1.0, 1.0, 2.0)
) -> BoardGeometry:
    """Return a geometry with the errors that a fit makes, as rough as one of some numbers says."""
    rough = rng.choice(roughness)
    columns = list(geometry.columns)
    for begin in range(0, 24, 6):
        shift, slope = rng.gauss(0.0, 0.0015 * rough), rng.gauss(0.0, 0.0006 * rough)
        for k in range(6):
            columns[begin + k] += shift + slope * (k - 2.5)
    off = 0.06 * geometry.diameter * rough
    first = [value + rng.gauss(0.0, off) for value in geometry.first]
    if rng.random() < 0.06:
        first[rng.randrange(2)] += rng.uniform(-0.5, 0.5) * geometry.diameter
    return replace(
        geometry,
        aspect=geometry.aspect * np.exp(rng.gauss(0.0, 0.008 * rough)),
        diameter=geometry.diameter * np.exp(rng.gauss(0.0, 0.02 * rough)),
        columns=tuple(columns),
        first=(first[0], first[1]),
        spacing=geometry.spacing * np.exp(rng.gauss(0.0, 0.012 * rough)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Rectified:
    """A table's picture as the reader prepares it."""

    geometry: BoardGeometry
    lab: Float
    rim: Float
    discs: tuple[tuple[Disc, ...], tuple[Disc, ...]]


def rectified(table: Table, plate: PlacePlate, rng: random.Random) -> Rectified:
    """Prepare a picture as the reader does; the true uppermost checkers, dark and light, come with it."""
    corners = clicked(seen_corners(table, plate.renderer.pinhole), rng)
    geometry = misfitted(true_geometry(table, plate, corners), rng)
    lab = to_lab(rectify(table.picture, corners, geometry.aspect))
    directions = edge_directions(*gradients(lab))
    rim = rim_evidence(directions, geometry.diameter * RECT_WIDTH / 2)
    size = table.scene.size
    found: dict[str, list[Disc]] = {"dark": [], "light": []}
    for c in table.scene.checkers:
        if c.standing or c.place == "off":
            continue
        if any(
            o.z > c.z and np.hypot(o.x - c.x, o.y - c.y) < 0.8 * size.checker_diameter for o in table.scene.checkers
        ):
            continue
        spot = plate.renderer.pinhole.project([(c.x, c.y, c.z + size.checker_thickness)])[0] * table.scale
        x, y = to_board(corners, spot)[0]
        disc = Disc(round(RECT_MARGIN + x * RECT_WIDTH), round(RECT_MARGIN + y * geometry.aspect * RECT_WIDTH), 0.6)
        if 0 <= disc.x < lab.shape[1] and 0 <= disc.y < lab.shape[0]:
            found[c.shade].append(disc)
    return Rectified(geometry, lab, rim, (tuple(found["dark"]), tuple(found["light"])))


def _all_colours(lab: Float, discs: Sequence[Disc], diameter: float) -> npt.NDArray[np.float32]:
    mask = np.zeros(lab.shape[:2], dtype=np.uint8)
    for disc in discs:
        cv2.circle(mask, (disc.x, disc.y), max(2, round(0.33 * diameter)), 1, -1)
    return np.asarray(np.median(lab[mask > 0], axis=0), dtype=np.float32)


def learned(view: Rectified, rng: random.Random) -> tuple[Appearance, bool]:
    """Return the colours learned from a picture, and whether its dark set is what the simulator calls light."""
    diameter = view.geometry.diameter * RECT_WIDTH
    if rng.random() < 0.5:
        try:
            return _learned_blindly(view, diameter)
        except _NotLearnedError:
            pass
    dark, light = ([d for d in found if rng.random() < 0.9] or list(found) for found in view.discs)
    return learn_appearance(view.lab, view.geometry, dark, light, [*view.discs[0], *view.discs[1]]), False


class _NotLearnedError(Exception):
    """The picture itself does not tell the two sets apart."""


def _learned_blindly(view: Rectified, diameter: float) -> tuple[Appearance, bool]:
    discs = [disc for disc in find_discs(view.rim, diameter, 45) if disc.rim > FAINT]
    columns = np.array(view.geometry.columns)
    standing = [
        d
        for d in discs
        if d.rim > STRONG and np.abs((d.x - RECT_MARGIN) / RECT_WIDTH - columns).min() < 0.3 * view.geometry.pitch
    ]
    if len(standing) < 4:
        raise _NotLearnedError
    appearance = appearance_of(view.lab, view.geometry, standing, (), discs)
    true = np.stack([_all_colours(view.lab, found, diameter) for found in view.discs])
    got = np.array([appearance.dark.mean, appearance.light.mean], dtype=np.float32)
    straight, swapped = colour_distance(got, true).max(), colour_distance(got, true[::-1]).max()
    if min(straight, swapped) > UNLIKE or min(straight, swapped) > 0.5 * max(straight, swapped):
        raise _NotLearnedError
    return appearance, bool(swapped < straight)


def labels_of(scene: Scene, *, swapped: bool) -> npt.NDArray[np.uint8]:
    """Return what stands on each place, as the scores of `reading.PlaceReading` are indexed."""
    there = census(scene)
    shades: tuple[Shade, Shade] = ("light", "dark") if swapped else ("dark", "light")
    dark, light = shades
    labels = [there[column, dark] or (MAX_COUNT + n if (n := there[column, light]) else 0) for column in COLUMN_AT]
    return np.array(labels, dtype=np.uint8)


def _seen(table: Table, view: Rectified, labels: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which places a hand leaves open, shape (24,)."""
    if not table.hand.any():
        return np.ones(24, dtype=np.bool_)
    shape = (table.picture.shape[1], table.picture.shape[0])
    mask = cv2.resize(table.hand.astype(np.uint8), shape, interpolation=cv2.INTER_NEAREST) * np.uint8(255)
    over = rectify(np.repeat(mask[..., None], 3, axis=2), view.geometry.corners, view.geometry.aspect)[..., 0] > 127
    seen = np.ones(24, dtype=np.bool_)
    half = round(0.4 * view.geometry.diameter * RECT_WIDTH)
    for place, label in enumerate(labels):
        count = label if label <= MAX_COUNT else label - MAX_COUNT
        long = round((min(count, 6) + 1) * view.geometry.spacing * RECT_WIDTH)
        x = round(RECT_MARGIN + view.geometry.columns[place] * RECT_WIDTH)
        rows = slice(RECT_MARGIN, RECT_MARGIN + long) if place < 12 else slice(-RECT_MARGIN - long, -RECT_MARGIN)
        seen[place] = over[rows, max(0, x - half) : x + half].mean() < COVERED
    return seen


def table_strips(plate: PlacePlate, table: Table, rng: random.Random, known: Rectified | None = None) -> Strips:
    """Return the strips of one picture.

    Args:
        plate: the board and its camera.
        table: the picture.
        rng: the chance.
        known: another picture of this table to learn the colours from; the picture itself where none is given.
    """
    view = rectified(table, plate, rng)
    if known is None:
        appearance, swapped = learned(view, rng)
    else:
        view = _under(table, view, known.geometry)
        appearance, swapped = learned(known, rng)
    labels = labels_of(table.scene, swapped=swapped)
    pictures = cut_strips(
        layer_maps(view.lab, view.rim, densities_of(appearance, view.lab)), strip_map(view.geometry, PAD)
    )
    height, width = table.picture.shape[:2]
    aside = shifts(standpoint(view.geometry.corners, view.geometry.aspect, (height, width)), view.geometry)
    keep = _seen(table, view, labels) & (labels != 0)
    keep |= _seen(table, view, labels) & (np.array([rng.random() for _ in labels]) < KEPT_EMPTY)
    return Strips(pictures[keep], aside[keep], labels[keep])


KEPT_EMPTY: Final = 0.35
"""Share of empty points that are kept: there are more than enough."""


def _under(table: Table, view: Rectified, geometry: BoardGeometry) -> Rectified:
    """Return a view of a table under a geometry learned before."""
    lab = to_lab(rectify(table.picture, geometry.corners, geometry.aspect))
    rim = rim_evidence(edge_directions(*gradients(lab)), geometry.diameter * RECT_WIDTH / 2)
    return Rectified(geometry, lab, rim, view.discs)


def plate_strips(number: int, scenes: int, look: str | None = None) -> Strips:
    """Return the strips of a plate's scenes.

    They come in pairs: the second is read with geometry and colours of the first.

    Args:
        number: of the plate.
        scenes: how many.
        look: the look's name instead of a drawn one.
    """
    plate = place_plate(number, look)
    parts: list[Strips] = []
    for pair in range(scenes // 2):
        rng = random.Random(f"places {number} {look} {pair}")
        style = draw_style(plate, rng)
        first = film(plate, place_scene(plate, style.light, rng), style, rng)
        style = drifted(style, rng)
        second = film(plate, place_scene(plate, style.light, rng), style, rng)
        try:
            parts.append(table_strips(plate, first, rng))
            parts.append(table_strips(plate, second, rng, rectified(first, plate, rng)))
        except VisionError:  # a board too small in its picture
            continue
    return Strips(
        np.concatenate([part.pictures for part in parts]),
        np.concatenate([part.shifts for part in parts]),
        np.concatenate([part.labels for part in parts]),
    )
