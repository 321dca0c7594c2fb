"""A turn: the roll is read, the play may be tried and taken back, and something ends it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee.events import (
    Danced,
    PrematureRoll,
    Rolled,
    RollRefused,
    RollVoided,
)
from controller.referee.evidence.throw import VOID, Doubt, known_value, own_dice, read_throw
from controller.referee.options.options import Pairs, Premature, TurnEnd
from controller.referee.state import LyingDie, Phase, RefereeState, Turn
from controller.referee.turn.board_mismatch import watch_board, with_base
from controller.referee.turn.ending import Step, complain, pass_turn
from controller.referee.turn.inference import infer_roll
from controller.referee.turn.judging import go_on, judge, offending, roll_of
from controller.referee.turn.variant_plays import may_roll_again, stake
from controller.rules import BAR, Roll, constraints_of, legal_plays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.referee.inputs import Seen
    from controller.rules import Player
    from vision.reading import DieReading

PUSHED: Final = 0.03
"""How far a die that nobody threw moves at most, in board coordinates."""


def see_rolling(state: RefereeState, seen: Seen) -> Step:
    """Wait for a valid roll of the player on turn, and watch the board meanwhile."""
    dice = seen.reading.dice
    if not dice:
        state = without_dice(state)
    if state.turn.early is not None:
        return _rolled(state, state.turn.early, seen)
    if not dice and state.turn.known is not None and state.turn.roll is None:
        inferred = infer_roll(state, seen)
        if inferred is not None:
            return inferred
    if not dice or _left_lying(state, dice):
        return watch_board(state, seen)
    throw = throw_of(state, state.player, dice)
    if isinstance(throw, Roll):
        return _rolled(state, throw, seen)
    if closed_out(state) and isinstance(throw_of(state, state.player.other, dice), Roll):
        return _not_rolled(state, seen)
    # A die that lies on checkers hides them, and will be thrown again.
    blind = throw is Doubt.ON_CHECKER
    watched, said = (state, ()) if state.turn.known is not None or blind else watch_board(state, seen)
    if throw is None:
        return watched, said
    own = own_dice(dice, state.setup.layout, state.player, state.setup.options, state.dice.colours)
    if throw is Doubt.UNREADABLE and state.setup.options.infer_die:
        known = known_value(own, state.setup.dice_thresholds)
        watched = replace(watched, turn=replace(watched.turn, known=known))
    watched = replace(watched, turn=replace(watched.turn, thrown=watched.turn.thrown or throw in VOID))
    refused = RollRefused(seen.time, state.player, throw, tuple(die.value for die in own))
    complained, more = complain(with_refused(watched, own), refused)
    return complained, (*said, *more)


def with_refused(state: RefereeState, dice: Sequence[DieReading]) -> RefereeState:
    """Return the state in which dice are no valid throw; a complaint about such that lay elsewhere is over."""
    lying = tuple(LyingDie(die.value, die.x, die.y) for die in dice)
    elsewhere = bool(state.turn.refused) and not any(
        math.dist((die.x, die.y), (old.x, old.y)) <= PUSHED for die in lying for old in state.turn.refused
    )
    again = elsewhere and isinstance(state.turn.complaint, RollRefused)
    complaint = None if again else state.turn.complaint
    return replace(state, turn=replace(state.turn, complaint=complaint, refused=lying))


def without_dice(state: RefereeState) -> RefereeState:
    """Return the state before a throw, once no dice lie on the board: what they were is over, a complaint included."""
    complaint = None if isinstance(state.turn.complaint, RollRefused) else state.turn.complaint
    turn = replace(state.turn, complaint=complaint)
    return replace(state, turn=turn, dice=replace(state.dice, lying=()))


def see_playing(state: RefereeState, seen: Seen) -> Step:
    """Wait until something ends the turn, and judge the play then."""
    dice = seen.reading.dice
    if not dice:
        state = replace(state, dice=replace(state.dice, lying=()))
    elif state.turn.unseen:
        state = _found(state, dice)
    other_threw = other_throw(state, dice)
    if other_threw is not None and _is_premature(state, dice):
        return _thrown_early(state, other_threw, state.player.other, seen)
    if other_threw is not None or _has_ended(state, dice):
        return end_turn(state, seen)
    lifted = _has_lifted_one(state, dice)
    if lifted and state.turn.die_left is not None:
        return end_turn(state, seen)
    # One look may miss a die.
    state = replace(state, turn=replace(state.turn, die_left=seen.time if lifted else None))
    return (with_base(state, seen) if state.base is None else state), ()


def end_turn(state: RefereeState, seen: Seen) -> Step:
    """Judge what the turn that ends with this reading, or has ended before it, left on the board."""
    return see_ended(turn_over(state, seen.time), seen)


def turn_over(state: RefereeState, time: float) -> RefereeState:
    """Return the state in which the turn has ended and is to be judged."""
    return replace(state, phase=Phase.ENDED, turn=replace(state.turn, ended=time, looks=()))


def see_ended(state: RefereeState, seen: Seen) -> Step:
    """Judge what stands on the board: after the end of a turn, and again in CORRECTING and ASKING.

    An illegal play stands once the other player has thrown; windows count by what was thrown when, not by the verdict.
    Where a play was announced nothing else does: his dice wait until the checkers are put right.
    """
    dice = seen.reading.dice
    if not dice:
        state = replace(state, dice=replace(state.dice, lying=()))
    threw = other_throw(state, dice) is not None
    back_on_the_board = bool(dice) and not threw and state.setup.options.turn_end is not TurnEnd.CLOCK
    if state.phase is Phase.CORRECTING and back_on_the_board:
        return state, ()
    judged, said = judge(state, seen)
    if not threw:
        return judged, said
    over_it = judged.turn.announced is None and judged.player.other not in offending(judged)
    if judged.phase is Phase.ASKING or (judged.phase is Phase.CORRECTING and over_it):
        judged, more = go_on(judged, seen)
        said = (*said, *more)
    if judged.phase is not Phase.ROLLING or judged.player is state.player:
        return judged, said
    rolled, more = see_rolling(judged, seen)
    return rolled, (*said, *more)


def see_early(state: RefereeState, seen: Seen) -> Step:
    """Look whether the doubler has thrown before his double was answered, in ANSWERING."""
    dice = seen.reading.dice
    if not dice:
        return (replace(state, dice=replace(state.dice, lying=())) if state.dice.lying else state), ()
    throw = None if _left_lying(state, dice) else throw_of(state, state.player, dice)
    return _thrown_early(state, throw, state.player, seen) if isinstance(throw, Roll) else (state, ())


def wronged(state: RefereeState) -> Player:
    """Return the player before whose turn, or answer, was over the other one has thrown."""
    return state.player.other if state.phase is Phase.ANSWERING else state.player


def other_throw(state: RefereeState, dice: Sequence[DieReading]) -> Roll | None:
    """Return the valid roll of the player whose turn it is not, if the dice on the board are one."""
    if _left_lying(state, dice) or _pushed_across(state, dice):
        return None
    throw = throw_of(state, state.player.other, dice)
    return throw if isinstance(throw, Roll) else None


def throw_of(state: RefereeState, player: Player, dice: Sequence[DieReading]) -> Roll | Doubt | None:
    """Return what the dice on the board are as a throw of `player`."""
    setup = state.setup
    return read_throw(
        dice, setup.layout, player, setup.dice_thresholds, options=setup.options, colours=state.dice.colours
    )


def closed_out(state: RefereeState) -> bool:
    """Return whether the player on turn cannot enter with any roll, and need not throw."""
    position = state.position
    must_enter = constraints_of(position, state.setup.profile).obliges(position.mine[BAR], position.unentered[0])
    shut = must_enter and all(position.theirs[point] > 1 for point in range(1, 7))
    return shut and not state.setup.options.closed_out_must_roll


def pass_unrolled(state: RefereeState, time: float) -> Step:
    """Return the state after a player who was closed out has passed without throwing."""
    return pass_turn(state, state.position, time, (Danced(time, state.player, None, state.position),))


def as_set(lying: tuple[LyingDie, ...], roll: Roll) -> tuple[LyingDie, ...]:
    """Return the dice that lie there as they were read, and as a director has set the roll: neither is a new throw."""
    wrong, missing = list(lying), [roll.high, roll.low]
    for die in lying:
        if die.value in missing:
            wrong.remove(die)
            missing.remove(die.value)
    return (*lying, *(replace(die, value=value) for die, value in zip(wrong, missing, strict=False)))


def _found(state: RefereeState, dice: Sequence[DieReading]) -> RefereeState:
    """Return the state with the dice of a roll that the director has set, now that some are seen where they belong."""
    own = [die for die in dice if state.setup.layout.in_own_half(state.player, die.x)]
    lying = as_set(tuple(LyingDie(die.value, die.x, die.y) for die in own), roll_of(state))
    turn = replace(state.turn, unseen=not own)
    return replace(state, turn=turn, dice=replace(state.dice, lying=lying))


def _rolled(state: RefereeState, roll: Roll, seen: Seen) -> Step:
    """Begin the play of a valid roll."""
    state = with_base(state, seen)
    can_play = not legal_plays(state.position, roll, state.setup.profile).is_dance
    lying = tuple(LyingDie(die.value, die.x, die.y) for die in seen.reading.dice)
    turn = Turn(roll=roll, resignation=state.turn.resignation)
    playing = replace(state, phase=Phase.PLAYING, turn=turn, dice=replace(state.dice, lying=lying))
    playing, staked = stake(playing, roll, seen.time)
    return playing, (Rolled(seen.time, state.player, roll, opening=False, can_play=can_play), *staked)


def _not_rolled(state: RefereeState, seen: Seen) -> Step:
    """Let the other player's throw end the turn of a player who was closed out."""
    passed, said = pass_unrolled(state, seen.time)
    rolled, more = see_rolling(passed, seen)
    return rolled, (*said, *more)


def _has_ended(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether the dice say that the turn is over: they are gone, by the hand that has to take them."""
    layout = state.setup.layout
    if state.turn.unseen:
        return False
    gone = not dice or (state.turn.hasty and not any(layout.in_own_half(state.player, die.x) for die in dice))
    match state.setup.options.turn_end:
        case TurnEnd.LIFTED | TurnEnd.BOTH_LIFTED:
            return gone
        case TurnEnd.TAKEN_OVER:
            return gone and state.turn.lifter is not state.player
        case TurnEnd.CLOCK:
            return gone and may_roll_again(state)


def _has_lifted_one(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether one of the player's own dice is gone, where that is enough; what is left lies as it was read.

    In the opening roll one of the two is his.
    """
    options, layout, lying = state.setup.options, state.setup.layout, state.dice.lying
    places = {(old.x, old.y) for old in lying}
    if options.turn_end is not TurnEnd.LIFTED or state.turn.unseen or len(dice) >= len(places):
        return False
    own = [old for old in lying if options.baffle_box or layout.in_own_half(state.player, old.x)]
    left = Counter(die.value for die in dice)
    gone = Counter(old.value for old in own or lying) - left
    return bool(gone) and not left - Counter(old.value for old in lying)


def _is_premature(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether the other player's throw came before the end of the turn.

    Where the clock ends it, every throw before the press did. Where lifted dice do, a throw beside dice that still
    lie there did; with one pair the throw itself shows that they were lifted.
    """
    if state.setup.options.turn_end is TurnEnd.CLOCK:
        return True
    return state.setup.options.pairs is not Pairs.ONE and len(dice) > 2


def _thrown_early(state: RefereeState, roll: Roll, thrower: Player, seen: Seen) -> Step:
    """Say once that a player threw too early, and what was agreed for that."""
    ruling = state.setup.options.premature
    lying = tuple(LyingDie(die.value, die.x, die.y) for die in seen.reading.dice)
    said = PrematureRoll(seen.time, thrower, roll, ruling)
    stands = None if ruling is Premature.REROLL else roll
    turn = replace(state.turn, early=stands, chosen=ruling is Premature.STANDS, hasty=True)
    early, more = complain(replace(state, turn=turn, dice=replace(state.dice, lying=lying)), said)
    if more and ruling is Premature.REROLL:
        return early, (*more, RollVoided(seen.time, thrower, roll))
    return early, more


def choose_early(state: RefereeState, time: float, *, stands: bool) -> Step:
    """Return the state after the wronged player has chosen what becomes of a roll thrown too early."""
    roll = state.turn.early
    if roll is None or state.turn.chosen:
        return state, ()
    if stands:
        return replace(state, turn=replace(state.turn, chosen=True)), ()
    return replace(state, turn=replace(state.turn, early=None)), (RollVoided(time, wronged(state).other, roll),)


def _left_lying(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether every die on the board is one that lay there when the last roll was read.

    Dice are left where they are when the clock is pressed, and pushed aside to make room. A throw shows other values,
    or lies elsewhere: in the other half, or in a box with both dice in other places.
    """
    lying = state.dice.lying
    if not lying or len(dice) > len(lying):
        return False
    layout = state.setup.layout
    right = state.player
    rest = list(lying)
    for die in dice:
        same_half = [
            old
            for old in rest
            if old.value == die.value and layout.in_own_half(right, old.x) is layout.in_own_half(right, die.x)
        ]
        if not same_half:
            return False
        rest.remove(min(same_half, key=lambda old: math.dist((old.x, old.y), (die.x, die.y))))
    waited = state.phase in (Phase.ROLLING, Phase.ANSWERING)
    own = waited and all(layout.in_own_half(state.player, die.x) for die in dice)
    if own or state.setup.options.baffle_box:
        return any(math.dist((die.x, die.y), (old.x, old.y)) < PUSHED for die in dice for old in lying)
    return True


def _pushed_across(state: RefereeState, dice: Sequence[DieReading]) -> bool:
    """Return whether dice that lie in the other half were only pushed there: the same values, and nothing was played.

    Without a play the turn cannot have ended, unless there was none to make; and the dice were never seen away.
    """
    if state.phase is not Phase.PLAYING or not state.dice.lying or len(dice) != 2:
        return False
    return sorted(die.value for die in dice) == sorted(roll_of(state).dice[:2])
