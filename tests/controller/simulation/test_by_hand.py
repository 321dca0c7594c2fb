"""Hands that are led do what is asked for, legal or not, and nothing that cannot be done."""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING

import pytest

from controller.referee.inputs import Action
from controller.rules import BAR, OFF, Player, Position, parse_position_id
from controller.simulation.people.by_hand import ByHand, DeedKind, HandDeed, LaidTable
from controller.table.unseen.perfect_reading import SEATS
from hardware.simulated.scene.board import BoardSize
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import lie_of
from hardware.simulated.scene.table import Seats, census, turn_cube

if TYPE_CHECKING:
    from controller.simulation.table import Beat

ONE, TWO = Player.ONE, Player.TWO


def hands() -> ByHand:
    """Return hands at a table that is set up, with a cube."""
    scene = start(BoardSize(), "club", random.Random(1), Seats(light="top", off="right"))
    return ByHand(turn_cube(scene, 64, "middle"), SEATS, random.Random(2))


def done(led: ByHand, *deeds: HandDeed) -> list[Beat]:
    """Return the beats in which some deeds are done."""
    beats = []
    for deed in deeds:
        acting = led.do(deed)
        try:
            beat = next(acting)
            while True:
                beats.append(beat)
                beat = acting.send(())
        except StopIteration:
            pass
    return beats


def test_a_checker_goes_where_it_is_led_legal_or_not() -> None:
    led = hands()
    beats = done(led, HandDeed(DeedKind.MOVE, TWO, 24, 12))  # onto another point of the light ones, backwards for none
    assert any(beat.scene.hands for beat in beats)
    assert not beats[-1].scene.hands
    lying = census(led.scene)
    assert (lying[1, "light"], lying[13, "light"]) == (1, 1)
    done(led, HandDeed(DeedKind.MOVE, ONE, 13, 25), HandDeed(DeedKind.MOVE, ONE, 6, 0))
    lying = census(led.scene)
    assert (lying["bar", "dark"], lying["off", "dark"]) == (1, 1)
    assert sum(lying.values()) == 30


def test_a_checker_that_is_not_there_is_not_moved() -> None:
    led = hands()
    before = led.scene
    assert done(led, HandDeed(DeedKind.MOVE, ONE, 5, 4), HandDeed(DeedKind.MOVE, ONE, 6, 6)) == []
    assert led.scene == before


@pytest.mark.parametrize(("kind", "count"), [(DeedKind.DIE, 1), (DeedKind.DICE, 2), (DeedKind.COCKED, 2)])
def test_dice_are_thrown_once_more_and_lifted(kind: DeedKind, count: int) -> None:
    led = hands()
    done(led, HandDeed(kind, ONE), HandDeed(kind, ONE))
    assert [die.shade for die in led.scene.dice] == ["dark"] * count
    assert (kind is DeedKind.COCKED) is any(lie_of(die) != "flat" for die in led.scene.dice)
    done(led, HandDeed(DeedKind.DIE, TWO))
    assert len(led.scene.dice) == count + 1
    done(led, HandDeed(DeedKind.LIFT, TWO))
    assert led.scene.dice == ()


def test_the_cube_is_turned_offered_and_taken() -> None:
    led = hands()
    done(led, HandDeed(DeedKind.DOUBLE, ONE))
    assert led.scene.cube is not None
    assert (led.scene.cube.value, led.scene.cube.x > 0) == (2, True)
    done(led, HandDeed(DeedKind.TAKE, TWO))
    assert led.scene.cube.value == 2
    assert led.scene.cube.y > 0
    done(led, HandDeed(DeedKind.DOUBLE, TWO))
    assert led.scene.cube.value == 4


def test_words_and_the_clock_reach_the_referee() -> None:
    beats = done(hands(), HandDeed(DeedKind.CLOCK, ONE), HandDeed(DeedKind.SAY, TWO, action=Action.DROP))
    assert [(beat.pressed, beat.said) for beat in beats] == [((ONE,), ()), ((), ((TWO, Action.DROP),))]


@pytest.mark.parametrize("kind", [DeedKind.KNOCK, DeedKind.REACH, DeedKind.STRAIGHTEN, DeedKind.SET_UP])
def test_a_fault_leaves_every_checker_on_its_place(kind: DeedKind) -> None:
    led = hands()
    before = census(led.scene)
    beats = done(led, HandDeed(kind, ONE))
    assert any(beat.scene.hands for beat in beats)
    assert census(led.scene) == before
    assert not led.scene.hands


def test_half_of_the_light_goes_out_and_comes_back() -> None:
    led = hands()
    bright = led.scene.light.brightness
    done(led, HandDeed(DeedKind.DIM, ONE))
    assert led.scene.light.brightness == bright / 2
    done(led, HandDeed(DeedKind.DIM, ONE))
    assert led.scene.light.brightness == bright


def test_the_checkers_are_set_up_and_then_hands_wait_for_deeds() -> None:
    led = hands()
    led.scene = done(led, HandDeed(DeedKind.MOVE, ONE, 6, 5))[-1].scene
    deeds = deque([None, HandDeed(DeedKind.MOVE, ONE, 8, 7), None])
    led.take = lambda: deeds.popleft() if deeds else None
    acting = led.play_match()
    beats = [next(acting)]
    while deeds or beats[-1].scene.hands:
        beats.append(acting.send(()))
    lying = census(led.scene)
    assert (lying[6, "dark"], lying[8, "dark"], lying[7, "dark"]) == (5, 2, 1)


def test_a_table_is_laid_as_it_was_with_bar_tray_cube_and_dice() -> None:
    led = hands()
    position = parse_position_id("4HPwATDgc/ABMA")
    mine, theirs = list(position.mine), list(position.theirs)
    mine[13], mine[BAR] = 4, 1
    theirs[6], theirs[OFF] = 3, 2
    led.lying = LaidTable(Position(tuple(mine), tuple(theirs)), (4, TWO), dice=(ONE, (5, 3)))
    acting = led.play_match()
    next(acting)
    for _ in range(20):
        acting.send(())
    lying = census(led.scene)
    assert (lying["bar", "dark"], lying["off", "light"], lying[12, "dark"]) == (1, 2, 0)
    assert sum(lying.values()) == 30
    assert sorted(die.value for die in led.scene.dice) == [3, 5]
    assert {die.shade for die in led.scene.dice} == {"dark"}
    assert led.scene.cube is not None
    assert led.scene.cube.value == 4
    assert led.scene.cube.y > 0  # at the side of the second player


def test_a_cube_that_was_offered_lies_in_the_middle_of_a_half() -> None:
    led = hands()
    led.lying = LaidTable(parse_position_id("4HPwATDgc/ABMA"), (2, None), offered=ONE)
    acting = led.play_match()
    next(acting)
    for _ in range(6):
        acting.send(())
    assert led.scene.cube is not None
    assert (led.scene.cube.value, led.scene.cube.y) == (2, 0.0)
    assert led.scene.cube.x > 0
