"""Pictures of drawn tables, several of each: checkers on the board, walls, light, and the camera's own faults."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

import cv2
import numpy as np

from vision.checkers.canvas import HEIGHT, MARGIN_X, MARGIN_Y, SURFACE_HEIGHT, SURFACE_WIDTH, WIDTH
from vision.geometry.layout import Proportions
from vision.training.board.drawn.chance import between, maybe, one_of, source
from vision.training.board.drawn.page import (
    ACROSS,
    DOWN,
    LEFT,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    TOP,
    Letters,
    blank,
    blend,
    disc,
    paint_polygon,
    polygon,
    write,
)
from vision.training.board.drawn.positions import later_position, start_position
from vision.training.board.drawn.sets import faces_of, lightness_of, of_another_make
from vision.training.board.drawn.surface import FONTS, WORDS, draw_surface
from vision.training.board.drawn.tables import KeptApart, draw_table, seen_again
from vision.training.board.drawn.things import lay_box, lay_over, throw_boxes
from vision.training.board.example import Example, Thing, contents_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Double, Float
    from vision.frame import Image
    from vision.training.board.drawn.matter import Materials
    from vision.training.board.drawn.page import Point
    from vision.training.board.drawn.positions import DrawnPosition
    from vision.training.board.drawn.tables import DrawnTable
    from vision.training.board.drawn.things import Spot
    from vision.training.board.example import ThingKind

COVERED: Final = 0.3
"""A place of which so large a part is covered, or a single checker of which twice as much, cannot be counted."""

_TOE: Final = np.float32(18)
_SHOULDER: Final = np.float32(238)
_FLAT: Final = np.float32(0.3)
"""Where a camera's curve becomes flat towards black and white, 0..255, and how steep it is beyond: two sets that differ
still do in deep shade."""


SETS: Final[tuple[ThingKind, ThingKind]] = ("dark", "light")
"""Both sets by their numbers."""


class PlacedChecker(NamedTuple):
    """A checker on the board: its middle on the surface, how high it lies in thicknesses, whose it is, and where.

    Attributes:
        x, y: the middle on the page as if it lay on the surface.
        level: how many thicknesses above the surface its lower face is.
        who: 0 of the darker set, 1 of the lighter.
        place: index of its point, 24 the bar.
    """

    x: float
    y: float
    level: float
    who: int
    place: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """A camera's rendering of what it sees: the same for a while, unlike from camera to camera.

    Attributes:
        colourful: what colours are multiplied by.
        tint: what blue, green and red are.
        contrast: what differences of lightness are.
        brightness: the mean that it exposes for, 0..255.
        gamma: the exponent of its curve.
        bent: how much its lens bends lines: by how many parts farther off the middle is than the corners.
        coarser: the part of its pixels that are left.
        sharpened: how much edges are overdrawn.
        softness: the spread of its blur in pixels of the page.
        noise: the spread of its noise, 0..255.
        jpeg: the quality at which its pictures are coded, None where they are not.
    """

    colourful: float
    tint: tuple[float, float, float]
    contrast: float
    brightness: float
    gamma: float
    bent: float
    coarser: float
    sharpened: float
    softness: float
    noise: float
    jpeg: int | None


def draw_exposure(rng: np.random.Generator) -> Exposure:
    """Return a camera's rendering drawn by chance."""
    tinted, contrasted = maybe(rng, 0.6), maybe(rng, 0.5)
    return Exposure(
        colourful=between(rng, 0.3, 1.5) if maybe(rng, 0.5) else 1.0,
        tint=(between(rng, 0.75, 1.2), between(rng, 0.85, 1.12), between(rng, 0.75, 1.2))
        if tinted
        else (1.0, 1.0, 1.0),
        contrast=between(rng, 0.5, 1.25) if contrasted else 1.0,
        brightness=between(rng, 60, 175) if maybe(rng, 0.85) else between(rng, 25, 215),
        gamma=between(rng, 0.7, 1.4),
        bent=between(rng, -0.025, 0.025) if maybe(rng, 0.25) else 0.0,
        coarser=between(rng, 0.45, 0.9) if maybe(rng, 0.25) else 1.0,
        sharpened=between(rng, 0.3, 1.2) if maybe(rng, 0.2) else 0.0,
        softness=between(rng, 0.5, 2.2) if maybe(rng, 0.3) else 0.6,
        noise=between(rng, 0, 7) if maybe(rng, 0.3) else between(rng, 0, 3),
        jpeg=int(between(rng, 25, 90)) if maybe(rng, 0.5) else None,
    )


def later_exposure(rng: np.random.Generator, before: Exposure) -> Exposure:
    """Return the rendering of the same camera some time later: in about the same light, or in quite another."""
    if maybe(rng, 0.35):
        other = draw_exposure(rng)
        return replace(before, tint=other.tint, contrast=other.contrast, brightness=other.brightness)
    tint = tuple(value * between(rng, 0.96, 1.04) for value in before.tint)
    return replace(before, brightness=before.brightness * between(rng, 0.85, 1.15), tint=(tint[0], tint[1], tint[2]))


def drawn_examples(number: int, materials: Materials, later: int = 2, apart: KeptApart | None = None) -> list[Example]:
    """Draw a table several times.

    Args:
        number: of the table; all follows from it, from the materials and from `apart`.
        materials: what things are made of.
        later: how many pictures follow that of the start position.
        apart: a kind of construction that trains nothing, which the table is to have.

    Returns:
        The start position first, then others, under changed light, some by a moved camera.
    """
    table = draw_table(number, apart)
    rng = source(number, 3, 0 if apart is None else 1 + get_args(KeptApart).index(apart))
    surface, exposure, off = draw_surface(table, materials), draw_exposure(rng), _corners_off(rng)
    first = _View(table, surface, exposure, off)
    examples = [_picture(first, start_position(rng), materials, rng, calm=True)]
    for _ in range(later):
        seen, ground, corners = table, surface, off + rng.normal(0, 0.0008, (4, 2))
        if maybe(rng, 0.2) and apart != "camera aside":
            seen = seen_again(table, rng)
            ground, corners = draw_surface(seen, materials), _corners_off(rng)
        if maybe(rng, 0.25):
            way = between(rng, 0, 2 * math.pi)
            seen = replace(seen, light=(math.cos(way), math.sin(way)))
        if maybe(rng, 0.03):
            seen = replace(seen, sets=of_another_make(rng, table.sets))
        view = _View(seen, ground, later_exposure(rng, exposure), corners)
        examples.append(_picture(view, later_position(rng), materials, rng, calm=False))
    return examples


def _corners_off(rng: np.random.Generator) -> Double:
    """Return by how much the corners given are off, in parts of the surface's sides."""
    return rng.normal(0, 0.0085 if maybe(rng, 0.7) else 0.003, (4, 2))


class _View(NamedTuple):
    """A table as it is seen in one picture.

    Attributes:
        table: which one.
        surface: the page with its bare board.
        exposure: how the camera renders it.
        corners_off: by how much the corners given are off, in parts of the surface's sides, shape (4, 2).
    """

    table: DrawnTable
    surface: Float
    exposure: Exposure
    corners_off: Double


class _Drawn(NamedTuple):
    """A table drawn on its page.

    Attributes:
        page: what is seen, without the camera's own faults.
        lying: the checkers.
        spots: where things' upper faces are seen.
        cover: what lies over the table covers so much of the page, None where nothing does.
    """

    page: Float
    lying: list[PlacedChecker]
    spots: list[Spot]
    cover: Float | None


def drawn_page(number: int, materials: Materials) -> tuple[Image, DrawnTable]:
    """Return the page with a table of this number in some position, nothing over it, and the table.

    The page reaches past the playing surface on all sides, and has no faults of a camera.
    """
    table = draw_table(number)
    rng = source(number, 9)
    view = _View(table, draw_surface(table, materials), draw_exposure(rng), np.zeros((4, 2)))
    position = start_position(rng) if maybe(rng, 0.2) else later_position(rng)
    return np.clip(_draw_page(view, position, materials, rng, calm=True).page, 0, 255).astype(np.uint8), table


def _draw_page(
    view: _View, position: DrawnPosition, materials: Materials, rng: np.random.Generator, *, calm: bool
) -> _Drawn:
    """Draw a position on the page of a bare board; `calm` without anything over it."""
    table, page = view.table, view.surface.copy()
    _shade_walls(page, table, rng)
    lying = place_checkers(table, position, rng)
    _shade_checkers(page, table, lying, rng)
    _draw_walls(page, table, materials, nearer=False)
    _draw_checkers(page, table, lying, materials, rng)
    thrown = throw_boxes(table, [(one.x, one.y, table.diameter / 2) for one in lying], rng)
    inside = [lay_box(page, table, box, rng) for box in thrown if box.inside]
    walls = _draw_walls(page, table, materials, nearer=True)
    if maybe(rng, 0.1):
        _lamps_on_frame(page, rng)
    spots = _not_behind(walls, inside, table) + [lay_box(page, table, box, rng) for box in thrown if not box.inside]
    spots += _not_behind(walls, seen_checkers(table, lying), table)
    cover = lay_over(page, table, materials, rng) if not calm and maybe(rng, 0.18) else None
    if maybe(rng, 0.1):
        _darken_part(page, table, rng)
    _light(page, rng)
    if maybe(rng, 0.1):
        _watermark(page, rng)
    return _Drawn(page, lying, spots, cover)


def _picture(
    view: _View, position: DrawnPosition, materials: Materials, rng: np.random.Generator, *, calm: bool
) -> Example:
    """Draw one picture; `calm` without anything over the board."""
    table, exposure = view.table, view.exposure
    page, lying, spots, cover = _draw_page(view, position, materials, rng, calm=calm)
    page = np.asarray(cv2.GaussianBlur(page, (0, 0), exposure.softness), dtype=np.float32)
    matrix = _to_canvas(view.corners_off)
    canvas = _seen(page, matrix, exposure.bent)
    dark, light = (lightness_of(one) for one in table.sets)
    return Example(
        picture=_exposed(canvas, exposure, rng),
        contents=contents_of(position.points),
        bar=position.bar,
        hidden=_hidden(table, lying, cover),
        things=_things(spots, cover, table, matrix, exposure.bent),
        proportions=Proportions(
            table.aspect,
            table.diameter / ACROSS,
            (table.bar[0] - LEFT) / ACROSS,
            (table.bar[1] - LEFT) / ACROSS,
        ),
        apart=float(light - dark),
    )


def place_checkers(table: DrawnTable, position: DrawnPosition, rng: np.random.Generator) -> list[PlacedChecker]:
    """Return where checkers lie: in rows from the rails, stacked where a row is full, and on the bar."""
    lying: list[PlacedChecker] = []
    aside, along, off = table.neatness
    loose, crowding = maybe(rng, 0.12), maybe(rng, 0.12)
    spacing = between(rng, 1.0, 1.04) if maybe(rng, 0.6) else between(rng, 1.0, 1.12)
    deep = table.diameter * table.eye.squeeze
    for place, counts in enumerate(position.points):
        count = int(counts.sum())
        if not count:
            continue
        rail, way = (TOP, 1) if place < 12 else (TOP + DOWN, -1)
        x = table.columns[place % 12] + rng.normal(0, aside) * table.diameter
        start = (
            off + abs(rng.normal(0, along)) + (between(rng, 0, 1.5) if loose and count <= 3 and maybe(rng, 0.5) else 0)
        )
        row = max(table.row, min(count, 8)) if crowding else table.row
        here = min(count, row)
        room = (DOWN / 2 + (0.2 if count <= row else 0.05) * deep) / deep - 0.5 - start
        step = spacing if here < 2 else min(spacing, max(0.55, room / (here - 1)))
        line, y = [], start + 0.5
        for _ in range(here):
            line.append((x + rng.normal(0, 0.6 * aside) * table.diameter, rail + way * y * deep))
            y += step * (1 + abs(rng.normal(0, 0.4 * along))) + (
                between(rng, 0, 0.6) if maybe(rng, 0.02) and count < row else 0
            )
        here_lie = [PlacedChecker(px, py, 0, 0, place) for px, py in line]
        here_lie += _stacked(table, line, count - here, (0, place), rng)
        owners = _owners((int(counts[0]), int(counts[1])), rng)
        lying += [one._replace(who=who) for one, who in zip(here_lie, owners, strict=True)]
    return lying + _on_bar(table, position.bar, rng)


def _owners(counts: tuple[int, int], rng: np.random.Generator) -> list[int]:
    """Return whose the checkers of a point are, from the rail inwards: intruders mostly lie at the end."""
    most = int(counts[1] > counts[0])
    owners = [most] * max(counts) + [1 - most] * min(counts)
    return owners if maybe(rng, 0.6) else rng.permutation(owners).tolist()


def _stacked(
    table: DrawnTable, below: Sequence[tuple[float, float]], left: int, whose: tuple[int, int], rng: np.random.Generator
) -> list[PlacedChecker]:
    """Return the checkers that lie on a row, layer on layer, each on one below or bridging two."""
    upper: list[PlacedChecker] = []
    bridging, level, (rx, ry) = maybe(rng, 0.3), 1, table.radii
    while left > 0:
        layer = []
        for number, (x, y) in enumerate(below[:left]):
            between_two = bridging and number + 1 < len(below)
            y_there = (y + below[number + 1][1]) / 2 if between_two else y
            layer.append((x + rng.normal(0, 0.06) * rx, y_there + rng.normal(0, 0.06) * ry))
        upper += [PlacedChecker(x, y, level, *whose) for x, y in layer]
        left, below, level = left - len(layer), layer, level + 1
    return upper


def seen_checkers(table: DrawnTable, lying: Sequence[PlacedChecker]) -> list[Spot]:
    """Return the upper faces that are seen of checkers, but those of which another hides the middle."""
    seen: list[Spot] = []
    larger = table.eye.larger(table.thickness)
    faces = [table.eye.seen(one.x, one.y, (one.level + 1) * table.thickness) for one in lying]
    rx, ry = table.radii[0] * larger, table.radii[1] * larger
    for one, (x, y) in zip(lying, faces, strict=True):
        above = (at for other, at in zip(lying, faces, strict=True) if other.level > one.level)
        if not any(math.hypot((x - a) / rx, (y - b) / ry) < 1 for a, b in above):
            seen.append((SETS[one.who], x, y, 2 * rx))
    return seen


def _on_bar(table: DrawnTable, counts: tuple[int, int], rng: np.random.Generator) -> list[PlacedChecker]:
    """Return the checkers on the bar: either set in its half, in a row as long as fits there and stacked on that."""
    middle, high = (table.bar[0] + table.bar[1]) / 2, table.bar_height / table.thickness
    rx, ry = table.radii
    habit, ways = rng.random(), one_of(rng, ((1, -1), (-1, 1)))
    least, most = (ry if all(counts) else 0.0), DOWN / 2 - ry
    lying = []
    for who, count in enumerate(counts):
        start, step = between(rng, 0.55, 2.5) * ry * (1 if habit < 0.5 else 2), 2 * ry * between(rng, 1, 1.1)
        if all(counts) and habit < 0.3:
            start = between(rng, 1.0, 1.6) * ry
        elif habit > 0.9:
            start = between(rng, 0.1, 0.4) * DOWN
        elif 0.6 < habit < 0.7:  # from the rail inwards
            start, step = most - between(rng, 0, 0.6) * ry, -step
        start = min(max(start, least), most)
        room = most - start if step > 0 else start - least
        here = 1 if 0.8 < habit < 0.9 else min(count, 1 + int(room / abs(step)))
        line = [
            (middle + rng.normal(0, 0.08) * rx, TOP + DOWN / 2 + ways[who] * (start + number * step))
            for number in range(min(here, count))
        ]
        upper = _stacked(table, line, count - len(line), (who, 24), rng)
        lying += [PlacedChecker(x, y, high, who, 24) for x, y in line]
        lying += [one._replace(level=one.level + high) for one in upper]
    return lying


def _shade_walls(page: Float, table: DrawnTable, rng: np.random.Generator) -> None:
    if not maybe(rng, 0.7):
        return
    shade, wide, (lx, ly) = blank(), between(rng, 0.02, 0.7) * table.point, table.light
    corner = PAGE_WIDTH, PAGE_HEIGHT
    cv2.rectangle(shade, (0, 0), (corner[0], int(TOP + max(0, ly) * wide)), 1.0, -1)
    cv2.rectangle(shade, (0, int(TOP + DOWN + min(0, ly) * wide)), corner, 1.0, -1)
    cv2.rectangle(shade, (0, 0), (int(LEFT + max(0, lx) * wide), corner[1]), 1.0, -1)
    cv2.rectangle(shade, (int(LEFT + ACROSS + min(0, lx) * wide), 0), corner, 1.0, -1)
    left, right = table.bar
    if table.bar_height > 0:
        reach = table.bar_height
        cv2.rectangle(shade, (int(left + min(0, lx) * reach), 0), (int(right + max(0, lx) * reach), corner[1]), 1.0, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), between(rng, 1, 8))
    soft[:, int(left) : int(right)] = 0
    part = slice(int(TOP), int(TOP + DOWN)), slice(int(LEFT), int(LEFT + ACROSS))
    page[part] *= (1 - np.float32(between(rng, 0.1, 0.5)) * soft[part])[..., None]


def _shade_checkers(page: Float, table: DrawnTable, lying: Sequence[PlacedChecker], rng: np.random.Generator) -> None:
    if not lying or not maybe(rng, 0.85):
        return
    shade, length, (rx, ry) = blank(), between(rng, 0.02, 0.35) * table.diameter, table.radii
    for one in lying:
        far = (0.3 + one.level) * length
        at = one.x + table.light[0] * far, one.y + table.light[1] * far * table.eye.squeeze
        disc(shade, at, (rx * 1.02, ry * 1.02))
    soft = cv2.GaussianBlur(shade, (0, 0), between(rng, 0.8, 6))
    page *= (1 - np.float32(between(rng, 0.15, 0.65)) * soft)[..., None]


def _draw_checkers(
    page: Float, table: DrawnTable, lying: Sequence[PlacedChecker], materials: Materials, rng: np.random.Generator
) -> None:
    eye, thick = table.eye, table.thickness
    larger = eye.larger(thick)
    radii = table.radii[0] * larger, table.radii[1] * larger
    faces = [faces_of(one, radii, table.light, materials, rng) for one in table.sets]
    nearer = 1 if eye.y > TOP + DOWN / 2 else -1
    mirroring = _draw_mirroring(table, rng) if lying and maybe(rng, 0.16) else None
    seen = blank() if mirroring else None
    for one in sorted(lying, key=lambda one: (round(one.level), nearer * one.y)):
        checkers = table.sets[one.who]
        low, high = (eye.seen(one.x, one.y, (one.level + part) * thick) for part in (0, 1))
        if not checkers.clear:
            steps, lit = min(8, max(2, int(math.dist(low, high) / 1.5))), side_light(table, one.x, one.y)
            for step in range(steps):
                part = step / steps
                shade = checkers.side * np.float32(lit * (0.92 + 0.16 * part))
                disc(page, (low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part), radii, shade)
            if one.level >= 0.9 or maybe(rng, 0.3):
                disc(page, high, (radii[0] * 1.03, radii[1] * 1.03), checkers.side * np.float32(0.5), 1)
        face, cover = one_of(rng, faces[one.who])
        blend(page, face, cover, high)
        if mirroring is not None and seen is not None:
            for at in (low, high):
                disc(seen, at, radii, 0.0)
            share = mirroring.shares[one.who] * between(rng, 0.75, 1)
            blend(seen[..., None], np.full((*cover.shape, 1), share, dtype=np.float32), cover, high)
    if mirroring is not None and seen is not None:
        page += (seen * mirroring.where)[..., None] * mirroring.lamp


def side_light(table: DrawnTable, x: float, y: float) -> float:
    """Return how much light falls on what the camera sees of the side of a checker there, 1 on the most lit side."""
    across, down = table.eye.x - x, (table.eye.y - y) / table.eye.squeeze
    towards = across * table.light[0] + down * table.light[1]
    return 0.75 - 0.25 * towards / max(1e-6, math.hypot(across, down))


class _Mirroring(NamedTuple):
    """What the upper faces of checkers mirror of a lamp or a window, over a part of the board.

    Attributes:
        lamp: what it adds, blue-green-red.
        shares: how much of that either set mirrors.
        where: how much of it is mirrored in which part of the page, 0..1.
    """

    lamp: Float
    shares: tuple[float, float]
    where: Float


def _draw_mirroring(table: DrawnTable, rng: np.random.Generator) -> _Mirroring:
    """Return a mirrored lamp: the darker set is lightened, never quite to the lighter one, and keeps its details."""
    apart = lightness_of(table.sets[1]) - lightness_of(table.sets[0])
    strength = min(between(rng, 40, 140), max(35.0, between(rng, 0.4, 0.8) * apart))
    lamp = np.array([between(rng, 0.9, 1), between(rng, 0.95, 1), 1], dtype=np.float32) * np.float32(strength)
    return _Mirroring(lamp, (1.0, one_of(rng, (0.0, 0.0, 0.4, 1.0))), _part_of_board(rng))


def _darken_part(page: Float, table: DrawnTable, rng: np.random.Generator) -> None:
    """Let a shadow fall over a part of the board, often so deep that light checkers in it are as dark as dark ones."""
    dark, light = (lightness_of(one) for one in table.sets)
    depth = min(0.8, max(0.4, 1 - between(rng, 0.7, 1.2) * dark / light))
    page *= (1 - np.float32(depth) * _part_of_board(rng))[..., None]


def _part_of_board(rng: np.random.Generator) -> Float:
    """Return a part of the page with soft edges, 1 within and 0 without: a corner, a side or what a window lights."""
    high, wide = PAGE_HEIGHT // 8, PAGE_WIDTH // 8
    y, x = np.mgrid[0 : 1 : high * 1j, 0 : 1 : wide * 1j].astype(np.float32)
    kind = rng.random()
    if kind < 0.35:  # round a corner or an edge's middle
        at = one_of(rng, (0.1, 0.5, 0.9)), one_of(rng, (0.1, 0.9))
        far = np.hypot((x - np.float32(at[0])) * 1.2, y - np.float32(at[1])) / np.float32(between(rng, 0.25, 0.6))
        part = np.exp(-(far**4))
    elif kind < 0.7:  # beyond a line
        way, soft = between(rng, 0, 2 * math.pi), between(rng, 0.02, 0.15)
        over = (x - 0.5) * np.float32(math.cos(way)) + (y - 0.5) * np.float32(math.sin(way)) - between(rng, -0.15, 0.2)
        part = 1 / (1 + np.exp(np.clip(-over / soft, -30, 30)))
    else:
        part = np.zeros((high, wide), dtype=np.float32)
        box = (
            (between(rng, 0.1, 0.9) * wide, between(rng, 0.1, 0.9) * high),
            (between(rng, 0.2, 0.6) * wide, between(rng, 0.3, 0.7) * high),
        )
        polygon(part, [(float(a), float(b)) for a, b in cv2.boxPoints((*box, between(rng, -50, 50)))])
        part = cv2.GaussianBlur(part, (0, 0), between(rng, 0.5, 4))
    return np.asarray(cv2.resize(part.astype(np.float32), (PAGE_WIDTH, PAGE_HEIGHT)), dtype=np.float32)


def _draw_walls(page: Float, table: DrawnTable, materials: Materials, *, nearer: bool) -> list[list[Point]]:
    """Draw some of the frame's walls as the camera sees them.

    Args:
        page: changed in place.
        table: the board.
        materials: what they are made of.
        nearer: whether those that hide what lies behind them are drawn; else those whose inner sides are seen.

    Returns:
        What those that were drawn cover of the page.
    """
    rng = source(table.number, 4)
    if not maybe(rng, 0.75):
        if not nearer and maybe(rng, 0.5):
            colour = table.frame * np.float32(between(rng, 0.2, 1.2))
            ink = float(colour[0]), float(colour[1]), float(colour[2])
            cv2.rectangle(
                page, (int(LEFT), int(TOP)), (int(LEFT + ACROSS), int(TOP + DOWN)), ink, one_of(rng, (1, 2, 3))
            )
        return []
    strength, far = between(rng, 0.03, 0.15), 90
    left, top, right, bottom = LEFT, TOP, LEFT + ACROSS, TOP + DOWN
    sides = (
        ((left - far, top), (right + far, top), (right + far, top - far), (left - far, top - far), 1),
        ((left - far, bottom), (right + far, bottom), (right + far, bottom + far), (left - far, bottom + far), 1),
        ((left, top - far), (left, bottom + far), (left - far, bottom + far), (left - far, top - far), 0),
        ((right, top - far), (right, bottom + far), (right + far, bottom + far), (right + far, top - far), 0),
    )
    drawn: list[list[Point]] = []
    for number, (first, second, third, fourth, axis) in enumerate(sides):
        upper = [table.eye.seen(x, y, table.wall) for x, y in (first, second)]
        outwards = math.copysign(1, third[axis] - second[axis])
        open_to_view = (upper[0][axis] - first[axis]) * outwards > 0
        if open_to_view == nearer:
            continue
        rng = source(table.number, 4, number)
        if open_to_view:
            shade = table.frame * np.float32(between(rng, 0.4, 1))
            paint_polygon(page, [first, second, upper[1], upper[0]], shade)
        drawn.append([*upper, third, fourth])
        paint_polygon(page, drawn[-1], materials.bolt(table.frame, table.kinds[2], rng, strength))
    return drawn


def _not_behind(walls: Sequence[Sequence[Point]], spots: Sequence[Spot], table: DrawnTable) -> list[Spot]:
    """Return the things that walls, given by what they cover, leave in sight."""
    if not walls or not spots:
        return list(spots)
    cover = blank()
    for wall in walls:
        polygon(cover, wall)
    return [spot for spot in spots if _share(cover, spot[1:3], _halves(spot, table)) <= COVERED]


def _halves(spot: Spot, table: DrawnTable) -> tuple[float, float]:
    """Return half the sides of a box's upper face, across and down the page."""
    return spot[3] / 2, spot[3] / 2 * table.eye.squeeze


def _lamps_on_frame(page: Float, rng: np.random.Generator) -> None:
    """Light some lamps of a strip along the frame."""
    y = one_of(rng, (TOP - 6, TOP + DOWN + 6))
    for _ in range(int(rng.integers(1, 6))):
        x, size = LEFT + between(rng, 0, 1) * ACROSS, between(rng, 2, 5)
        colour = np.array([between(rng, 0, 1) for _ in range(3)], dtype=np.float32)
        glow = blank()
        disc(glow, (x, y), (size, size))
        page += (cv2.GaussianBlur(glow, (0, 0), size * 1.5) * 2)[..., None] * colour * np.float32(120)
        disc(page, (x, y), (size * 0.6, size * 0.6), np.minimum(255, 120 + 255 * colour))


def _light(page: Float, rng: np.random.Generator) -> None:
    """Light the page unevenly: gradients, shadows, blinds, glare."""
    y, x = np.mgrid[0:PAGE_HEIGHT, 0:PAGE_WIDTH].astype(np.float32)
    y, x = y / np.float32(PAGE_HEIGHT) - np.float32(0.5), x / np.float32(PAGE_WIDTH) - np.float32(0.5)
    gain = np.ones_like(x)
    if maybe(rng, 0.8):
        way = between(rng, 0, 2 * math.pi)
        gain *= 1 + np.float32(between(rng, 0, 0.7)) * (x * np.float32(math.cos(way)) + y * np.float32(math.sin(way)))
    if maybe(rng, 0.4):
        gain *= 1 - np.float32(between(rng, 0, 0.9)) * (x * x + y * y)
    if maybe(rng, 0.25):
        shade, at = np.zeros((PAGE_HEIGHT // 4, PAGE_WIDTH // 4), dtype=np.float32), rng.random(2)
        corners = (at + rng.uniform(-0.6, 0.6, (one_of(rng, (3, 4, 4)), 2))) * shade.shape[::-1]
        polygon(shade, [(float(a), float(b)) for a, b in corners])
        soft = cv2.resize(cv2.GaussianBlur(shade, (0, 0), between(rng, 0.5, 8)), (PAGE_WIDTH, PAGE_HEIGHT))
        gain *= 1 - np.float32(between(rng, 0.1, 0.55)) * soft
    if maybe(rng, 0.05):  # the sun through blinds
        way, often = between(rng, 0, math.pi), between(rng, 20, 90)
        stripes = np.sin((x * np.float32(math.cos(way)) + y * np.float32(math.sin(way))) * np.float32(often))
        gain *= 1 + np.float32(between(rng, 0.1, 0.5)) * np.clip(stripes * 3, -1, 1)
    page *= gain[..., None]
    if maybe(rng, 0.3):
        for _ in range(one_of(rng, (1, 1, 2, 3))):
            a, b, wide, high = (
                between(rng, -0.5, 0.5),
                between(rng, -0.5, 0.5),
                between(rng, 0.02, 0.3),
                between(rng, 0.02, 0.3),
            )
            glare = np.exp(-(((x - a) / wide) ** 2) - ((y - b) / high) ** 2) * np.float32(between(rng, 15, 150))
            page += glare[..., None] * np.array([between(rng, 0.8, 1), between(rng, 0.9, 1), 1], dtype=np.float32)


def _watermark(page: Float, rng: np.random.Generator) -> None:
    for _ in range(one_of(rng, (1, 2, 4, 8))):
        at = between(rng, 0, 0.8) * PAGE_WIDTH, between(rng, 0.1, 1) * PAGE_HEIGHT
        grey = np.full(3, 240 * between(rng, 0.6, 1), dtype=np.float32)
        width, cover, word = one_of(rng, (1, 2, 3)), between(rng, 0.1, 0.5), one_of(rng, WORDS)
        write(page, word, at, Letters(between(rng, 0.5, 1.6), grey, one_of(rng, FONTS), width, cover))


def _to_canvas(off: Double) -> Double:
    """Return the 3x3 matrix from the page to the canvas that corners off by so much give."""
    corners = np.array([[LEFT, TOP], [LEFT + ACROSS, TOP], [LEFT + ACROSS, TOP + DOWN], [LEFT, TOP + DOWN]])
    there = corners + off * np.array([ACROSS, DOWN])
    right, bottom = MARGIN_X + SURFACE_WIDTH, MARGIN_Y + SURFACE_HEIGHT
    canvas = np.array([[MARGIN_X, MARGIN_Y], [right, MARGIN_Y], [right, bottom], [MARGIN_X, bottom]])
    return np.asarray(
        cv2.getPerspectiveTransform(there.astype(np.float32), canvas.astype(np.float32)), dtype=np.float64
    )


def _bend(points: Double, bent: float) -> Double:
    """Return where a lens that bends lines shows points of the canvas, shape (..., 2); the corners stay."""
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    from_middle = points - middle
    out = (from_middle**2).sum(axis=-1, keepdims=True) / ((SURFACE_WIDTH / 2) ** 2 + (SURFACE_HEIGHT / 2) ** 2)
    return np.asarray(middle + from_middle * (1 + bent * (out - 1)), dtype=np.float64)


def _seen(page: Float, matrix: Double, bent: float) -> Float:
    """Return the canvas through a homography and a lens."""
    if not bent:
        flat = cv2.warpPerspective(
            page, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, dtype=np.float32)
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float64), np.arange(HEIGHT, dtype=np.float64))
    there = cv2.perspectiveTransform(_bend(np.dstack([x, y]), bent).astype(np.float32), np.linalg.inv(matrix))
    return np.asarray(
        cv2.remap(page, there[..., 0], there[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.float32,
    )


def _hidden(
    table: DrawnTable, lying: Sequence[PlacedChecker], cover: Float | None
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which points, and the bar, are covered so far that nobody could count."""
    hidden = np.zeros(25, dtype=np.bool_)
    if cover is None:
        return hidden
    rx, ry = table.radii
    spots: list[list[tuple[float, float]]] = [[] for _ in range(25)]
    for one in lying:
        spots[one.place].append(table.eye.seen(one.x, one.y, (one.level + 1) * table.thickness))
    for place in range(24):  # where the next checker would lie says as much
        rail, way = (TOP, 1) if place < 12 else (TOP + DOWN, -1)
        number = sum(1 for one in lying if one.place == place and one.level == 0)
        if number < table.row:
            spots[place].append((table.columns[place % 12], rail + way * (2 * number + 1) * ry))
    middle = (table.bar[0] + table.bar[1]) / 2
    spots[24] += [(middle, TOP + part * DOWN) for part in (0.2, 0.35, 0.42, 0.5, 0.58, 0.65, 0.8)]
    for place, here in enumerate(spots):
        shares = [_share(cover, at, (rx, ry)) for at in here]
        hidden[place] = bool(shares) and (max(shares) > 2 * COVERED or float(np.mean(shares)) > COVERED)
    return hidden


def _share(cover: Float, at: tuple[float, float], radii: tuple[float, float]) -> float:
    x, y = at
    part = cover[max(0, int(y - radii[1])) : int(y + radii[1]) + 1, max(0, int(x - radii[0])) : int(x + radii[0]) + 1]
    return float(part.mean()) if part.size else 0.0


def _things(
    spots: Sequence[Spot], cover: Float | None, table: DrawnTable, matrix: Double, bent: float
) -> tuple[Thing, ...]:
    """Return the dice, cubes and checkers that can be seen, on the canvas."""
    things = []
    for spot in spots:
        kind, x, y, _ = spot
        rx, ry = _halves(spot, table)
        if cover is not None and _share(cover, (x, y), (rx, ry)) > COVERED:
            continue
        face = np.array([[(x, y), (x - rx, y), (x + rx, y), (x, y - ry), (x, y + ry)]])
        at, west, east, north, south = _bend(cv2.perspectiveTransform(face, matrix)[0].astype(np.float64), -bent)
        side = (math.dist(west, east) + math.dist(north, south)) / 2
        if 0 <= at[0] < WIDTH and 0 <= at[1] < HEIGHT:
            things.append(Thing(kind, float(at[0]), float(at[1]), side))
    return tuple(things)


def _exposed(canvas: Float, exposure: Exposure, rng: np.random.Generator) -> Image:
    """Return what the camera makes of light, uint8."""
    grey = canvas.mean(axis=2, keepdims=True)
    seen = (grey + (canvas - grey) * np.float32(exposure.colourful)) * np.array(exposure.tint, dtype=np.float32)
    seen = 255 * np.clip(seen / 255, 0, 2) ** np.float32(exposure.gamma)
    mean = float(seen.mean())
    seen = (seen - mean) * np.float32(exposure.contrast * (0.4 + 0.6 * exposure.brightness / mean)) + np.float32(
        exposure.brightness
    )
    seen = np.minimum(np.maximum(seen, _TOE + _FLAT * (seen - _TOE)), _SHOULDER + _FLAT * (seen - _SHOULDER))
    if exposure.coarser < 1:
        small = cv2.resize(
            seen, (int(WIDTH * exposure.coarser), int(HEIGHT * exposure.coarser)), interpolation=cv2.INTER_AREA
        )
        seen = cv2.resize(small, (WIDTH, HEIGHT), interpolation=one_of(rng, (cv2.INTER_LINEAR, cv2.INTER_CUBIC)))
    if exposure.sharpened:
        seen = seen + np.float32(exposure.sharpened) * (seen - cv2.GaussianBlur(seen, (0, 0), 1.2))
    seen = seen + rng.standard_normal(seen.shape, dtype=np.float32) * np.float32(exposure.noise)
    picture: Image = np.clip(seen, 0, 255).astype(np.uint8)
    if exposure.jpeg is not None:
        coded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, exposure.jpeg))[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return picture
