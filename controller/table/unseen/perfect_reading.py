"""Perfect reading of a simulated table: what a reader would say that makes no mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.rules import Player
from controller.simulation.table import Seat
from hardware.simulated.scene.dice import upper_face
from hardware.simulated.scene.table import census
from vision.reading import (
    CUBE_FACES,
    FLOOR,
    PLACES,
    CountReading,
    CubeReading,
    DieReading,
    PlaceReading,
    Reading,
    Shade,
    content_index,
)

if TYPE_CHECKING:
    from hardware.simulated.scene.table import Scene

SEATS: Final = (Seat(Player.ONE, "dark", "bottom"), Seat(Player.TWO, "light", "top"))
"""Where people sit whose table is read perfectly."""
WRONG: Final = -1_500
"""Centinats of whatever does not lie there."""
_FLAT: Final = 900
"""Of a die that lies flat."""


def reading_of(scene: Scene, time: float) -> Reading:
    """Return the perfect reading of a table at a time."""
    lying = census(scene)

    def column(place: str) -> int:
        number = int(place[1:])
        return 13 - number if place.startswith("B") else 12 + number

    contents = []
    for place in PLACES:
        dark, light = lying[column(place), "dark"], lying[column(place), "light"]
        contents.append(_place(Shade.DARK if dark else Shade.LIGHT if light else None, dark or light))
    return Reading(
        time=time,
        points=tuple(contents),
        bar_dark=_count(lying["bar", "dark"]),
        bar_light=_count(lying["bar", "light"]),
        off_dark=None,
        off_light=None,
        hidden=frozenset(),
        dice=tuple(
            _die(upper_face(one) or 1, 0.5 + one.x / scene.size.width, 0.5 - one.y / scene.size.height)
            for one in scene.dice
        ),
        cube=_cube(scene),
    )


def _count(count: int) -> CountReading:
    """Return the reading of a count."""
    return CountReading(tuple(0 if number == count else WRONG for number in range(16)))


def _place(shade: Shade | None, count: int) -> PlaceReading:
    """Return the reading of a point."""
    right = content_index(shade, count)
    return PlaceReading(tuple(0 if index == right else WRONG for index in range(31)))


def _die(value: int, x: float, y: float) -> DieReading:
    """Return the reading of a die at board coordinates."""
    scores = tuple(0 if face == value else WRONG for face in range(1, 7))
    return DieReading(x, y, 0.0, 0.0, scores, _FLAT, (255, 255, 255))


def _cube(scene: Scene) -> CubeReading | None:
    """Return the reading of the cube."""
    cube = scene.cube
    if cube is None:
        return None
    scores = tuple(0 if face == cube.value else FLOOR for face in CUBE_FACES)
    return CubeReading(0.5 + cube.x / scene.size.width, 0.5 - cube.y / scene.size.height, 0.0, 0.0, scores)
