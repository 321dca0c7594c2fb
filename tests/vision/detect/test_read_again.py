"""What has changed since an earlier picture is read again, the rest is not, and both together are the whole reading."""

from __future__ import annotations

import math
import random
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np
import pytest

from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from tests.benchmarks.reading.boards.read_simulated import Table, learn, random_scene, set_up
from vision.calibrate.preparation import Prepared, prepare
from vision.detect.read import read_and_remember
from vision.dice.lean_net import LeanNet
from vision.dice.proposals import ProposalNet
from vision.frame import Frame, Image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.simulated.scene.table import Scene
    from vision.detect.read import ReadPicture
    from vision.reading import Reading

pytestmark = pytest.mark.films

LOOKS = ("crimson", "glacier", "desert")

IN_DOUBT = 200
"""Centinats by which a camera's noise parts four checkers from five where one is missing, or those on a bar."""


@cache
def learned(look: str) -> Prepared:
    return prepare(learn(set_up(look, 53)), (1280, 720))


def known(look: str) -> tuple[Table, Prepared]:
    """Return a table whose chance nobody has drawn from, so that no test depends on those before it, and its reader."""
    return set_up(look, 53), learned(look)


def frame(image: Image, time: float = 0.0) -> Frame:
    return Frame(image, time, round(30 * time))


def without_one(scene: Scene, rng: random.Random) -> Scene:
    """Return a scene from which somebody has taken a checker off a point."""
    taken = rng.choice([one for one in scene.checkers if isinstance(one.place, int)])
    return replace(scene, checkers=tuple(one for one in scene.checkers if one is not taken))


def course(table: Table, length: int, seed: int) -> list[Scene]:
    """Return what happens on a table: dice are thrown and lifted, and checkers taken away."""
    rng = random.Random(seed)
    scenes = [replace(random_scene(table), dice=())]
    for number in range(length):
        last = scenes[-1]
        if number % 3 == 0:
            scenes.append(
                throw_dice(last, Throw((1 + number % 6, 6 - number % 5), "right", "dark", ("flat",) * 2), rng)
            )
        elif number % 3 == 1:
            scenes.append(without_one(last, rng))
        else:
            scenes.append(lift_dice(without_one(last, rng)))
    return scenes


@contextmanager
def noted(asked: list[int]) -> Iterator[list[int]]:
    """Note meanwhile how many pixels of the levels in which dice are looked for the network is shown."""
    look = ProposalNet.look

    def noting_level(net: ProposalNet, level: np.ndarray) -> np.ndarray:
        asked.append(level.shape[2] * level.shape[3])
        return look(net, level)

    with patch.object(ProposalNet, "look", noting_level):
        yield asked


def tells_the_same(one: Reading, other: Reading) -> None:
    """Fail unless two readings say the same of every place and of every die; what both doubt may go either way."""
    said = [
        [place.scores for place in seen.points] + [seen.bar_dark.scores, seen.bar_light.scores] for seen in (one, other)
    ]
    for mine, others in zip(*said, strict=True):
        assert others[mine.index(0)] > -IN_DOUBT
        assert mine[others.index(0)] > -IN_DOUBT
    assert one.shared == other.shared
    assert len(one.dice) == len(other.dice)
    for die in one.dice:
        same = min(other.dice, key=lambda o: math.dist((o.x, o.y), (die.x, die.y)))
        assert math.dist((same.x, same.y), (die.x, die.y)) < 0.01
        assert same.value == die.value
        assert (same.flat > 0) == (die.flat > 0)


@pytest.mark.parametrize("look", LOOKS)
def test_read_one_after_the_other_pictures_say_what_they_say_by_themselves(look: str) -> None:
    table, prepared = known(look)
    last: ReadPicture | None = None
    for number, scene in enumerate(course(table, 4, 5)):
        picture = frame(table.film(scene), number)
        last = read_and_remember(picture, prepared, before=None if last is None else last.known)
        alone = read_and_remember(picture, prepared)
        tells_the_same(last.reading, alone.reading)
        assert last.reading.time == number


def test_of_a_board_that_nobody_has_touched_hardly_anything_is_asked_again() -> None:
    table, prepared = known("crimson")
    asked: list[int] = []
    pictures = 6
    for _ in range(pictures):
        scene = random_scene(table)
        first = read_and_remember(frame(table.film(scene)), prepared)
        with noted(asked):
            second = read_and_remember(frame(table.film(scene), 1.0), prepared, before=first.known)
        tells_the_same(second.reading, first.reading)
    assert sum(asked) < 0.02 * prepared.view.where.rest.size * pictures


def test_a_picture_shown_again_is_read_to_the_same_digit_without_looking_for_dice_again() -> None:
    table, prepared = known("crimson")
    image = table.film(random_scene(table))
    first = read_and_remember(frame(image), prepared)
    with patch.object(ProposalNet, "look", side_effect=AssertionError):
        second = read_and_remember(frame(image, 1.0), prepared, before=first.known)
    then = first.reading
    assert replace(second.reading, time=0.0, off_dark=then.off_dark, off_light=then.off_light) == then


def test_of_dice_that_lie_as_they_lay_the_network_for_leaning_ones_is_not_asked_again() -> None:
    table, prepared = known("crimson")
    image = table.film(course(table, 1, 4)[1])
    with patch.object(LeanNet, "nats_for_flat", autospec=True, side_effect=LeanNet.nats_for_flat) as asked:
        first = read_and_remember(frame(image), prepared)
        second = read_and_remember(frame(image, 1.0), prepared, before=first.known)
    assert [len(call.args[1]) for call in asked.call_args_list] == [2, 0]
    assert second.reading.dice == first.reading.dice


def test_of_a_throw_the_networks_are_asked_where_the_dice_lie_and_not_about_the_whole_board() -> None:
    table, prepared = known("crimson")
    before, thrown = course(table, 1, 4)
    first = read_and_remember(frame(table.film(before)), prepared)
    with noted([]) as asked:
        second = read_and_remember(frame(table.film(thrown), 1.0), prepared, before=first.known)
    assert len(second.reading.dice) == 2
    assert sum(asked) < 0.6 * prepared.view.where.rest.size


def test_what_was_read_with_another_calibration_is_not_heeded() -> None:
    table, prepared = known("crimson")
    picture = frame(table.film(course(table, 1, 6)[-1]))
    other = prepare(prepared.calibration, (1280, 720))
    alone = read_and_remember(picture, prepared)
    assert read_and_remember(picture, prepared, before=read_and_remember(picture, other).known).reading == alone.reading


def test_in_another_light_the_whole_board_is_read_again() -> None:
    table, prepared = known("crimson")
    image = table.film(course(table, 1, 6)[-1])
    darker = frame((image * 0.6).astype(np.uint8), 1.0)
    first = read_and_remember(frame(image), prepared)
    tells_the_same(read_and_remember(darker, prepared, before=first.known).reading, first.reading)


def test_a_die_turned_over_where_it_lies_is_read_again() -> None:
    table, prepared = known("desert")
    scene = course(table, 1, 8)[-1]
    faces = [replace(scene, dice=tuple(replace(die, value=value) for die in scene.dice)) for value in (2, 3)]
    first = read_and_remember(frame(table.film(faces[0])), prepared)
    second = read_and_remember(frame(table.film(faces[1]), 1.0), prepared, before=first.known)
    assert [die.value for die in first.reading.dice] == [2, 2]
    assert [die.value for die in second.reading.dice] == [3, 3]


def test_whoever_is_asked_between_the_steps_of_a_reading_changes_nothing_or_ends_it() -> None:
    table, prepared = known("club")
    picture = frame(table.film(random_scene(table)))
    asked: list[int] = []
    asking = read_and_remember(picture, prepared, raise_if_cancelled=lambda: asked.append(len(asked)))
    assert asking.reading == read_and_remember(picture, prepared).reading
    assert len(asked) >= 4
    for steps in asked:
        left = iter(range(steps))
        with pytest.raises(StopIteration):
            read_and_remember(picture, prepared, raise_if_cancelled=lambda left=left: next(left))  # type: ignore[misc]
