"""The bare board: field, points and their ornaments, print, and the bar with its hinges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np

from vision.training.board.drawn.chance import between, maybe, one_of, source
from vision.training.board.drawn.matter import COMMON, any_colour, near
from vision.training.board.drawn.page import (
    ACROSS,
    DOWN,
    FINER,
    LEFT,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    ROOM,
    TOP,
    Letters,
    blank,
    disc,
    outline,
    paint,
    paint_polygon,
    polygon,
    write,
)

if TYPE_CHECKING:
    from vision.arrays import Float
    from vision.training.board.drawn.matter import Kind, Materials
    from vision.training.board.drawn.page import Point
    from vision.training.board.drawn.tables import DrawnTable

WORDS: Final = (
    "MERIT", "BACKGAMMON", "Club", "1", "2", "3", "12", "24", "64", "Adobe Stock", "TAVLI", "GAMMON", "World",
    "Champion", "A", "K", "Z", "www.site.com", "X22", "logo", "CROWN", "open 2019", "II", "IX", "tawla",
)  # fmt: skip
FONTS: Final = (0, 1, 2, 3, 4, 6)

_BRASS: Final = tuple(
    np.array(colour, dtype=np.float32)
    for colour in ((90, 160, 190), (170, 170, 175), (60, 70, 80), (18, 18, 20), (35, 60, 90))
)
"""Colours of hinges and locks, black ones among them."""


def draw_surface(table: DrawnTable, materials: Materials) -> Float:
    """Return the page with the bare board on it, blue-green-red about 0..255, in even light."""
    rng = source(table.number, 2)
    page = materials.fabric(table.frame, table.kinds[2], (PAGE_HEIGHT, PAGE_WIDTH), rng)
    if maybe(rng, 0.5):
        _lay_round(page, table, materials, rng)
    left, top, right, bottom = int(LEFT), int(TOP), int(LEFT + ACROSS), int(TOP + DOWN)
    page[top:bottom, left:right] = materials.fabric(table.field, table.kinds[0], (bottom - top, right - left), rng)
    if maybe(rng, 0.12):  # the middle of the field is laid with something else
        inset = int(between(rng, 0.3, 0.49) * DOWN)
        other = materials.fabric(any_colour(rng), one_of(rng, COMMON), (bottom - top - 2 * inset, right - left), rng)
        page[top + inset : bottom - inset, left:right] = other
    if maybe(rng, 0.1):  # a print with an emblem of its own on all of it
        _print_emblems(page, table, rng)
    _draw_points(page, table, materials, rng)
    if maybe(rng, 0.35):
        _decorate(page, table, rng)
    if maybe(rng, 0.1):
        level = (left, round(TOP + DOWN / 2)), (right, round(TOP + DOWN / 2))
        cv2.line(page, *level, _ink(any_colour(rng)), one_of(rng, (1, 2, 4, 8)))
    if maybe(rng, 0.08):
        for number, x in enumerate(table.columns):
            write(page, str(number + 1), (x - 5, TOP - 3), Letters(0.4, table.ink, font=0))
            write(page, str(24 - number), (x - 5, TOP + DOWN + 12), Letters(0.4, table.ink, font=0))
    _draw_bar(page, table, materials, rng)
    return page


def _ink(colour: Float) -> tuple[float, float, float]:
    return float(colour[0]), float(colour[1]), float(colour[2])


def _lay_round(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> None:
    """Show what lies beyond the frame: the table it stands on, its trays."""
    width = between(rng, 0.1, 1.2) * ROOM * FINER
    mask = np.ones((PAGE_HEIGHT, PAGE_WIDTH), dtype=np.float32)
    rows = slice(int(TOP - width - between(rng, 0, 10)), int(TOP + DOWN + width + between(rng, 0, 10)))
    mask[rows, int(LEFT - width) : int(LEFT + ACROSS + width)] = 0
    colour, kind = any_colour(rng), one_of(rng, COMMON)
    paint(page, mask, materials.bolt(colour, kind, rng))
    if maybe(rng, 0.3):  # checkers that were borne off, on edge or flat, in a tray beside the board
        own = one_of(rng, table.sets).colour
        x = one_of(rng, (LEFT - width, LEFT + ACROSS + width)) + between(rng, -8, 8)
        start = TOP + between(rng, 0, 0.9) * DOWN
        for number in range(int(rng.integers(1, 16))):
            y = start + number * table.thickness * 1.05
            corners = [(x - table.diameter / 2, y), (x + table.diameter / 2, y)]
            corners += [(x + table.diameter / 2, y + table.thickness), (x - table.diameter / 2, y + table.thickness)]
            paint_polygon(page, corners, near(rng, own, 10))


def _print_emblems(page: Float, table: DrawnTable, rng: np.random.Generator) -> None:
    """Print the same small figure many times over the field."""
    colour, size = near(rng, table.field, 30), between(rng, 0.15, 0.5) * table.point
    step = size * between(rng, 2.5, 6)
    for x in np.arange(LEFT + step / 2, LEFT + ACROSS, step):
        for y in np.arange(TOP + step / 2, TOP + DOWN, step):
            disc(page, (float(x), float(y)), (size, size * table.eye.squeeze), colour, one_of(rng, (-1, -1, 1, 2)))


def _widths(table: DrawnTable, rng: np.random.Generator) -> tuple[Float, Float]:
    """Return at which parts of a point's length its half width is given, and that width."""
    corners = {"curved": 9, "band": 9, "ogive": 9, "scalloped": 49}
    steps = np.linspace(0, 1, corners.get(table.outline, 2))
    if table.outline == "band":
        shape = np.ones_like(steps)
    elif table.outline == "scalloped":  # with an edge in waves, as checkers in a row have
        waves, deep = between(rng, 2, 9), between(rng, 0.05, 0.35)
        shape = (1 - steps) * (1 - deep + deep * np.cos(2 * np.pi * waves * steps))
    elif table.outline == "ogive":  # as a Gothic window
        shape = np.sqrt(np.clip(1 - steps**2.5, 0, 1))
    else:
        shape = (1 - steps) ** table.curve
    if table.outline == "blunt":
        shape = np.maximum(shape, between(rng, 0.1, 0.5))
    return steps.astype(np.float32), (table.half_width * shape).astype(np.float32)


class _Ornaments(NamedTuple):
    """How the points of a board are ornamented.

    Attributes:
        tip: the radius of a disc at their tips, 0 without one.
        drop: how deep their round base is, in pixels across the page, 0 where it is none.
        outlined, inlaid, striped: whether they have an outline, a smaller figure of their shape, stripes across.
        rosettes: whether a ring or a disc is inlaid where the first checker would lie.
        knobs: the radius of discs of another colour on the tips, 0 without any.
        line: width of outlines in pixels.
        parity: of the column of the upper row that has the first colour.
    """

    tip: float
    drop: float
    outlined: bool
    inlaid: bool
    striped: bool
    rosettes: bool
    knobs: float
    line: int
    parity: int


def _draw_ornaments(table: DrawnTable, rng: np.random.Generator) -> _Ornaments:
    return _Ornaments(
        tip=between(rng, 0.05, 0.2) * table.point if table.outline == "round tip" else 0.0,
        drop=between(rng, 0.7, 1.05) * table.half_width if table.outline == "drop" else 0.0,
        outlined=maybe(rng, 0.25),
        inlaid=maybe(rng, 0.1),
        striped=maybe(rng, 0.07),
        rosettes=maybe(rng, 0.1),
        knobs=between(rng, 0.1, 0.3) * table.point if maybe(rng, 0.14) else 0.0,
        line=one_of(rng, (1, 1, 2, 3)),
        parity=int(rng.integers(2)),
    )


class _Points(NamedTuple):
    """The points of a board, on masks of the page's size.

    Attributes:
        ornaments: what they have.
        masks: the points that have either colour.
        edges: their outlines.
        inlays: figures, stripes and rosettes on them.
        tips: knobs.
    """

    ornaments: _Ornaments
    masks: tuple[Float, Float]
    edges: Float
    inlays: Float
    tips: Float


class _Base(NamedTuple):
    """Where a point begins: the middle of its base on the page, and the sign of y towards its tip."""

    x: float
    y: float
    way: int


def _draw_points(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> None:
    steps, widths = _widths(table, rng)
    points = _Points(_draw_ornaments(table, rng), (blank(), blank()), blank(), blank(), blank())
    for row, (rail, way) in enumerate(((TOP + table.base, 1), (TOP + DOWN - table.base, -1))):
        for number, x in enumerate(table.columns):
            shape = [(x - w, rail + way * t * table.length) for t, w in zip(steps, widths, strict=True)]
            shape += [(x + w, rail + way * t * table.length) for t, w in zip(steps[::-1], widths[::-1], strict=True)]
            mask, base = points.masks[(number + row + points.ornaments.parity) % 2], _Base(x, rail, way)
            shape = _lay_point(mask, table, points.ornaments, base, shape)
            _lay_ornaments(points, table, base, shape, rng)
    _paint_points(page, table, points, materials, rng)
    if maybe(rng, 0.06):
        _notch_frame(page, table, rng)


def _lay_point(mask: Float, table: DrawnTable, ornaments: _Ornaments, base: _Base, shape: list[Point]) -> list[Point]:
    """Lay a point onto a mask; return its shape, which begins at the middle of its base if that is a round one."""
    squeeze = table.eye.squeeze
    if ornaments.drop:
        deep = ornaments.drop * squeeze
        disc(mask, (base.x, base.y + base.way * deep), (table.half_width, deep))
        shape = [(x, max(y, base.y + deep) if base.way > 0 else min(y, base.y - deep)) for x, y in shape]
    polygon(mask, shape)
    if ornaments.tip:
        tip, end = ornaments.tip, base.y + base.way * table.length
        disc(mask, (base.x, end - base.way * 0.2 * tip * squeeze), (tip, tip * squeeze))
    return shape


def _lay_ornaments(
    points: _Points, table: DrawnTable, base: _Base, shape: list[Point], rng: np.random.Generator
) -> None:
    """Lay the ornaments of a point of some shape onto their masks."""
    (x, rail, way), squeeze, ornaments = base, table.eye.squeeze, points.ornaments
    if ornaments.outlined:
        outline(points.edges, shape, ornaments.line)
    if ornaments.inlaid:
        figure = [(x + 0.55 * (px - x), rail + 0.12 * way * table.length + 0.62 * (py - rail)) for px, py in shape]
        polygon(points.inlays, figure)
    if ornaments.striped:
        for t in np.linspace(0.1, 0.9, 6):
            half, y = int(table.half_width * (1 - t)), int(rail + way * t * table.length)
            cv2.line(points.inlays, (int(x) - half, y), (int(x) + half, y), 1.0, 1, cv2.LINE_AA)
    if ornaments.rosettes:
        size, first = between(rng, 0.2, 0.42) * table.point, rail + way * 0.5 * table.point * squeeze
        disc(points.inlays, (x, first), (size, size * squeeze), 1.0, one_of(rng, (-1, 1, 2)))
    if ornaments.knobs:
        disc(points.tips, (x, rail + way * table.length), (ornaments.knobs, ornaments.knobs * squeeze))


def _paint_points(
    page: Float, table: DrawnTable, points: _Points, materials: Materials, rng: np.random.Generator
) -> None:
    """Paint points and their ornaments; on some boards there is little more of them than an outline."""
    ornaments, kind, edges = points.ornaments, table.kinds[1], points.edges
    opaque = between(rng, 0.5, 1) if maybe(rng, 0.2) else 1.0
    bare = maybe(rng, 0.08)
    for mask, colour in zip(points.masks, table.points, strict=True):
        if not (bare and maybe(rng, 0.7)):
            paint(page, mask * np.float32(opaque), materials.bolt(colour, kind, rng))
    if ornaments.inlaid or ornaments.striped or ornaments.rosettes:
        paint(page, points.inlays, any_colour(rng))
    if bare and not ornaments.outlined:
        for mask in points.masks:
            rim = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), dtype=np.uint8))
            edges = np.maximum(edges, np.asarray(rim, dtype=np.float32))
    if ornaments.outlined or bare:
        paint(page, edges, table.ink)
    if ornaments.knobs:
        paint(page, points.tips, any_colour(rng))


def _notch_frame(page: Float, table: DrawnTable, rng: np.random.Generator) -> None:
    """Cut notches into the frame between the points, as for checkers that stand on edge."""
    across = between(rng, 0.2, 0.5) * table.point
    deep = between(rng, 0.1, 0.35) * table.point * table.eye.squeeze
    colour = table.frame * np.float32(between(rng, 0.9, 1.05))
    for x in (table.columns[0] - table.point / 2, *(column + table.point / 2 for column in table.columns)):
        for y in (TOP, TOP + DOWN):
            disc(page, (x, y), (across, deep), colour)


def _decorate(page: Float, table: DrawnTable, rng: np.random.Generator) -> None:
    """Draw a figure, letters or dots onto the middle of each half."""
    squeeze, middle = table.eye.squeeze, TOP + DOWN / 2
    for half in ((LEFT + table.bar[0]) / 2, (table.bar[1] + LEFT + ACROSS) / 2):
        colour, kind, size = any_colour(rng), rng.random(), between(rng, 0.4, 2.2) * table.point
        if kind < 0.4:
            layers = ((1, colour), (0.75, near(rng, table.field, 10)), (0.5, colour))
            for part, paint_colour in layers[: one_of(rng, (1, 2, 3))]:
                a, b = size * part, 0.6 * size * squeeze * part
                polygon(
                    page, [(half - a, middle), (half, middle - b), (half + a, middle), (half, middle + b)], paint_colour
                )
        elif kind < 0.65:
            at, letters = (half - size, middle + 6), one_of(rng, WORDS)
            make = Letters(between(rng, 0.4, 1.4), colour, one_of(rng, FONTS), one_of(rng, (1, 2, 3)))
            write(page, letters, at, make)
        elif kind < 0.8:
            disc(page, (half, middle), (0.6 * size, 0.6 * size * squeeze), colour, one_of(rng, (1, 2, 3, -1)))
        else:
            for _ in range(int(between(rng, 3, 12))):
                radius = between(rng, 0.05, 0.3) * table.point
                at = half + between(rng, -2.5, 2.5) * table.point, middle + between(rng, -1, 1) * table.point
                disc(page, at, (radius, radius * squeeze), colour)


def _draw_bar(page: Float, table: DrawnTable, materials: Materials, rng: np.random.Generator) -> None:
    left, right = table.bar
    middle = (left + right) / 2
    if table.bar_make == "line":
        level = (int(middle), int(TOP)), (int(middle), int(TOP + DOWN))
        cv2.line(page, *level, _ink(table.field * np.float32(between(rng, 0.2, 0.8))), one_of(rng, (1, 2, 3)))
        return
    left, right, width = left + table.bar_inset, right - table.bar_inset, right - left
    ground: list[Point] = [(left, TOP - 4), (right, TOP - 4), (right, TOP + DOWN + 4), (left, TOP + DOWN + 4)]
    upper = [table.eye.seen(x, y, table.bar_height) for x, y in ground]
    hull = cv2.convexHull(np.array([*ground, *upper], dtype=np.float32))[:, 0]
    paint_polygon(page, [(float(x), float(y)) for x, y in hull], table.bar_colour * np.float32(between(rng, 0.4, 0.9)))
    kind: Kind = table.kinds[2] if maybe(rng, 0.8) else table.kinds[0]
    paint_polygon(page, upper, materials.bolt(table.bar_colour, kind, rng))
    middle = (upper[0][0] + upper[1][0]) / 2
    if table.bar_make == "ribbed":
        shades = [
            table.bar_colour * np.float32(between(rng, 0.5, 0.9)),
            table.bar_colour * np.float32(between(rng, 1.1, 1.5)),
        ]
        for number, y in enumerate(np.arange(TOP, TOP + DOWN, between(rng, 0.25, 0.8) * table.point)):
            cv2.line(
                page, (int(upper[0][0]), int(y)), (int(upper[1][0]), int(y)), _ink(shades[number % 2]), 2, cv2.LINE_AA
            )
    elif maybe(rng, 0.4):
        ink = _ink(table.bar_colour * np.float32(between(rng, 0.2, 0.7)))
        cv2.line(
            page, (int(middle), int(TOP)), (int(middle), int(TOP + DOWN)), ink, one_of(rng, (1, 2, 3)), cv2.LINE_AA
        )
    if table.bar_make == "hinged":
        _draw_hinges(page, table, middle, width, rng)
    elif table.bar_make == "clasped":
        size = between(rng, 0.1, 0.3) * table.point
        at = middle, TOP + between(rng, 0.1, 0.9) * DOWN
        disc(
            page, at, (size, size * table.eye.squeeze), one_of(rng, (*_BRASS, any_colour(rng))), one_of(rng, (-1, 1, 2))
        )
    elif table.bar_make == "cloth":
        colour = any_colour(rng)
        for part in (between(rng, 0.1, 0.3), between(rng, 0.6, 0.8)):
            a, b, y, high = middle - width / 2, middle + width / 2, TOP + part * DOWN, between(rng, 0.05, 0.2) * DOWN
            corners = [(a, y), (b, y), (b, y + high), (a, y + high)]
            paint_polygon(page, corners, materials.bolt(colour, "felt", rng))
    if maybe(rng, 0.12):
        at = middle - width * 0.4, TOP + between(rng, 0.2, 0.8) * DOWN
        word = one_of(rng, WORDS)
        write(page, word, at, Letters(between(rng, 0.3, 0.8), any_colour(rng), one_of(rng, FONTS)))


def _draw_hinges(page: Float, table: DrawnTable, middle: float, width: float, rng: np.random.Generator) -> None:
    colour = one_of(rng, (*_BRASS, any_colour(rng)))
    far, high = between(rng, 0.08, 0.3), between(rng, 0.02, 0.1) * DOWN
    wide = between(rng, 0.15, 0.5) * max(width, table.point * 0.5)
    round_ = maybe(rng, 0.25)
    parts = (far, 1 - far) if maybe(rng, 0.8) else (far, 0.5, 1 - far)
    for y in (TOP + part * DOWN for part in parts):
        if round_:
            disc(page, (middle, y), (wide, high), colour)
        else:
            polygon(
                page,
                [
                    (middle - wide, y - high),
                    (middle + wide, y - high),
                    (middle + wide, y + high),
                    (middle - wide, y + high),
                ],
                colour,
            )
        if maybe(rng, 0.7):
            level = (int(middle), int(y - high)), (int(middle), int(y + high))
            cv2.line(page, *level, _ink(colour * np.float32(0.5)), 1, cv2.LINE_AA)
        if maybe(rng, 0.7):
            screw = colour * np.float32(between(rng, 0.4, 1.4))
            for a in (-0.6, 0.6):
                for b in (-0.6, 0.6):
                    disc(page, (middle + a * wide, y + b * high), (2, 2), screw)
