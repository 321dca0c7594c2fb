"""What a computer player is asked when, what its answers say, and which of its moves are still to be made."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from controller.players.errors import QuestionError
from controller.players.player import Answer, CubeAnswer
from controller.referee.inputs import Action, Announced, Said
from controller.referee.options.games import Game
from controller.referee.options.options import CLUB, Tell, TurnEnd, preset
from controller.referee.state import Phase, RefereeState, Resignation, Setup, Turn
from controller.referee.step import step
from controller.rules import (
    ACEY_DEUCEY,
    START,
    CubeState,
    Level,
    Move,
    Offer,
    OfferKind,
    Play,
    Player,
    Position,
    Roll,
    apply_move,
    apply_play,
    legal_plays,
    match_to,
    parse_play,
)
from controller.table.bot.questions import (
    Reply,
    ToAccept,
    ToAnswer,
    ToBegin,
    ToPlay,
    at_one_persons_table,
    plain_reply,
    question,
    reflex,
    reply,
    situation_of,
    still_to_make,
)
from tests.controller.referee.boards import LAYOUT, reading
from tests.controller.rules.boards import from_points
from tests.controller.table.fake_players import Told

ME, PERSON = Player.TWO, Player.ONE
ROLL = Roll(6, 1)
PLAY = parse_play("13/7 8/7")
MEANT = apply_play(START, PLAY)


def at_turn(phase: Phase = Phase.ROLLING, player: Player = ME, **more: object) -> RefereeState:
    """Return what the referee knows in the middle of a game; `more` names fields of the state and of its turn."""
    of_turn = {field.name for field in fields(Turn)} & more.keys()
    turn = Turn(**{name: more.pop(name) for name in of_turn})  # type: ignore[arg-type]  # a test names what it needs
    state = RefereeState(
        setup=Setup(("Anna", "Computer"), LAYOUT), match=match_to(5), cube=CubeState(), phase=phase, player=player,
        position=START, turn=turn, first_turn=False,
    )  # fmt: skip
    return replace(state, **more)  # type: ignore[arg-type]  # as above


def rolled(**more: object) -> RefereeState:
    """Return the state in which the computer has rolled."""
    return at_turn(Phase.PLAYING, **{"roll": ROLL, **more})  # type: ignore[arg-type]  # as above


def test_before_its_roll_it_may_resign_or_double_and_the_other_player_is_not_asked() -> None:
    asked = question(at_turn(), ME)
    assert asked == ToBegin(situation_of(at_turn(), ME), 0)
    assert question(at_turn(player=PERSON), ME) is None
    assert question(at_turn(early=ROLL, chosen=True), ME) is None


def test_a_roll_is_asked_about_once_and_a_dance_never() -> None:
    assert question(rolled(), ME) == ToPlay(situation_of(rolled(), ME), ROLL)
    assert question(rolled(announced=MEANT), ME) is None
    shut = from_points({25: 2, 6: 13}, dict.fromkeys(range(1, 7), 2) | {12: 3})
    assert question(rolled(position=shut), ME) is None
    # Also where its checkers were moved before it had answered.
    assert isinstance(question(replace(rolled(), phase=Phase.CORRECTING), ME), ToPlay)


def test_it_answers_doubles_and_resignations_of_the_other_player_alone() -> None:
    theirs, own = (CubeState(offer=Offer(OfferKind.DOUBLE, player, 2)) for player in (PERSON, ME))
    assert isinstance(question(at_turn(Phase.ANSWERING, PERSON, cube=theirs), ME), ToAnswer)
    assert question(at_turn(Phase.ANSWERING, ME, cube=own), ME) is None
    gives_up = at_turn(player=PERSON, resignation=Resignation(PERSON, Level.GAMMON))
    assert question(gives_up, ME) == ToAccept(situation_of(gives_up, ME), Level.GAMMON)
    assert question(at_turn(resignation=Resignation(ME, Level.SINGLE)), ME) is None


def test_what_it_sees_are_its_own_checkers() -> None:
    position = apply_play(START, PLAY)
    theirs = at_turn(player=PERSON, position=position)
    assert situation_of(theirs, ME).position == position.turned()
    assert not situation_of(theirs, ME).on_roll


@pytest.mark.parametrize(
    ("player", "asked", "words"),
    [
        (Told(), ToBegin(situation_of(at_turn(), ME), 1), ()),
        (Told(double=True), ToBegin(situation_of(at_turn(), ME), 1), (Action.DOUBLE,)),
        (Told(resign=Level.GAMMON), ToBegin(situation_of(at_turn(), ME), 1), (Action.RESIGN_GAMMON,)),
        (Told(resign=Level.SINGLE), ToBegin(situation_of(at_turn(), ME), 1, Level.SINGLE), ()),
        (Told(resign=Level.GAMMON), ToBegin(situation_of(at_turn(), ME), 1, Level.SINGLE), (Action.RESIGN_GAMMON,)),
        (Told(), ToAnswer(situation_of(at_turn(), ME)), (Action.TAKE,)),
        (Told(offer=CubeAnswer.PASS), ToAnswer(situation_of(at_turn(), ME)), (Action.DROP,)),
        (Told(offer=CubeAnswer.BEAVER), ToAnswer(situation_of(at_turn(), ME)), (Action.BEAVER,)),
        (Told(offer=CubeAnswer.RACCOON), ToAnswer(situation_of(at_turn(), ME)), (Action.RACCOON,)),
        (Told(), ToAccept(situation_of(at_turn(), ME), Level.SINGLE), (Action.CONFIRM,)),
        (Told(accept=False), ToAccept(situation_of(at_turn(), ME), Level.SINGLE), (Action.REFUSE,)),
    ],
)
def test_what_it_decides_is_what_a_person_would_say(player: Told, asked: ToBegin, words: tuple[Action, ...]) -> None:
    assert reply(player, asked).words == words


def test_its_play_is_announced_and_is_a_legal_one() -> None:
    said = reply(Told(), ToPlay(situation_of(rolled(), ME), ROLL))
    assert said.after is not None
    assert said.after in legal_plays(START, ROLL)
    assert said.inputs(ME, 7.0) == (Announced(7.0, ME, said.after),)
    state, events = step(rolled(), said.inputs(ME, 7.0)[0])
    assert state.turn.announced == said.after
    assert [type(event).__name__ for event in events] == ["PlayAnnounced"]
    assert question(state, ME) is None


def test_words_come_before_the_play() -> None:
    said = Reply((Action.NAME_3,), MEANT)
    assert said.inputs(ME, 1.0) == (Said(1.0, ME, Action.NAME_3), Announced(1.0, ME, MEANT))


class Cheat(Told):
    """Plays what it likes."""

    def choose(self, question: object) -> Answer[Position]:
        """Return the start position."""
        return Answer(START, "cheat")


def test_a_choice_that_is_not_legal_is_no_answer() -> None:
    with pytest.raises(QuestionError, match="illegal_choice"):
        reply(Cheat(), ToPlay(situation_of(rolled(), ME), ROLL))


def test_in_acey_deucey_it_names_the_double_that_it_plays_with_one_and_two() -> None:
    setup = Setup.at(("Anna", "Computer"), replace(CLUB, game=Game("acey-deucey")), LAYOUT)
    before = ACEY_DEUCEY.start
    state = replace(rolled(position=before, roll=Roll(2, 1)), setup=setup)
    asked = question(state, ME)
    assert isinstance(asked, ToPlay)
    said = reply(Told(), asked)
    assert len(said.words) == 1
    for one in said.inputs(ME, 1.0):
        state, _ = step(state, one)
    assert state.turn.named is not None
    assert state.turn.announced == said.after
    assert said.after in legal_plays(before, Roll(2, 1), setup.profile, state.turn.named)


def test_without_anybody_to_ask_there_is_still_an_answer_that_the_rules_allow() -> None:
    here = situation_of(rolled(), ME)
    assert plain_reply(ToPlay(here, ROLL)).after in legal_plays(START, ROLL)
    assert plain_reply(ToBegin(here, 1)) == Reply()
    assert plain_reply(ToAnswer(here)).words == (Action.TAKE,)
    assert plain_reply(ToAccept(here, Level.SINGLE)).words == (Action.CONFIRM,)


def test_it_agrees_to_another_match_and_has_hasty_dice_thrown_again() -> None:
    assert reflex(at_turn(Phase.OVER, rematch=PERSON), ME) is Action.CONFIRM
    assert reflex(at_turn(Phase.OVER, rematch=ME), ME) is None
    assert reflex(rolled(early=ROLL), ME) is Action.REFUSE
    assert reflex(rolled(early=ROLL, chosen=True), ME) is None
    assert reflex(rolled(), ME) is None


def test_nobody_takes_the_others_dice_where_one_person_moves_for_both() -> None:
    assert at_one_persons_table(replace(CLUB, turn_end=TurnEnd.TAKEN_OVER)).turn_end is TurnEnd.LIFTED
    assert at_one_persons_table(CLUB) is CLUB


def test_what_it_plays_is_heard_at_a_table_whose_referee_is_silent_otherwise() -> None:
    assert at_one_persons_table(preset("tournament")).tell is Tell.BOTH


def shown(position: Position) -> Play | None:
    """Return what is still to be made of the play when the computer's checkers stand so."""
    return still_to_make(rolled(announced=MEANT), reading(position, ME))


def test_of_a_play_that_is_being_made_the_moves_that_are_left_are_known() -> None:
    assert shown(START) == PLAY
    assert shown(apply_move(START, Move(13, 7))) == (Move(8, 7),)
    assert shown(apply_move(START, Move(8, 7))) == (Move(13, 7),)
    assert shown(MEANT) == ()


def test_nothing_is_lit_where_no_play_is_announced_or_its_turn_is_over() -> None:
    board = reading(START, ME)
    assert still_to_make(rolled(), board) is None
    assert still_to_make(replace(rolled(announced=MEANT), phase=Phase.ENDED), board) is None
