"""Doubling: by word, and by a cube that was seen to move, which is a question before it is an answer."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import (
    Beavered,
    CubeRefused,
    CubeSeen,
    Doubled,
    Dropped,
    Raccooned,
    ResignationRefused,
    Taken,
)
from controller.referee.inputs import Action, Said, Seen
from controller.referee.options.options import CubeBySight, Premature
from controller.referee.state import GAME_ON, ROLLED, CubeHint, Phase, RefereeState
from controller.referee.turn.ending import Step, end_game
from controller.rules import (
    CubeMoment,
    Refusal,
    beaver,
    double,
    dropped,
    raccoon,
    take,
    why_no_answer,
    why_no_beaver,
    why_no_double,
    why_no_raccoon,
)
from vision.reading import lead

if TYPE_CHECKING:
    from controller.rules import Player
    from vision.reading import CubeReading, Reading

READ_SURELY: Final = 150
"""By how much the likeliest face of a cube must lead the next, in centinats."""

ON_BAR: Final = 0.06
"""How far from the middle a cube may lie and lie on the bar, where it rests, in widths of the board."""

MOVED: Final = 0.05
"""How far from where it lay a cube has been moved, in board coordinates: more than one that is nudged."""

SIDE: Final = 0.25
"""How near a player's rail the cube lies that is his, in depths of the board."""


def offer_double(state: RefereeState, player: Player, time: float) -> Step:
    """Offer the cube, or say why not; who does so plays on, which ends a resignation that waits."""
    refusal = _why_not(state, player)
    if refusal:
        return _refused(state, player, refusal, time)
    cube = double(state.cube, player, _moment(state), state.match, state.setup.profile)
    turn = replace(state.turn, cube_hint=None, looks=(), complaint=None, resignation=None)
    offered = replace(state, phase=Phase.ANSWERING, cube=cube, turn=turn)
    refused = () if state.turn.resignation is None else (ResignationRefused(time, player),)
    return offered, (*refused, Doubled(time, player, 2 * state.cube.value))


def double_early(state: RefereeState, player: Player, time: float) -> Step:
    """Offer the cube before the other player's turn is over: by option it counts once that is, or is void.

    Where the turn has ended, and only its verdict is waited for, it counts in any case.
    """
    if state.turn.doubled:
        return state, ()
    void = state.phase is Phase.PLAYING and state.setup.options.premature is Premature.REROLL
    moment = CubeMoment(player, rolled=state.turn.early is not None)
    refusal = why_no_double(state.cube, player, moment, state.match, state.setup.profile)
    if void or refusal:
        return _refused(state, player, refusal | _why_not(state, player), time)
    return replace(state, turn=replace(state.turn, doubled=True)), (Doubled(time, player, 2 * state.cube.value),)


def void_early(state: RefereeState, time: float) -> Step:
    """Return the state after the wronged player has chosen that a double offered too early does not count."""
    player = state.player.other
    return replace(state, turn=replace(state.turn, doubled=False)), (CubeRefused(time, player, Refusal.NOT_ON_ROLL),)


def _moment(state: RefereeState) -> CubeMoment:
    """Return where in a turn the game stands."""
    decided = state.phase in GAME_ON
    thrown = state.turn.thrown and not state.setup.options.double_after_void
    return CubeMoment(
        state.player if decided else None,
        rolled=state.phase in ROLLED or state.turn.early is not None or thrown,
        first_roll=decided and state.first_turn,
    )


def _why_not(state: RefereeState, player: Player) -> Refusal:
    """Return every reason why the player may not double now."""
    return why_no_double(state.cube, player, _moment(state), state.match, state.setup.profile)


def answer(state: RefereeState, said: Said) -> Step:
    """Take or pass what is offered, redouble at once, or say why not."""
    match said.action:
        case Action.BEAVER:
            return _counter(state, said, Action.BEAVER)
        case Action.RACCOON:
            return _counter(state, said, Action.RACCOON)
        case _:
            pass
    refusal = why_no_answer(state.cube, said.player)
    if refusal:
        return _refused(state, said.player, refusal, said.time)
    if said.action is Action.DROP:
        return end_game(state, dropped(state.cube), said.time, (Dropped(said.time, said.player),))
    cube = take(state.cube, said.player)
    taken = replace(_hinted(state, None), phase=Phase.ROLLING, cube=cube, look_again=True)
    return taken, (Taken(said.time, said.player, cube.value),)


def _counter(state: RefereeState, said: Said, action: Action) -> Step:
    """Redouble at once in answer to a double or a beaver, or say why not."""
    cube, match, profile = state.cube, state.match, state.setup.profile
    if action is Action.BEAVER:
        refusal = why_no_beaver(cube, said.player, match, profile)
        if refusal:
            return _refused(state, said.player, refusal, said.time)
        countered = beaver(cube, said.player, match, profile)
        value = countered.offer.value if countered.offer else 0
        return replace(state, cube=countered), (Beavered(said.time, said.player, value),)
    refusal = why_no_raccoon(cube, said.player, match, profile)
    if refusal:
        return _refused(state, said.player, refusal, said.time)
    countered = raccoon(cube, said.player, match, profile)
    value = countered.offer.value if countered.offer else 0
    return replace(state, cube=countered), (Raccooned(said.time, said.player, value),)


def _refused(state: RefereeState, player: Player, refusal: Refusal, time: float) -> Step:
    """Say why a cube action is not allowed."""
    return state, (CubeRefused(time, player, refusal),)


def see_cube(state: RefereeState, seen: Seen) -> Step:
    """Look where the cube lies while a double or its answer is possible; ask, and after a pause believe it.

    A cube that shows twice its value, away from both players' places for it, is offered by the player on turn; one
    that lies at the doubled player's side has been taken, or, where it shows twice the offer and that is agreed,
    beavered. A pass is never read from the cube. Only one that lay elsewhere when the turn began counts: what lies
    where it lay, as after the game before, was not moved, and what was never seen before may be no cube, so that a
    word is needed.
    """
    options, cube = state.setup.options, seen.reading.cube
    if options.cube_by_sight is CubeBySight.IGNORED or state.phase not in (Phase.ROLLING, Phase.ANSWERING):
        return state, ()
    if cube is None:
        return _hinted(state, None), ()
    value = 2 * state.cube.value if state.phase is Phase.ROLLING else _offered(state)
    beavers = _may_beaver(state) and _shows(cube, 2 * value)
    value = 2 * value if beavers else value
    if not _shows(cube, value) or not _lies_as_expected(state, cube):
        return _hinted(state, None), ()
    hint = state.turn.cube_hint
    if hint is None or hint.value != value:
        return _see_moved(state, cube, value, seen.time)
    waited = seen.time - hint.since >= options.cube_pause
    if hint.refused or not waited or options.cube_by_sight is not CubeBySight.AFTER_PAUSE:
        return state, ()
    answered = _hinted(state, replace(hint, refused=True))
    if state.phase is Phase.ROLLING:
        return offer_double(answered, state.player, seen.time)
    return answer(answered, Said(seen.time, _doubled_player(state), Action.BEAVER if beavers else Action.TAKE))


def _see_moved(state: RefereeState, cube: CubeReading, value: int, time: float) -> Step:
    """Take a cube that has not lain so before for a question: a double is asked about, or refused at once."""
    before = state.base.cube if state.base is not None else None
    if before is not None and not _lies_elsewhere(before, cube):
        return state, ()
    if state.phase is not Phase.ROLLING:
        return _hinted(state, CubeHint(time, value, refused=before is None)), ()
    refusal = _why_not(state, state.player)
    if refusal:
        return _hinted(state, CubeHint(time, value, refused=True)), (CubeRefused(time, state.player, refusal),)
    return _hinted(state, CubeHint(time, value, refused=before is None)), (CubeSeen(time, state.player, value),)


def cube_moved(before: Reading | None, now: Reading) -> bool:
    """Return whether the cube lies elsewhere in a reading than in one before; both must show it."""
    if before is None or before.cube is None or now.cube is None:
        return False
    return _lies_elsewhere(before.cube, now.cube)


def _lies_elsewhere(before: CubeReading, now: CubeReading) -> bool:
    """Return whether the cube was moved, and not only nudged."""
    return math.dist((before.x, before.y), (now.x, now.y)) >= MOVED


def taken_by_throwing(state: RefereeState, time: float) -> Step | None:
    """Return the state after the doubler has thrown over his offer or its answer; None where a throw tells nothing.

    It tells that the other player has taken where the cube lies at his side and shows the offer, and that the doubler
    himself takes a beaver: for that nothing is moved.
    """
    if state.phase is not Phase.ANSWERING or state.cube.offer is None:
        return None
    beavered = state.cube.offer.by is not state.player
    lies_so = state.turn.cube_hint is not None and state.setup.options.cube_by_sight is CubeBySight.AFTER_PAUSE
    if not beavered and not lies_so:
        return None
    return answer(state, Said(time, _doubled_player(state), Action.TAKE))


def confirm_hint(state: RefereeState, said: Said) -> Step:
    """Let the player on turn confirm that the cube he moved is a double."""
    if said.player is not state.player or state.phase is not Phase.ROLLING:
        return state, ()
    return offer_double(state, said.player, said.time)


def _hinted(state: RefereeState, hint: CubeHint | None) -> RefereeState:
    """Return the state with what is known of a cube that was seen to move."""
    return replace(state, turn=replace(state.turn, cube_hint=hint))


def _may_beaver(state: RefereeState) -> bool:
    """Return whether the doubled player may redouble at once."""
    if state.phase is not Phase.ANSWERING:
        return False
    return not why_no_beaver(state.cube, _doubled_player(state), state.match, state.setup.profile)


def _offered(state: RefereeState) -> int:
    """Return the value at which the cube is on offer; 0 where it is not."""
    return state.cube.offer.value if state.cube.offer else 0


def _doubled_player(state: RefereeState) -> Player:
    """Return who has to answer the offer."""
    return state.cube.offer.by.other if state.cube.offer else state.player.other


def _shows(cube: CubeReading, value: int) -> bool:
    """Return whether the cube surely shows a value; above 64 its faces begin anew with 2."""
    face = value
    while face > 64:
        face //= 64
    return cube.value == face and lead(cube.scores) >= READ_SURELY


def _lies_as_expected(state: RefereeState, cube: CubeReading) -> bool:
    """Return whether the cube lies where a double is offered, or in ANSWERING where one that was taken lies."""
    if state.phase is Phase.ROLLING:
        return SIDE <= cube.y <= 1 - SIDE and 0 <= cube.x <= 1 and abs(cube.x - 0.5) > ON_BAR
    taker_below = state.setup.layout.home(_doubled_player(state)).is_bottom
    return cube.y > 1 - SIDE if taker_below else cube.y < SIDE
