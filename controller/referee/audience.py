"""Audience of events: what is said aloud at the table, and what only the director hears."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.referee import events as ev
from controller.referee.options.options import Tell
from controller.referee.state import Phase

if TYPE_CHECKING:
    from controller.referee.state import RefereeState
    from controller.rules import Player

VERDICTS: Final = (
    ev.PlayAccepted,
    ev.Danced,
    ev.PlayIllegal,
    ev.PlayUnsure,
    ev.IllegalPlayStands,
    ev.TurnStarted,
    ev.RollsAgain,
    ev.FurtherRollLost,
    ev.TurnMended,
    ev.Desync,
    ev.BoardAgrees,
)
"""What tells, by being said or by being kept back, whether a play was legal."""
TO_PLAYERS: Final = (ev.PairingAwaited, ev.PairingConfirmed)
"""What players have to hear at every table: without it they would not know what they are asked."""


def addressed(state: RefereeState, said: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """Return events with those kept from the players that nobody at this table asked for.

    Args:
        state: before or after the events; who may speak is the same.
        said: the events; an answer to a question is addressed already and passes (`answered`).
    """
    tell = Tell.BOTH if state.speaks else state.setup.options.tell
    if tell is Tell.BOTH:
        return tuple(_kept_back(event) if _is_condoned(event) else event for event in said)
    if tell is Tell.SILENT:
        return tuple(event if isinstance(event, TO_PLAYERS) else _kept_back(event) for event in said)
    return tuple(_kept_back(event) if isinstance(event, VERDICTS) else event for event in said)


def last_verdict(state: RefereeState, player: Player, time: float) -> tuple[ev.Event, ...]:
    """Return the answer to a player who asks whether the last play was legal; a silent referee gives none."""
    if state.setup.options.tell is Tell.SILENT and not state.speaks:
        return ()
    illegal = state.turn.illegal or (state.last.illegal if state.last is not None else None)
    if illegal is not None:
        open_still = illegal.must_correct and state.phase is Phase.CORRECTING
        return (replace(illegal, time=time, must_correct=open_still),)
    return (ev.LastPlayLegal(time, player),) if state.last is not None else ()


def _is_condoned(event: ev.Event) -> bool:
    """Return whether the event tells of an illegal play that stands by the policy."""
    return isinstance(event, ev.PlayIllegal | ev.IllegalPlayStands) and event.condoned


def _kept_back(event: ev.Event) -> ev.Event:
    """Return the event for the director alone."""
    return replace(event, audience=ev.Audience.DIRECTOR)
