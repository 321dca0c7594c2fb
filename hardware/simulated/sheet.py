"""Draw all looks, lights and so on, on one sheet: `python -m hardware.simulated.sheet OUT.jpg --of looks`."""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from hardware.simulated.conditions import (
    CAMERAS,
    CONSTRUCTIONS,
    HABITS,
    LIGHTS,
    board_built,
    camera_named,
    habit_named,
    light_named,
)
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import ALL_LOOKS
from hardware.simulated.optics.pinhole import looking_at
from hardware.simulated.scene.motion import Earlier
from hardware.simulated.scene.table import Hand, turn_cube, with_hand, with_light
from hardware.simulated.still import a_scene, tell_begun, write_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.simulated.looks.materials import U8

KINDS: Final = {
    "looks": ALL_LOOKS,
    "constructions": CONSTRUCTIONS,
    "lights": LIGHTS,
    "cameras": CAMERAS,
    "habits": HABITS,
}
"""What a sheet may show."""


def cell(kind: str, name: str, width: int) -> U8:
    """Return one picture of a sheet: one thing named, all else as usual; a camera sees a hand and dice on their way.

    Args:
        kind: one of `KINDS`.
        name: which of them.
        width: of the picture, pixels; it is drawn twice as large.
    """
    board = "walnut" if kind == "lights" else "club"  # wood mirrors a lamp, felt does not
    named = {"looks": board, **dict.fromkeys(("constructions", "lights", "cameras", "habits"), "usual"), kind: name}
    camera, rng = camera_named(named["cameras"]), random.Random(5)
    size, habit = board_built(named["constructions"]), habit_named(named["habits"])
    scene = a_scene(named["looks"], rng, strewn=True, hand=False, habit=habit, size=size)
    scene = turn_cube(scene, 4, "middle") if kind == "constructions" else scene
    scene = with_light(scene, light_named(named["lights"]))
    earlier = None
    if kind == "cameras":
        before = replace(scene, dice=tuple(replace(die, x=die.x - 90.0) for die in scene.dice))
        earlier = Earlier(with_hand(before, Hand(-190.0, -40.0, height=30.0, pose="pinch", holding="dark")), 0.1)
        scene = with_hand(scene, Hand(-60.0, -20.0, height=30.0, pose="pinch", holding="dark"))
    view = replace(camera.view, width=2 * width, height=width * 9 // 8)
    picture = Renderer(looking_at(scene.size, view), camera.sensor).draw(scene, rng, earlier=earlier, time=5.0)
    small = cv2.resize(picture, (width, width * 9 // 16), interpolation=cv2.INTER_AREA)
    for ink, thick in ((20, 3), (245, 1)):
        cv2.putText(small, name, (6, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (ink, ink, ink), thick, cv2.LINE_AA)
    return np.asarray(small, dtype=np.uint8)


def sheet(kind: str, width: int, columns: int) -> U8:
    """Return all of a kind on one sheet, `columns` beside each other, each so many pixels wide."""
    cells = [cell(kind, name, width) for name in KINDS[kind]]
    cells += [np.full_like(cells[0], 40)] * (-len(cells) % columns)
    rows = [np.hstack(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: the command line without the program's name; `None` for that of the process.

    Returns:
        The exit status: 0 when the sheet has been written, 1 when it could not be.
    """
    parser = argparse.ArgumentParser(prog="python -m hardware.simulated.sheet", description=__doc__)
    parser.add_argument("out", type=Path, help="the picture to write (.png or .jpg)")
    parser.add_argument("--of", choices=sorted(KINDS), default="looks", help="what it shows (default looks)")
    parser.add_argument("--width", type=int, default=320, help="of each picture, pixels (default 320)")
    parser.add_argument("--columns", type=int, default=4, help="pictures beside each other (default 4)")
    chosen = parser.parse_args(arguments)
    tell_begun(chosen.out)
    return write_picture(
        chosen.out, sheet(chosen.of, chosen.width, chosen.columns), 80 if chosen.out.suffix == ".jpg" else None
    )


if __name__ == "__main__":
    sys.exit(main())
