"""Simulated scene as a page draws it: checkers, dice, cube, hands and the strip's light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from controller.rules import BAR, OFF
from hardware.simulated.scene.board import column_x
from hardware.simulated.scene.dice import lie_of
from hardware.simulated.scene.table import census

if TYPE_CHECKING:
    from controller.outputs.pages.bench import Bench
    from controller.simulation.table import Seat
    from controller.simulation.theatre import Theatre
    from hardware.simulated.scene.table import Scene
    from vision.frame import Frame

_ANCHORS: Final = (13, 18, 19, 24)
"""The outer columns of both halves, from the left."""


def show_scene(bench: Bench, theatre: Theatre, _frame: Frame) -> None:
    """Show at a bench what was filmed."""
    bench.show(shown_scene(theatre.filmed, theatre.seats))


def shown_scene(scene: Scene, seats: tuple[Seat, Seat]) -> dict[str, Any]:
    """Return a scene as JSON has it.

    `board` has 26 counts of each player from his own side; `dice` player, value, whether it lies flat; `cube` its face
    and "one", "two", "middle" or "offered"; `leds` places in shares of the board's outside, from the left and from the
    top, and colours; `columns` where the outer points of both halves are, from the left.
    """
    lying, size = census(scene), scene.size
    counts = [[lying[seat.place(point), seat.shade] for point in range(OFF, BAR + 1)] for seat in seats]
    dice = [[next(int(one.player) for one in seats if one.shade == die.shade), die.value, lie_of(die) == "flat"]
            for die in scene.dice]  # fmt: skip
    return {
        "board": counts,
        "dice": dice,
        "cube": _cube(scene),
        "hands": len(scene.hands),
        "columns": [round(0.5 + column_x(size, column) / size.outer_width, 3) for column in _ANCHORS],
        "leds": [
            [round(0.5 + led.x / size.outer_width, 3), round(0.5 - led.y / size.outer_height, 3), list(led.colour)]
            for led in scene.leds
        ],
    }


def _cube(scene: Scene) -> list[Any] | None:
    """Return the face of the cube and where it is."""
    cube = scene.cube
    if cube is None:
        return None
    if abs(cube.x) < 0.4 * scene.size.width:
        return [cube.value, "offered"]
    end = "middle" if abs(cube.y) < 0.2 * scene.size.height else "one" if cube.y < 0 else "two"
    return [cube.value, end]
