"""What moves is blurred along its way, and what rests is not; the mean of pictures is the picture of the mean."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.drift import Drift
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.optics.sensor import Sensor
from hardware.simulated.optics.smear import Layer, SmearPath, lay_moving, layer_of, smeared
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.motion import ENTERING, LONGEST, Earlier, die_on_its_way, hand_travel, rolling
from hardware.simulated.scene.table import Die, Hand, with_hand

if TYPE_CHECKING:
    from hardware.simulated.looks.materials import U8
    from hardware.simulated.optics.pinhole import Pinhole
    from hardware.simulated.scene.table import Scene

BEAT = 0.1
QUIET = Sensor(noise=0.0, colour_noise=0.0)
HAND = Hand(-40.0, -20.0, height=30.0, pose="pinch", holding="dark")


@pytest.fixture(scope="module")
def pinhole() -> Pinhole:
    return looking_at(BoardSize(), View(width=320, height=180))


def bar(x: int) -> U8:
    image = np.zeros((40, 120, 3), dtype=np.uint8)
    image[:, x : x + 10] = 200
    return image


def test_a_hand_moves_as_far_as_it_has_come(table: Scene) -> None:
    before = with_hand(table, replace(HAND, x=HAND.x - 50.0, y=HAND.y + 20.0))
    travel = hand_travel(HAND, 0, Earlier(before, BEAT))
    assert (travel.x, travel.y, travel.z) == pytest.approx((500.0, -200.0, 0.0))


def test_a_hand_that_was_not_there_has_come_in_along_its_arm(table: Scene) -> None:
    travel = hand_travel(replace(HAND, side="top"), 0, Earlier(table, BEAT))
    assert travel.y == pytest.approx(-ENTERING)
    assert travel.x == pytest.approx(0.0, abs=1e-6)


def test_of_what_was_long_ago_nothing_is_known(table: Scene) -> None:
    earlier = Earlier(with_hand(table, replace(HAND, x=200.0)), LONGEST + 0.1)
    assert hand_travel(HAND, 0, earlier).x == 0.0
    assert rolling(replace(table, dice=tuple(replace(d, x=d.x + 9) for d in table.dice)), earlier) == ()


def test_a_die_on_its_way_has_turned_once_over_four_of_its_sides(table: Scene) -> None:
    side = table.size.die_side
    now = Die("light", 6, 100.0, 0.0)
    before = replace(now, x=100.0 - 4 * side)
    arrived = die_on_its_way(table.size, before, now, 0.0)
    assert (arrived.x, arrived.tilt) == (now.x, now.tilt)
    there = die_on_its_way(table.size, before, now, 0.25)
    assert there.x == pytest.approx(100.0 - side)
    assert there.tilt == pytest.approx(90.0)


def test_smearing_is_the_mean_of_the_images_on_the_way() -> None:
    mean = np.mean([bar(60 - n).astype(float) for n in range(32)], axis=0)
    drawn = smeared(bar(60), 32.0, 0.0).astype(float)
    assert float(np.abs(drawn - mean).max()) < 8.0
    assert drawn.sum() == pytest.approx(mean.sum(), rel=0.02)


def test_what_does_not_move_is_not_smeared() -> None:
    assert np.array_equal(smeared(bar(60), 0.0, 0.0), bar(60))


def test_a_layer_does_to_any_picture_what_was_done_to_black_and_white() -> None:
    def lay(picture: U8) -> None:
        picture[10:20, 30:50] //= 2
        picture[12:18, 35:45] = (9, 90, 200)

    layer = layer_of(lay, 120, 40)
    picture, expected = bar(28), bar(28)
    lay(expected)
    lay_moving(picture, layer, SmearPath(0.0, 0.0, 0.02, 0.0))
    assert int(np.abs(picture.astype(int) - expected.astype(int)).max()) <= 2


def test_a_rolling_shutter_sees_upper_rows_where_they_were_before() -> None:
    black: U8 = np.zeros((40, 120, 3), dtype=np.uint8)
    layer = Layer(np.full_like(black, 255), bar(80))
    picture = black.copy()
    lay_moving(picture, layer, SmearPath(1000.0, 0.0, 0.0, 0.04))
    left = [int(np.argmax(picture[row, :, 0] > 100)) for row in (1, 20, 39)]
    assert left[2] == pytest.approx(80, abs=2)
    assert left[1] == pytest.approx(60, abs=2)
    assert left[0] == pytest.approx(41, abs=2)


def test_a_moving_hand_is_blurred_and_a_resting_one_is_not(pinhole: Pinhole, table: Scene) -> None:
    swift = Renderer(pinhole, replace(QUIET, exposure_time=0.02))
    now = with_hand(table, HAND)
    sharp = swift.draw(now, random.Random(1)).copy()
    rested = swift.draw(now, random.Random(1), earlier=Earlier(now, BEAT)).copy()
    moved = with_hand(table, replace(HAND, x=HAND.x - 150.0))
    blurred = swift.draw(now, random.Random(1), earlier=Earlier(moved, BEAT)).copy()
    assert np.array_equal(sharp, rested)
    assert int((np.abs(sharp.astype(int) - blurred.astype(int)).max(axis=2) > 20).sum()) > 250
    assert np.array_equal(swift.draw(now, random.Random(1)), sharp)


def test_a_moving_die_is_blurred_where_it_was_and_leaves_no_trace(pinhole: Pinhole, table: Scene) -> None:
    swift = Renderer(pinhole, replace(QUIET, exposure_time=0.05))
    bare = swift.draw(replace(table, dice=()), random.Random(1)).astype(int)
    sharp = swift.draw(table, random.Random(1)).copy()
    before = replace(table, dice=tuple(replace(d, x=d.x - 60.0) for d in table.dice))
    blurred = swift.draw(table, random.Random(1), earlier=Earlier(before, BEAT)).copy()
    seen, smear = (np.abs(picture.astype(int) - bare).max(axis=2) for picture in (sharp, blurred))
    assert int((smear > 12).sum()) > 1.5 * int((seen > 12).sum())
    assert int(smear.max()) < int(seen.max())
    assert np.array_equal(swift.draw(table, random.Random(1)), sharp)


def test_a_sensor_without_times_sees_no_motion(pinhole: Pinhole, table: Scene) -> None:
    plain = Renderer(pinhole, QUIET)
    now = with_hand(table, HAND)
    moved = with_hand(table, replace(HAND, x=HAND.x - 150.0))
    assert np.array_equal(
        plain.draw(now, random.Random(1)).copy(), plain.draw(now, random.Random(1), earlier=Earlier(moved, BEAT))
    )


def test_settings_swing_within_their_bounds_and_come_from_the_seed() -> None:
    drift = Drift(exposure=0.5, white=0.5, period=20.0, seed=3)
    gains = [drift.at(0.5 * n) for n in range(200)]
    greens = [gain[1] for gain in gains if gain is not None]
    assert max(greens) <= 2 ** (0.5 / 2.2) + 1e-9
    assert min(greens) >= 2 ** (-0.5 / 2.2) - 1e-9
    assert max(greens) - min(greens) > 0.15
    assert gains == [drift.at(0.5 * n) for n in range(200)]
    assert gains != [replace(drift, seed=4).at(0.5 * n) for n in range(200)]
    assert Drift().at(3.0) is None


def test_a_drifting_camera_changes_the_picture_slowly(pinhole: Pinhole, table: Scene) -> None:
    camera = Renderer(pinhole, replace(QUIET, drift=Drift(exposure=0.6, period=20.0)))
    levels = [float(camera.draw(table, random.Random(1), time=t).mean()) for t in (0.0, 0.1, 2.0, 4.0, 6.0, 8.0)]
    assert abs(levels[1] - levels[0]) < 2.0
    assert max(levels) - min(levels) > 5.0
