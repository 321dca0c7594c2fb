"""Lifted dice and a moved cube, from a simulated camera to the judgement."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.referee import events as ev
from controller.referee.evidence.likelihood import start_contents
from controller.referee.inputs import Lifted, Seen
from controller.referee.layout import Layout
from controller.referee.options.options import TurnEnd, preset
from controller.referee.state import Phase, Setup, Turn
from controller.rules import Player, match_to
from controller.simulation.table import BLINK
from controller.table.session import Session
from controller.table.session_start import new_match
from hardware.simulated.drawing.renderer import Renderer
from hardware.simulated.optics.pinhole import View, looking_at
from hardware.simulated.scene.board import BoardSize, surface_corners
from hardware.simulated.scene.checkers import start
from hardware.simulated.scene.dice import Throw, lift_dice, throw_dice
from hardware.simulated.scene.table import Cube, Hand, Scene, Seats, turn_cube, with_hand
from vision.calibrate.calibration import calibrate
from vision.frame import Frame
from vision.geometry.board import parse_corners
from vision.reading import Shade

if TYPE_CHECKING:
    from controller.referee.events import Event
    from controller.referee.inputs import Input
    from controller.referee.options.options import Options
    from controller.table.session_start import Sitting
    from vision.calibrate.calibration import Calibration

pytestmark = pytest.mark.films

SIZE = BoardSize()
RENDERER = Renderer(looking_at(SIZE, View()))


@pytest.fixture(scope="module")
def learned() -> Calibration:
    rng = random.Random(1)
    scene = start(SIZE, "club", rng, Seats(light="top", off="right"))
    corners = parse_corners([(float(x), float(y)) for x, y in RENDERER.pinhole.project(surface_corners(SIZE))])
    return calibrate(Frame(RENDERER.draw(scene, rng), 0.0, 0), corners, start_contents(setup(preset("club"))))


def setup(options: Options) -> Setup:
    return Setup.at(("Anna", "Boris"), options, Layout(shade_one=Shade.DARK))


class Noting(Session):
    """A session that notes what it gives to the referee."""

    def __init__(self, calibration: Calibration, sitting: Sitting) -> None:
        """Sit down."""
        super().__init__(calibration, sitting)
        self.given: list[Input] = []

    def give(self, given: Input) -> tuple[Event, ...]:
        """Note the input, and give it."""
        self.given.append(given)
        return super().give(given)


class Table:
    """A session before a camera, with what was given to the referee and what he said."""

    def __init__(self, calibration: Calibration, options: Options) -> None:
        """Sit down before the start position."""
        self.session = Noting(calibration, new_match(setup(options), match_to(3), 0.0))
        self.rng = random.Random(7)
        self.scene = start(SIZE, "club", self.rng, Seats(light="top", off="right"))
        self.time = 0.0
        self.said: list[Event] = []

    def show(self, scene: Scene, frames: int = 6) -> list[Event]:
        """Film a scene for some frames."""
        said: list[Event] = []
        for _ in range(frames):
            self.time += BLINK
            said += self.session.see(Frame(RENDERER.draw(scene, self.rng), self.time, 0))
        self.said += said
        return said

    def begin(self) -> None:
        """Begin a game in which player ONE has 6-3 to play."""
        self.show(self.scene)
        opened = throw_dice(self.scene, Throw((6,), "right", "dark"), self.rng)
        self.scene = throw_dice(opened, Throw((3,), "left", "light"), self.rng)
        self.show(self.scene)
        assert self.session.state.phase is Phase.PLAYING

    @property
    def lifts(self) -> list[Lifted]:
        """What was told of dice picked up."""
        return [one for one in self.session.given if isinstance(one, Lifted)]


@pytest.mark.parametrize(("side", "player"), [("bottom", Player.ONE), ("top", Player.TWO)])
def test_dice_that_are_gone_after_an_arm_was_over_them_were_lifted_then_by_whoever_sits_there(
    learned: Calibration, side: str, player: Player
) -> None:
    table = Table(learned, preset("club"))
    table.begin()
    for die in table.scene.dice:
        table.show(with_hand(table.scene, Hand(die.x, die.y, side="bottom" if side == "bottom" else "top")), 2)
    reached = table.time
    table.show(lift_dice(table.scene))
    (lift,) = table.lifts
    assert lift.player is player
    assert lift.time == pytest.approx(reached)
    assert isinstance(table.session.given[table.session.given.index(table.lifts[0]) + 1], Seen)
    assert table.session.state.phase is not Phase.PLAYING


def test_dice_that_are_pushed_aside_or_lie_under_a_hand_are_not_lifted(learned: Calibration) -> None:
    table = Table(learned, preset("club"))
    table.begin()
    right = max(table.scene.dice, key=lambda die: die.x)
    table.show(with_hand(table.scene, Hand(right.x, right.y, pose="flat")), 12)
    assert table.session.state.phase is Phase.PLAYING
    others = tuple(die for die in table.scene.dice if die is not right)
    pushed = replace(table.scene, dice=(*others, replace(right, x=right.x + 9.0, y=right.y - 24.0)))
    table.show(with_hand(pushed, Hand(right.x, right.y - 24.0)), 2)
    table.show(pushed)
    assert table.session.state.phase is Phase.PLAYING
    assert table.lifts == []


def test_where_the_opponent_takes_the_dice_over_only_his_hand_ends_the_turn(learned: Calibration) -> None:
    options = replace(preset("club"), turn_end=TurnEnd.TAKEN_OVER)
    ended = {}
    for side, player in (("bottom", Player.ONE), ("top", Player.TWO)):
        table = Table(learned, options)
        table.begin()
        for die in table.scene.dice:
            table.show(with_hand(table.scene, Hand(die.x, die.y, side="bottom" if side == "bottom" else "top")), 2)
        table.show(lift_dice(table.scene))
        ended[player] = table.session.state.phase is not Phase.PLAYING
    assert ended == {Player.ONE: False, Player.TWO: True}


def test_a_cube_put_on_the_board_doubles_after_a_pause_and_is_taken_where_it_then_lies(learned: Calibration) -> None:
    table = Table(learned, preset("club"))
    table.begin()
    state = table.session.state
    table.session.state = replace(state, phase=Phase.ROLLING, turn=Turn(), first_turn=False)
    table.scene = lift_dice(table.scene)
    table.show(table.scene)
    table.show(replace(table.scene, cube=Cube(2, -120.0, 0.0)), 30)
    assert [type(event) for event in table.said if isinstance(event, ev.CubeSeen | ev.Doubled)] == [
        ev.CubeSeen,
        ev.Doubled,
    ]
    table.show(turn_cube(table.scene, 2, "top"), 30)
    taken = [event for event in table.said if isinstance(event, ev.Taken)]
    assert [(event.player, event.value) for event in taken] == [(Player.TWO, 2)]


def test_no_cube_is_looked_for_where_none_is_in_play(learned: Calibration, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(learned, preset("casual"))
    monkeypatch.setattr("vision.dice.detector.find_cube", lambda *_: pytest.fail("a cube was looked for"))
    table.begin()
    assert table.session.reading is not None
    assert table.session.reading.cube is None
