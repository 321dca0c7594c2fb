"""Draw one picture of the simulated table into a file: `python -m hardware.simulated.still OUT.png`."""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from hardware.simulated.conditions import CAMERAS, HABITS, LIGHTS, USUAL
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.looks.named import ALL_LOOKS
from hardware.simulated.optics.pinhole import looking_at
from hardware.simulated.scene.board import BoardSize, Shade
from hardware.simulated.scene.checkers import Arrangement, arrange, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Habit, Hand, Scene, with_hand, with_light
from hardware.simulated.stickers import lay_stickers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import Image


def random_arrangement(rng: random.Random) -> Arrangement:
    """Return fifteen checkers a shade strewn over points, bar and trays; no rule is asked whether play leads there."""
    columns: list[tuple[Shade | None, int]] = [(None, 0)] * 24
    aside = {"dark": [0, 0], "light": [0, 0]}
    shades: tuple[Shade, ...] = ("dark", "light")
    for shade in shades:
        left = 15
        for pile in range(2):
            if rng.random() < 0.3:
                aside[shade][pile] = rng.randint(1, 3)
                left -= aside[shade][pile]
        while left:
            free = [i for i, (owner, _) in enumerate(columns) if owner in (None, shade)]
            column = rng.choice(free)
            count = min(left, rng.choice((1, 1, 2, 2, 2, 3, 3, 4, 5, 6)), 15 - columns[column][1])
            columns[column] = (shade, columns[column][1] + count)
            left -= count
    return Arrangement(tuple(columns), aside["dark"][0], aside["light"][0], aside["dark"][1], aside["light"][1])


def a_scene(  # noqa: PLR0913 - a table has a look, a size, a habit and what lies on it
    look: str,
    rng: random.Random,
    *,
    strewn: bool,
    hand: bool,
    habit: Habit | None = None,
    size: BoardSize | None = None,
) -> Scene:
    """Return a table with dice thrown, at the start of a game or with the checkers strewn about."""
    size = size or BoardSize()
    table = Scene(size, look, habit=habit or Habit())
    scene = arrange(table, random_arrangement(rng), rng) if strewn else start(size, look, rng, habit=habit)
    throw = Throw((rng.randint(1, 6), rng.randint(1, 6)), rng.choice(("left", "right")), rng.choice(("dark", "light")))
    scene = throw_dice(scene, throw, rng)
    if hand:
        scene = with_hand(scene, Hand(x=rng.uniform(-220, 220), y=rng.uniform(-160, 120), lean=rng.uniform(-25, 25)))
    return scene


def tell_begun(out: Path) -> None:
    """Say to whoever sits before a terminal that a picture is drawn, which takes seconds."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{out} is drawn\n")


def write_picture(out: Path, picture: Image, quality: int | None = None) -> int:
    """Write a picture, make the folder for it, and say where it is, or that it could not be written.

    Args:
        out: the file, whose ending says the format.
        picture: shape (h, w, 3), uint8, blue-green-red.
        quality: of a JPEG, 0 to 100; None for any other format, or what OpenCV takes.

    Returns:
        The exit status: 0 when it has been written, 1 when it could not be.
    """
    options = [] if quality is None else [cv2.IMWRITE_JPEG_QUALITY, quality]
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(out), picture, options)
    except (OSError, cv2.error):  # no folder can be made, or an ending that OpenCV cannot write
        written = False
    if not written:
        sys.stderr.write(f"{out} could not be written\n")
        return 1
    sys.stdout.write(f"{out}\n")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: the command line without the program's name; `None` for that of the process.

    Returns:
        The exit status: 0 when the picture has been written, 1 when it could not be.
    """
    parser = argparse.ArgumentParser(prog="python -m hardware.simulated.still", description=__doc__)
    parser.add_argument("out", type=Path, help="the picture to write (.png or .jpg)")
    parser.add_argument("--seed", type=int, default=0, help="chooses checkers' places, dice and noise (default 0)")
    parser.add_argument("--look", choices=sorted(ALL_LOOKS), default="club", help="the board's look (default club)")
    parser.add_argument("--position", choices=("start", "random"), default="start", help="where the checkers lie")
    parser.add_argument("--light", choices=sorted(LIGHTS), default=USUAL, help="what shines on it (default usual)")
    parser.add_argument("--camera", choices=sorted(CAMERAS), default=USUAL, help="what films it (default usual)")
    parser.add_argument("--habit", choices=sorted(HABITS), default=USUAL, help="how checkers lie (default usual)")
    parser.add_argument("--elevation", type=float, help="the camera's height as an angle, degrees, instead of its own")
    parser.add_argument("--cleared", action="store_true", help="without dice, as boards are calibrated")
    parser.add_argument("--hand", action="store_true", help="with a hand over the board")
    parser.add_argument("--stickers", action="store_true", help="with printed stickers at the corners of the frame")
    chosen = parser.parse_args(arguments)
    tell_begun(chosen.out)
    rng = random.Random(chosen.seed)
    scene = a_scene(
        chosen.look, rng, strewn=chosen.position == "random", hand=chosen.hand, habit=HABITS[chosen.habit].habit
    )
    scene = with_light(replace(scene, dice=() if chosen.cleared else scene.dice), LIGHTS[chosen.light].light)
    camera = CAMERAS[chosen.camera]
    view = camera.view if chosen.elevation is None else replace(camera.view, elevation=chosen.elevation)
    renderer = Renderer(looking_at(scene.size, view), camera.sensor)
    picture = renderer.draw(scene, rng)
    if chosen.stickers:
        picture = lay_stickers(picture, scene.size, renderer.pinhole, rng)
    return write_picture(chosen.out, picture)


if __name__ == "__main__":
    sys.exit(main())
