"""A computer player at the table, as far as it is thought: what it is asked when, and what its answers say.

Everything follows from what the referee knows. So nothing is kept of a game here, a match can be gone on with at any
moment, and what a computer player decides reaches the referee as a person's words do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from controller.players.errors import QuestionError
from controller.players.player import CubeAnswer, PlayQuestion, Situation
from controller.referee.evidence.likelihood import look
from controller.referee.inputs import Action, Announced, Said
from controller.referee.match.resignation import LEVELS
from controller.referee.options.options import Tell, TurnEnd
from controller.referee.state import ROLLED, Phase
from controller.referee.turn.variant_plays import NAMES
from controller.rules import GamePlays, IllegalPlayError, Level, apply_move, find_play, legal_plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.players.player import ComputerPlayer, Note
    from controller.referee.inputs import Input
    from controller.referee.options.options import Options
    from controller.referee.state import RefereeState
    from controller.rules import Move, Play, Player, Position, Roll
    from vision.reading import Reading

_RESIGN: Final = {level: action for action, level in LEVELS.items()}
_CUBE: Final = {
    CubeAnswer.TAKE: Action.TAKE,
    CubeAnswer.PASS: Action.DROP,
    CubeAnswer.BEAVER: Action.BEAVER,
    CubeAnswer.RACCOON: Action.RACCOON,
}
CLEARLY: Final = 100
"""By how much the board must fit one stage of a play better than every other to be taken for it, in centinats."""


@dataclass(frozen=True, slots=True)
class ToBegin:
    """Resign, double, or throw? `turn` tells turns apart; `refused` is a resignation that was not accepted."""

    situation: Situation
    turn: int
    refused: Level | None = None


@dataclass(frozen=True, slots=True)
class ToPlay:
    """Which play of a roll? `named` is the double that was named for it."""

    situation: Situation
    roll: Roll
    named: int | None = None


@dataclass(frozen=True, slots=True)
class ToAnswer:
    """What about the double, or the beaver, that is offered?"""

    situation: Situation


@dataclass(frozen=True, slots=True)
class ToAccept:
    """Is it enough what the other player would resign?"""

    situation: Situation
    level: Level


Question = ToBegin | ToPlay | ToAnswer | ToAccept
"""What a computer player is asked."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a computer player says: words, in their order, and the position that its play leaves, seen by it.

    `notes` are what there is to be told of the player itself.
    """

    words: tuple[Action, ...] = ()
    after: Position | None = None
    notes: tuple[Note, ...] = ()

    def inputs(self, me: Player, time: float) -> tuple[Input, ...]:
        """Return it as it reaches the referee."""
        said: tuple[Input, ...] = tuple(Said(time, me, word) for word in self.words)
        return said if self.after is None else (*said, Announced(time, me, self.after))


def at_one_persons_table(options: Options) -> Options:
    """Return options as they can be kept where one person moves for both.

    Nobody is there to take the other's dice, and what the computer plays has to be heard.
    """
    if options.turn_end is TurnEnd.TAKEN_OVER:
        options = replace(options, turn_end=TurnEnd.LIFTED)
    return replace(options, tell=Tell.BOTH) if options.tell is Tell.SILENT else options


def situation_of(state: RefereeState, me: Player) -> Situation:
    """Return the game as a player is told of it who is asked something."""
    return Situation(
        position=state.seen_by(me),
        me=me,
        on_roll=state.player is me,
        match=state.match,
        cube=state.cube,
        profile=state.setup.profile,
    )


def question(state: RefereeState, me: Player, refused: Level | None = None) -> Question | None:
    """Return what there is to be asked of the computer now; None where nothing is.

    Args:
        state: what the referee knows.
        me: who the computer is.
        refused: what it wanted to resign in this game, and was refused.
    """
    here = situation_of(state, me)
    if state.turn.resignation is not None:
        return None if state.turn.resignation.player is me else ToAccept(here, state.turn.resignation.level)
    if state.phase is Phase.ANSWERING:
        offer = state.cube.offer
        return ToAnswer(here) if offer is not None and offer.by is not me else None
    if state.player is not me:
        return None
    if state.phase is Phase.ROLLING:
        return ToBegin(here, len(state.settled), refused) if state.turn.early is None else None
    if state.phase not in ROLLED or state.turn.roll is None or state.turn.announced is not None:
        return None
    if legal_plays(state.position, state.turn.roll, state.setup.profile, state.turn.named).is_dance:
        return None
    return ToPlay(here, state.turn.roll, state.turn.named)


def reflex(state: RefereeState, me: Player) -> Action | None:
    """Return what the computer says without a thought, None where that is nothing.

    It agrees to another match, or to the one that waits, and has a roll thrown again that came before its own turn
    had ended.
    """
    if state.phase is Phase.OVER or state.turn.paired is not None:
        return Action.CONFIRM if state.turn.rematch is me.other else None
    if state.player is me and state.turn.early is not None and not state.turn.chosen and state.phase in ROLLED:
        return Action.REFUSE
    return None


def reply(player: ComputerPlayer, asked: Question) -> Reply:
    """Ask a computer player, and return what it says; takes as long as the player thinks.

    Raises:
        QuestionError: it has chosen what cannot be played.
    """
    match asked:
        case ToBegin():
            return _beginning(player, asked)
        case ToPlay():
            return _playing(player, asked)
        case ToAnswer(situation=situation):
            offer = player.answer_offer(situation)
            return Reply((_CUBE[offer.value],), notes=offer.notes)
        case ToAccept(situation=situation, level=level):
            content = player.accepts_resignation(situation, level)
            return Reply((Action.CONFIRM if content.value else Action.REFUSE,), notes=content.notes)


def plain_reply(asked: Question) -> Reply:
    """Return some answer that the rules allow, where no player gives one."""
    match asked:
        case ToBegin():
            return Reply()
        case ToPlay(situation=here, roll=roll, named=named):
            legal = legal_plays(here.position, roll, here.profile, named)
            return Reply(after=min(legal, key=lambda one: (one.mine, one.theirs)))
        case ToAnswer():
            return Reply((Action.TAKE,))
        case ToAccept():
            return Reply((Action.CONFIRM,))


def still_to_make(state: RefereeState, reading: Reading) -> Play | None:
    """Return the moves of an announced play that the board does not show yet, in their order.

    None where no announced play is being made, and where the board tells no stage of it clearly from the others.

    Args:
        state: what the referee knows.
        reading: the last settled picture.
    """
    if state.phase is not Phase.PLAYING or state.turn.announced is None or state.turn.roll is None:
        return None
    play = find_play(state.position, state.turn.roll, state.turn.announced, state.setup.profile, state.turn.named)
    sight = look(reading, state.setup.layout, state.player)
    scores = sorted(
        ((sight.score(position), left) for position, left in _stages(state.position, play).items()),
        key=lambda pair: -pair[0],
    )
    if len(scores) > 1 and scores[0][0] - scores[1][0] < CLEARLY:
        return None
    return scores[0][1]


def _stages(before: Position, play: Play) -> dict[Position, Play]:
    """Return what may stand on the board while a play is made, its moves in any order, and what is left to make."""
    found: dict[Position, Play] = {}
    for count in range(len(play) + 1):
        for made in combinations(range(len(play)), count):
            position = _after(before, [play[index] for index in made])
            left = tuple(move for index, move in enumerate(play) if index not in made)
            if position is not None:
                found.setdefault(position, left)
    return found


def _after(before: Position, moves: Iterable[Move]) -> Position | None:
    """Return the position after some moves of a play; None where they need others before them."""
    position = before
    try:
        for move in moves:
            position = apply_move(position, move)
    except IllegalPlayError:
        return None
    return position


def _beginning(player: ComputerPlayer, asked: ToBegin) -> Reply:
    """Return whether the computer resigns or doubles before its roll."""
    level = player.resigns(asked.situation)
    if level.value is not None and (asked.refused is None or level.value > asked.refused):
        return Reply((_RESIGN[level.value],), notes=level.notes)
    doubles = player.doubles(asked.situation)
    return Reply((Action.DOUBLE,) if doubles.value else (), notes=(*level.notes, *doubles.notes))


def _playing(player: ComputerPlayer, asked: ToPlay) -> Reply:
    """Return what the computer plays.

    Raises:
        QuestionError: the choice is no legal play ("players.illegal_choice").
    """
    here = asked.situation
    legal = legal_plays(here.position, asked.roll, here.profile, asked.named)
    notes: list[Note] = []
    known: dict[frozenset[Position], Position] = {}

    def choose(results: Iterable[Position]) -> Position:
        among = frozenset(results)
        if among not in known:
            found = sorted(among, key=lambda one: (one.mine, one.theirs, one.unentered))
            answer = player.choose(PlayQuestion(here, asked.roll, tuple(found)))
            notes.extend(answer.notes)
            known[among] = answer.value
        return known[among]

    if isinstance(legal, GamePlays) and any(len(staged.stages) > 1 for staged in legal.staged_rolls):
        # Several rolls at once leave too many positions to look at; so they are chosen one after the other.
        by_result = {legal.play_staged(staged, choose): staged.named for staged in legal.staged_rolls}
        after = choose(by_result)
        named = by_result.get(after)
        words = () if named is None or named == asked.named else (NAMES[named - 1],)
    else:
        after, words = choose(legal), ()
    if after not in legal:
        raise QuestionError("players.illegal_choice", level=player.level)
    return Reply(words, after, tuple(notes))
