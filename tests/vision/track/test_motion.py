"""Motion, settling and hands, on drawn pictures and on the simulated table."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import arrange, start
from hardware.simulated.scene.dice import Throw, throw_dice
from hardware.simulated.scene.table import Hand, Light, with_hand, with_leds, with_light
from hardware.simulated.still import random_arrangement
from hardware.simulated.strip.glow import glow
from vision.frame import Frame, Image
from vision.geometry.board import BoardGeometry, column_centre, parse_corners, place_outline, to_picture
from vision.reading import PLACES
from vision.track.motion import SETTLE_TIME, Motion, MotionGate, Movement, moves_since, pass_frame, start_motion_gate

STEP = 0.1


def geometry_of(corners: list[tuple[float, float]]) -> BoardGeometry:
    columns = tuple(column_centre(0.46, 0.54, column) for column in range(12)) * 2
    return BoardGeometry(parse_corners(corners), 0.82, 0.46, 0.54, 0.07, columns, (0.035, 0.035), 0.071)


PLAIN = geometry_of([(300, 100), (1000, 100), (1000, 650), (300, 650)])


def noisy(seed: int, square: tuple[int, int, int] | None = None) -> Image:
    rng = np.random.default_rng(seed)
    image = np.clip(rng.normal(90, 5, (720, 1280, 3)), 0, 255)
    if square is not None:
        x, y, size = square
        image[y : y + size, x : x + size] = 220
    return image.astype(np.uint8)


def film(state: MotionGate, images: list[Image], begin: float) -> tuple[MotionGate, list[Movement]]:
    seen = []
    for number, image in enumerate(images):
        state, observation = pass_frame(state, Frame(image, begin + STEP * number, number))
        seen.append(observation)
    return state, seen


def test_noise_alone_settles_and_is_told_once() -> None:
    _, seen = film(start_motion_gate(PLAIN, 1280, 720), [noisy(i) for i in range(10)], 0.0)
    assert seen[0].motion is Motion.MOVING
    assert [o.motion for o in seen[1:3]] == [Motion.STILL, Motion.STILL]
    assert all(o.motion is Motion.SETTLED for o in seen[4:])
    assert sum(o.fresh for o in seen) == 1
    assert seen[round(SETTLE_TIME / STEP + 0.5)].fresh


def test_a_picture_upright_settles_under_the_noise_under_which_it_settles_lying() -> None:
    rng = np.random.default_rng(1)
    noise = [np.clip(rng.normal(90, 8, (720, 1280, 3)), 0, 255).astype(np.uint8) for _ in range(10)]
    upright = geometry_of([(100, 300), (650, 300), (650, 1000), (100, 1000)])
    for geometry, images in (PLAIN, noise), (upright, [np.ascontiguousarray(np.rot90(one)) for one in noise]):
        height, width = images[0].shape[:2]
        _, seen = film(start_motion_gate(geometry, width, height), images, 0.0)
        assert [one.motion for one in seen[4:]] == [Motion.SETTLED] * 6


def test_a_die_that_comes_to_lie_elsewhere_is_motion_and_a_fresh_picture_after_it() -> None:
    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [noisy(i) for i in range(8)], 0.0)
    _, seen = film(state, [noisy(20 + i, (600, 300, 18)) for i in range(8)], 0.8)
    assert seen[0].motion is Motion.MOVING
    assert seen[0].arm is None
    assert sum(o.fresh for o in seen) == 1


def test_slow_motion_adds_up_until_it_is_seen() -> None:
    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [noisy(3, (600, 300, 40))] * 8, 0.0)
    _, seen = film(state, [noisy(3, (600 + i, 300, 40)) for i in range(24)], 0.8)
    assert any(o.motion is Motion.MOVING for o in seen)


def places_under(movement: Movement) -> set[str]:
    assert movement.arm is not None
    scale = movement.arm.shape[1] / 1280
    outlines = {place: to_picture(PLAIN.corners, place_outline(PLAIN, place)) * scale for place in PLACES}
    found = set()
    for place, outline in outlines.items():
        inside = cv2.fillPoly(np.zeros(movement.arm.shape, dtype=np.uint8), [outline.astype(np.int32)], 1) > 0
        if movement.arm[inside].mean() > 0.12:
            found.add(place)
    return found


def test_under_a_lamp_of_another_colour_an_arm_is_where_it_is_and_no_farther() -> None:
    warm = np.array([0.8, 1.1, 1.35])
    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [noisy(i) for i in range(8)], 0.0)
    reaching = noisy(30)
    reaching[400:, 320:420] = (60, 40, 20)
    _, seen = film(state, [(reaching * warm).astype(np.uint8)] * 6, 0.8)
    assert seen[-1].arm is not None
    assert {"B1", "B2"} <= places_under(seen[-1]) <= {"B1", "B2", "B3"}


def test_checkers_that_leave_a_board_half_dark_and_half_pale_are_no_change_of_light() -> None:
    def half_and_half(seed: int, *, moved: bool) -> Image:
        image = np.clip(np.random.default_rng(seed).normal(200, 3, (720, 1280, 3)), 0, 255)
        image[:, :653] -= 140
        if moved:  # the dark side was the larger one by less than this
            image[300:480, 500:653] += 140
        return image.astype(np.uint8)

    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [half_and_half(i, moved=False) for i in range(8)], 0.0)
    _, seen = film(state, [half_and_half(20 + i, moved=True) for i in range(8)], 0.8)
    assert all(o.arm is None for o in seen)
    assert sum(o.fresh for o in seen) == 1


def test_what_is_joined_to_the_border_reaches_over_the_board() -> None:
    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [noisy(i) for i in range(8)], 0.0)
    reaching = noisy(30)
    reaching[400:, 320:420] = (150, 170, 210)
    state, seen = film(state, [reaching] * 8, 0.8)
    assert all(o.arm is not None for o in seen)
    assert not any(o.fresh for o in seen)
    under = places_under(seen[-1])
    assert {"B1", "B2"} <= under
    assert "T1" not in under
    _, seen = film(state, [noisy(40 + i) for i in range(8)], 1.6)
    assert seen[-1].arm is None


def test_a_frame_in_which_nothing_moves_takes_two_milliseconds_at_most() -> None:
    state, _ = film(start_motion_gate(PLAIN, 1280, 720), [noisy(1)] * 8, 0.0)
    frame = Frame(noisy(2), 2.0, 9)
    spent = []
    for _ in range(60):
        began = time.perf_counter()
        pass_frame(state, frame)
        spent.append(time.perf_counter() - began)
    assert min(spent) < 0.002


@pytest.mark.films
@pytest.mark.parametrize(
    "look",
    ["club", pytest.param("tournament", marks=pytest.mark.figures), pytest.param("cork", marks=pytest.mark.figures)],
)
def test_hands_over_the_simulated_table_are_seen_and_gone_when_they_are_gone(look: str) -> None:
    rng = random.Random(look)
    size = BoardSize()
    renderer = Renderer(looking_at(size, View(elevation=68)))
    corners = renderer.pinhole.project(surface_corners(size))
    geometry = geometry_of([(float(x), float(y)) for x, y in corners])
    scene = start(size, look, rng)
    state, seen = film(start_motion_gate(geometry, 1280, 720), [renderer.draw(scene, rng) for _ in range(6)], 0.0)
    now = 1.0
    assert seen[-1].motion is Motion.SETTLED
    for side in ("bottom", "top", "left", "right"):
        hand = Hand(x=rng.uniform(-200, 200), y=rng.uniform(-150, 150), side=side, lean=rng.uniform(-15, 15))
        state, seen = film(state, [renderer.draw(with_hand(scene, hand), rng) for _ in range(5)], now)
        assert seen[-1].arm is not None, f"{look}: no hand seen from the {side}"
        state, seen = film(state, [renderer.draw(scene, rng) for _ in range(5)], now + 0.5)
        assert seen[-1].arm is None
        assert sum(o.fresh for o in seen) == 1
        now += 1.0


@pytest.mark.films
def test_thrown_dice_and_dimming_light_are_no_hands() -> None:
    rng = random.Random(3)
    size = BoardSize()
    renderer = Renderer(looking_at(size, View(elevation=68)))
    corners = renderer.pinhole.project(surface_corners(size))
    geometry = geometry_of([(float(x), float(y)) for x, y in corners])
    scene = start(size, "walnut", rng)
    state, _ = film(start_motion_gate(geometry, 1280, 720), [renderer.draw(scene, rng) for _ in range(6)], 0.0)
    now = 1.0
    for round_number in range(6):
        thrown = throw_dice(scene, Throw((rng.randint(1, 6), rng.randint(1, 6)), "right"), rng)
        lit = with_light(thrown, Light(brightness=1.0 - 0.02 * round_number))
        state, seen = film(state, [renderer.draw(lit, rng) for _ in range(5)], now)
        assert all(o.arm is None for o in seen)
        assert seen[-1].motion is Motion.SETTLED
        now += 0.5


@pytest.mark.films
def test_checkers_borne_off_are_no_hands() -> None:
    rng = random.Random(5)
    size = BoardSize()
    renderer = Renderer(looking_at(size, View()))
    corners = renderer.pinhole.project(surface_corners(size))
    geometry = geometry_of([(float(x), float(y)) for x, y in corners])
    scene = start(size, "walnut", rng)
    state, _ = film(start_motion_gate(geometry, 1280, 720), [renderer.draw(scene, rng) for _ in range(5)], 0.0)
    for number in range(1, 9):
        scene = arrange(scene, random_arrangement(rng), rng)
        state, seen = film(state, [renderer.draw(scene, rng) for _ in range(5)], float(number))
        assert seen[-1].arm is None
        reaching = with_hand(scene, Hand(rng.uniform(-200, 200), 0.0, side=rng.choice(["bottom", "top"])))
        state, seen = film(state, [renderer.draw(reaching, rng) for _ in range(4)], number + 0.5)
        assert seen[-1].arm is not None


@pytest.mark.films
@pytest.mark.parametrize("look", ["walnut", "drawn-10027"])
def test_a_picture_settles_while_lamps_on_the_frame_blink_and_breathe(look: str) -> None:
    rng = random.Random(look)
    size = BoardSize()
    renderer = Renderer(looking_at(size, View()))
    corners = renderer.pinhole.project(surface_corners(size))
    geometry = geometry_of([(float(x), float(y)) for x, y in corners])
    scene = start(size, look, rng)
    state, _ = film(start_motion_gate(geometry, 1280, 720), [renderer.draw(scene, rng) for _ in range(5)], 0.0)
    lifted = replace(scene, checkers=scene.checkers[:-1])
    blinking = []
    for number in range(10):
        colours = [(0, 0, 0)] * 34
        for lamp in (2, 3, 12, 25, 28, 30):
            colours[lamp] = (64, 64, 0) if number % 2 else (16 * (number // 2), 0, 0)
        blinking.append(renderer.draw(with_leds(lifted, glow(size, tuple(colours))), rng))
    _, seen = film(state, blinking, 1.0)
    assert seen[0].motion is Motion.MOVING
    assert all(o.motion is Motion.SETTLED for o in seen[4:])


@pytest.mark.films
def test_since_a_still_picture_nothing_moves_but_what_the_watch_calls_motion_too() -> None:
    table = start(BoardSize(), "club", random.Random(1))
    renderer = Renderer(looking_at(BoardSize(), View()))
    corners = parse_corners([(float(x), float(y)) for x, y in renderer.pinhole.project(surface_corners(BoardSize()))])
    geometry = replace(PLAIN, corners=corners)
    lit = with_leds(
        table, glow(BoardSize(), tuple((64, 64, 0) if lamp in {2, 12, 28} else (0, 0, 0) for lamp in range(34)))
    )
    later = [
        table,
        lit,
        with_hand(table, Hand(60.0, 40.0)),
        throw_dice(table, Throw((6, 2), "right"), random.Random(3)),
    ]
    still = renderer.draw(table, random.Random(1))
    state, _ = film(start_motion_gate(geometry, still.shape[1], still.shape[0]), [still, still], 0.0)
    pictures = [renderer.draw(scene, random.Random(2)) for scene in later]
    moving = [pass_frame(state, Frame(picture, 0.3, 3))[1].motion is Motion.MOVING for picture in pictures]
    assert [moves_since(state, picture) for picture in pictures] == moving == [False, False, True, True]
