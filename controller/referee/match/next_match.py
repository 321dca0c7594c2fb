"""The next match at a table: begun by the director, sent by him to the table, or another of the same length.

A match that was sent waits until both players have confirmed it; until then the board is not looked at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.referee.commands import NewMatch, PairMatch
from controller.referee.events import PairingAwaited, PairingConfirmed, RematchOffered, RematchWithdrawn
from controller.referee.match.timekeeping import set_clock
from controller.referee.state import Phase, RefereeState
from controller.referee.turn.turn_history import match_begun
from controller.rules import CubeState, Form, MatchState, Player

if TYPE_CHECKING:
    from controller.referee.inputs import Said
    from controller.referee.turn.ending import Step


def follow(state: RefereeState, command: NewMatch | PairMatch, time: float) -> Step | None:
    """Return the state before a new match at this table, or in which one waits; None while another is being played.

    No match takes back the one that waits; None where none does. The same match sent again leaves it as it is.
    """
    if isinstance(command, NewMatch):
        return _begun(state, command, time) if _may_follow(state) and not command.match.is_over else None
    match = command.match
    if match is None:
        return None if state.turn.paired is None else (_waiting(state, None), ())
    if not _may_follow(state) or match.match.is_over:
        return None
    after = state if state.turn.paired == match else _waiting(state, match)
    return after, (_awaited(match, time),)


def agree(state: RefereeState, said: Said) -> Step:
    """Confirm the match that waits, or ask for another; begin it where the other player has done so before."""
    waits, first = state.turn.paired, state.turn.rematch
    if first is None:
        asks = RematchOffered(said.time, said.player) if waits is None else _confirmed(waits, said)
        return replace(state, turn=replace(state.turn, rematch=said.player)), (asks,)
    if first is said.player:
        return state, ()
    again = NewMatch(state.setup.names, MatchState(state.match.form, state.match.length))
    return _begun(state, again if waits is None else waits, said.time)


def withdraw(state: RefereeState, said: Said) -> Step:
    """Take back what was confirmed, or take back or refuse what was asked for."""
    waits = state.turn.paired
    if state.turn.rematch is None:
        return state, ()
    gone = RematchWithdrawn(said.time, said.player) if waits is None else _awaited(waits, said.time)
    return replace(state, turn=replace(state.turn, rematch=None)), (gone,)


def _may_follow(state: RefereeState) -> bool:
    """Return whether the match at the table is over, or nothing of it has been played; for money between any games."""
    if state.phase not in (Phase.SETTING_UP, Phase.OPENING):
        return state.phase is Phase.OVER
    return state.match.form is Form.MONEY or not (state.match.games_played or any(state.match.score))


def _begun(state: RefereeState, command: NewMatch, time: float) -> Step:
    """Return the state before a match, and its first event."""
    setup = replace(state.setup, names=command.names)
    if command.options is not None:
        setup = replace(setup, options=command.options, profile=command.options.profile())
    fresh = RefereeState(
        setup,
        command.match,
        CubeState(),
        Phase.SETTING_UP,
        Player.ONE,
        setup.profile.variant.start,
        speaks=state.speaks,
        look_again=True,
        clock=set_clock(setup.options, command.match, time),
    )
    return fresh, (match_begun(setup, command.match, time),)


def _waiting(state: RefereeState, match: NewMatch | None) -> RefereeState:
    """Return the state in which a match waits, or none any more; nobody has confirmed it."""
    return replace(state, turn=replace(state.turn, paired=match, rematch=None), look_again=True)


def _awaited(match: NewMatch, time: float) -> PairingAwaited:
    """Return the event that a match waits for both players."""
    return PairingAwaited(time, match.names, match.match.length)


def _confirmed(match: NewMatch, said: Said) -> PairingConfirmed:
    """Return the event that a player has confirmed a match."""
    return PairingConfirmed(said.time, said.player, match.names)
