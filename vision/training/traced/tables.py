"""Traced tables: a build with its camera, light and sensor, and pictures of what lies on it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.photo.exposing import Exposing, developed, exposing
from hardware.simulated.photo.tracing import Taking, traced
from vision.training.board.drawn.chance import maybe, one_of
from vision.training.traced.cameras import HEIGHT, WIDTH, camera_over, compressed, room_of, sensor_drawn, spoiled
from vision.training.traced.furniture import board_parts
from vision.training.traced.pieces import checker_parts, cube_part, dice_part, hand_parts

if TYPE_CHECKING:
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.photo.finish import Part
    from hardware.simulated.photo.room import LitRoom
    from vision.frame import Image
    from vision.training.traced.builds import TracedBuild
    from vision.training.traced.cameras import SensorMake
    from vision.training.traced.lying import Lying


STRAIGHTENED: Final = 0.15
"""How much of a lens's bending is left in pictures to learn from where it is known and taken out, 0..1."""

RELIT: Final = 0.3
"""Share of later pictures to learn from under other light than the first one of their table, 0..1."""

STREWN: Final = 0.5
"""Share of later positions to learn from that are strewn, with tall stacks and often with checkers on the bar, 0..1."""

LESSON_SAMPLES: Final = 12
"""Paths of light that are followed for a pixel of a picture to learn from: more take longer, fewer are grainier."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedTable:
    """A traced table: all that its pictures share.

    Attributes:
        build: its kind of construction.
        seed: what was drawn by chance follows from this and the build's name.
        board: meshes of the empty board.
        camera: what sees it.
        straight: the same, as the path tracer takes it.
        room: its light.
        sensor: the camera's.
    """

    build: TracedBuild
    seed: int
    board: tuple[Part, ...]
    camera: Pinhole
    straight: Exposing
    room: LitRoom
    sensor: SensorMake


def source_of(seed: int, build: TracedBuild, *what: int) -> np.random.Generator:
    """Return a source of chance of its own for one thing of a table."""
    return np.random.default_rng((seed, zlib.crc32(build.name.encode()), *what))


def camera_of(build: TracedBuild, seed: int, shape: tuple[int, int] = (WIDTH, HEIGHT)) -> Pinhole:
    """Return the camera of a table, with pictures of a width and height in pixels."""
    return camera_over(build, source_of(seed, build, 3), shape)


def table_of(build: TracedBuild, seed: int, shape: tuple[int, int] = (WIDTH, HEIGHT), bent: float = 1.0) -> TracedTable:
    """Return the table of a build and a seed.

    Args:
        build: of the table.
        seed: all chance follows from it.
        shape: width and height of its pictures, pixels.
        bent: how much of the lens's bending is in them; less than 1 where most of it has been taken out.
    """
    camera = camera_of(build, seed, shape)
    camera = replace(camera, k1=bent * camera.k1)
    return TracedTable(
        build=build,
        seed=seed,
        board=tuple(board_parts(build, source_of(seed, build, 1))),
        camera=camera,
        straight=exposing(camera),
        room=room_of(build.lit, source_of(seed, build, 4)),
        sensor=sensor_drawn(source_of(seed, build, 6)),
    )


def perhaps_relit(table: TracedTable, rng: np.random.Generator) -> TracedTable:
    """Return a table as it is, or in light of any kind, drawn by chance."""
    if not maybe(rng, RELIT):
        return table
    return replace(table, room=room_of(one_of(rng, ("even", "window", "lamps")), rng))


def parts_of(table: TracedTable, lying: Lying) -> list[Part]:
    """Return all meshes of a picture."""
    build, seed = table.build, table.seed
    parts = [*table.board, *checker_parts(build, lying, source_of(seed, build, 2))]
    if lying.dice:
        parts.append(dice_part(build.dice, lying.dice))
    if lying.cube is not None:
        parts.append(cube_part(build, lying.cube))
    if lying.hand is not None:
        parts += hand_parts(lying.hand, source_of(seed, build, 5))
    return parts


def picture_of(table: TracedTable, lying: Lying, number: int, samples: int) -> bytes:
    """Return a table's picture of some number as JPEG.

    Args:
        table: whose picture.
        lying: what lies on it.
        number: of the picture among those of the table, from which its noise follows.
        samples: paths of light that are followed for a pixel.

    Raises:
        SceneError: `scene.no_mitsuba` where the extra is not installed.
    """
    light = traced(parts_of(table, lying), table.room, table.straight, Taking(samples, table.seed * 100 + number))
    noise = source_of(table.seed, table.build, 200, number)
    light = spoiled(np.asarray(light, dtype=np.float32), table.sensor, noise)
    return compressed(developed(light, table.straight), table.sensor)


def taken(table: TracedTable, lying: Lying, number: int) -> Image:
    """Return the picture to learn from that `picture_of` gives, unpacked."""
    packed = np.frombuffer(picture_of(table, lying, number, LESSON_SAMPLES), dtype=np.uint8)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
