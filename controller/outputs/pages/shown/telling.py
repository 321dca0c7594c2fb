"""Snapshot of a story at a moment: the board as it was last read, score, clocks, record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.others_text import shown
from controller.outputs.pages.shown.pointed import difference
from controller.outputs.pages.shown.snapshot import (
    GAMES,
    QUESTIONS,
    TURNS,
    BoardCounts,
    ClockReading,
    FinishedGame,
    ForDirector,
    NextMatch,
    RecordedTurn,
    SettledPlace,
    ShownCube,
    ShownDice,
    Snapshot,
)
from controller.outputs.pages.shown.story import is_quiet
from controller.record import transcript as tr
from controller.referee.match.clock import DelayKind, advance
from controller.referee.options.options import Policy
from controller.referee.state import GAME_ON, Phase
from controller.rules import Player, is_crawford_game, position_id
from controller.rules.errors import RulesError
from vision.reading import Shade

if TYPE_CHECKING:
    from controller.outputs.pages.shown.story import Story
    from controller.outputs.told import MatchKnown
    from controller.referee.state import RefereeState
    from controller.rules import Position

_LONGEST_NAME: Final = 80
"""Letters of a name that are shown; names of old journals have no bound."""
_CUBE_KINDS: Final = ((tr.Double, "double"), (tr.Beaver, "beaver"), (tr.Raccoon, "raccoon"))
_PLAIN_KINDS: Final = ((tr.Take, "take"), (tr.Drop, "drop"))
_PAUSED_FOR_A_WORD: Final = (Phase.ENDED, Phase.CORRECTING, Phase.ASKING)


def snapshot(story: Story, wall: float) -> Snapshot | None:
    """Return what is to be drawn of a story; None before anything is known of a match.

    Args:
        story: the story.
        wall: seconds since 1970.
    """
    known = story.known
    if known is None:
        return None
    state = known.state
    quiet = not story.everything and is_quiet(state)
    board = _board(state, quiet=quiet)
    turns, before = _turns(story, known)
    phase = Phase.PLAYING if quiet and state.phase in _PAUSED_FOR_A_WORD else state.phase
    roll, offer = state.turn.roll, state.cube.offer
    return Snapshot(
        session=known.session,
        number=known.number,
        at=round(wall, 3),
        time=round(story.time, 2),
        names=(_name(state.setup.names[0]), _name(state.setup.names[1])),
        length=state.match.length,
        game=known.record.variant.name,
        game_number=state.match.games_played + 1,
        score=state.match.score,
        crawford=is_crawford_game(state.match, state.setup.profile),
        phase=str(phase),
        turn=state.player if state.phase in GAME_ON else None,
        winner=state.match.winner,
        home=str(state.setup.layout.home_one),
        dark=Player.ONE if state.setup.layout.shade_one is Shade.DARK else Player.TWO,
        board=BoardCounts(board.mine, board.theirs, board.unentered),
        position_id=_id(board if state.player is Player.ONE else board.turned()),
        pips=(board.pips(), board.turned().pips()),
        dice=ShownDice(state.player, (roll.high, roll.low)) if roll is not None else None,
        cube=ShownCube(
            state.cube.value,
            state.cube.owner,
            None if offer is None else offer.value,
            None if offer is None else offer.by,
            in_play=state.setup.profile.cube_in_play,
        ),
        clock=clocks(story, None),
        resignation=_resignation(state),
        verdict=story.verdict,
        last=story.last,
        well=story.well,
        said=story.said,
        turns=turns,
        turns_before=before,
        games=_games(known),
        next=_next(state),
        director=_for_director(story, state) if story.everything else None,
    )


def clocks(story: Story, time: float | None) -> ClockReading | None:
    """Return the clocks as they may be shown at a time of the match; None reads them as they were told last.

    Where verdicts are kept from the players everybody's clocks stand at what the last roll has shown: whose time runs
    would tell whether the turn before was found to be legal.
    """
    if story.known is None:
        return None
    state = story.known.state
    if story.everything or not is_quiet(state):
        return reading(state, time)
    shown_last = reading(state, None)
    return None if shown_last is None else replace(shown_last, running=None, mover=None, delay_left=0)


def reading(state: RefereeState, time: float | None) -> ClockReading | None:
    """Return the clocks at a time of the match, in seconds; None reads them as they were told last."""
    if state.clock is None:
        return None
    clock = state.clock if time is None else advance(state.clock, time)[0]
    simple = clock.control.kind is DelayKind.SIMPLE_DELAY
    return ClockReading(
        reserve=clock.reserve,
        delay=clock.control.delay,
        delay_left=max(0, clock.control.delay - clock.used) if simple and clock.mover is not None else 0,
        running=clock.running,
        mover=clock.mover,
        paused=clock.paused,
        flagged=clock.flagged,
    )


def _board(state: RefereeState, *, quiet: bool) -> Position:
    """Return what lies on the board as it was last read, seen by player ONE: an illegal play as it stands there."""
    position = state.position
    if state.phase in (Phase.CORRECTING, Phase.ASKING) and state.turn.shown is not None and not quiet:
        position = state.turn.shown
    return position if state.player is Player.ONE else position.turned()


def _id(position: Position) -> str:
    """Return the position ID; empty for a board that has none."""
    try:
        return position_id(position)
    except RulesError:
        return ""


def _name(name: str) -> str:
    """Return a player's name as it is shown."""
    return shown(name)[:_LONGEST_NAME]


def _next(state: RefereeState) -> NextMatch | None:
    """Return the match that waits for both players."""
    waits = state.turn.paired
    if waits is None:
        return None
    return NextMatch((_name(waits.names[0]), _name(waits.names[1])), waits.match.length, state.turn.rematch)


def _resignation(state: RefereeState) -> tuple[int, int] | None:
    """Return who resigns, and how many times the cube that costs."""
    offered = state.turn.resignation
    return None if offered is None else (offered.player, int(offered.level))


def _turns(story: Story, known: MatchKnown) -> tuple[tuple[RecordedTurn, ...], int]:
    """Return the last actions of the game in progress, or the last one, and how many there were before them."""
    games = known.record.games
    if not games:
        return (), 0
    actions = games[-1].actions
    # Where illegal plays are condoned, or verdicts kept back, nobody but the director is told that one stands.
    options = known.state.setup.options
    told = story.everything or (options.policy is not Policy.CONDONE and not is_quiet(known.state))
    kept = actions[-TURNS:]
    return tuple(_turn(one, story, told=told) for one in kept), len(actions) - len(kept)


def _turn(action: tr.RecordedAction, story: Story, *, told: bool) -> RecordedTurn:
    """Return an action of the record."""
    player, roll = action.player, getattr(action, "roll", None)
    dice = "" if roll is None else f"{roll.high}{roll.low}"
    match action:
        case tr.RollAndPlay():
            play = action.play
            if not play and action.after is not None:
                before = next((one for after, one in reversed(story.stood) if after == action.after), None)
                play = "" if before is None else difference(before, action.after)
            return RecordedTurn(player, "play", dice, play, illegal=action.declared_illegal and told)
        case tr.Dance():
            return RecordedTurn(player, "dance", dice)
        case tr.Resign(level=level):
            return RecordedTurn(player, "resign", value=None if level is None else int(level))
        case _:
            for kind, name in _CUBE_KINDS:
                if isinstance(action, kind):
                    return RecordedTurn(player, name, value=getattr(action, "value", None))
            named = next((name for kind, name in _PLAIN_KINDS if isinstance(action, kind)), "roll")
            return RecordedTurn(player, named, dice)


def _games(known: MatchKnown) -> tuple[FinishedGame, ...]:
    """Return the games that are over."""
    return tuple(
        FinishedGame(game.number, game.score, game.crawford, game.outcome.winner, game.outcome.points)
        for game in known.record.games[-GAMES:]
        if game.outcome is not None
    )


def _for_director(story: Story, state: RefereeState) -> ForDirector:
    """Return what only the director is shown."""
    waits = state.phase in (Phase.CORRECTING, Phase.ASKING)
    now = len(state.settled) - 1
    asked = tuple(replace(one, open=waits and one.number == now) for one in story.questions)
    first = max(0, len(state.settled) - QUESTIONS)
    settled = tuple(
        SettledPlace(first + number, one.opening, one.player, _id(one.position), one.match.score)
        for number, one in enumerate(state.settled[first:])
    )
    return ForDirector(asked, settled, silent=is_quiet(state))
