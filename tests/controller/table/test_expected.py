"""What the referee expects of the next pictures follows from what he knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.referee.layout import Layout
from controller.referee.options.options import CubeBySight, preset
from controller.referee.state import Dice, LyingDie, Phase, RefereeState, Setup, Turn
from controller.referee.step import start
from controller.rules import START, Player, match_to
from controller.table.expected import expected
from tests.controller.referee.boards import reading
from vision.reading import PLACES, Shade
from vision.track.expected import Awaited, CubeSearch


def known(phase: Phase, preset_name: str = "club") -> RefereeState:
    """Return what is known at the beginning of a match, in a phase."""
    setup = Setup.at(("Anna", "Boris"), preset(preset_name), Layout(shade_one=Shade.DARK))
    return replace(start(setup, match_to(3), 0.0)[0], phase=phase)


@pytest.mark.parametrize(
    ("phase", "awaited", "cube"),
    [
        (Phase.SETTING_UP, Awaited.NOTHING, CubeSearch.ANY),
        (Phase.OPENING, Awaited.THROW, CubeSearch.ANY),
        (Phase.ROLLING, Awaited.THROW, CubeSearch.ANY),
        (Phase.ANSWERING, Awaited.NOTHING, CubeSearch.ANY),
        (Phase.PLAYING, Awaited.PLAY, CubeSearch.MOVED),
        (Phase.ENDED, Awaited.VERDICT, CubeSearch.MOVED),
        (Phase.CORRECTING, Awaited.VERDICT, CubeSearch.MOVED),
        (Phase.ASKING, Awaited.VERDICT, CubeSearch.MOVED),
        (Phase.OVER, Awaited.NOTHING, CubeSearch.MOVED),
    ],
)
def test_every_phase_tells_what_is_waited_for_and_where_a_cube_is_looked_for(
    phase: Phase, awaited: Awaited, cube: CubeSearch
) -> None:
    told = expected(known(phase))
    assert (told.awaited, told.cube) == (awaited, cube)


def test_where_a_throw_is_waited_for_the_points_are_told_on_which_nothing_stands() -> None:
    rolling = known(Phase.ROLLING)
    standing = {"B1", "B5", "B7", "B12", "T1", "T5", "T7", "T12"}
    for state in (rolling, replace(rolling, player=Player.TWO, position=rolling.position.turned())):
        assert expected(state).bare == set(PLACES) - standing
    assert expected(known(Phase.PLAYING)).bare == frozenset()


def test_a_cube_that_is_not_in_play_or_not_minded_is_not_looked_for() -> None:
    assert expected(known(Phase.ROLLING, "casual")).cube is CubeSearch.NONE
    state = known(Phase.ROLLING)
    options = replace(state.setup.options, cube_by_sight=CubeBySight.IGNORED)
    assert expected(replace(state, setup=replace(state.setup, options=options))).cube is CubeSearch.NONE


def test_the_dice_of_the_roll_the_base_and_a_wish_to_look_again_are_told() -> None:
    state = known(Phase.PLAYING)
    first = expected(state)
    assert (first.dice, first.since, first.again) == ((), None, False)
    dice = (LyingDie(6, 0.7, 0.4), LyingDie(1, 0.8, 0.5))
    base = replace(reading(START, Player.ONE), time=4.5)
    told = expected(replace(state, dice=Dice(dice), base=base, turn=Turn(die_left=5.0)))
    assert (told.dice, told.since, told.again) == (dice, 4.5, True)
    assert told.cocked == state.setup.dice_thresholds.cocked
