"""Dice and cube from one settled picture to the next, before a simulated camera."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
import pytest

from controller.referee.evidence.likelihood import start_contents
from controller.referee.layout import Layout
from controller.referee.state import Setup
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import lift_checker, put_checker, start
from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from hardware.simulated.scene.table import Hand, Led, Scene, Seats, turn_cube, with_hand, with_leds
from hardware.simulated.strip.glow import glow
from vision.calibrate.calibration import calibrate
from vision.detect.read import read_and_remember
from vision.dice.cube import find_cube
from vision.dice.resting import WEIGHTS
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.locate.occlusion import is_hand_over
from vision.reading import PLACES, Shade
from vision.track.dice_tracker import DiceTrack, Touch, lifted, with_what_stays
from vision.track.dice_vote import MOST_FRAMES
from vision.track.expected import Awaited, CubeSearch, Expected
from vision.track.spots import End
from vision.track.tracker import PART_OF_THE_TABLE, Tracker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.calibrate.calibration import Calibration
    from vision.dice.proposals import Proposal
    from vision.frame import Image
    from vision.reading import CubeReading, Reading

SIZE = BoardSize()
RENDERER = Renderer(looking_at(SIZE, View()))

pytestmark = pytest.mark.films
STEP = 0.1
SETTING_UP = Expected(awaited=Awaited.NOTHING, pushed=0.03, cocked=150, cube=CubeSearch.ANY)


@pytest.fixture(scope="module")
def learned() -> Calibration:
    rng = random.Random(1)
    scene = start(SIZE, "club", rng, Seats(light="top", off="right"))
    corners = parse_corners([(float(x), float(y)) for x, y in RENDERER.pinhole.project(surface_corners(SIZE))])
    contents = start_contents(Setup(("Anna", "Boris"), Layout(shade_one=Shade.DARK)))
    return calibrate(Frame(RENDERER.draw(scene, rng), 0.0, 0), corners, contents)


class Table:
    """A tracker before a camera, with what is expected and what was read."""

    def __init__(self, calibration: Calibration) -> None:
        """Begin before the start position."""
        self.tracker = Tracker(calibration)
        self.rng = random.Random(7)
        self.scene = start(SIZE, "club", self.rng, Seats(light="top", off="right"))
        self.time = 0.0
        self.expected = SETTING_UP
        self.touches: list[Touch] = []

    @property
    def reading(self) -> Reading:
        """What was read last."""
        assert self.tracker.reading is not None
        return self.tracker.reading

    @property
    def values(self) -> list[int]:
        """The dice that were read last."""
        return sorted(die.value for die in self.reading.dice)

    def draw(self, scene: Scene) -> Frame:
        """Return the next picture of a scene."""
        self.time += STEP
        return Frame(RENDERER.draw(scene, self.rng), self.time, 0)

    def show(self, scene: Scene, frames: int = 6) -> list[Reading]:
        """Film a scene for some frames, and return what was read."""
        observed = [self.tracker.see(self.draw(scene), self.expected) for _ in range(frames)]
        self.touches += [one.lifted for one in observed if one.lifted is not None]
        return [one.reading for one in observed if one.reading is not None]

    def begin(self) -> None:
        """Throw 6-3, which is played from now on."""
        self.show(self.scene)
        opened = throw_dice(self.scene, Throw((6,), "right", "dark"), self.rng)
        self.scene = throw_dice(opened, Throw((3,), "left", "light"), self.rng)
        self.expected = replace(SETTING_UP, awaited=Awaited.THROW, since=self.reading.time)
        self.show(self.scene)
        assert self.values == [3, 6]
        self.expected = replace(
            SETTING_UP,
            awaited=Awaited.PLAY,
            dice=self.reading.dice,
            cube=CubeSearch.MOVED,
            since=self.reading.time,
        )


def playing(learned: Calibration) -> Table:
    """Return a table at which 6-3 is to be played."""
    table = Table(learned)
    table.begin()
    return table


@pytest.mark.parametrize(("side", "end"), [("bottom", End.BOTTOM), ("top", End.TOP)])
def test_dice_that_are_gone_after_an_arm_was_over_them_were_lifted_then_from_its_end(
    learned: Calibration, side: str, end: End
) -> None:
    table = playing(learned)
    for die in table.scene.dice:
        table.show(with_hand(table.scene, Hand(die.x, die.y, side="bottom" if side == "bottom" else "top")), 2)
    reached = table.time
    table.show(lift_dice(table.scene))
    assert table.touches == [Touch(pytest.approx(reached), end)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("flat", "count", "told"), [(-500, 1, True), (300, 1, False), (-500, 2, False), (-100, 1, False)]
)
def test_what_is_taken_for_a_leaning_die_where_the_dice_were_lifted_is_no_pushed_one(
    learned: Calibration,
    flat: int,
    count: int,
    told: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    table = playing(learned)
    reading = table.reading
    faces = (0, *[-700] * 5)
    away = tuple(replace(die, y=0.97, scores=faces, flat=flat) for die in reading.dice[:count])
    touched = DiceTrack(None, reading, Touch(table.time, End.BOTTOM))
    said = lifted(touched, replace(reading, dice=away), table.expected)
    assert (said is not None) is told


@pytest.mark.parametrize(("seen_before", "told"), [(True, True), (False, False)])
def test_dice_thrown_too_early_that_show_what_the_lifted_ones_did_are_not_taken_for_them_pushed_aside(
    learned: Calibration,
    seen_before: bool,  # noqa: FBT001 - a parameter of the test
    told: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    table = playing(learned)
    reading = table.reading
    early = tuple(replace(die, x=(die.x + 0.13) % 1, y=1 - die.y) for die in reading.dice)
    before = replace(reading, dice=(*reading.dice, *early)) if seen_before else reading
    touched = DiceTrack(None, before, Touch(table.time, End.BOTTOM))
    said = lifted(touched, replace(reading, dice=early), table.expected)
    assert (said is not None) is told


def test_a_die_of_the_roll_that_is_not_made_out_though_its_spot_looks_the_same_still_lies_there(
    learned: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = playing(learned)
    monkeypatch.setattr("vision.dice.search.classify_places", lambda *_, **_more: [])
    table.show(with_hand(table.scene, Hand(0.0, -150.0)), 2)
    assert table.show(table.scene)
    assert table.values == [3, 6]
    assert table.touches == []


def test_a_die_that_is_not_made_out_is_gone_if_the_other_one_is(learned: Calibration) -> None:
    table = playing(learned)
    lying = table.tracker._track
    seen = replace(table.reading, dice=())
    left = {"both": table.scene, "one": replace(table.scene, dice=table.scene.dice[1:]), "none": lift_dice(table.scene)}
    kept = {
        which: with_what_stays(lying, table.draw(scene), seen, table.expected, learned.geometry)
        for which, scene in left.items()
    }
    assert {which: sorted(die.value for die in reading.dice) for which, reading in kept.items()} == {
        "both": [3, 6],
        "one": [],
        "none": [],
    }


def test_the_cube_is_read_where_it_lies_and_looked_for_only_when_it_has_moved(
    learned: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(learned)
    looked: list[str] = []

    def counted(image: Image, places: Sequence[Proposal], coarsely: Sequence[Proposal]) -> CubeReading | None:
        looked.append("here")
        return find_cube(image, places, coarsely)

    monkeypatch.setattr("vision.dice.detector.find_cube", counted)
    table.begin()
    cube = table.reading.cube
    assert cube is not None
    assert cube.stake == 1
    assert len(looked) == 1
    table.show(with_hand(table.scene, Hand(-345.0, 0.0, side="top")), 2)
    table.scene = turn_cube(table.scene, 2, "top")
    table.show(table.scene)
    cube = table.reading.cube
    assert cube is not None
    assert (cube.value, len(looked)) == (2, 2)


def test_a_light_that_the_watch_takes_for_a_hand_is_looked_at_closely_and_a_hand_that_rests_is_not_read(
    learned: Calibration,
) -> None:
    table = playing(learned)
    table.scene = lift_dice(table.scene)
    lit = with_leds(table.scene, tuple(Led(x, -SIZE.height / 2 - 12, (255, 255, 255)) for x in (-40.0, 0.0, 40.0)))
    assert table.show(with_hand(lit, Hand(20.0, -120.0)), 15) == []
    watched = table.tracker._gate
    assert watched is not None
    dark = np.zeros_like(watched.clear)
    table.show(lit, 2)
    table.tracker._gate = replace(watched, clear=dark)
    assert table.show(lit, 15)


def test_while_lamps_on_the_frame_blink_a_board_is_read_once_and_looked_at_for_hands_once(learned: Calibration) -> None:
    table = playing(learned)
    table.scene = lift_dice(table.scene)
    blinking = []
    for number in range(20):
        colour = (64, 64, 0) if number % 2 else (16 * (number % 5), 0, 0)
        blinking.append(tuple(colour if lamp in {2, 3, 12, 25, 28, 30} else (0, 0, 0) for lamp in range(34)))
    with patch("vision.track.tracker.is_hand_over", side_effect=is_hand_over) as looked:
        readings = [
            reading for colours in blinking for reading in table.show(with_leds(table.scene, glow(SIZE, colours)), 2)
        ]
    assert len(readings) == 1
    assert looked.call_count <= 1


@pytest.mark.parametrize(
    "hands",
    [
        (Hand(60.0, -140.0),),
        (Hand(-140.0, 0.0, side="top"),),
        (Hand(0.0, 60.0, height=60.0, side="left", pose="flat"),),
        (Hand(-130.0, -150.0), Hand(60.0, 150.0, side="top")),
    ],
    ids=["over checkers", "over bare felt", "above the bar", "of both players"],
)
def test_hands_that_rest_in_the_first_still_picture_are_no_part_of_the_board(
    learned: Calibration, hands: tuple[Hand, ...]
) -> None:
    table = Table(learned)
    assert table.show(replace(table.scene, hands=hands), 30) == []
    (reading,) = table.show(table.scene, 5)  # sooner than a hand that does not move is looked at closely
    assert reading.hidden == frozenset()
    assert table.show(replace(table.scene, hands=hands), 20) == []  # the same hands are seen when they come back
    assert table.show(table.scene, 5)


def test_a_board_is_looked_at_for_hands_once_where_none_is_there(learned: Calibration) -> None:
    table = Table(learned)
    with patch("vision.track.tracker.is_hand_over", side_effect=is_hand_over) as looked:
        table.show(table.scene, 20)
        table.show(throw_dice(table.scene, Throw((6,), "right", "dark"), table.rng), 10)
    assert looked.call_count == 1


def test_what_looks_like_a_hand_and_never_moves_is_taken_for_a_part_of_the_table(learned: Calibration) -> None:
    table = Table(learned)
    with patch("vision.track.tracker.is_hand_over", return_value=True) as looked:
        readings = table.show(table.scene, 130)
    assert [PART_OF_THE_TABLE <= reading.time <= PART_OF_THE_TABLE + 1 for reading in readings] == [True]
    assert looked.call_count == 1


def test_a_single_die_where_a_throw_is_waited_for_is_read_four_times_before_it_is_told(learned: Calibration) -> None:
    for awaited, looks in ((Awaited.THROW, MOST_FRAMES), (Awaited.NOTHING, 1)):
        table = Table(learned)
        table.show(table.scene)
        table.expected = replace(SETTING_UP, awaited=awaited)
        thrown = throw_dice(table.scene, Throw((6,), "right", "dark"), table.rng)
        with patch("vision.track.tracker.read_and_remember", side_effect=read_and_remember) as read:
            (reading,) = table.show(thrown, 12)
        assert [die.value for die in reading.dice] == [6]
        assert read.call_count == looks


def test_a_throw_in_the_first_picture_of_all_is_taken_to_lie_on_the_board_where_nothing_stood(
    learned: Calibration,
) -> None:
    odds = []
    for bare in (frozenset[str](), frozenset(PLACES)):
        table = Table(learned)
        table.expected = replace(SETTING_UP, awaited=Awaited.THROW, since=-5.0, bare=bare)
        (reading,) = table.show(throw_dice(table.scene, Throw((6, 2), "right", "dark"), table.rng))
        odds.append([die.on_checker for die in reading.dice])
    assert [one - 100 * WEIGHTS.before for one in odds[0]] == odds[1]


def test_changes_are_told_since_the_expected_reading_and_none_where_that_is_unknown(learned: Calibration) -> None:
    table = Table(learned)
    first, *_ = table.show(table.scene)
    table.expected = replace(SETTING_UP, since=first.time)
    moving = next(checker for checker in table.scene.checkers if checker.place == 13)
    changed = put_checker(lift_checker(table.scene, 13, moving.shade)[0], moving.shade, 9, table.rng)
    second, *_ = table.show(changed)
    assert second.since == first.time
    assert sum(odds > 0 for odds in second.touched) == 2
    third, *_ = table.show(table.scene)
    assert third.since == first.time
    assert max(third.touched) <= 0
    table.expected = replace(SETTING_UP, since=second.time)
    fourth, *_ = table.show(changed)
    assert (fourth.since, fourth.touched) == (None, ())
