"""Expectations of the next pictures, as the tracker takes them, from what the referee knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.referee.options.options import CubeBySight
from controller.referee.state import Phase
from controller.referee.turn.playing import PUSHED
from controller.rules import Player
from controller.rules.position import POINTS
from vision.track.expected import Awaited, CubeSearch, Expected

if TYPE_CHECKING:
    from controller.referee.state import RefereeState

_AWAITED: Final = {
    Phase.OPENING: Awaited.THROW,
    Phase.ROLLING: Awaited.THROW,
    Phase.PLAYING: Awaited.PLAY,
    Phase.ENDED: Awaited.VERDICT,
    Phase.CORRECTING: Awaited.VERDICT,
    Phase.ASKING: Awaited.VERDICT,
}

_CUBE_MAY_MOVE: Final = frozenset({Phase.SETTING_UP, Phase.OPENING, Phase.ROLLING, Phase.ANSWERING})
"""Where a cube that has not been seen yet is looked for."""


def expected(state: RefereeState) -> Expected:
    """Return what is expected where the referee knows `state`."""
    return Expected(
        awaited=_AWAITED.get(state.phase, Awaited.NOTHING),
        dice=state.dice.lying,
        pushed=PUSHED,
        cocked=state.setup.dice_thresholds.cocked,
        cube=_cube(state),
        since=None if state.base is None else state.base.time,
        again=state.looking,
        bare=_bare(state) if state.phase is Phase.ROLLING else frozenset(),
    )


def _bare(state: RefereeState) -> frozenset[str]:
    """Return the names of the points on which nothing stands in the settled position."""
    one, layout = state.seen_by(Player.ONE), state.setup.layout
    return frozenset(
        layout.place(Player.ONE, point) for point in POINTS if not one.mine[point] and not one.theirs[25 - point]
    )


def _cube(state: RefereeState) -> CubeSearch:
    """Return where the cube is looked for."""
    options = state.setup.options
    if not options.cube_in_play or options.cube_by_sight is CubeBySight.IGNORED:
        return CubeSearch.NONE
    return CubeSearch.ANY if state.phase in _CUBE_MAY_MOVE else CubeSearch.MOVED
