"""Ingredients of pictures that scene maps are learned from: boards, simulated or drawn flat, and hands cut out.

A board is drawn small, without hands, and its outlines are known to the pixel: in the round at the simulated table, and
flat, of as many constructions as the network for whole boards learns from; `scene.traced` has traced ones. Hands are
modelled afresh, fingers bent by chance, in many skins and sleeves. `vision.training.scene.mixing` lays them together.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.drawing.hands import POSES, Build, lit_hand, modelled
from hardware.simulated.drawing.shading import lamp_of
from hardware.simulated.errors import SceneError
from hardware.simulated.scene.board import BASE
from hardware.simulated.scene.table import Hand, Light, without_hands
from vision.training.board.drawn.matter import materials_of
from vision.training.board.drawn.page import ACROSS, DOWN, LEFT, PAGE_HEIGHT, PAGE_WIDTH, TOP
from vision.training.board.drawn.pictures import drawn_page
from vision.training.clutter import any_colour
from vision.training.proposals.plates import draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from hardware.simulated.drawing.hands import Fingers
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Pose, Scene
    from vision.training.board.drawn.tables import Eye

Picture = npt.NDArray[np.uint8]
Outline = npt.NDArray[np.float32]

SHAPES: Final = ((512, 288), (512, 288), (480, 360), (420, 420))
"""Sizes in which boards are drawn, pixels."""

HAND_PPM: Final = 0.8
"""Pixels a millimetre of a cut-out hand."""

SKINS: Final = ((238, 200, 176), (214, 164, 134), (198, 142, 106), (150, 104, 78), (96, 64, 48), (62, 42, 34))
"""From pale to dark; hands are of any colour between two neighbours."""


class BoardPicture(NamedTuple):
    """A board without hands.

    Attributes:
        picture: shape (h, w, 3), uint8, blue-green-red.
        surface: the playing surface's corners in pixels, clockwise from the board's top left, (4, 2), float32.
        bar: the bar's corners, likewise.
        frame: outline of surface and inner frame without trays, (n, 2), float32.
        hull: outline of the whole board, (n, 2), float32.
    """

    picture: Picture
    surface: Outline
    bar: Outline
    frame: Outline
    hull: Outline


class BoardExtent(NamedTuple):
    """Lengths of a board, millimetres: half of its width and depth each, and heights above the playing surface.

    Attributes:
        surface: of the playing surface.
        bar: half of the bar's width.
        frame: of surface and inner frame without trays.
        whole: of the whole board.
        top: height of the frame.
        table: height of what the board stands on, less than 0.
    """

    surface: tuple[float, float]
    bar: float
    frame: tuple[float, float]
    whole: tuple[float, float]
    top: float
    table: float


def outlines(extent: BoardExtent, pinhole: Pinhole) -> tuple[Outline, Outline, Outline, Outline]:
    """Return where a board is seen: surface, bar, frame without trays, whole board; see `BoardPicture`."""

    def seen(x: float, y: float, z: float = 0.0) -> Outline:
        return np.asarray(pinhole.project([(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)]), dtype=np.float32)

    def hull(reach: tuple[float, float], low: float) -> Outline:
        both = np.concatenate([seen(*reach, low), seen(*reach, extent.top)])
        return np.asarray(cv2.convexHull(both)[:, 0], dtype=np.float32)

    surface, bar = seen(*extent.surface), seen(extent.bar, extent.surface[1])
    return surface, bar, hull(extent.frame, 0.0), hull(extent.whole, extent.table)


def extent_of(size: BoardSize) -> BoardExtent:
    """Return the lengths of a simulated board."""
    w, h = size.width / 2, size.height / 2
    inner, outer = (w + size.inner_rail, h + size.rail_width), (size.outer_width / 2, size.outer_height / 2)
    return BoardExtent((w, h), size.bar_width / 2, inner, outer, size.rail_height, -BASE)


def board_pictures(number: int, scenes: int, look: str | None = None) -> list[BoardPicture]:
    """Return pictures of the board of a plate, its checkers and dice each time elsewhere; some without checkers."""
    rng = random.Random(f"scene pictures {number}")
    drawn: list[BoardPicture] = []
    try:
        plate = draw_plate_setting(number, look, SHAPES)
        for _ in range(scenes):
            scene = _thinned(without_hands(draw_scene(plate, rng)), rng)
            picture = plate.renderer.draw(scene, rng)
            drawn.append(BoardPicture(picture, *outlines(extent_of(plate.size), plate.renderer.pinhole)))
    except SceneError:  # a board drawn by chance with no room for its pieces
        return drawn
    return drawn


def _thinned(scene: Scene, rng: random.Random) -> Scene:
    """Return a scene with fewer dice, and sometimes with few or no checkers."""
    kept = rng.choice((1.0, 1.0, 1.0, 1.0, 0.5, 0.0))
    checkers = scene.checkers
    if kept < 1.0:
        checkers = tuple(c for c in checkers if c.z == 0.0 and c.nth < 5 and rng.random() < kept)
    dice = tuple(rng.sample(scene.dice, min(len(scene.dice), rng.randint(0, 4))))
    # A die that lay on a checker taken away would float.
    return replace(scene, checkers=checkers, dice=tuple(d for d in dice if d.z == 0.0 or kept == 1.0))


def flat_board(number: int) -> BoardPicture:
    """Return a table drawn flat as its camera would see it, its frame as wide as chance has it on each side."""
    page, table = drawn_page(number, materials_of(number))
    rng = np.random.default_rng((number, 6))
    matrix = _from_page(table.eye)
    wide, high = np.ceil(moved(_rectangle(0, 0, PAGE_WIDTH, PAGE_HEIGHT), matrix).max(axis=0)).astype(int)
    picture = cv2.warpPerspective(
        page, matrix, (int(wide), int(high)), flags=cv2.INTER_LINEAR, borderValue=any_colour(rng)
    )
    right, bottom = LEFT + ACROSS, TOP + DOWN
    before, beyond = (np.array([LEFT - 2, TOP - 2]) * rng.uniform(0.15, 1.0, 2) for _ in range(2))
    frame = _rectangle(LEFT - before[0], TOP - before[1], right + beyond[0], bottom + beyond[1])
    surface, bar = _rectangle(LEFT, TOP, right, bottom), _rectangle(table.bar[0], TOP, table.bar[1], bottom)
    whole = _rectangle(2, 2, PAGE_WIDTH - 2, PAGE_HEIGHT - 2)
    seen = [moved(outline, matrix) for outline in (surface, bar, frame, whole)]
    return BoardPicture(np.asarray(picture, dtype=np.uint8), *seen)


def _from_page(eye: Eye) -> npt.NDArray[np.float64]:
    """Return the 3x3 matrix from a page to a picture about as large, taken by a camera that looks at its middle."""
    camera = np.array([eye.x, eye.y / eye.squeeze, eye.z])
    ahead = np.array([LEFT + ACROSS / 2, (TOP + DOWN / 2) / eye.squeeze, 0.0]) - camera
    far = float(np.linalg.norm(ahead))
    ahead /= far
    down = np.array([0.0, 1.0, 0.0]) - ahead[1] * ahead
    down /= np.linalg.norm(down)
    right = np.cross(ahead, down)
    right *= np.sign(right[0])
    turned = np.stack([far * right, far * down, ahead])
    matrix = np.column_stack([turned[:, 0], turned[:, 1] / eye.squeeze, -turned @ camera])
    low = moved(_rectangle(0, 0, PAGE_WIDTH, PAGE_HEIGHT), matrix).min(axis=0)
    return np.asarray(np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix, dtype=np.float64)


def _rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float32)


def moved(outline: Outline, matrix: npt.NDArray[np.float64]) -> Outline:
    """Return where a 3x3 matrix brings the points of an outline."""
    return np.asarray(cv2.perspectiveTransform(outline[None].astype(np.float64), matrix)[0], dtype=np.float32)


def hand_cutout(number: int) -> Picture:
    """Return a hand with its forearm, fingertips at the top, as (h, w, 4): colours by cover, and cover, 0..255."""
    rng = random.Random(f"hand {number}")
    poses: tuple[Pose, ...] = ("reach", "pinch", "flat")
    pose = rng.choice(poses)
    build = Build(
        _bent(POSES[pose], rng), rng.uniform(0.0, 14.0), 0.0 if rng.random() < 0.6 else rng.uniform(40.0, 420.0)
    )
    shape = modelled(build, np.random.default_rng(number))
    i = rng.randrange(len(SKINS) - 1)
    share = rng.random()
    skin = tuple(round(a + share * (b - a)) for a, b in zip(SKINS[i], SKINS[i + 1], strict=True))
    dull = rng.random() < 0.5
    tone = rng.randint(8, 245)
    sleeve = (tone, tone, tone) if dull else (rng.randint(5, 250), rng.randint(5, 250), rng.randint(5, 250))
    hand = Hand(0.0, 0.0, left=rng.random() < 0.5, skin=(skin[0], skin[1], skin[2]), sleeve=sleeve)
    light = Light(rng.uniform(0, 360), rng.uniform(30, 85), rng.uniform(0.3, 0.8), rng.uniform(3, 14))
    colour, cover = lit_hand(shape, hand, lamp_of(light), rng.uniform(0, 360))
    both = np.dstack([colour, cover])
    scale = HAND_PPM / 1.6
    small = cv2.resize(both, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def _bent(fingers: Fingers, rng: random.Random) -> Fingers:
    """Return fingers spread and bent otherwise."""
    out = []
    spread = rng.uniform(-1.0, 1.0)
    for place, finger in enumerate(fingers):
        turn = math.radians(rng.gauss(0.0, 6.0) + (6.0 * spread * (1.5 - place) if place < 4 else 0.0))
        length = rng.uniform(0.55, 1.12)
        c, s = length * math.cos(turn), length * math.sin(turn)
        a0, b0 = finger[0][:2]
        thick = rng.uniform(0.9, 1.15)
        out.append(
            tuple(
                (a0 + c * (a - a0) - s * (b - b0), b0 + s * (a - a0) + c * (b - b0), z, thick * r)
                for a, b, z, r in finger
            )
        )
    return tuple(out)


def board_file(folder: Path, number: int) -> Path:
    """Return the file with the pictures of a plate, or of a traced table."""
    return folder / f"board-{number}.npz"


def hand_file(folder: Path, number: int) -> Path:
    """Return the file with a hand."""
    return folder / f"hand-{number}.npz"


def draw_board(folder: Path, number: int, draw: Callable[[int], list[BoardPicture]]) -> None:
    """Draw the pictures of a number into its file, if they are not there yet."""
    path = board_file(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    fields: dict[str, npt.NDArray[np.generic]] = {}
    for place, drawn in enumerate(draw(number)):
        fields |= {f"{place} {name}": np.asarray(value) for name, value in drawn._asdict().items()}
    _store(path, fields)


def draw_hand(folder: Path, number: int) -> None:
    """Draw a hand into its file, if it is not there yet."""
    path = hand_file(folder, number)
    if not path.exists():
        cv2.setNumThreads(1)
        _store(path, {"hand": hand_cutout(number)})


def load_boards(folder: Path, numbers: Sequence[int]) -> list[BoardPicture]:
    """Return the pictures that have been drawn of some numbers."""
    boards = []
    for number in numbers:
        with np.load(board_file(folder, number)) as stored:
            boards += [
                BoardPicture(*(stored[f"{place} {name}"] for name in BoardPicture._fields))
                for place in range(len(stored.files) // len(BoardPicture._fields))
            ]
    return boards


def load_hands(folder: Path, numbers: Sequence[int]) -> list[Picture]:
    """Return hands that have been drawn."""
    hands = []
    for number in numbers:
        with np.load(hand_file(folder, number)) as stored:
            hands.append(np.asarray(stored["hand"], dtype=np.uint8))
    return hands


def _store(path: Path, fields: dict[str, npt.NDArray[np.generic]]) -> None:
    half = path.with_suffix(".part.npz")
    np.savez_compressed(half, **fields)  # type: ignore[arg-type]  # its stub takes a keyword for an argument of its own
    half.rename(path)
