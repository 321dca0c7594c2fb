"""Ingredients of the scene network's pictures: boards drawn at the simulated table, and hands cut out.

A board is drawn small, without hands, and its outlines are known to the pixel. Hands are modelled afresh, fingers bent
by chance, in many skins and sleeves. `vision.training.scene.mixing` lays them together.
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
from vision.training.proposals.plates import draw_plate_setting, draw_scene

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.simulated.drawing.hands import Fingers
    from hardware.simulated.optics.pinhole import Pinhole, Point3
    from hardware.simulated.scene.board import BoardSize
    from hardware.simulated.scene.table import Pose, Scene

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


def outlines(size: BoardSize, pinhole: Pinhole) -> tuple[Outline, Outline, Outline, Outline]:
    """Return where a board is seen: surface, bar, frame without trays, whole board; see `BoardPicture`."""
    w, h = size.width / 2, size.height / 2
    inner, rail = w + size.inner_rail, h + size.rail_width

    def seen(points: Sequence[Point3]) -> Outline:
        return np.asarray(pinhole.project(points), dtype=np.float32)

    def level(x: float, y: float, z: float = 0.0) -> list[Point3]:
        return [(-x, y, z), (x, y, z), (x, -y, z), (-x, -y, z)]

    frame = cv2.convexHull(seen([*level(inner, rail), *level(inner, rail, size.rail_height)]))[:, 0]
    out = (size.outer_width / 2, size.outer_height / 2)
    hull = cv2.convexHull(seen([*level(*out, -BASE), *level(*out, size.rail_height)]))[:, 0]
    bar = seen(level(size.bar_width / 2, h))
    return seen(level(w, h)), bar, np.asarray(frame, np.float32), np.asarray(hull, np.float32)


def board_pictures(number: int, scenes: int, look: str | None = None) -> list[BoardPicture]:
    """Return pictures of the board of a plate, its checkers and dice each time elsewhere; some without checkers."""
    rng = random.Random(f"scene pictures {number}")
    drawn: list[BoardPicture] = []
    try:
        plate = draw_plate_setting(number, look, SHAPES)
        for _ in range(scenes):
            scene = _thinned(without_hands(draw_scene(plate, rng)), rng)
            picture = plate.renderer.draw(scene, rng)
            drawn.append(BoardPicture(picture, *outlines(plate.size, plate.renderer.pinhole)))
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
    """Return the file with the pictures of a plate."""
    return folder / f"board-{number}.npz"


def hand_file(folder: Path, number: int) -> Path:
    """Return the file with a hand."""
    return folder / f"hand-{number}.npz"


def draw_board(folder: Path, number: int, scenes: int, look: str | None = None) -> None:
    """Draw the pictures of a plate into its file, if they are not there yet."""
    path = board_file(folder, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    fields: dict[str, npt.NDArray[np.generic]] = {}
    for place, drawn in enumerate(board_pictures(number, scenes, look)):
        fields |= {f"{place} {name}": np.asarray(value) for name, value in drawn._asdict().items()}
    _store(path, fields)


def draw_hand(folder: Path, number: int) -> None:
    """Draw a hand into its file, if it is not there yet."""
    path = hand_file(folder, number)
    if not path.exists():
        cv2.setNumThreads(1)
        _store(path, {"hand": hand_cutout(number)})


def load_boards(folder: Path, numbers: Sequence[int]) -> list[BoardPicture]:
    """Return the pictures of plates that have been drawn."""
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
