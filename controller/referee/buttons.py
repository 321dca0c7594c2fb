"""One grammar for few buttons: what each of a player's four buttons means while something is waited for.

| waited for | cube | resign | confirm | undo |
|---|---|---|---|---|
| an answer to a double, by the player doubled | beaver | drop | take | drop |
| an answer to a resignation, by the other player | - | - | accept | refuse |
| the same, by whoever resigns | - | one level more | - | withdraw |
| a choice about a premature roll, by the wronged player | - | resign | it stands | throw again |
| a correction or a clearer board | - | resign | accept, confirm | - |
| a board that seems to differ | double | resign | it is as the referee knows it | - |
| the end of a turn, after an illegal play that may still be corrected (`later`) | - | resign | - | it is corrected |
| the end of a turn whose roll the director has set, no dice being seen | double | resign | the turn is over | - |
| another match, after one | - | - | ask for it, agree | withdraw, refuse |
| a match that waits for both players | - | - | confirm it | take that back |
| the end of a turn with 1 and 2 in acey-deucey | double 1, then 2, ... | resign | - | - |
| anything else | double | resign | confirm a cube that was moved, or ask | take back a cube that was moved |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.referee.inputs import Action, Button
from controller.referee.state import Phase
from controller.referee.turn.late_correction import may_be_claimed
from controller.referee.turn.variant_plays import NAMES, names_double
from controller.rules import Level

if TYPE_CHECKING:
    from controller.referee.inputs import Pressed
    from controller.referee.state import RefereeState

_ANSWERS = {
    Button.CUBE: Action.BEAVER,
    Button.RESIGN: Action.DROP,
    Button.CONFIRM: Action.TAKE,
    Button.UNDO: Action.DROP,
}
_LEVELS = {
    Level.SINGLE: Action.RESIGN_GAMMON,
    Level.GAMMON: Action.RESIGN_BACKGAMMON,
    Level.BACKGAMMON: Action.RESIGN_SINGLE,
}
_ELSE = {
    Button.CUBE: Action.DOUBLE,
    Button.RESIGN: Action.RESIGN_SINGLE,
    Button.CONFIRM: Action.CONFIRM,
    Button.UNDO: Action.REFUSE,
}


def meaning(state: RefereeState, pressed: Pressed) -> Action | None:
    """Return what a player says by pressing a button now, None where it means nothing."""
    offer = state.cube.offer
    if state.phase is Phase.ANSWERING:
        return _ANSWERS[pressed.button] if offer and offer.by is not pressed.player else None
    if state.phase is Phase.OVER or state.turn.paired is not None:
        return _ELSE[pressed.button] if pressed.button in (Button.CONFIRM, Button.UNDO) else None
    if state.turn.resignation is not None:
        return _about_resignation(
            state.turn.resignation.level, pressed, own=state.turn.resignation.player is pressed.player
        )
    if pressed.button is Button.CUBE and pressed.player is state.player and names_double(state):
        return NAMES[(state.turn.named or 0) % len(NAMES)]
    if pressed.button is Button.UNDO and state.phase is Phase.PLAYING and state.turn.early is None:
        return Action.CORRECT if may_be_claimed(state) else Action.REFUSE
    if (
        pressed.button is Button.CONFIRM
        and state.phase is Phase.ROLLING
        and not (state.turn.cube_hint or state.turn.desync)
    ):
        return Action.ASK
    return _ELSE[pressed.button]


def _about_resignation(level: Level, pressed: Pressed, *, own: bool) -> Action | None:
    """Return what a button means while a resignation waits for its answer."""
    if pressed.button is Button.UNDO:
        return Action.REFUSE
    if own:
        return _LEVELS[level] if pressed.button is Button.RESIGN else None
    return Action.CONFIRM if pressed.button is Button.CONFIRM else None
