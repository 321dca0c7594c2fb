"""A simulated scene is shown as it lies: counts, dice, cube, hands and lights."""

from __future__ import annotations

import random
from dataclasses import replace

from controller.rules import START
from controller.table.pages.scene import shown_scene
from controller.table.unseen.perfect_reading import SEATS
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Cube, Hand, Led, Seats, turn_cube, with_hand, with_leds


def test_what_lies_on_the_table_is_shown() -> None:
    size = BoardSize()
    scene = start(size, "club", random.Random(1), Seats(light="top", off="right"))
    shown = shown_scene(turn_cube(scene, 64, "middle"), SEATS)
    assert shown["board"] == [[*START.mine], [*START.theirs]]
    assert (shown["dice"], shown["cube"], shown["hands"], shown["leds"]) == ([], [64, "middle"], 0, [])

    scene = throw_dice(scene, Throw((3, 5), "right", "dark", ("flat", "cocked")), random.Random(1))
    scene = with_leds(with_hand(scene, Hand(0.0, 0.0)), (Led(-size.outer_width / 2, size.outer_height / 2, (1, 2, 3)),))
    shown = shown_scene(turn_cube(scene, 4, "top"), SEATS)
    assert shown["dice"] == [[0, 3, True], [0, 5, False]]
    assert (shown["cube"], shown["hands"], shown["leds"]) == ([4, "two"], 1, [[0.0, 0.0, [1, 2, 3]]])
    assert shown_scene(replace(scene, cube=Cube(2, 60.0, 0.0)), SEATS)["cube"] == [2, "offered"]
    assert shown_scene(turn_cube(scene, 2, "bottom"), SEATS)["cube"] == [2, "one"]
    assert shown_scene(replace(scene, cube=None), SEATS)["cube"] is None
